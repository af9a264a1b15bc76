//! What watches a run, and what is shown of it: MPI calls and messages, phases, checks, profiles, timelines, reports.
//! Engines that look at every instruction, for profiles and logs, are in `rankine-engines`.
//!
//! Whatever watches implements [`rankine_machine::Observer`] in a file of its own. What is shown is made of what was
//! recorded, and nothing here prints, opens a file or reads a clock.

mod agreement;
pub mod anatomy;
mod calls;
pub mod check;
mod coding;
pub mod comparison;
mod counts;
mod device;
pub mod gasnet;
mod message;
pub mod mpi_view;
mod packed;
mod pairing;
pub mod phases;
pub mod profile;
mod recorder;
pub mod recording;
pub mod report;
pub mod stats;
// Programs for tests are made as in the tests of `rankine-program`.
#[cfg(test)]
#[path = "../../program/src/testing.rs"]
mod testing;
pub mod timeline;

pub use agreement::{CollectiveCalls, disagreement};
pub use calls::CallList;
pub use counts::CallCounts;
pub use packed::Packed;
pub use recorder::{RankRecorder, messages};
