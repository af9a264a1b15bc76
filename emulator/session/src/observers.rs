//! The observers of a run. This is the only list of observers, so a new one is added here. The
//! engines that watch (for profiles and logs) are chosen in `engines.rs`.

use rankine_bus::NodeId;
use rankine_engines::logs::{DeviceLog, LogRequest};
use rankine_machine::Observer;
use rankine_observe::anatomy::{MessageWatch, Room};
use rankine_observe::check::{CheckFunctions, CheckObserver, HELD};
use rankine_observe::gasnet::ActiveRecorder;
use rankine_observe::phases::{PhaseObserver, StayObserver};
use rankine_observe::timeline::{Activities, PollingSpans};
use rankine_observe::{CallCounts, CollectiveCalls, KeepMax, RankRecorder, Share};
use rankine_program::mpi::MpiCalls;
use rankine_program::{PhaseLabels, Program, Symbols};
use std::sync::Arc;

/// What is to be recorded of a run. No request changes a result.
#[derive(Default)]
pub struct WatchRequest {
    /// MPI calls and messages.
    pub messages: bool,
    /// Mistakes in MPI calls.
    pub checks: bool,
    /// Phases of MPI calls.
    pub phases: bool,
    /// The anatomy of messages, with this room for the records of a rank.
    pub anatomy: Option<Room>,
    /// The work of devices.
    pub devices: bool,
    /// The times at which further processors poll.
    pub lanes: bool,
    /// A profile: the instructions and cycles of each address.
    pub profile: bool,
    /// Logs of instructions.
    pub logs: Vec<LogRequest>,
    /// The most memory for records. When programs are loaded, it becomes the share of each processor
    /// and of each node's devices.
    pub keep_max: KeepMax,
}

/// What observers must know of one program. Data that no observer wants is None.
#[derive(Clone, Default)]
pub struct Watched {
    pub phases: Option<Arc<PhaseLabels>>,
    pub checks: Option<Arc<CheckFunctions>>,
}

impl Watched {
    /// The data for the wanted observers of a program with these symbols and MPI functions, in a
    /// run with this number of ranks.
    pub fn of(watching: &WatchRequest, program: &Program, symbols: &Symbols, calls: &MpiCalls, ranks: u32) -> Watched {
        let functions = || Arc::new(CheckFunctions::new(calls, ranks, symbols.address(HELD)));
        Watched {
            phases: (watching.phases || watching.anatomy.is_some())
                .then(|| Arc::new(PhaseLabels::load(&program.bytes))),
            checks: watching.checks.then(functions),
        }
    }

    /// The addresses at which the program's code is hooked for these observers, besides MPI
    /// functions and marks.
    pub fn hooks(&self) -> impl Iterator<Item = u64> {
        self.phases.as_deref().map(PhaseLabels::addresses).into_iter().flatten()
    }
}

impl WatchRequest {
    /// Does an observer want to know when marks are passed?
    pub fn wants_marks(&self) -> bool {
        self.messages || self.checks
    }

    /// Divides the memory for records among nodes with this number of further processors.
    pub fn divide(&mut self, nodes: u32, further: usize) {
        let of_devices = u64::from(self.devices);
        let of_further = if self.messages || self.lanes || self.checks { further as u64 } else { 0 };
        self.keep_max = self.keep_max.divided(u64::from(nodes) * (1 + of_devices + of_further));
    }

    /// The observers of the processor that runs a rank's program. Those for the statistics are
    /// always among them.
    pub fn observers(&self, program: &Watched) -> Vec<Box<dyn Observer>> {
        let mut observers: Vec<Box<dyn Observer>> =
            vec![Box::<CallCounts>::default(), Box::<CollectiveCalls>::default()];
        let share = Share::new(self.keep_max);
        if self.messages {
            observers.push(Box::new(RankRecorder::at(0, share.another())));
            observers.push(Box::new(ActiveRecorder::new(share.another())));
        }
        if let Some(functions) = &program.checks {
            observers.push(Box::new(CheckObserver::new(functions.clone(), share.another())));
        }
        if let Some(labels) = program.phases.as_ref().filter(|_| self.phases) {
            observers.push(Box::new(PhaseObserver::new(labels.clone(), share.another())));
        }
        if let (Some(labels), Some(room)) = (&program.phases, self.anatomy) {
            observers.push(Box::new(MessageWatch::new(labels.clone(), room)));
        }
        if self.devices {
            observers.push(self.activities());
        }
        observers
    }

    /// The observers of a node without a processor. Its device with this name may execute
    /// instructions. Takes the node's logs out of the request.
    pub fn hardware_observers(&mut self, node: NodeId, device: &'static str) -> Vec<Box<dyn Observer>> {
        let activities = self.devices.then(|| self.activities());
        let logs = self.logs.extract_if(.., |log| log.processor.node == node);
        let logs = logs.map(|log| Box::new(DeviceLog::new(log, device)) as Box<dyn Observer>);
        logs.chain(activities).collect()
    }

    /// Devices report in another order than processors run, so they have a share of their own.
    fn activities(&self) -> Box<dyn Observer> {
        Box::new(Activities::new(Share::new(self.keep_max)))
    }

    /// The observers of a further processor at a place of its node. Its firmware is no MPI program,
    /// but it may match messages with receives.
    pub fn further_observers(&self, firmware: &Watched, place: u32) -> Vec<Box<dyn Observer>> {
        let mut observers: Vec<Box<dyn Observer>> = Vec::new();
        let share = Share::new(self.keep_max);
        if self.messages {
            observers.push(Box::new(RankRecorder::at(place, share.another())));
        }
        if self.lanes {
            observers.push(Box::new(PollingSpans::new(share.another())));
        }
        if let Some(functions) = &firmware.checks {
            observers.push(Box::new(CheckObserver::new(functions.clone(), share.another())));
        }
        if let Some(labels) = firmware.phases.as_ref().filter(|labels| self.phases && !labels.addresses().is_empty()) {
            observers.push(Box::new(StayObserver::new(labels.clone())));
        }
        observers
    }
}
