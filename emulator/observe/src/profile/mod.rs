//! Profiles in several formats: callgrind, folded stacks, flame graph, annotated listing.
//!
//! `docs/profiles.md` describes every line and column. A profile may hold anything that a run
//! gives. So sums saturate, and if a parent does not come before its children, the tree is read as
//! several trees.

mod annotate;
mod arcs;
mod callgrind;
mod code;
mod flamegraph;
mod folded;
mod functions;
mod listing;
mod saved;
mod sources;
mod table;

pub use annotate::annotate;
pub use callgrind::callgrind;
pub use code::Code;
pub use flamegraph::flamegraph;
pub use folded::folded;
pub use saved::{Saved, SavedProcessor, SavedProgram};

use crate::recording::{ProcessorRecording, Profile};
use std::io;

/// The name of a function about which nothing is known.
const UNKNOWN: &str = "???";

/// The profile of `processor`. An error if it has none.
fn profile_of(processor: &ProcessorRecording) -> io::Result<&Profile> {
    let missing = || io::Error::new(io::ErrorKind::InvalidInput, format!("{} has no profile", processor.id));
    processor.profile.as_ref().ok_or_else(missing)
}

/// The index of the caller's node. None for a root.
fn parent(profile: &Profile, node: usize) -> Option<usize> {
    profile.paths.get(node).map(|path| path.parent).filter(|&parent| parent < node)
}

#[cfg(test)]
#[path = "../tests/profile.rs"]
mod tests;
