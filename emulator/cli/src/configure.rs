//! `rankine configure`: runs a configure script of autoconf. Its checks compile with our compiler,
//! and the programs run on the emulator.

use crate::cc::RUNNABLE;
use crate::tell::failed;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The machine given as both build and host. So the script does not assume that it cannot run the
/// programs that it compiles.
const MACHINE: &str = "riscv64-unknown-elf";

/// `rankine configure [SCRIPT] ARGUMENTS…`. Replaces this process by the script; returns an exit
/// code only if that fails.
pub fn main(words: &[String]) -> i32 {
    let (script, arguments) = match words.split_first() {
        Some((first, rest)) if is_script(first) => (PathBuf::from(first), rest),
        _ => (PathBuf::from("./configure"), words),
    };
    if !script.is_file() {
        return failed(format!(
            "no {} here; go to the directory that has the script, or write: rankine configure PATH/configure OPTIONS",
            script.display()
        ));
    }
    match become_script(&script, arguments) {
        Ok(never) => match never {},
        Err(error) => failed(format!("cannot start {}: {error}", script.display())),
    }
}

fn is_script(word: &str) -> bool {
    !word.starts_with('-') && !word.contains('=')
}

fn become_script(script: &Path, arguments: &[String]) -> std::io::Result<std::convert::Infallible> {
    let mpicc = std::env::current_exe()?.canonicalize()?.with_file_name("mpicc");
    let given = |name: &str| arguments.iter().any(|argument| argument.starts_with(name));
    let mut command = Command::new("sh");
    // A path without a slash would be looked up in PATH.
    command.arg(if script.components().count() == 1 { Path::new(".").join(script) } else { script.to_owned() });
    for machine in ["--build=", "--host="].into_iter().filter(|option| !given(option)) {
        command.arg(format!("{machine}{MACHINE}"));
    }
    if !given("CC=") {
        command.arg(format!("CC={}", mpicc.display()));
    }
    if std::env::var_os("MPICC").is_none() {
        command.env("MPICC", &mpicc);
    }
    Err(command.args(arguments).env(RUNNABLE, "1").exec())
}
