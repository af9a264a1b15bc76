//! Programs that `rankine run FILE.c` has compiled are kept in the cache by what they are made of: the compiler, its arguments, the
//! library and the source as the preprocessor sees it. While that is the same, the next run compiles nothing.

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

/// What is in an entry: what gcc complained of, and a directory with the program.
const SAID: &str = "said";
const PROGRAM: &str = "program";

/// How the assembler is told to read a file, which the preprocessor does not see.
const READS: [&[u8]; 2] = [b".incbin", b".include"];

/// A program and where it is kept.
pub struct Built {
    pub path: PathBuf,
    /// What the file has: nothing that happens to it later is executed.
    pub bytes: Arc<[u8]>,
}

/// How a program is made of a source: gcc's arguments, but for where the result goes, and the directory in which gcc runs.
pub(super) struct Recipe<'a> {
    pub gcc: &'a Gcc,
    pub source: &'a Path,
    pub preprocess: Vec<OsString>,
    pub compile: Vec<OsString>,
    pub place: &'a Path,
}

impl Recipe<'_> {
    /// The program, compiled now unless one that was made of the same is kept. What gcc complained of it says again.
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
        let _ = io::stderr().write_all(&read(SAID)?); // nothing to say where nobody listens
        Ok(Built { path: entry.directory.join(&name), bytes: read(&name)? })
    }

    /// The program's file is called as the source is.
    fn file_name(&self) -> String {
        let stem = self.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem.is_empty() || stem.contains(char::is_control) { PROGRAM.into() } else { stem }
    }

    /// Names all that the program is made of.
    fn name(&self) -> Result<String, CcError> {
        let source = fs::read(self.source).map_err(|error| CcError::file("read", self.source, error));
        let text = self.run(&self.preprocess)?.stdout;
        let variables = VARIABLES.map(env::var_os);
        let place = std::path::absolute(self.place).map_err(|error| CcError::file("find", self.place, error))?;
        let mut hash = Sha256::new();
        // The source itself, too: gcc shows lines of it.
        for part in [format!("{:?} {variables:?} {place:?}", self.compile).as_bytes(), &source?, &text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let name: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let reads = |bytes: &[u8]| READS.iter().any(|how| bytes.windows(how.len()).any(|at| at == *how));
        // What else it is made of is not known, so it is another program every time.
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

    /// Runs gcc; if it fails, it says why.
    fn run(&self, args: &[OsString]) -> Result<Output, CcError> {
        let output = self.gcc.capture(self.place, args)?;
        if !output.status.success() {
            let _ = io::stderr().write_all(&output.stderr); // nothing to say where nobody listens
            return Err(CcError::Gcc(code_of(output.status)));
        }
        Ok(output)
    }
}
