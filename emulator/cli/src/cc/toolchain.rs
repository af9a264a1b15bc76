//! The cross compiler as a program of the host: finding it and running it.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

use super::error::{CcError, TOOL_ERROR};

/// `RANKINE_GCC` names another compiler of the same kind.
const VARIABLE: &str = "RANKINE_GCC";
const DEFAULT: &str = "riscv64-unknown-elf-gcc";

pub(super) struct Gcc {
    pub program: PathBuf,
    /// Version and target, as the compiler itself says: part of the built library's name.
    pub identity: String,
}

impl Gcc {
    pub fn find() -> Result<Gcc, CcError> {
        let program = PathBuf::from(std::env::var_os(VARIABLE).unwrap_or_else(|| DEFAULT.into()));
        let missing = || CcError::GccMissing(program.display().to_string());
        let output = Command::new(&program).args(["-dumpfullversion", "-dumpmachine"]).output();
        match output {
            Ok(output) if output.status.success() => {
                let identity = format!("{} {}", program.display(), String::from_utf8_lossy(&output.stdout).trim());
                Ok(Gcc { program, identity })
            }
            Ok(_) => Err(missing()),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(missing()),
            Err(error) => Err(CcError::file("run", &program, error)),
        }
    }

    /// Runs in the foreground, with its output where ours goes.
    pub fn run(&self, args: &[OsString]) -> Result<(), CcError> {
        let status =
            Command::new(&self.program).args(args).status().map_err(|e| CcError::file("run", &self.program, e))?;
        if status.success() { Ok(()) } else { Err(CcError::Gcc(code_of(status))) }
    }

    /// Runs quietly in a directory; what it says comes back.
    pub fn capture(&self, directory: &Path, args: &[OsString]) -> Result<Output, CcError> {
        output_of(&self.program, directory, args)
    }

    /// The answer to one of gcc's `-print-...` questions.
    pub fn ask(&self, args: &[&str]) -> Option<String> {
        let output = Command::new(&self.program).args(args).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    pub fn has_picolibc(&self) -> bool {
        // gcc answers with the bare name when there is no such file
        self.ask(&["-print-file-name=picolibc.specs"]).is_some_and(|path| Path::new(&path).is_absolute())
    }

    /// A program of the same binutils, such as `ar` or `objdump`.
    pub fn tool(&self, name: &str) -> PathBuf {
        let program = self.ask(&[&format!("-print-prog-name={name}")]).filter(|path| Path::new(path).is_absolute());
        match program {
            Some(path) => PathBuf::from(path),
            None => PathBuf::from(self.program.to_string_lossy().replace("gcc", name)),
        }
    }
}

pub(super) fn output_of(program: &Path, directory: &Path, args: &[impl AsRef<OsStr>]) -> Result<Output, CcError> {
    let output = Command::new(program).args(args).current_dir(directory).output();
    output.map_err(|error| CcError::file("run", program, error))
}

pub(super) fn code_of(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// An error, with what it said, if the program that made `file` has failed.
pub(super) fn finished(file: &str, output: Output) -> Result<(), CcError> {
    match output.status.success() {
        true => Ok(()),
        false => Err(CcError::Library {
            file: format!("{file} (exit code {})", output.status.code().unwrap_or(TOOL_ERROR)),
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        }),
    }
}
