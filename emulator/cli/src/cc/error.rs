//! Errors of compiling, in words for the user.

use std::fmt;
use std::path::{Path, PathBuf};

use super::language::Language;

/// The exit code of a tool or configuration error; gcc's own codes pass through.
pub const TOOL_ERROR: i32 = 125;

/// The reason why compiling was not tried, or that gcc reported an error.
#[derive(Debug)]
pub enum CcError {
    CompilerMissing { language: Language, name: String },
    PicolibcMissing,
    Platform(String),
    Usage(String),
    File { what: &'static str, path: PathBuf, source: std::io::Error },
    Library { file: String, output: String },
    Gcc(i32),
}

impl CcError {
    pub fn exit_code(&self) -> i32 {
        match self {
            CcError::Gcc(code) => *code,
            _ => TOOL_ERROR,
        }
    }

    pub fn file(what: &'static str, path: &Path, source: std::io::Error) -> Self {
        CcError::File { what, path: path.to_owned(), source }
    }
}

impl fmt::Display for CcError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CcError::CompilerMissing { language: Language::C, name } => write!(
                f,
                "the compiler '{name}' is not installed: run toolchain/setup.sh, which installs it, or 'rankine doctor', \
                 which says what is missing"
            ),
            CcError::CompilerMissing { language, name } => write!(
                f,
                "{} needs the compiler '{name}', which is not installed: on Debian, 'apt-get install {}' installs it with its \
                 libraries; 'rankine doctor' says what is missing",
                language.name(),
                language.compiler().package
            ),
            CcError::PicolibcMissing => write!(
                f,
                "the C library picolibc is not installed beside the compiler: run toolchain/setup.sh, which installs it, \
                 or 'rankine doctor', which says what is missing"
            ),
            CcError::Platform(message) | CcError::Usage(message) => f.write_str(message),
            CcError::File { what, path, source } => write!(f, "cannot {what} '{}': {source}", path.display()),
            CcError::Library { file, output } => {
                write!(f, "the library does not compile: {file}\n{}", output.trim_end())
            }
            CcError::Gcc(code) => write!(f, "the compiler failed with exit code {code}"),
        }
    }
}

impl std::error::Error for CcError {}
