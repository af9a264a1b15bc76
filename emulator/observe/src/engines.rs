//! The engines that watch: one keeps a profile, one records for logs, one does both.

use crate::logs::{Recorded, Watcher};
use crate::profile::Profiled;
use rankine_machine::Engine;
use rankine_timing::Cached;

/// An engine that keeps a profile.
pub fn profiled(profiled: Profiled) -> Box<dyn Engine> {
    Box::new(profiled)
}

/// An engine whose records `watcher` takes.
pub fn logged(cached: Cached, watcher: Watcher) -> Box<dyn Engine> {
    Box::new(Recorded::new(cached, watcher))
}

/// An engine that keeps a profile, and whose records `watcher` takes.
pub fn profiled_and_logged(profiled: Profiled, watcher: Watcher) -> Box<dyn Engine> {
    Box::new(Recorded::new(profiled, watcher))
}
