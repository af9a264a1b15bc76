//! Who watches a run. This is the one list of observers: a new one is added here. The engines that watch, which keep profiles
//! and logs, are chosen in `engines.rs`.

use rankine_bus::NodeId;
use rankine_engines::logs::{DeviceLog, LogRequest};
use rankine_machine::Observer;
use rankine_observe::anatomy::MessageWatch;
use rankine_observe::check::{CheckFunctions, CheckObserver, HELD};
use rankine_observe::gasnet::ActiveRecorder;
use rankine_observe::phases::{PhaseObserver, StayObserver};
use rankine_observe::timeline::{Activities, PollingSpans};
use rankine_observe::{CallCounts, CollectiveCalls, RankRecorder};
use rankine_program::mpi::MpiCalls;
use rankine_program::{PhaseLabels, Program, Symbols};
use std::sync::Arc;

/// What is to be recorded of a run. None of it changes a result.
#[derive(Default)]
pub struct WatchRequest {
    /// MPI calls and messages.
    pub messages: bool,
    /// Mistakes in MPI calls.
    pub checks: bool,
    /// Phases of MPI calls.
    pub phases: bool,
    /// What messages meet on their way: so many records of each kind and rank.
    pub anatomy: Option<usize>,
    /// What devices do.
    pub devices: bool,
    /// When further processors poll.
    pub lanes: bool,
    /// Where instructions and cycles go.
    pub profile: bool,
    /// Logs of instructions.
    pub logs: Vec<LogRequest>,
}

/// What observers have to know of one program; what nobody wants is not there.
#[derive(Clone, Default)]
pub struct Watched {
    pub phases: Option<Arc<PhaseLabels>>,
    pub checks: Option<Arc<CheckFunctions>>,
}

impl Watched {
    /// What those who are wanted have to know of a program with these symbols and MPI functions, in a run of so many ranks.
    pub fn of(watching: &WatchRequest, program: &Program, symbols: &Symbols, calls: &MpiCalls, ranks: u32) -> Watched {
        let functions = || Arc::new(CheckFunctions::new(calls, ranks, symbols.address(HELD)));
        Watched {
            phases: (watching.phases || watching.anatomy.is_some())
                .then(|| Arc::new(PhaseLabels::load(&program.bytes))),
            checks: watching.checks.then(functions),
        }
    }

    /// Where the program's code is hooked for them, beside MPI functions and marks.
    pub fn hooks(&self) -> impl Iterator<Item = u64> {
        self.phases.as_deref().map(PhaseLabels::addresses).into_iter().flatten()
    }
}

impl WatchRequest {
    /// Does somebody want to know when marks are passed?
    pub fn wants_marks(&self) -> bool {
        self.messages || self.checks
    }

    /// The observers of a processor that runs such a program of a rank. What the statistics count, they always count.
    pub fn observers(&self, program: &Watched) -> Vec<Box<dyn Observer>> {
        let mut observers: Vec<Box<dyn Observer>> =
            vec![Box::<CallCounts>::default(), Box::<CollectiveCalls>::default()];
        if self.messages {
            observers.push(Box::new(RankRecorder::default()));
            observers.push(Box::new(ActiveRecorder::default()));
        }
        if let Some(functions) = &program.checks {
            observers.push(Box::new(CheckObserver::new(functions.clone())));
        }
        if let Some(labels) = program.phases.as_ref().filter(|_| self.phases) {
            observers.push(Box::new(PhaseObserver::new(labels.clone())));
        }
        if let (Some(labels), Some(room)) = (&program.phases, self.anatomy) {
            observers.push(Box::new(MessageWatch::new(labels.clone(), room)));
        }
        if self.devices {
            observers.push(Box::<Activities>::default());
        }
        observers
    }

    /// The observers of a node without a processor, whose device of this name may execute instructions. Takes the logs of that node.
    pub fn hardware_observers(&mut self, node: NodeId, device: &'static str) -> Vec<Box<dyn Observer>> {
        let logs = self.logs.extract_if(.., |log| log.processor.node == node);
        let logs = logs.map(|log| Box::new(DeviceLog::new(log, device)) as Box<dyn Observer>);
        let activities = self.devices.then(|| Box::<Activities>::default() as Box<dyn Observer>);
        logs.chain(activities).collect()
    }

    /// The observers of a further processor, at a place of its node, that runs such firmware: it is no MPI program, but messages may meet their receives
    /// there.
    pub fn further_observers(&self, firmware: &Watched, place: u32) -> Vec<Box<dyn Observer>> {
        let mut observers: Vec<Box<dyn Observer>> = Vec::new();
        if self.messages {
            observers.push(Box::new(RankRecorder::at(place)));
        }
        if self.lanes {
            observers.push(Box::<PollingSpans>::default());
        }
        if let Some(functions) = &firmware.checks {
            observers.push(Box::new(CheckObserver::new(functions.clone())));
        }
        if let Some(labels) = firmware.phases.as_ref().filter(|labels| self.phases && !labels.addresses().is_empty()) {
            observers.push(Box::new(StayObserver::new(labels.clone())));
        }
        observers
    }
}
