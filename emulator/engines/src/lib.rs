//! The engines that look at every instruction: one keeps a profile, one records for logs, one does
//! both. Their results are taken by functions here.

mod commit;
pub mod logs;
pub mod profile;

use logs::{DeviceLog, Ended, Recorded, Watcher};
use profile::{Profile, Profiled};
use rankine_machine::{Engine, Node, Processor};
use rankine_timing::Cached;
use std::any::Any;

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

/// The profile of a processor up to now, if its engine keeps one.
pub fn take_profile(processor: &mut Processor) -> Option<Profile> {
    let Processor { hart, code, engine, .. } = processor;
    let engine: &mut dyn Any = engine.as_mut();
    let profiled = match engine.is::<Profiled>() {
        true => engine.downcast_mut::<Profiled>()?,
        false => &mut engine.downcast_mut::<Recorded<Profiled>>()?.inner,
    };
    Some(profiled.profile(code, hart.cycles, hart.instret))
}

/// Messages on the logs of a node and of its processors that differ from the request. Called once
/// the run has ended.
pub fn take_ended(node: &mut Node) -> Vec<Ended> {
    let of_devices = node.observers.all_mut::<DeviceLog>().map(DeviceLog::take_ended);
    of_devices.chain(node.processors.iter_mut().map(ended_of)).collect()
}

fn ended_of(processor: &mut Processor) -> Ended {
    if let Some(recorded) = processor.observer_mut::<Recorded<Cached>>() {
        return recorded.watcher.take_ended();
    }
    processor.observer_mut::<Recorded<Profiled>>().map(|recorded| recorded.watcher.take_ended()).unwrap_or_default()
}
