//! Logs of instructions: the engine that records what it executes, and who makes lines of the records.

mod book;
mod log;
mod recorded;
mod state;
mod watcher;

pub use log::{Edge, LogFormat, LogRequest};
pub use recorded::Recorded;
pub use watcher::{Ended, UnknownSymbol, Watcher};

use crate::profile::Profiled;
use rankine_machine::Processor;
use rankine_timing::Cached;

/// What of a processor's logs is not as it was asked for, once the run has ended.
pub fn take_ended(processor: &mut Processor) -> Ended {
    if let Some(recorded) = processor.observer_mut::<Recorded<Cached>>() {
        return recorded.watcher.take_ended();
    }
    processor.observer_mut::<Recorded<Profiled>>().map(|recorded| recorded.watcher.take_ended()).unwrap_or_default()
}
