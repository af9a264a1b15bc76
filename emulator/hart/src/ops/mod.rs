//! The semantics: one file for each group of the table, one body for each operation.
//!
//! A body changes the hart as its instruction does, except for pc and the counters. These follow
//! from the [`crate::context::Next`] that it returns.

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
