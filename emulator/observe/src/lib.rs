//! What watches a run without touching it: symbols, source lines, stacks, MPI calls, statistics.
//!
//! Everything here is fed with values and answers with values: nothing prints, opens a file or
//! reads a clock, and no input, however broken, makes it panic.

pub mod check;
pub mod commit;
mod debug;
mod lines;
mod marks;
pub mod mpi;
pub mod mpi_view;
pub mod phases;
pub mod profile;
mod recorder;
pub mod recording;
pub mod report;
mod sections;
pub mod stats;
mod symbols;
pub mod timeline;
mod tracker;
mod unwind;

pub use debug::{Backtrace, Debug, StackFrame};
pub use lines::{Frame, Lines};
pub use marks::{Mark, MarkEvent, Marks};
pub use recorder::{Position, RankRecorder, messages};
pub use symbols::{Function, LIBRARY_PREFIX, Symbols};
pub use tracker::{CallTracker, CurrentCall, Lifecycle, Totals, Traffic};
pub use unwind::{ReadMemory, Registers, Unwinder, UnwoundFrame};

#[cfg(test)]
mod testing;
