//! Timelines of a run as files for viewers and simulators: Perfetto, Chrome JSON, Paraver, SimGrid.
//!
//! `docs/traces.md` describes every file. Writers stream: they keep only a few words for each call
//! or message in memory.

mod activity;
mod arrows;
mod chrome;
mod contents;
mod extrae;
mod pairs;
mod paraver;
mod perfetto;
mod polling;
mod protobuf;
mod simgrid;
mod spans;

pub use activity::Activities;
pub use chrome::chrome;
pub use pairs::Pairs;
pub use paraver::{paraver_pcf, paraver_prv, paraver_row};
pub use perfetto::perfetto;
pub use polling::PollingSpans;
pub use simgrid::{LeftOut, simgrid_list, simgrid_rank};

#[cfg(test)]
#[path = "tests/mod.rs"]
mod tests;
