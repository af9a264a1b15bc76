//! The C library on the emulator: self-checking programs that end with "ok".

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
                .args(["run", "-q", "-env", "RANKINE_TEST", "value"])
                .arg(file)
                .args(["one", "two words"])
                .current_dir(&own),
            "first line\nsecond line\n",
        );
        match output.code == expected_code(file) && output.stdout.contains("ok") {
            true => Ok(()),
            false => Err(format!("{}: {output:?}", file.display())),
        }
    });
}

fn expected_code(file: &std::path::Path) -> i32 {
    let directives = rankine_tests::directives(file);
    directives.iter().find(|(key, _)| key == "status").map_or(0, |(_, code)| code.parse().expect("a number"))
}
