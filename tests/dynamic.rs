//! Programs that start others during a run (`--spawnable`): which ranks begin, what the launcher
//! refuses, and how runs with ranks that are set aside end. `tests/mpi/dynamic` has the programs
//! that test the MPI functions.

use rankine_tests::exact::sorted_lines;
use rankine_tests::{Output, check_rows, rankine, scratch};
use std::path::Path;

/// Starts two processes of each program that it is given, and ends with the sum of their ranks.
const PARENT: &str = r#"#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    MPI_Comm children;
    MPI_Info infos[4] = {MPI_INFO_NULL, MPI_INFO_NULL, MPI_INFO_NULL, MPI_INFO_NULL};
    int counts[4] = {2, 2, 2, 2}, size;
    MPI_Init(&argc, &argv);
    if (argc > 1) {
        MPI_Comm_spawn_multiple(argc - 1, argv + 1, MPI_ARGVS_NULL, counts, infos, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
        MPI_Comm_remote_size(children, &size);
        printf("parent of %d\n", size);
        MPI_Comm_disconnect(&children);
    }
    MPI_Finalize();
    return 0;
}
"#;

/// Knows nothing of parents. Its constructor runs when it is started; the rank 1 ends with status 3.
const HELLO: &str = r#"#include <mpi.h>
#include <stdio.h>
static int constructed;
static void __attribute__((constructor)) construct(void)
{
    constructed++;
}
int main(int argc, char **argv)
{
    int rank, size, got = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    printf("%s: %d of %d got %d, %d, %d\n", argv[0], rank, size, got, constructed, argc);
    MPI_Finalize();
    return rank == 1 ? 3 : 0;
}
"#;

