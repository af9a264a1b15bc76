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
mod recorder;
mod saved;
mod sources;
mod table;

pub use annotate::annotate;
pub use callgrind::callgrind;
pub use code::Code;
pub use flamegraph::flamegraph;
pub use folded::folded;
pub use recorder::Profiled;
pub use saved::{Saved, SavedProgram, SavedRank};

use crate::logs::Recorded;
use crate::recording::{Profile, RankRecording};
use rankine_machine::Processor;
use std::any::Any;
use std::io;

/// What a function is called of which nothing is known.
const UNKNOWN: &str = "???";

/// The profile of `rank`, or an error that says that it has none.
fn profile_of(rank: &RankRecording) -> io::Result<&Profile> {
    let missing = || io::Error::new(io::ErrorKind::InvalidInput, format!("rank {} has no profile", rank.rank));
    rank.profile.as_ref().ok_or_else(missing)
}

/// The profile of a processor up to now, if its engine keeps one.
pub fn take_profile(processor: &mut Processor) -> Option<Profile> {
    let Processor { hart, code, engine, .. } = processor;
    let engine: &mut dyn Any = engine.as_mut();
    let profiled = match engine.is::<Profiled>() {
        true => engine.downcast_mut::<Profiled>()?,
        false => &mut engine.downcast_mut::<Recorded<Profiled>>()?.inner,
    };
    Some(profiled.profile(code.shared(), hart.cycles, hart.instret))
}

/// Index of the caller's node; none for a root.
fn parent(profile: &Profile, node: usize) -> Option<usize> {
    profile.paths.get(node).map(|path| path.parent).filter(|&parent| parent < node)
}

#[cfg(test)]
#[path = "../tests/profile.rs"]
mod tests;
