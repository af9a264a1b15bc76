//! The paths that a run writes to. Two outputs with the same path are an error.

use super::files::{self, Output};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub struct Paths(BTreeSet<PathBuf>);

impl Paths {
    pub fn create(&mut self, option: &str, path: &Path) -> Result<Output, String> {
        self.claim(path)?;
        files::create(option, path)
    }

    /// Fails if another output has the same path. Devices and standard streams (`/dev/stdout`) may
    /// have several.
    pub fn claim(&mut self, path: &Path) -> Result<(), String> {
        match path.starts_with("/dev") || self.0.insert(path.to_path_buf()) {
            true => Ok(()),
            false => Err(format!("two outputs would write {}; give each a file of its own", path.display())),
        }
    }

    pub fn create_some(&mut self, option: &str, path: Option<&Path>) -> Result<Option<Output>, String> {
        path.map(|path| self.create(option, path)).transpose()
    }
}
