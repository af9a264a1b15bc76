//! What students get of a lab: `rankine grade --hand-out DIR LAB`.

use super::grading;
use super::lab::{FILE, Lab};
use super::public;
use crate::tell::say;
use std::fs;
use std::path::{Path, PathBuf};

/// The page that students read.
const PAGE: &str = "handout.md";

/// Writes the hand-out of a lab to a new directory. Fails if the directory exists.
pub fn make(lab: &Path, directory: &Path) -> Result<(), String> {
    let lab = Lab::read(lab)?;
    let references = grading::references(&lab)?;
    let shown = directory.display();
    fs::create_dir(directory)
        .map_err(|cause| format!("--hand-out {shown}: {cause}; name a directory that does not exist"))?;
    for (name, from) in files(&lab) {
        let to = directory.join(name);
        let made = to.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::copy(&from, &to))
            .map_err(|cause| format!("{} cannot be copied to {}: {cause}", from.display(), to.display()))?;
    }
    let visible = lab.checks.iter().zip(&references).filter(|(check, _)| !check.is_hidden);
    let checks: Vec<_> = visible.collect();
    if !checks.is_empty() {
        let file = directory.join(FILE);
        fs::write(&file, public::text(&lab, &checks))
            .map_err(|cause| format!("cannot write {}: {cause}", file.display()))?;
    }
    say!("wrote the students' files of {} to {shown}, with {} of {} checks", lab.name, checks.len(), lab.checks.len());
    Ok(())
}

/// The files, by their names in the hand-out.
fn files(lab: &Lab) -> Vec<(String, PathBuf)> {
    let own = [PAGE, &lab.source].map(str::to_owned).into_iter().chain(lab.beside.iter().cloned());
    let own = own.map(|name| {
        let from = lab.directory.join(&name);
        (name, from)
    });
    own.chain(lab.given.iter().cloned()).collect()
}
