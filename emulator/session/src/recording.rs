//! What has been recorded of a run, put together for those who make tables and traces of it.

use crate::launch::{Launch, Loaded, name_of};
use crate::node::{Node, State};
use crate::statistics;
use rankine_observe::recording::{
    DeviceRecording, MpiFunctionName, Profile, ProgramRecording, RankRecording, Recording,
};
use rankine_observe::{RankRecorder, messages};

/// Puts it together; `command` are the words behind `rankine run`, `warnings` what the user has been told.
pub fn collect(loaded: &mut Loaded, launches: &[Launch], command: &[String], warnings: Vec<String>) -> Recording {
    let profiles: Vec<Option<Profile>> = (0..loaded.machine.nodes.len()).map(|id| profile(loaded, id)).collect();
    let machine = &loaded.machine;
    let none = RankRecorder::default();
    let recorders: Vec<&RankRecorder> =
        machine.nodes.iter().map(|node| node.recorder.as_deref().unwrap_or(&none)).collect();
    let programs = loaded.programs.iter().zip(machine.mpi_calls()).map(|(program, calls)| ProgramRecording {
        path: name_of(launches, program),
        functions: calls.functions().map(|f| MpiFunctionName { name: f.name.clone(), kind: f.kind }).collect(),
    });
    Recording {
        clock_hz: loaded.platform.hart.clock_hz,
        platform: loaded.platform.platform.name.clone(),
        platform_text: loaded.platform.text.clone(),
        command: command.to_vec(),
        warnings,
        programs: programs.collect(),
        ranks: machine
            .nodes
            .iter()
            .zip(recorders.iter().zip(profiles))
            .map(|(node, (r, p))| rank(node, r, p))
            .collect(),
        messages: messages(&recorders),
    }
}

fn profile(loaded: &mut Loaded, id: usize) -> Option<Profile> {
    let Node { timing, code, hart, .. } = &mut loaded.machine.nodes[id];
    Some(timing.profiled()?.profile(code.shared(), hart.cycles, hart.instret))
}

fn devices(node: &Node) -> Vec<DeviceRecording> {
    let names: Vec<&'static str> = node.devices.iter().map(|device| device.name()).collect();
    node.activities.as_ref().map(|activities| activities.recordings(&names)).unwrap_or_default()
}

fn rank(node: &Node, recorder: &RankRecorder, profile: Option<Profile>) -> RankRecording {
    RankRecording {
        rank: node.id,
        program: node.program,
        cycles: node.hart.cycles,
        instructions: node.hart.instret,
        wait_cycles: recorder.wait_cycles(),
        exit_status: match node.state {
            State::Exited(status) => Some(status),
            _ => None,
        },
        calls: recorder.calls(node.hart.cycles),
        unexpected: recorder.unexpected().to_vec(),
        devices: devices(node),
        caches: statistics::caches(node).into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        profile,
    }
}
