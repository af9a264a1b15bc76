//! Makes programs that this computer can start, for configure scripts: a script with the program's
//! name runs the program on the emulator.

use super::arguments::Arguments;
use super::error::CcError;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// If this environment variable is set, linked programs become runnable.
pub const RUNNABLE: &str = "RANKINE_RUNNABLE";

/// Puts the script in the place of the linked program. The program lies beside it, under a name
/// that configure scripts remove when they end.
pub(super) fn make_runnable(arguments: &Arguments) -> Result<(), CcError> {
    let script = output(arguments);
    let place = |error| CcError::file("write", &script, error);
    let name = script.file_name().unwrap_or_default().to_string_lossy();
    let program = format!("conftest.{name}.riscv");
    fs::rename(&script, script.with_file_name(&program)).map_err(place)?;
    let rankine = std::env::current_exe().map_err(place)?;
    fs::write(&script, text(&rankine, &program)).map_err(place)?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).map_err(place)
}

fn text(rankine: &Path, program: &str) -> String {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
    let rankine = quoted(&rankine.display().to_string());
    format!("#!/bin/sh\nexec {rankine} run -q \"$(dirname \"$0\")\"/{} \"$@\"\n", quoted(program))
}

/// The file that gcc links: the last of `-o FILE`, `-oFILE` and `--output=FILE`, else `a.out`.
fn output(arguments: &Arguments) -> PathBuf {
    let mut found = PathBuf::from("a.out");
    let mut words = arguments.user.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "-o" || text == "--output" {
            found = words.next().map(PathBuf::from).unwrap_or(found);
        } else if let Some(path) = text.strip_prefix("--output=").or_else(|| text.strip_prefix("-o")) {
            found = path.into();
        }
    }
    found
}
