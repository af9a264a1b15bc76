//! The cross compiler as a program of the host: finds it and runs it.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

use super::error::{CcError, TOOL_ERROR};
use super::language::Language;

/// Environment variables that gcc reads, and some that make gcc write more files than its arguments
/// say.
pub(super) const VARIABLES: [&str; 8] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "LIBRARY_PATH",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "DEPENDENCIES_OUTPUT",
    "SUNPRO_DEPENDENCIES",
    "SOURCE_DATE_EPOCH",
];

/// The program that a language is compiled with: its default, or what the user's environment names.
fn program_of(language: Language) -> PathBuf {
    let compiler = language.compiler();
    PathBuf::from(std::env::var_os(compiler.variable).unwrap_or_else(|| compiler.default.into()))
}

/// The directory that contains the `bin` of the compiler of C.
pub(super) fn directory() -> Option<PathBuf> {
    let name = program_of(Language::C);
    // A name without a directory is looked up in PATH; other names are used as they are.
    let found =
        std::env::split_paths(&std::env::var_os("PATH")?).map(|place| place.join(&name)).find(|path| path.is_file());
    let program = if name.components().count() > 1 { Some(name) } else { found };
    Some(program?.canonicalize().ok()?.parent()?.parent()?.to_owned())
}

pub(super) struct Gcc {
    pub program: PathBuf,
    /// Version and target, as the compiler itself says.
    pub identity: String,
}

impl Gcc {
    /// The compiler of C.
    pub fn find() -> Result<Gcc, CcError> {
        Gcc::of(Language::C)
    }

    /// The compiler of a language. Those for GNU/Linux compile C, too.
    pub fn of(language: Language) -> Result<Gcc, CcError> {
        let program = program_of(language);
        let missing = || CcError::CompilerMissing { language, name: program.display().to_string() };
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

    /// Runs gcc in the foreground, with its output on our standard streams.
    pub fn run(&self, args: &[OsString]) -> Result<(), CcError> {
        let status =
            Command::new(&self.program).args(args).status().map_err(|e| CcError::file("run", &self.program, e))?;
        if status.success() { Ok(()) } else { Err(CcError::Gcc(code_of(status))) }
    }

    /// Runs gcc in a directory and returns its output.
    pub fn capture(&self, directory: &Path, args: &[OsString]) -> Result<Output, CcError> {
        output_of(&self.program, directory, args)
    }

    /// As [`Gcc::capture`], but for sources that belong to Rankine: headers and libraries that the
    /// user's environment names are not used.
    pub fn capture_alone(&self, directory: &Path, args: &[OsString]) -> Result<Output, CcError> {
        let mut command = Command::new(&self.program);
        // Variables that choose the compiler itself stay as the user sets them.
        VARIABLES.iter().filter(|name| !name.starts_with("GCC_") && **name != "COMPILER_PATH").for_each(|name| {
            command.env_remove(name);
        });
        let output = command.args(args).current_dir(directory).output();
        output.map_err(|error| CcError::file("run", &self.program, error))
    }

    /// Identifies this compiler and its C library for code of this kind of machine. The text holds
    /// the commands that gcc would run, and size and time of each file that they name.
    pub fn fingerprint(&self, machine: &[OsString]) -> Result<String, CcError> {
        let mut args = machine.to_vec();
        args.extend(["-###", "-x", "c", "/dev/null"].map(OsString::from));
        let output = self.capture_alone(Path::new("."), &args)?;
        let told = String::from_utf8_lossy(&output.stderr);
        let words = told.split_whitespace().map(|word| word.trim_matches('"'));
        let words: Vec<&str> = words.filter(|word| !is_temporary(word)).collect();
        let paths = words.iter().map(|word| Path::new(word.strip_prefix("-L").unwrap_or(word)));
        let paths = paths.filter(|path| path.is_absolute());
        let files = paths.flat_map(|path| [path.to_owned(), path.join("libc.a"), path.join("picolibc.h")]);
        let ld = self.tool("ld");
        let files: Vec<String> = files.chain([ld]).filter_map(|file| stamp(&file)).collect();
        Ok(format!("{} {words:?} {files:?}", self.identity))
    }

    /// The answer to one of gcc's `-print-...` questions.
    pub fn ask(&self, args: &[&str]) -> Option<String> {
        let output = Command::new(&self.program).args(args).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    pub fn has_picolibc(&self) -> bool {
        // if there is no such file, gcc answers with the bare name
        self.ask(&["-print-file-name=picolibc.specs"]).is_some_and(|path| Path::new(&path).is_absolute())
    }

    /// Another program of the same toolchain, such as `ar` or `objdump`.
    pub fn tool(&self, name: &str) -> PathBuf {
        let program = self.ask(&[&format!("-print-prog-name={name}")]).filter(|path| Path::new(path).is_absolute());
        match program {
            Some(path) => PathBuf::from(path),
            None => PathBuf::from(
                self.program.to_string_lossy().replace("gcc", name).replace("g++", name).replace("gfortran", name),
            ),
        }
    }
}

/// Is this word (or the value of an option) a file that gcc uses between its steps? Such files have
/// another name every time.
fn is_temporary(word: &str) -> bool {
    let path = Path::new(word.rsplit('=').next().unwrap_or(word));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.parent() == Some(&std::env::temp_dir()) && name.starts_with("cc")
}

/// Path, size and time of a file; none if there is no such file.
fn stamp(file: &Path) -> Option<String> {
    let metadata = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    Some(format!("{} {} {}", file.display(), metadata.len(), metadata.mtime()))
}

pub(super) fn output_of(program: &Path, directory: &Path, args: &[impl AsRef<OsStr>]) -> Result<Output, CcError> {
    let output = Command::new(program).args(args).current_dir(directory).output();
    output.map_err(|error| CcError::file("run", program, error))
}

pub(super) fn code_of(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// If the program that made `file` has failed, returns an error with its output.
pub(super) fn finished(file: &str, output: Output) -> Result<(), CcError> {
    match output.status.success() {
        true => Ok(()),
        false => Err(CcError::Library {
            file: format!("{file} (exit code {})", output.status.code().unwrap_or(TOOL_ERROR)),
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        }),
    }
}
