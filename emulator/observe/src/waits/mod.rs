//! Which call makes another one wait: late senders, late receivers, late ranks at collectives, and
//! the critical path of a run.

mod causes;
mod critical;
mod spans;

pub use causes::{Cause, Wait};
pub use critical::{CriticalPath, Share, Step};

use crate::recording::Recording;
use spans::Spans;

/// Runs with more messages or calls than this are not analysed: their calls would need too much
/// memory, 64 bytes for each of both.
const RECORDS_MAX: usize = 1 << 18;

/// What made ranks wait in a run.
pub struct Waits {
    /// Most cycles first.
    pub waits: Vec<Wait>,
    pub path: CriticalPath,
}

/// Analyses a run. `place` names the place of the call in a program (index in
/// [`Recording::programs`]) that returns to an address. None if the run has too many messages or
/// calls.
pub fn of(recording: &Recording, place: &dyn Fn(usize, u64) -> String) -> Option<Waits> {
    let calls: usize = recording.ranks.iter().map(|rank| rank.calls.len()).sum();
    if recording.messages.len().max(calls) > RECORDS_MAX {
        return None;
    }
    let spans = Spans::of(recording, place);
    Some(Waits { waits: causes::of(recording, &spans), path: critical::of(recording, &spans) })
}

#[cfg(test)]
#[path = "../tests/waits.rs"]
mod tests;
