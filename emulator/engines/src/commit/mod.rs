//! Commit logs: a line an instruction, in several formats.
//!
//! Whoever watches a hart fills a [`Step`] for each instruction; a [`Format`] appends its text to a buffer. What is the
//! same each time an instruction is executed is kept in a [`Known`], so that it is worked out once.

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
