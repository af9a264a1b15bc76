//! Tests of TMD-MPI, the library with `MPI_SUBSET=1`: programs print the same as with the full
//! library, and wrong programs get a message that says why.

use rankine_tests::{Output, built, check_rows, root, run, scratch};
use std::path::Path;
use std::process::Command;

const SUBSET: &str = "--library MPI_SUBSET=1";
const TREE: &str = "--library SUBSET_TREE=1";
const EAGER: &str = "--library SUBSET_EAGER=1";
const LOADED: &str = "--set tmd.tables=loaded";
const FULL_DUPLEX: &str = "--set tmd.mpe_duplex=full";
const FULL_MOVER: &str = "--set tmd.mpe_duplex=full --set tmd.mpe_dma=true";
const EAGER_TREE: &str = "--library SUBSET_EAGER=1 --library SUBSET_TREE=1";

fn run_in(directory: &Path, words: &str) -> Output {
    run(Command::new(built("rankine")).args(words.split_whitespace()).current_dir(directory), "")
}

fn app(name: &str) -> String {
    root().join("apps").join(name).display().to_string()
}

/// Rows: a platform with its ranks, a program with its arguments, and the platforms and parameters
/// on which TMD-MPI must print the same as the full library on the first platform.
type SameRow = (&'static str, u32, &'static str, &'static [(&'static str, &'static str)]);

const PROGRAMS: &[SameRow] = &[
    (
        "tmd-simple",
        3,
        "apps/tmdbench.c --no-times --pair 0:1 --pair 2:1",
        &[
            ("tmd-simple", ""),
            ("tmd-simple", EAGER),
            ("tmd-simple:3uB_MPE", ""),
            ("tmd-simple:1PPC_1uB_MPE_1PPC_MPE", ""),
        ],
    ),
    (
        "tmd-3x3",
        9,
        "apps/tmdbench.c --no-times --samples 2 --pair 4:2",
        &[("tmd-3x3", TREE), ("tmd-3x3", EAGER), ("tmd-3x3:4uB_5uB_MPE", "")],
    ),
    (
        "tmd-3x3",
        9,
        "apps/tmdjacobi.c --no-times --check --rows 20 --columns 20",
        &[("tmd-3x3", ""), ("tmd-3x3", EAGER)],
    ),
    ("tmd-simple", 2, "apps/tmdjacobi.c --no-times --rows 7 --columns 3 --eps 0 --sweeps 9", &[("tmd-simple", "")]),
    (
        "tmd-9:4uB_FPU_2PPC_3HW",
        9,
        "apps/tmdjacobi.c --no-times --check --rows 20 --columns 20",
        &[("tmd-9:4uB_FPU_2PPC_3HW", ""), ("tmd-9:4uB_FPU_MPE_2PPC_MPE_3HW", ""), ("tmd-9:1uB_FPU_8HW", "")],
    ),
    (
        "tmd-3x3",
        7,
        "tests/subset/calls.c",
        &[
            ("tmd-3x3", ""),
            ("tmd-3x3", TREE),
            ("tmd-3x3", EAGER),
            ("tmd-3x3", EAGER_TREE),
            ("tmd-3x3:9uB_MPE", TREE),
            ("tmd-3x3:2uB_3uB_MPE_4uB", ""),
            ("tmd-3x3:1uB_2uB_MPE_1uB_2uB_MPE_1uB_2uB_MPE", LOADED),
            ("tmd-3x3:2uB_3uB_MPE_4uB", FULL_MOVER),
            ("tmd-3x3:9uB_MPE", FULL_DUPLEX),
            ("tmd-proposed", ""),
        ],
    ),
];

#[test]
fn programs_print_the_same() {
    let directory = scratch("subset-programs");
    check_rows(PROGRAMS, |(platform, ranks, program, others)| {
        let program = root().join(program).display().to_string();
        let output = |platform: &str, library: &str| {
            run_in(&directory, &format!("run -n {ranks} --platform {platform} {library} {program}"))
        };
        let expected = output(platform, "");
        let good = expected.code == 0 && !expected.stdout.is_empty();
        for (platform, parameters) in *others {
            let got = output(platform, &format!("{SUBSET} {parameters}"));
            if !good || got.code != 0 || got.stdout != expected.stdout || got.stderr.contains("warning") {
                return Err(format!(
                    "{program} on {ranks} ranks of {platform}, {parameters}: {got:?} for {expected:?}"
                ));
            }
        }
        Ok(())
    });
}

/// Rows: name of the mistake, parameters, exit code, and words of the messages.
const MISTAKES: &[(&str, &str, i32, &[&str])] = &[
    ("type", "", 3, &["rank 1: TMD-MPI: datatypes are those of C of at most 32 bits", "MPI_DOUBLE", "wrong.c:14"]),
    ("source", "", 6, &["there is neither MPI_ANY_SOURCE nor MPI_PROC_NULL", "wrong.c:16"]),
    ("tag", "", 4, &["the tag is negative; there is no MPI_ANY_TAG"]),
    ("communicator", "", 5, &["there is no communicator but MPI_COMM_WORLD", "MPI_COMM_SELF"]),
    ("rank", "", 6, &["no such rank", "dest 2"]),
    ("itself", "", 6, &["a rank has no messages for itself"]),
    ("count", "", 2, &["the count is negative"]),
    ("large count", "", 2, &["the count is larger than any buffer"]),
    ("abort", "", 7, &["MPI_Abort(MPI_COMM_WORLD, errorcode 7)"]),
    ("operation", "", 10, &["operations are MPI_SUM and MPI_MAX"]),
    ("root", "", 8, &["the root is no rank", "root 5"]),
    ("length", "", 15, &["rank 1: TMD-MPI: a message has another length than its receive", "count 2"]),
    ("length", "--library SUBSET_EAGER=1", 15, &["rank 1: TMD-MPI: a message has another length than its receive"]),
    ("both send", "", 86, &["deadlock", "rank 0 waits", "rank 1 waits", "MPI_Send(count 1, MPI_INT, dest 0"]),
    ("early", "", 86, &["deadlock", "MPI_Recv(count 4, MPI_INT, source 0, tag 2"]),
    ("early", "--library SUBSET_EAGER=1", 86, &["deadlock", "rank 0 has ended"]),
    (
        "early",
        "--library SUBSET_EAGER=1 --library SUBSET_EAGER_WORDS=3",
        16,
        &["SUBSET_EAGER_WORDS", "or with SUBSET_EAGER=0"],
    ),
    ("before", "", 16, &["called before MPI_Init", "MPI_Comm_rank"]),
    ("twice", "", 16, &["called a second time"]),
];

#[test]
fn mistakes_are_told() {
    let directory = scratch("subset-mistakes");
    let program = root().join("tests/subset/wrong.c").display().to_string();
    check_rows(MISTAKES, |(mistake, parameters, code, told)| {
        let words = format!("run -n 2 --platform tmd-simple {SUBSET} {parameters} {program}");
        let mut command = Command::new(built("rankine"));
        command.args(words.split_whitespace()).arg(mistake).current_dir(&directory);
        let output = run(&mut command, "");
        match output.code == *code && told.iter().all(|text| output.stderr.contains(text)) {
            true => Ok(()),
            false => Err(format!("{mistake}, {parameters}: {output:?}")),
        }
    });
}

/// Messages of the linker, for ranks with different libraries, and for platforms that have no TMD-MPI.
#[test]
fn what_does_not_go_together_is_told() {
    let directory = scratch("subset-together");
    let absent = root().join("tests/subset/absent.c").display().to_string();
    let tmd = "--platform tmd-simple";
    for (name, library) in [("full", ""), ("subset", SUBSET)] {
        let output = run_in(&directory, &format!("cc {tmd} {library} -o {name} {}", app("tmdbench.c")));
        assert_eq!(output.code, 0, "{output:?}");
    }
    for (words, code, told) in [
        (
            format!("run {tmd} -n 2 {SUBSET} {absent}"),
            125,
            "absent.c:9: warning: TMD-MPI has no MPI_Isend; build without MPI_SUBSET=1",
        ),
        (format!("cc {tmd} {SUBSET} {absent}"), 1, "TMD-MPI has no MPI_Isend"),
        (format!("run -n 2 {SUBSET} {absent}"), 125, "the library for manycore has no parameter MPI_SUBSET"),
        (
            format!("run -n 2 --platform tmd-simple:3uB_MPE {SUBSET} {EAGER} {}", app("tmdbench.c")),
            125,
            "a TMD-MPE sends nothing",
        ),
        ("run -n 1 full : -n 1 subset".into(), 15, "or not each rank is built with MPI_SUBSET=1"),
    ] {
        let output = run_in(&directory, &words);
        assert!(output.code == code && output.stderr.contains(told), "{words}: {output:?}");
    }
}
