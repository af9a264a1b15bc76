//! Logs of instructions: the engine that records what it executes, and who makes lines of the records.

mod book;
mod log;
mod recorded;
mod state;
mod watcher;

pub use log::{Edge, LogFormat, LogRequest};
pub use recorded::Recorded;
pub use watcher::{Ended, UnknownSymbol, Watcher};