/// Waits for a message that nobody sends.
const WAITS: &str = r#"#include <mpi.h>
int main(int argc, char **argv)
{
    int got;
    MPI_Init(&argc, &argv);
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"#;

/// Command line behind `rankine run`, exit code, sorted output, and parts of the error output.
type Row = (&'static str, i32, &'static [&'static str], &'static [&'static str]);

const ROWS: &[Row] = &[
    (
        "-n 1 parent.c hello : -n 0 --spawnable 2 hello.c",
        3,
        &["hello: 0 of 2 got 1, 1, 1", "hello: 1 of 2 got 0, 1, 1", "parent of 2"],
        &["3 ranks on manycore"],
    ),
    (
        "-n 2 parent.c ./hello : -n 0 --spawnable 5 hello.c",
        3,
        &["./hello: 0 of 2 got 1, 1, 1", "./hello: 1 of 2 got 0, 1, 1", "parent of 2", "parent of 2"],
        &["4 ranks on manycore"],
    ),
    (
        "-n 1 parent.c hello other hello : -n 0 --spawnable 4 hello.c : -n 0 --spawnable 2 other.c",
        3,
        &[
            "hello: 0 of 6 got 5, 1, 1",
            "hello: 1 of 6 got 0, 1, 1",
            "hello: 4 of 6 got 3, 1, 1",
            "hello: 5 of 6 got 4, 1, 1",
            "other: 2 of 6 got 1, 1, 1",
            "other: 3 of 6 got 2, 1, 1",
            "parent of 6",
        ],
        &["7 ranks on manycore"],
    ),
    ("-n 2 parent.c : -n 1 parent.c : -n 0 --spawnable 3 hello.c", 0, &[], &["3 ranks on manycore"]),
    ("-n 1 --no-elision parent.c : -n 0 --spawnable 3 hello.c", 0, &[], &["1 rank on manycore"]),
    ("-n 1 --platform nic parent.c : -n 0 --spawnable 2 hello.c", 0, &[], &["1 rank on nic"]),
    (
        "-n 1 --platform gas-c --check parent.c hello : -n 0 --spawnable 3 hello.c",
        3,
        &["hello: 0 of 2 got 1, 1, 1", "hello: 1 of 2 got 0, 1, 1", "parent of 2"],
        &["no mistakes found"],
    ),
    (
        "-n 2 waits.c : -n 0 --spawnable 3 hello.c",
        86,
        &[],
        &["deadlock at cycle", "each waits in MPI_Recv", "ranks 2-4: each is set aside, and no program has started it"],
    ),
    (
        "-n 2 --no-elision waits.c : -n 0 --spawnable 3 hello.c",
        86,
        &[],
        &["deadlock at cycle", "ranks 2-4: each is set aside"],
    ),
    (
        "-n 1 parent.c waits : -n 0 --spawnable 3 waits.c",
        86,
        &["parent of 2"],
        &["ranks 1-2: each waits in MPI_Recv", "rank 3 is set aside"],
    ),
    (
        "-n 1 parent.c hello : -n 0 --spawnable 1 hello.c",
        53,
        &[],
        &["2 processes of hello, but only 1 of its ranks are left; raise --spawnable", "MPI_ERR_SPAWN"],
    ),
    (
        "-n 1 parent.c other : -n 0 --spawnable 1 hello.c",
        53,
        &[],
        &["no rank is set aside for the program other", "as in PROGRAM : -n 0 --spawnable 2 other"],
    ),
    ("-n 1 parent.c hello", 53, &[], &["no rank is set aside for the program hello"]),
    ("-n 0 --spawnable 3 hello.c", 125, &[], &["no rank begins with the run"]),
    ("-n 1 --spawnable 2000 hello.c", 125, &[], &["2001 ranks are more than platform manycore holds"]),
    ("-n 1 --spawnable two hello.c", 125, &[], &["--spawnable two: not a number"]),
    ("-n 0 --spawnable 0 hello.c", 125, &[], &["zero ranks"]),
    ("-n 1 --platform tmd-9:4uB_FPU_2PPC_3HW --spawnable 8 hello.c", 125, &[], &["some nodes here have no hart"]),
    (
        "-n 1 parent.c hello : -n 0 --spawnable 2 ./plain",
        125,
        &[],
        &["./plain was linked without the functions", "-Wl,-u,MPI_Comm_spawn"],
    ),
    (
        "-n 1 parent.c able : -n 0 --spawnable 2 ./able",
        3,
        &["able: 0 of 2 got 1, 1, 1", "able: 1 of 2 got 0, 1, 1", "parent of 2"],
        &[],
    ),
];

fn judge(row: &Row, output: &Output) -> Result<(), String> {
    let (words, code, stdout, stderr) = row;
    let missing: Vec<_> = stderr.iter().filter(|part| !output.stderr.contains(**part)).collect();
    let has_panicked = output.stderr.contains("panicked");
    match output.code == *code && sorted_lines(&output.stdout) == *stdout && missing.is_empty() && !has_panicked {
        true => Ok(()),
        false => Err(format!("{words}: expected exit {code}, {stdout:?} and {missing:?}: {output:?}")),
    }
}

fn write_programs(directory: &Path) {
    for (name, text) in [("parent.c", PARENT), ("hello.c", HELLO), ("other.c", HELLO), ("waits.c", WAITS)] {
        std::fs::write(directory.join(name), text).expect("scratch is writable");
    }
    for (name, more) in [("plain", &[][..]), ("able", &["-Wl,-u,MPI_Comm_spawn"])] {
        let compiled = rankine(directory, &[&["cc", "hello.c", "-o", name], more].concat());
        assert_eq!(compiled.code, 0, "{compiled:?}");
    }
}

#[test]
fn programs_that_start_others() {
    let directory = scratch("dynamic");
    write_programs(&directory);
    check_rows(ROWS, |row| {
        let words: Vec<&str> = row.0.split_whitespace().collect();
        judge(row, &rankine(&directory, &[&["run", "--timeout", "60"], &words[..]].concat()))
    });
}
