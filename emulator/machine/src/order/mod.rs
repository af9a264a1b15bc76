//! The global order: everything that nodes share happens by (time, component, sequence).

mod end;
mod queue;
mod run;

pub use end::{End, Limits, Look, Options, Stop};
pub(crate) use queue::{Component, DEVICES_MAX, Entry, Item, PROCESSORS_MAX, Queue};
