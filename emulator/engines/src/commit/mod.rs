//! Commit logs: one line for each instruction, in several formats.
//!
//! The observer of a hart fills a [`Step`] for each instruction, and a [`Format`] appends its text
//! to a buffer. Properties that are the same for each execution of an instruction are in a
//! [`Known`], so that they are computed once.

mod buffer;
mod format;
mod kanata;
mod line;
mod rich;
mod spike;
mod step;
mod text;

pub use buffer::Buffer;
pub use format::Format;
pub use kanata::Kanata;
pub use rich::Rich;
pub use spike::Spike;
pub use step::{Known, MemoryAccess, Plain, Skipped, Step, StepCost};

#[cfg(test)]
#[path = "../tests/commit.rs"]
mod tests;
