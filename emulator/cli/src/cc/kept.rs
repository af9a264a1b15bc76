//! Programs that `rankine run FILE.c` has compiled are kept in the cache, each beside a record of what it was made of: while
//! that is the same, the next run compiles nothing.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::cache::unique_in;
use super::error::CcError;
use super::toolchain::{Gcc, code_of};

/// What gcc looks at besides its arguments.
const VARIABLES: [&str; 5] = ["CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH"];

/// What is another thing every time it is compiled.
const TIMES: [&[u8]; 3] = [b"__DATE__", b"__TIME__", b"__TIMESTAMP__"];

/// The place of one program in the cache.
pub(super) struct Kept {
    directory: PathBuf,
    program: PathBuf,
    record: PathBuf,
}

impl Kept {
    pub fn new(directory: PathBuf, source: &Path) -> Result<Kept, CcError> {
        fs::create_dir_all(&directory).map_err(|error| CcError::file("create", &directory, error))?;
        let program = directory.join(source.file_stem().unwrap_or_else(|| "program".as_ref()));
        Ok(Kept { record: directory.join("made-of"), program, directory })
    }

    /// The program that gcc makes with these arguments in the directory `place`, compiled now unless the last one was made of the
    /// same.
    pub fn program(self, gcc: &Gcc, args: &[OsString], place: &Path) -> Result<PathBuf, CcError> {
        let how = how(gcc, args, place);
        if !self.is_current(&how) {
            self.compile(gcc, args, place, &how)?;
        }
        Ok(self.program)
    }

    /// The record's lines: which file the program is, how it was made, and the digest and name of each file it was made of.
    fn is_current(&self, how: &str) -> bool {
        let Ok(record) = fs::read_to_string(&self.record) else { return false };
        let mut lines = record.lines();
        lines.next() == identity(&self.program).ok().as_deref()
            && lines.next() == Some(how)
            && lines.all(|line| {
                let (was, path) = line.split_once(' ').unwrap_or_default();
                fs::read(path).is_ok_and(|contents| digest(&contents) == was)
            })
    }

    /// Another run of the same source may be reading the program: it is replaced whole, never written into. What gcc complains of
    /// it shall say again the next time, so that only a program without complaints is recorded.
    fn compile(&self, gcc: &Gcc, args: &[OsString], place: &Path, how: &str) -> Result<(), CcError> {
        let built = unique_in(&self.directory);
        let needed = unique_in(&self.directory);
        let mut all = args.to_vec();
        all.extend(["-o".into(), built.clone().into(), "-MD".into(), "-MF".into(), needed.clone().into()]);
        if io::stderr().is_terminal() {
            all.push("-fdiagnostics-color=always".into());
        }
        let output = gcc.capture(place, &all)?;
        let _ = io::stderr().write_all(&output.stderr); // nothing to say where nobody listens
        let rule = fs::read_to_string(&needed);
        let _ = fs::remove_file(&needed); // not there when gcc failed
        if !output.status.success() {
            return Err(CcError::Gcc(code_of(output.status)));
        }
        let program = identity(&built);
        fs::rename(&built, &self.program)
            .map_err(|error| CcError::file("rename the program to", &self.program, error))?;
        let recorded = match (program, rule) {
            (Ok(program), Ok(rule)) if output.stderr.is_empty() => self.keep_record(&program, how, &rule),
            _ => Ok(()),
        };
        recorded.map_err(|error| CcError::file("write", &self.record, error))
    }

    fn keep_record(&self, program: &str, how: &str, rule: &str) -> io::Result<()> {
        let mut text = format!("{program}\n{how}\n");
        for path in prerequisites(rule) {
            let contents = fs::read(&path)?;
            if path.contains('\n') || TIMES.iter().any(|time| contents.windows(time.len()).any(|at| at == *time)) {
                return Ok(());
            }
            let _ = writeln!(text, "{} {path}", digest(&contents)); // a String takes all
        }
        let new = unique_in(&self.directory);
        fs::write(&new, text)?;
        fs::rename(&new, &self.record)
    }
}

/// The same for the same command in the same place.
fn how(gcc: &Gcc, args: &[OsString], place: &Path) -> String {
    let variables = VARIABLES.map(env::var_os);
    digest(format!("{} {args:?} {variables:?} {:?}", gcc.identity, std::path::absolute(place).ok()).as_bytes())
}

/// Changes when the file is replaced.
fn identity(file: &Path) -> io::Result<String> {
    let metadata = fs::metadata(file)?;
    Ok(format!("{} {} {}.{:09}", metadata.ino(), metadata.size(), metadata.mtime(), metadata.mtime_nsec()))
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What stands behind the colon of a make rule as gcc writes it.
fn prerequisites(rule: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut letters = rule.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek().copied()) {
            ('\\', Some('\n')) => {
                letters.next();
                words.push(String::new());
            }
            ('\\', Some(next @ (' ' | '#'))) | ('$', Some(next @ '$')) => {
                letters.next();
                words.last_mut().expect("never empty").push(next);
            }
            (' ' | '\n', _) => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    let target = words.iter().position(|word| word.ends_with(':')).map_or(0, |at| at + 1);
    words.split_off(target)
}

#[cfg(test)]
mod tests {
    use super::prerequisites;

    #[test]
    fn rules_of_make() {
        let rows: [(&str, &[&str]); 4] = [
            ("a: a.c", &["a.c"]),
            ("a: a.c \\\n /usr/b.h c.h\n", &["a.c", "/usr/b.h", "c.h"]),
            ("a: my\\ program.c a\\#b.h a$$b.h", &["my program.c", "a#b.h", "a$b.h"]),
            ("dir/.new-1-2: x/y.c \\\n  z.h", &["x/y.c", "z.h"]),
        ];
        for (rule, expected) in rows {
            assert_eq!(prerequisites(rule), expected, "{rule}");
        }
    }
}
