//! Services of the host for programs: console, files, clock, memory, exit.
//!
//! A program calls by `ecall` with Linux's call numbers for RISC-V, or by semihosting. Calls come
//! in order of simulated time. Every answer depends only on the inputs of the run, not on the
//! host's clock, its users, or the pieces in which input arrives.

mod beneath;
mod clock;
mod console;
mod ecall;
mod errno;
mod files;
mod filesystem;
mod guest;
mod linux;
mod numbers;
mod options;
mod paths;
mod processes;
mod sandbox;
mod semihosting;
mod stat;
mod system;
mod written;

pub use clock::EPOCH_SECONDS;
pub use console::paths;
pub use options::{AllowedDir, Create, HostError, HostOptions};
pub use sandbox::Warning;

use console::Console;
use files::FileTable;
use guest::Caller;
use processes::Processes;
use rankine_bus::{Memory, NodeId, Time};
use sandbox::Sandbox;
use std::collections::BTreeMap;
use system::Heap;
use written::Written;

/// What happens to the caller of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The caller goes on with this result.
    Return(i64),
    /// The program of the calling rank, which was set aside, begins. The caller goes on with result
    /// 0.
    Begins,
    /// The processor that called has ended with this status.
    Exit(i32),
    /// The caller has ended itself by this POSIX signal.
    Signal(i32),
    /// The reader of the console's output has gone. The run ends without a message.
    NobodyReads,
    /// The call is not performed, because the run is being ended while it waits for input or
    /// output.
    Waits,
    /// The MPI library ends the whole run with this code and reason.
    Fatal { code: i32, message: String },
    /// There is no call of this number.
    Unknown(u64),
    /// The host cannot offer a service that it should offer. The run ends; the sentence gives the
    /// reason.
    Host(String),
    /// The call is not performed, because it would exceed the limit of what programs write to files
    /// ([`HostOptions::written_bytes_max`]).
    WritesTooMuch,
    /// The caller goes on with result 0 after this span of simulated time.
    Sleep { ps: u64 },
    /// The caller goes on with result 0. It has written code at these addresses.
    CodeChanged { addr: u64, bytes: u64 },
}

/// The host of all ranks of one run.
pub struct Host {
    console: Console,
    sandbox: Sandbox,
    written: Written,
    ranks: Vec<Rank>,
    /// The heaps that have been given a place.
    heaps: BTreeMap<Asker, Heap>,
    /// Bytes of a file that the last call has read or written; none for other calls.
    moved: Option<u64>,
    processes: Processes,
}

/// The caller: a rank, and the number of the processor at its node, from 0.
pub type Asker = (NodeId, u32);

/// The host's state for one rank.
#[derive(Default)]
struct Rank {
    files: FileTable,
    command_line: String,
    /// The last error of a semihosting call.
    semihosting_errno: i32,
}

impl Host {
    /// Opens the allowed directories and the output files.
    pub fn new(options: HostOptions, ranks: usize) -> Result<Host, HostError> {
        let sandbox = Sandbox::new(&options.current_dir, &options.dirs)?;
        let written = Written::new(options.written_bytes_max);
        let console = Console::new(options, ranks)?;
        Ok(Host {
            console,
            sandbox,
            written,
            ranks: (0..ranks).map(|_| Rank::default()).collect(),
            heaps: BTreeMap::new(),
            moved: None,
            processes: Processes::default(),
        })
    }

    /// Bytes of the heap of a processor's program, and the bytes it asked for when that was last
    /// refused; none if it never was.
    pub fn refused_heap(&self, of: Asker) -> Option<[u64; 2]> {
        self.heaps.get(&of)?.refused()
    }

    /// Places the heap of a processor's program at `start` to `end`. The break begins at `start`.
    pub fn set_heap(&mut self, of: Asker, start: u64, end: u64) {
        self.heaps.insert(of, Heap::new(start, end));
    }

    /// Sets the answer to semihosting's `SYS_GET_CMDLINE`.
    pub fn set_command_line(&mut self, rank: NodeId, command_line: String) {
        if let Some(rank) = self.ranks.get_mut(rank as usize) {
            rank.command_line = command_line;
        }
    }

    /// Sets a rank aside until a program starts `program` there. These must be the last ranks.
    pub fn set_aside(&mut self, rank: NodeId, program: String) {
        self.processes.set_aside(rank, program);
    }

    /// Does a rank that was set aside still wait for its program to be started?
    pub fn is_idle(&self, rank: NodeId) -> bool {
        self.processes.is_idle(rank)
    }

    /// Answers an `ecall`: `number` from a7, `args` from a0 to a6.
    pub fn ecall(
        &mut self,
        by: Asker,
        now: Time,
        rv32: bool,
        number: u64,
        args: [u64; 7],
        memory: &mut dyn Memory,
    ) -> Outcome {
        match self.caller(by, now, rv32, memory) {
            Some(mut caller) => caller.ecall(number, args),
            None => Outcome::Unknown(number),
        }
    }

    /// Answers a semihosting call: `operation` from a0, `parameter` from a1.
    pub fn semihosting(
        &mut self,
        by: Asker,
        now: Time,
        operation: u64,
        parameter: u64,
        memory: &mut dyn Memory,
        rv32: bool,
    ) -> Outcome {
        match self.caller(by, now, rv32, memory) {
            Some(mut caller) => caller.semihosting(operation, parameter),
            None => Outcome::Unknown(operation),
        }
    }

    /// Bytes of a file that the last call has read or written; none if it did neither.
    pub fn take_moved(&mut self) -> Option<u64> {
        self.moved.take()
    }

    /// Writes one byte to a rank's standard output.
    pub fn put(&mut self, rank: NodeId, byte: u8) {
        // If nobody reads the console, the rank's next write by a call reports it.
        let _ = self.console.write(rank, console::Channel::Output, &[byte]);
    }

    /// Refusals since the last call of this function, to be reported to the user.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        self.sandbox.take_warnings()
    }

    /// Number of writes of programs to the console.
    pub fn console_writes(&self) -> u64 {
        self.console.writes()
    }

    /// A sentence for each output of the console that could not be written, with the reason.
    pub fn take_lost(&mut self) -> Vec<String> {
        self.console.take_lost()
    }

    /// Writes the lines that ranks have begun but not ended.
    pub fn finish(&mut self) {
        self.console.finish();
    }

    fn caller<'a>(&'a mut self, by: Asker, now: Time, rv32: bool, memory: &'a mut dyn Memory) -> Option<Caller<'a>> {
        let (rank, heap) = (by.0, self.heaps.entry(by).or_default());
        let state = self.ranks.get_mut(rank as usize)?;
        let (console, sandbox, moved) = (&mut self.console, &mut self.sandbox, &mut self.moved);
        let (processes, written) = (&mut self.processes, &mut self.written);
        Some(Caller { console, sandbox, written, state, heap, memory, rank, now, rv32, moved, processes })
    }
}

#[cfg(test)]
mod tests;
