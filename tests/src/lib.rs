//! Helpers of the whole-system tests: they start `rankine` as a user would, read the expectations
//! in the first lines of test programs, and put many rows through one check.

pub mod debugged;
pub mod elf;
pub mod exact;
pub mod fuzz;
pub mod imports;
pub mod lists;
pub mod pages;
pub mod picture;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Time limit for one command of the tests. In long runs some commands take long, and others run beside them.
fn command_limit() -> Duration {
    Duration::from_secs(if is_long() { 4 * 3600 } else { 900 })
}

/// What a command printed, its exit code, and how long it took.
#[derive(Clone, Debug)]
pub struct Output {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    pub elapsed: Duration,
}

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository").to_path_buf()
}

/// Is this `make test-long`, in which tests take all of their rows? `make test` must be short.
pub fn is_long() -> bool {
    std::env::var_os("RANKINE_LONG").is_some()
}

/// The path of a program built from this workspace, in the directory above the running test's.
pub fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let directory = test.ancestors().nth(2).expect("tests lie in target/PROFILE/deps");
    let path = directory.join(name);
    assert!(path.exists(), "{} is missing: run `make test`, which builds it first", path.display());
    path
}

/// A fresh directory for what a test writes.
pub fn scratch(name: &str) -> PathBuf {
    let path = root().join("target/scratch").join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("target/ is writable");
    path
}

/// Runs `rankine` with these words in this directory.
pub fn rankine(directory: &Path, words: &[&str]) -> Output {
    run(Command::new(built("rankine")).args(words).current_dir(directory), "")
}

/// Runs a command with `input` on its standard input. Panics if it exceeds the time limit.
pub fn run(command: &mut Command, input: &str) -> Output {
    use std::io::{Read, Write};
    let started = Instant::now();
    let shown = format!("{command:?}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|e| panic!("cannot start {shown}: {e}"));
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = child.stdout.take().expect("piped");
    let mut stderr = child.stderr.take().expect("piped");
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        let out = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let err = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let status = loop {
            if let Some(status) = child.try_wait().expect("the child is ours") {
                break status;
            }
            if started.elapsed() > command_limit() {
                let _ = child.kill();
                panic!("{shown} did not end within {:?}", command_limit());
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        Output {
            code: status.code().unwrap_or(-1),
            stdout: out.join().expect("reader"),
            stderr: err.join().expect("reader"),
            elapsed: started.elapsed(),
        }
    })
}

/// Compiles `source` with MPICH for this computer and runs it there on `ranks` ranks.
pub fn native(source: &Path, binary: &Path, flags: &[&str], ranks: u32, arguments: &str) -> Result<Output, String> {
    let built = run(Command::new("mpicc.mpich").args(flags).arg("-o").arg(binary).arg(source).arg("-lm"), "");
    if built.code != 0 {
        return Err(format!("{} does not compile with MPICH: {}", source.display(), built.stderr));
    }
    Ok(native_again(binary, ranks, arguments))
}

/// Runs what [`native`] has compiled, in the directory of the program.
pub fn native_again(binary: &Path, ranks: u32, arguments: &str) -> Output {
    let mut command = Command::new("mpiexec.mpich");
    command.current_dir(binary.parent().expect("a directory"));
    // MPICH's transport layer prints complaints on standard output if there are no network devices.
    command.env("UCX_LOG_LEVEL", "fatal").args(["-n", &ranks.to_string()]).arg(binary);
    run(command.args(arguments.split_whitespace()), "")
}

/// The C files of a directory below the top of the repository, sorted by name.
pub fn c_files(directory: &str) -> Vec<PathBuf> {
    let path = root().join(directory);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no C files in {}", path.display());
    files
}

/// The comment lines `// key: value` at the head of a C file, in order.
pub fn directives(file: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    text.lines()
        .map_while(|line| line.strip_prefix("//"))
        .filter_map(|line| line.trim().split_once(':'))
        .map(|(key, value)| (key.to_string(), value.trim().to_string()))
        .collect()
}

/// Puts every row through `check` on two threads. Fails at the end with all complaints.
pub fn check_rows<Row: Sync>(rows: &[Row], check: impl Fn(&Row) -> Result<(), String> + Sync) {
    assert!(!rows.is_empty(), "no rows to check");
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(row) {
                        complaints.lock().expect("no panic while held").push(complaint);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("threads are done");
    assert!(
        complaints.is_empty(),
        "{} of {} rows failed:\n\n{}",
        complaints.len(),
        rows.len(),
        complaints.join("\n\n")
    );
    println!("{} rows", rows.len());
}
