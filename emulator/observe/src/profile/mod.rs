//! Profiles as others read them: callgrind, folded stacks, flame graph, annotated listing.
//!
//! `docs/profiles.md` says what every line and column means. A profile comes from a run, not from us: sums saturate, and
//! a tree whose parents do not come first is read as several.

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

/// What a function is called of which nothing is known.
const UNKNOWN: &str = "???";

/// The profile of `processor`, or an error that says that it has none.
fn profile_of(processor: &ProcessorRecording) -> io::Result<&Profile> {
    let missing = || io::Error::new(io::ErrorKind::InvalidInput, format!("{} has no profile", processor.id));
    processor.profile.as_ref().ok_or_else(missing)
}

/// Index of the caller's node; none for a root.
fn parent(profile: &Profile, node: usize) -> Option<usize> {
    profile.paths.get(node).map(|path| path.parent).filter(|&parent| parent < node)
}

#[cfg(test)]
#[path = "../tests/profile.rs"]
mod tests;
