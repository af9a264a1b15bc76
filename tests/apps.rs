//! Tests of the programs in `apps/`: they end well on the emulator, and print what they print under native MPICH.

use rankine_tests::exact::sorted_lines;
use rankine_tests::lists::APP_ROWS;
use rankine_tests::{built, check_rows, native, root, run, scratch};
use std::process::Command;

#[test]
fn same_as_native_mpich() {
    let directory = scratch("apps");
    check_rows(APP_ROWS, |(program, ranks, arguments, comparable)| {
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
        // MPICH's header declares the parameter as an array of statuses; gcc then warns that
        // MPI_STATUSES_IGNORE, (MPI_Status *)1, is too short.
        let flags = ["-O1", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-stringop-overflow"];
        let native = native(&source, &binary, &flags, *ranks, arguments)?;
        match native.code == 0 && sorted_lines(&native.stdout) == sorted_lines(&ours.stdout) {
            true => Ok(()),
            false => Err(format!("{program} {arguments} on {ranks} ranks: ours {ours:?}\nnative {native:?}")),
        }
    });
}
