//! The cycle up to which observers have recorded a run, if their memory was used up before its end.

use crate::launch::Loaded;
use rankine_machine::{Node, Processor};
use rankine_observe::check::CheckObserver;
use rankine_observe::phases::PhaseObserver;
use rankine_observe::timeline::{Activities, PollingSpans};
use rankine_observe::{RankRecorder, Share};

/// The first cycle from which on records of any rank may be missing. None if all records are
/// complete. Must be asked before records are collected.
pub fn recorded_until(loaded: &Loaded) -> Option<u64> {
    let clock = loaded.machine.clock;
    let of_processor = |processor: &Processor| Some(clock.cycle(processor.clock.span(share(processor)?.full_from()?)));
    let of_node = |node: &Node| {
        let devices = match node.processors.first() {
            Some(processor) => processor.observer::<Activities>(),
            None => node.observers.find(),
        };
        let of_devices = devices.and_then(|devices| devices.share().full_from());
        node.processors.iter().filter_map(of_processor).chain(of_devices).min()
    };
    loaded.machine.nodes.iter().filter_map(of_node).min()
}

/// The memory that the processor's observers share.
fn share(processor: &Processor) -> Option<&Share> {
    let of_messages = processor.observer::<RankRecorder>().map(RankRecorder::share);
    let of_checks = || processor.observer::<CheckObserver>().map(|observer| observer.log.share());
    let of_phases = || processor.observer::<PhaseObserver>().map(|observer| observer.recorder.share());
    let of_lanes = || processor.observer::<PollingSpans>().map(PollingSpans::share);
    of_messages.or_else(of_checks).or_else(of_phases).or_else(of_lanes)
}
