//! Lists of programs that several tests use: the lists in `tests/mpi`, the heads of the programs in
//! `tests/bad`, and the programs of `apps/` with their arguments.

use crate::{c_files, directives, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A run that a list in `tests/mpi` or `tests/gasnet` names.
pub struct MpiRow {
    pub program: String,
    pub ranks: u32,
    pub platform: String,
    /// Options of `rankine run`.
    pub options: Vec<String>,
    /// Does native MPICH pass the program, too? If not, the list says after `# MPICH` what MPICH does.
    pub is_native: bool,
}

pub fn mpi_rows() -> Vec<MpiRow> {
    let directory = root().join("tests/mpi");
    let entries = std::fs::read_dir(&directory).expect("tests/mpi");
    let mut lists: Vec<PathBuf> = entries.map(|entry| entry.expect("tests/mpi").path().join("list")).collect();
    lists.retain(|list| list.is_file());
    lists.sort();
    assert!(!lists.is_empty(), "no lists in tests/mpi");
    lists.iter().flat_map(|list| mpi_rows_of(list)).collect()
}

/// The runs in the list of programs for GASNet. Names begin at `tests`: `gasnet/barriers`.
pub fn gasnet_rows() -> Vec<MpiRow> {
    mpi_rows_of(&root().join("tests/gasnet/list"))
}

/// A sample for tests that run each program many times: the first row with several ranks of every
/// `of`-th pair of program and options.
pub fn mpi_sample(of: usize) -> Vec<MpiRow> {
    let mut seen = BTreeSet::new();
    let mut rows = mpi_rows();
    rows.retain(|row| row.ranks > 1 && seen.insert((row.program.clone(), row.options.clone())) && seen.len() % of == 1);
    rows
}

/// The runs in a list. Names begin at the list's parent directory: `coll/bcast`.
fn mpi_rows_of(list: &Path) -> Vec<MpiRow> {
    let group = list.parent().and_then(Path::file_name).expect("a directory of programs").to_string_lossy();
    let text = std::fs::read_to_string(list).unwrap_or_else(|e| panic!("{}: {e}", list.display()));
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (line, remark) = line.split_once('#').unwrap_or((line, ""));
        let is_native = !remark.trim_start().starts_with("MPICH");
        let words: Vec<&str> = line.split_whitespace().collect();
        let [program, ranks, platforms, options @ ..] = words.as_slice() else {
            panic!("{}: a line needs program, ranks and platforms: {line}", list.display());
        };
        for platform in platforms.split(',') {
            for ranks in ranks.split(',') {
                rows.push(MpiRow {
                    program: format!("{group}/{program}"),
                    ranks: ranks.parse().unwrap_or_else(|_| panic!("{}: bad rank count: {line}", list.display())),
                    platform: platform.to_string(),
                    options: options.iter().map(|option| option.to_string()).collect(),
                    is_native,
                });
            }
        }
    }
    rows
}

/// One run that the head of a program in `tests/bad` or `tests/check` describes.
#[derive(Default)]
pub struct BadRow {
    pub file: PathBuf,
    /// Options of `rankine run`.
    pub options: Vec<String>,
    pub arguments: Vec<String>,
    pub code: i32,
    pub stderr: Vec<String>,
    pub stdout: Vec<String>,
    /// The kinds of mistakes that `--check` reports, in order.
    pub mistakes: Vec<String>,
}

pub fn bad_rows() -> Vec<BadRow> {
    headed_rows("tests/bad")
}

/// The runs of all programs of a directory.
pub fn headed_rows(directory: &str) -> Vec<BadRow> {
    c_files(directory).iter().flat_map(|file| bad_rows_of(file)).collect()
}

fn bad_rows_of(file: &Path) -> Vec<BadRow> {
    let mut rows: Vec<BadRow> = Vec::new();
    for (key, value) in directives(file) {
        match (key.as_str(), rows.last_mut()) {
            ("run", _) => {
                let mut words = value.split_whitespace().map(str::to_string);
                let options = words.by_ref().take_while(|word| word != "--").collect();
                rows.push(BadRow { file: file.into(), options, arguments: words.collect(), ..BadRow::default() });
            }
            ("exit", Some(row)) => row.code = value.parse().expect("`// exit:` takes a number"),
            ("stderr", Some(row)) => row.stderr.push(value),
            ("stdout", Some(row)) => row.stdout.push(value),
            ("check", Some(row)) => row.mistakes = value.split(", ").map(str::to_string).collect(),
            _ => {}
        }
    }
    assert!(!rows.is_empty(), "{}: no `// run:` line", file.display());
    rows
}

