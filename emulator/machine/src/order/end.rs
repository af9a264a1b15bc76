//! Options of a run, and the reasons for its end.

use crate::node::ProcessorId;
use rankine_bus::Fault;
use rankine_hart::Trap;
use std::time::Duration;

/// Why a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The programs of all ranks, which run on first processors, have ended.
    Finished,
    /// No processor can go on, and no event is pending.
    Deadlock,
    MaxCycles,
    /// Simulated time has reached its end.
    OutOfTime,
    Timeout,
    Interrupted,
    /// An exception that the program does not handle. `why`: a device's reason for refusing the
    /// access.
    Fault {
        processor: ProcessorId,
        trap: Trap,
        why: Option<Fault>,
    },
    /// The program raised a signal against itself, as `abort` does.
    Signal {
        processor: ProcessorId,
        signal: i32,
    },
    /// The reader of the console's output has gone.
    NobodyReads {
        processor: ProcessorId,
    },
    /// The program would write more to files than the host's limit allows.
    WritesTooMuch {
        processor: ProcessorId,
    },
    /// The MPI library ended the run.
    MpiFatal {
        processor: ProcessorId,
        code: i32,
        message: String,
    },
    /// The emulator cannot go on, for a reason that lies in the host computer.
    Host {
        processor: ProcessorId,
        message: String,
    },
    UnknownCall {
        processor: ProcessorId,
        number: u64,
    },
    /// A rank exited after MPI_Init without MPI_Finalize.
    LeftMpi {
        processor: ProcessorId,
        status: i32,
    },
}

impl End {
    /// The processor that ended the run.
    pub fn processor(&self) -> Option<ProcessorId> {
        match self {
            End::Finished | End::Deadlock | End::MaxCycles | End::OutOfTime | End::Timeout | End::Interrupted => None,
            End::Fault { processor, .. }
            | End::Signal { processor, .. }
            | End::NobodyReads { processor }
            | End::WritesTooMuch { processor }
            | End::MpiFatal { processor, .. }
            | End::Host { processor, .. }
            | End::UnknownCall { processor, .. }
            | End::LeftMpi { processor, .. } => Some(*processor),
        }
    }
}

/// Limits at which a run is ended.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub max_cycles: Option<u64>,
    pub timeout: Option<Duration>,
}

/// How a run is performed. Only the limits change a result.
#[derive(Clone, Debug)]
pub struct Options {
    pub limits: Limits,
    /// Host threads that run processors.
    pub threads: usize,
    /// Skip the rounds of polling loops.
    pub elide: bool,
}

/// Answer of the caller's function, which [`crate::Machine::advance`] calls now and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    GoOn,
    /// Make the machine stand still for a moment.
    Pause,
    /// End the run.
    End(End),
}

/// Why a machine stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The run has ended; it does not go on.
    Ended(End),
    /// An observer of this processor has halted it.
    Halted(ProcessorId),
    /// The caller has asked for it.
    Paused,
}
