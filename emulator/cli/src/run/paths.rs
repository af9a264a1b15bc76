//! The paths that a run writes to. Two outputs with the same path are an error.

use super::files::{self, Output};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub struct Paths(BTreeSet<PathBuf>);

impl Paths {
    pub fn create(&mut self, option: &str, path: &Path) -> Result<Output, String> {
        if !self.0.insert(path.to_path_buf()) {
            return Err(format!("two outputs would write {}; give each a file of its own", path.display()));
        }
        files::create(option, path)
    }

    pub fn create_some(&mut self, option: &str, path: Option<&Path>) -> Result<Option<Output>, String> {
        path.map(|path| self.create(option, path)).transpose()
    }
}
