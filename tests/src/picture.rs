//! Draws the picture in ARCHITECTURE.md: which crate uses which, read from their manifests.

use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The command that draws the picture again.
pub const COMMAND: &str = "cargo run -p rankine-tests --example picture";
const BEGIN: &str = "```mermaid\n";
const END: &str = "```\n";

/// The text of ARCHITECTURE.md with the up-to-date picture.
///
/// # Panics
/// If the page or its place for the picture is missing.
pub fn page() -> String {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let begin = page.find(BEGIN).expect("a place for the picture") + BEGIN.len();
    let end = begin + page[begin..].find(END).expect("its end");
    format!("{}{}{}", &page[..begin], picture(), &page[end..])
}

/// One line for each arrow that does not follow from others.
fn picture() -> String {
    let crates = crates();
    let mut out = String::from("graph TD\n");
    for (name, uses) in &crates {
        for one in uses.iter().filter(|one| !uses.iter().any(|other| reaches(&crates, other, one))) {
            let _ = writeln!(out, "  {name} --> {one}");
        }
    }
    out
}

/// Does the crate use the other one, directly or through others?
fn reaches(crates: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    crates.get(from).is_some_and(|uses| uses.contains(to) || uses.iter().any(|used| reaches(crates, used, to)))
}

/// The crates that each crate of the program uses, by directory name.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let emulator = std::fs::read_dir(root().join("emulator")).expect("emulator/");
    let directories = emulator.map(|entry| entry.expect("readable").path()).chain([root().join("devices")]);
    let with_manifest = directories.filter_map(|path| {
        let manifest = std::fs::read_to_string(path.join("Cargo.toml")).ok()?;
        Some((path.file_name()?.to_string_lossy().into_owned(), uses(&manifest)))
    });
    with_manifest.collect()
}

/// The crates of this workspace in a manifest's dependencies.
fn uses(manifest: &str) -> BTreeSet<String> {
    let dependencies = manifest.split("\n[").find_map(|section| section.strip_prefix("dependencies]"));
    let names = dependencies.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("rankine-"));
    names.filter_map(|line| Some(line.split_once('.')?.0.to_owned())).collect()
}
