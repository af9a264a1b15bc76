//! Logs of instructions: the engine that records executed instructions, and the code that makes
//! lines of the records.

mod book;
mod device;
mod log;
mod recorded;
mod sink;
mod state;
mod watcher;

pub use device::DeviceLog;
pub use log::{Edge, LogFormat, LogRequest};
pub use recorded::Recorded;
pub use watcher::{Ended, UnknownSymbol, Watcher};
