//! How a run is carried out, and how it ends.

use crate::node::ProcessorId;
use rankine_bus::Fault;
use rankine_hart::Trap;
use std::time::Duration;

/// Why a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The programs of all ranks have ended: those of first processors.
    Finished,
    /// No processor can go on and nothing is under way.
    Deadlock,
    MaxCycles,
    /// Simulated time has come to its end.
    OutOfTime,
    Timeout,
    Interrupted,
    /// An exception that the program does not handle; `why` says what a device refused.
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
    /// Nobody reads the console any more.
    NobodyReads {
        processor: ProcessorId,
    },
    /// The MPI library ended the run.
    MpiFatal {
        processor: ProcessorId,
        code: i32,
        message: String,
    },
    /// The emulator cannot go on, for a reason of this computer.
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
            | End::MpiFatal { processor, .. }
            | End::Host { processor, .. }
            | End::UnknownCall { processor, .. }
            | End::LeftMpi { processor, .. } => Some(*processor),
        }
    }
}

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub max_cycles: Option<u64>,
    pub timeout: Option<Duration>,
}

/// How a run is carried out. Only the limits change a result.
#[derive(Clone, Debug)]
pub struct Options {
    pub limits: Limits,
    /// Host threads that run processors.
    pub threads: usize,
    /// Skip the rounds of polling loops.
    pub elide: bool,
}

/// What the caller of [`crate::Machine::advance`], who looks now and then, wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    GoOn,
    /// To have the machine stand still for a moment.
    Pause,
    /// To end the run.
    End(End),
}

/// Why a machine stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The run has ended; it does not go on.
    Ended(End),
    /// An observer of this processor has halted it.
    Halted(ProcessorId),
    /// The caller wanted it.
    Paused,
}
