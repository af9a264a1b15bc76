//! What is asked for: programs, their arguments and their ranks; and why it cannot be had.

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
    /// The file's bytes, where they were read already; what happens to the file since has no effect.
    pub image: Option<Arc<[u8]>>,
    /// What the program is called: its `argv[0]`.
    pub name: String,
    /// Arguments behind the program's own name.
    pub arguments: Vec<String>,
    /// `NAME=value`.
    pub environment: Vec<String>,
    pub ranks: u32,
    /// The number of the program on the command line, from 0 on: the attribute `MPI_APPNUM`.
    pub appnum: u32,
    /// Programs of nodes without a hart among its ranks: their words.
    pub hardware: BTreeMap<NodeId, Arc<[u32]>>,
    /// Programs of the further processors of its ranks' nodes.
    pub firmware: Vec<Firmware>,
}

/// A program for a further processor of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firmware {
    /// The processor, as the platform calls it.
    pub processor: String,
    /// The ELF file.
    pub path: PathBuf,
    /// The file's bytes, where they were read already; what happens to the file since has no effect.
    pub image: Option<Arc<[u8]>>,
    /// What the program is called: its `argv[0]`.
    pub name: String,
}

/// Something in the request, a program or the platform prevents the run; said in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError(pub String);

impl std::fmt::Display for LaunchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LaunchError {}

/// The program of a file, of whose bytes `image` may have been read already.
pub(crate) fn program(path: &Path, image: Option<&Arc<[u8]>>) -> Result<Program, LaunchError> {
    let program = image.map_or_else(|| Program::read(path), |bytes| Program::from_bytes(path, bytes.clone()));
    program.map_err(failed)
}

pub(crate) fn failed(e: impl std::fmt::Display) -> LaunchError {
    LaunchError(e.to_string())
}
