//! Programs: what an ELF file says of itself, for whoever loads it, watches it or explains where it is.
//!
//! Everything here is fed with values and answers with values: nothing prints or reads a clock, only [`Program::read`] opens
//! a file, and no input, however broken, makes it panic.

mod calls;
mod debug;
mod elf;
mod lines;
mod marks;
pub mod mpi;
mod phases;
mod sections;
mod symbols;
#[cfg(test)]
mod testing;
mod unwind;

pub use calls::{CallTracker, CurrentCall, Lifecycle};
pub use debug::{Backtrace, Debug, StackFrame};
pub use elf::{ElfError, Note, Program, sha256};
pub use lines::{Frame, Lines};
pub use marks::{Mark, MarkEvent, Marks, OPERANDS_MAX};
pub use phases::{PhaseId, PhaseLabels};
pub use sections::parse_elf;
pub use symbols::{Function, LIBRARY_PREFIX, Symbols};
pub use unwind::{ReadMemory, Registers, Unwinder, UnwoundFrame};
