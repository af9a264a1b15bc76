//! The programs in `apps/`: they end well on the emulator, and print what they print under native MPICH.

use rankine_tests::{Output, built, check_rows, native, root, run, scratch};
use std::process::Command;

/// Program, ranks, arguments, and whether its output has no timings in it.
const ROWS: &[(&str, u32, &str, bool)] = &[
    ("hello", 1, "", false),
    ("hello", 4, "", false),
    ("hello", 64, "", false),
    ("ring", 2, "", true),
    ("ring", 7, "", true),
    ("ring", 64, "", true),
    ("pingpong", 2, "--max 65536", false),
    ("pingpong", 64, "--peer 63 --max 64", false),
    ("heat2d", 1, "", true),
    ("heat2d", 4, "", true),
    ("heat2d", 6, "--nx 40 --ny 31", true),
    ("heat2d", 16, "", true),
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
];

#[test]
fn same_as_native_mpich() {
    let directory = scratch("apps");
    check_rows(ROWS, |(program, ranks, arguments, comparable)| {
        let source = root().join(format!("apps/{program}.c"));
        let mut command = Command::new(built("rankine"));
        command.current_dir(&directory).args(["run", "-n", &ranks.to_string()]);
        let ours = run(command.arg(&source).args(arguments.split_whitespace()), "");
        if ours.code != 0 || ours.stderr.contains("warning") {
            return Err(format!("{program} {arguments} on {ranks} ranks: {ours:?}"));
        }
        if !comparable || *ranks > 16 {
            return Ok(());
        }
        let binary = directory.join(format!("{program}-{ranks}-{}", arguments.replace(' ', "")));
        let flags = ["-O1", "-std=gnu11", "-Wall", "-Wextra", "-Werror"];
        let native = native(&source, &binary, &flags, *ranks, arguments)?;
        match native.code == 0 && lines(&native) == lines(&ours) {
            true => Ok(()),
            false => Err(format!("{program} {arguments} on {ranks} ranks: ours {ours:?}\nnative {native:?}")),
        }
    });
}

/// Lines in order of text: ranks may print in any order.
fn lines(output: &Output) -> Vec<&str> {
    let mut lines: Vec<&str> = output.stdout.lines().collect();
    lines.sort_unstable();
    lines
}
