//! The user's options for console and files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Creates a file for output of programs.
pub type Create = fn(&Path) -> io::Result<Box<dyn Write + Send>>;

/// A directory that programs may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedDir {
    pub path: PathBuf,
    pub read_only: bool,
}

impl AllowedDir {
    /// Reads `PATH[:ro]`.
    pub fn parse(text: &str) -> AllowedDir {
        match text.strip_suffix(":ro") {
            Some(path) => AllowedDir { path: path.into(), read_only: true },
            None => AllowedDir { path: text.into(), read_only: false },
        }
    }
}

/// The host side of console and files.
pub struct HostOptions {
    /// Programs see the tree below this directory. Relative paths begin here.
    pub current_dir: PathBuf,
    /// Further directories that programs see.
    pub dirs: Vec<AllowedDir>,
    /// Write `[rank] ` before every line of output.
    pub prefix_ranks: bool,
    /// Files for the standard output of each rank; `%r` stands for the rank.
    pub out_file_pattern: Option<String>,
    /// As `out_file_pattern`, for standard error.
    pub err_file_pattern: Option<String>,
    /// Creates the files of these patterns.
    pub create: Create,
    /// The most bytes that programs may write to files, together: those of each write, those by which
    /// a file grows otherwise, and 4096 for each new file or directory. None: no limit.
    pub written_bytes_max: Option<u64>,
    /// Read by rank 0 only.
    pub stdin: Box<dyn Read + Send>,
    pub stdout: Box<dyn Write + Send>,
    pub stderr: Box<dyn Write + Send>,
}

impl HostOptions {
    /// Options with the emulator's own console and the directory `current_dir`.
    pub fn new(current_dir: PathBuf) -> HostOptions {
        HostOptions {
            current_dir,
            dirs: Vec::new(),
            prefix_ranks: false,
            out_file_pattern: None,
            err_file_pattern: None,
            written_bytes_max: None,
            create: |path| Ok(Box::new(File::create(path)?)),
            stdin: Box::new(std::io::stdin()),
            stdout: Box::new(std::io::stdout()),
            stderr: Box::new(std::io::stderr()),
        }
    }
}

/// An error in the options, as a complete message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError(pub String);

impl std::fmt::Display for HostError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostError {}
