//! Collects what was recorded of a run, for tables and traces.

use crate::further::join;
use crate::launch::Loaded;
use crate::statistics;
use rankine_bus::Clock;
use rankine_engines::take_profile;
use rankine_machine::{Node, Processor};
use rankine_observe::anatomy::MessageWatch;
use rankine_observe::gasnet::{ActiveRecorder, active_messages};
use rankine_observe::recording::{
    DeviceRecording, Lane, MpiFunctionName, ProcessorRecording, ProgramRecording, RankRecording, Recording,
};
use rankine_observe::timeline::{Activities, PollingSpans};
use rankine_observe::{RankRecorder, messages};
use rankine_platform::FurtherProcessor;

/// What was recorded of a run.
pub struct Recorded {
    pub recording: Recording,
    /// The records for the anatomy of messages, by rank. A rank without records has an empty watch.
    pub watches: Vec<MessageWatch>,
}

/// Collects the records. `command` holds the words behind `rankine run`, and `warnings` those that
/// the user has seen. If records are complete only before cycle `until`, the recording ends there.
pub fn collect(loaded: &mut Loaded, command: &[String], warnings: Vec<String>, until: Option<u64>) -> Recorded {
    let watches = watches(loaded);
    Recorded { recording: recording(loaded, command, warnings, until), watches }
}

fn recording(loaded: &mut Loaded, command: &[String], warnings: Vec<String>, until: Option<u64>) -> Recording {
    let (clock, end) = (loaded.machine.clock, loaded.machine.cycle());
    let lane = |processor: &Processor| lane(processor, loaded.platform.further(), clock, end);
    let nodes = loaded.machine.nodes.iter_mut();
    let processors: Vec<Vec<ProcessorRecording>> = nodes
        .map(|node| {
            node.processors.iter_mut().map(|one| ProcessorRecording { lane: lane(one), ..processor(one) }).collect()
        })
        .collect();
    join(&mut loaded.machine, RankRecorder::take_over);
    let mut recorders: Vec<RankRecorder> = loaded.machine.nodes.iter_mut().map(take_recorder).collect();
    let messages = messages(&recorders.iter().collect::<Vec<_>>());
    let devices: Vec<Vec<DeviceRecording>> = loaded.machine.nodes.iter_mut().map(take_devices).collect();
    let machine = &loaded.machine;
    let quiet = ActiveRecorder::default();
    let actives: Vec<&ActiveRecorder> = machine.nodes.iter().map(|node| active(node).unwrap_or(&quiet)).collect();
    let programs = loaded.names.iter().zip(machine.points()).map(|(name, points)| ProgramRecording {
        path: name.clone(),
        functions: points.calls.functions().map(|f| MpiFunctionName { name: f.name.clone(), kind: f.kind }).collect(),
    });
    let mut recording = Recording {
        clock_hz: loaded.platform.hart.clock_hz,
        platform: loaded.platform.platform.name.clone(),
        platform_text: loaded.platform.text.clone(),
        command: command.to_vec(),
        warnings,
        programs: programs.collect(),
        ranks: machine
            .nodes
            .iter()
            .zip(recorders.iter_mut().zip(devices).zip(processors))
            .map(|(node, ((recorder, devices), processors))| {
                let is_aside = loaded.is_aside(node.id);
                let rank = RankRecording { rank: node.id, is_aside, devices, processors, ..RankRecording::default() };
                of_program(node, loaded.rank_programs[node.id as usize], recorder, rank)
            })
            .collect(),
        messages,
        active: active_messages(&actives),
        network: machine.network.as_ref().map(|network| network.map()).unwrap_or_default(),
    };
    if let Some(end) = until {
        recording.end_at(end);
    }
    recording
}

/// Takes away the records of the node's program; empty if there is no recorder. They are moved and
/// not copied, because no other code needs them and they may be large.
fn take_recorder(node: &mut Node) -> RankRecorder {
    let recorder = node.processors.first_mut().and_then(|processor| processor.observer_mut::<RankRecorder>());
    recorder.map(std::mem::take).unwrap_or_default()
}

/// Takes away the records for the anatomy of each rank's messages.
fn watches(loaded: &mut Loaded) -> Vec<MessageWatch> {
    let of_node = |node: &mut Node| node.processors.first_mut()?.observer_mut::<MessageWatch>().map(std::mem::take);
    loaded.machine.nodes.iter_mut().map(|node| of_node(node).unwrap_or_default()).collect()
}

fn active(node: &Node) -> Option<&ActiveRecorder> {
    node.processors.first()?.observer()
}

fn processor(processor: &mut Processor) -> ProcessorRecording {
    ProcessorRecording {
        id: processor.id,
        program: processor.program(),
        cycles: processor.hart.cycles,
        instructions: processor.hart.instret,
        caches: statistics::caches(processor).into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        profile: take_profile(processor),
        lane: None,
    }
}

/// The states of a further processor up to the end of the run at cycle `end`, in cycles of `clock`.
/// None if they were not recorded.
fn lane(processor: &Processor, further: &[FurtherProcessor], clock: Clock, end: u64) -> Option<Lane> {
    let spans = processor.observer::<PollingSpans>()?;
    let place = processor.id.index.checked_sub(1)? as usize;
    let cycle = |cycle| clock.cycle(processor.clock.span(cycle));
    Some(Lane { name: further.get(place)?.name.to_owned(), states: spans.states(end, &cycle) })
}

/// Takes away the recordings of the node's devices.
fn take_devices(node: &mut Node) -> Vec<DeviceRecording> {
    let names: Vec<&'static str> = node.devices.iter().map(|device| device.name()).collect();
    let activities = match node.processors.first_mut() {
        Some(processor) => processor.observer_mut::<Activities>(),
        None => node.observers.all_mut::<Activities>().next(),
    };
    activities.map(|activities| activities.take_recordings(&names)).unwrap_or_default()
}

/// Adds the records of a rank's program.
fn of_program(node: &Node, program: usize, recorder: &mut RankRecorder, rank: RankRecording) -> RankRecording {
    let rank = RankRecording { program, ..rank };
    let Some(processor) = node.processors.first() else { return rank };
    RankRecording {
        cycles: processor.hart.cycles,
        wait_cycles: recorder.wait_cycles(),
        exit_status: processor.exit_status(),
        calls: recorder.take_calls(processor.hart.cycles),
        unexpected: recorder.take_unexpected(),
        handlers: active(node).map(|active| active.runs().to_vec()).unwrap_or_default(),
        handler_functions: active(node).map(|active| active.functions().clone()).unwrap_or_default(),
        ..rank
    }
}
