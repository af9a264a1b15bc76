//! Watches runs, and makes their outputs: views of MPI calls and messages, phases, checks,
//! profiles, timelines, reports. Engines that look at every instruction, for profiles and logs, are
//! in `rankine-engines`.
//!
//! Each observer implements [`rankine_machine::Observer`] in its own file. Outputs are made from
//! recordings. Nothing here prints, opens a file or reads a clock.

mod agreement;
pub mod anatomy;
mod calls;
pub mod check;
mod coding;
pub mod comparison;
mod counts;
mod device;
pub mod gasnet;
mod keeping;
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
// The tests make programs in the same way as the tests of `rankine-program`.
#[cfg(test)]
#[path = "../../program/src/testing.rs"]
mod testing;
pub mod timeline;
pub mod waits;

pub use agreement::{CollectiveCalls, disagreement};
pub use calls::CallList;
pub use counts::CallCounts;
pub use keeping::{KeepMax, Share};
pub use packed::Packed;
pub use recorder::{RankRecorder, messages};
