//! The semantics: one file a group of the table, one body an operation.
//!
//! A body takes the hart from before the instruction to after it, except for pc and the counters,
//! which follow from the [`crate::context::Next`] it returns.

pub mod atomic;
pub mod bitmanip;
pub mod control;
pub mod double;
mod float;
pub mod integer;
pub mod memory;
pub mod muldiv;
pub mod single;
pub mod system;
