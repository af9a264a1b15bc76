//! The request for a run (programs, their arguments and their ranks), and the error if it cannot be
//! met.

use rankine_bus::NodeId;
use rankine_program::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One program of a launch and the ranks that run it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The ELF file.
    pub path: PathBuf,
    /// The file's bytes, if they were read already. Later changes of the file have no effect.
    pub image: Option<Arc<[u8]>>,
    /// The program's name, which is its `argv[0]`.
    pub name: String,
    /// The arguments behind the program's name.
    pub arguments: Vec<String>,
    /// Variables in the form `NAME=value`.
    pub environment: Vec<String>,
    pub ranks: u32,
    /// Its ranks are set aside until a program starts this one there. Launches with such ranks come
    /// last.
    pub is_aside: bool,
    /// The program's number on the command line, from 0 on: the attribute `MPI_APPNUM`.
    pub appnum: u32,
    /// The words of programs for those of its ranks whose nodes have no hart.
    pub hardware: BTreeMap<NodeId, Arc<[u32]>>,
    /// The programs of the further processors on the nodes of its ranks.
    pub firmware: Vec<Firmware>,
}

/// A program for a further processor of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firmware {
    /// The processor, by its name in the platform.
    pub processor: String,
    /// The ELF file.
    pub path: PathBuf,
    /// The file's bytes, if they were read already. Later changes of the file have no effect.
    pub image: Option<Arc<[u8]>>,
    /// The program's name, which is its `argv[0]`.
    pub name: String,
}

/// The message about a request, a program or a platform that prevents the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError(pub String);

impl std::fmt::Display for LaunchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LaunchError {}

/// Reads the program in a file, or takes it from `image` if its bytes were read already.
pub(crate) fn program(path: &Path, image: Option<&Arc<[u8]>>) -> Result<Program, LaunchError> {
    let program = image.map_or_else(|| Program::read(path), |bytes| Program::from_bytes(path, bytes.clone()));
    program.map_err(failed)
}

pub(crate) fn failed(e: impl std::fmt::Display) -> LaunchError {
    LaunchError(e.to_string())
}