/// Programs of `apps/`: name, ranks, arguments, and whether the output has no timings.
pub const APP_ROWS: &[(&str, u32, &str, bool)] = &[
    ("hello", 1, "", false),
    ("hello", 4, "", false),
    ("hello", 64, "", false),
    ("ring", 2, "", true),
    ("ring", 7, "", true),
    ("ring", 64, "", true),
    ("pingpong", 2, "--max 65536", false),
    ("pingpong", 64, "--peer 63 --max 64", false),
    ("collectives", 5, "--bytes 100 --iters 3", false),
    ("collectives", 64, "--iters 1 --only barrier", false),
    ("heat2d", 1, "", true),
    ("heat2d", 4, "--check", true),
    ("heat2d", 6, "--nx 40 --ny 31 --check", true),
    ("heat2d", 16, "--check", true),
    ("intsort", 4, "", true),
    ("intsort", 5, "--skew", true),
    ("intsort", 16, "", true),
    ("pi", 1, "", true),
    ("pi", 8, "", true),
    ("masterworker", 4, "", true),
    ("masterworker", 9, "", true),
    ("matmul", 4, "", true),
    ("life", 4, "", true),
    ("life", 9, "", true),
    ("queues", 2, "--max 100", false),
    ("queues", 3, "--max 20 --no-times", true),
    ("queues", 2, "--preposted --unexpected --lengths 0,3 --sizes 0,64 --csv", false),
    ("queues", 2, "--preposted --unexpected --lengths 0,1,40 --sizes 0,64,5000 --repeats 5 --no-times", true),
    ("queues", 2, "--preposted --unexpected --lengths 9 --sizes 64 --differ source --no-times --csv", true),
    ("queues", 3, "--preposted --unexpected --lengths 9 --sizes 64,5000 --differ source --repeats 5 --no-times", true),
    ("queues", 4, "--preposted --lengths 9 --fractions 50 --sizes 64 --no-times", true),
    ("patterns", 8, "halo", false),
    ("patterns", 1, "halo --no-times", true),
    ("patterns", 4, "halo --fields 2 --bytes 3000 --rounds 2 --no-times", true),
    ("patterns", 27, "halo --rounds 2 --no-times", true),
    ("patterns", 5, "alltoall --depth 9 --bytes 40 --no-times", true),
    ("patterns", 64, "alltoall --rounds 1 --no-times", true),
    ("patterns", 4, "manytoone --messages 20 --bytes 3000 --no-times", true),
    ("patterns", 64, "manytoone --rounds 2 --no-times", true),
    ("tmdbench", 3, "--mhz 40 --pair 0:1 --pair 2:1", false),
    ("tmdbench", 2, "--no-times", true),
    ("tmdbench", 5, "--no-times --samples 2 --pair 4:2", true),
    ("tmdbench", 45, "--no-times --samples 1 --barriers 2 --sizes 0,1,100 contention barrier", true),
    ("tmdjacobi", 3, "--mhz 40", false),
    ("tmdjacobi", 1, "--no-times", true),
    ("tmdjacobi", 4, "--no-times --check", true),
    ("tmdjacobi", 9, "--no-times --check --ranks 8", true),
    ("tmdjacobi", 5, "--no-times --rows 7 --columns 3 --eps 0 --sweeps 9", true),
    ("tmdjacobi", 45, "--no-times --check --rows 240 --columns 16 --eps 0 --sweeps 10", true),
];

/// Options for the programs of `tests/libc`: an environment variable, and so little memory that programs can use it up.
pub const LIBC_OPTIONS: [&str; 5] = ["-env", "RANKINE_TEST", "value", "--set", "memory.bytes=0x1000_0000"];
pub const LIBC_ARGUMENTS: [&str; 2] = ["one", "two words"];
pub const LIBC_INPUT: &str = "first line\nsecond line\n";

/// The exit code that a program of `tests/libc` names in its head.
pub fn libc_status(file: &Path) -> i32 {
    let directives = directives(file);
    directives.iter().find(|(key, _)| key == "status").map_or(0, |(_, code)| code.parse().expect("a number"))
}
