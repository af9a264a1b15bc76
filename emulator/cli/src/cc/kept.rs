//! Keeps the programs that `rankine run FILE.c` compiles in the cache. An entry's name is a digest
//! of the compiler, its arguments, the library and the source as the preprocessor sees it. If all
//! of these are unchanged, the next run compiles nothing.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::cache::unique;
use super::entries::Entries;
use super::error::CcError;
use super::prune::PROGRAMS;
use super::toolchain::{Gcc, VARIABLES, code_of};

/// The parts of an entry: gcc's messages, and a directory with the program.
const SAID: &str = "said";
const PROGRAM: &str = "program";

/// Assembler directives that read a file; the preprocessor does not see that file.
const READS: [&[u8]; 2] = [b".incbin", b".include"];

/// A program and where it is kept.
pub struct Built {
    pub path: PathBuf,
    /// The file's bytes. Later changes of the file do not change what is executed.
    pub bytes: Arc<[u8]>,
}

/// How a program is made from a source: gcc's arguments, except for the place of the result, and
/// the directory in which gcc runs.
pub(super) struct Recipe<'a> {
    pub gcc: &'a Gcc,
    pub source: &'a Path,
    pub preprocess: Vec<OsString>,
    pub compile: Vec<OsString>,
    pub place: &'a Path,
}

impl Recipe<'_> {
    /// The program: taken from the cache if one was made from the same things, else compiled now.
    /// gcc's messages are printed in both cases.
    pub fn program(mut self) -> Result<Built, CcError> {
        if io::stderr().is_terminal() {
            self.compile.push("-fdiagnostics-color=always".into());
        }
        let entries = Entries::of(PROGRAMS)?;
        let entry = entries.get(&self.name()?, |work| self.compile(work))?;
        let name = format!("{PROGRAM}/{}", self.file_name());
        let read = |name: &str| {
            let path = entry.directory.join(name);
            entry.read(name).map_err(|error| CcError::file("read what was compiled into", &path, error))
        };
        let _ = io::stderr().write_all(&read(SAID)?); // if standard error has no reader, the messages are lost
        Ok(Built { path: entry.directory.join(&name), bytes: read(&name)? })
    }

    /// The name of the program's file is that of the source.
    fn file_name(&self) -> String {
        let stem = self.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem.is_empty() || stem.contains(char::is_control) { PROGRAM.into() } else { stem }
    }

    /// The entry's name: a digest of all that the program is made of.
    fn name(&self) -> Result<String, CcError> {
        let source = fs::read(self.source).map_err(|error| CcError::file("read", self.source, error));
        let text = self.run(&self.preprocess)?.stdout;
        let variables = VARIABLES.map(env::var_os);
        let place = std::path::absolute(self.place).map_err(|error| CcError::file("find", self.place, error))?;
        let mut hash = Sha256::new();
        // The source itself counts, too, because gcc's messages show lines of it.
        for part in [format!("{:?} {variables:?} {place:?}", self.compile).as_bytes(), &source?, &text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let name: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let reads = |bytes: &[u8]| READS.iter().any(|how| bytes.windows(how.len()).any(|at| at == *how));
        // The assembler reads files that are unknown here, so the program gets a new name every
        // time.
        Ok(if reads(&text) { unique() } else { name })
    }

    fn compile(&self, work: &Path) -> Result<(), CcError> {
        let directory = work.join(PROGRAM);
        fs::create_dir_all(&directory).map_err(|error| CcError::file("create", &directory, error))?;
        let mut args = self.compile.clone();
        args.extend(["-o".into(), directory.join(self.file_name()).into()]);
        let said = work.join(SAID);
        fs::write(&said, self.run(&args)?.stderr).map_err(|error| CcError::file("write", &said, error))
    }

    /// Runs gcc. If gcc fails, prints its messages.
    fn run(&self, args: &[OsString]) -> Result<Output, CcError> {
        let output = self.gcc.capture(self.place, args)?;
        if !output.status.success() {
            let _ = io::stderr().write_all(&output.stderr); // if standard error has no reader, the messages are lost
            return Err(CcError::Gcc(code_of(output.status)));
        }
        Ok(output)
    }
}
