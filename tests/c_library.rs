//! Tests of the C library on the emulator, by self-checking programs that end with "ok".

use rankine_tests::lists::{LIBC_ARGUMENTS, LIBC_INPUT, LIBC_OPTIONS, libc_status};
use rankine_tests::{built, c_files, check_rows, run, scratch};
use std::process::Command;

#[test]
fn programs() {
    let directory = scratch("c-library");
    check_rows(&c_files("tests/libc"), |file| {
        let own = directory.join(file.file_stem().expect("a name"));
        std::fs::create_dir_all(&own).map_err(|e| e.to_string())?;
        let output = run(
            Command::new(built("rankine"))
                .args(["run", "-q"])
                .args(LIBC_OPTIONS)
                .arg(file)
                .args(LIBC_ARGUMENTS)
                .current_dir(&own),
            LIBC_INPUT,
        );
        match output.code == libc_status(file) && output.stdout.contains("ok") {
            true => Ok(()),
            false => Err(format!("{}: {output:?}", file.display())),
        }
    });
}
