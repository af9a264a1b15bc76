//! Programs: the contents of an ELF file, to load it, watch it and explain its addresses.
//!
//! All functions here take values and return values. Nothing prints or reads a clock, and only
//! [`Program::read`] opens a file. No input, however damaged, makes them panic.

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
