//! Tests of programs in C++: compiled by `mpicxx`, linked with the GNU C++ library, run on the emulator.

use rankine_tests::{built, check_rows, root, run, scratch};
use std::process::Command;

/// Program, ranks, exit code, all of standard output, and a part of standard error.
const ROWS: &[(&str, u32, i32, &str, &str)] = &[
    ("library", 4, 0, "ok\n", ""),
    ("io", 3, 0, "ok\nok\nok\n", ""),
    ("thread", 1, 0, "ok\n", ""),
    ("openmp", 1, 0, "ok\n", ""),
    ("uncaught", 1, 134, "", "what():  nobody catches this"),
];

#[test]
fn programs() {
    let directory = scratch("cxx");
    check_rows(ROWS, |(name, ranks, code, stdout, stderr)| {
        let own = directory.join(name);
        std::fs::create_dir_all(&own).map_err(|e| e.to_string())?;
        let source = root().join(format!("tests/cxx/{name}.cc"));
        let flags = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-fopenmp", "-o", "program"];
        let compiled = run(Command::new(built("mpicxx")).args(flags).arg(source).current_dir(&own), "");
        if compiled.code != 0 {
            return Err(format!("{name}: {compiled:?}"));
        }
        let words = ["-q", "-n", &ranks.to_string(), "program"];
        let output = run(Command::new(built("mpirun")).args(words).current_dir(&own), "");
        match output.code == *code && output.stdout == *stdout && output.stderr.contains(stderr) {
            true => Ok(()),
            false => Err(format!("{name}: {output:?}")),
        }
    });
}

/// Arguments of `mpicxx`, exit code, and the beginning of standard error.
const REFUSALS: &[(&str, &str, &str, i32, &str)] = &[
    (
        "RANKINE_GXX",
        "riscv64-none-g++",
        "a.cc",
        125,
        "rankine: C++ needs the compiler 'riscv64-none-g++', which is not installed: on Debian, 'apt-get install g++-riscv64-linux-gnu'",
    ),
    (
        "UNUSED",
        "",
        "--platform sarc a.cc",
        125,
        "rankine: platform 'sarc' runs no C++: the C++ library is there for rv64imafdc/lp64d only",
    ),
    (
        "UNUSED",
        "",
        "a.f90",
        125,
        "rankine: a.f90: this command compiles C++; compile Fortran with 'mpifort' (rankine fortran)",
    ),
];

#[test]
fn refusals() {
    let directory = scratch("cxx-refusals");
    check_rows(REFUSALS, |(variable, value, arguments, code, message)| {
        let mut command = Command::new(built("mpicxx"));
        let output = run(command.args(arguments.split(' ')).env(variable, value).current_dir(&directory), "");
        match output.code == *code && output.stderr.starts_with(message) {
            true => Ok(()),
            false => Err(format!("{arguments}: {output:?}")),
        }
    });
}
