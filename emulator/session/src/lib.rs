//! A session: programs and a platform become a machine, and what the machine has done becomes words, figures and recordings.
//!
//! [`launch::load`] makes a machine that is ready to run; [`report`] explains its end in words and gives the exit code;
//! [`statistics`], [`recording`] and [`checking`] gather what was counted, recorded and found, [`state`] tells what devices hold,
//! [`overwritten`] whose code has been written over.

mod architecture;
pub mod checking;
mod engines;
mod firmware;
mod further;
mod group;
pub mod launch;
mod layout;
mod observers;
pub mod overwritten;
pub mod recording;
pub mod report;
pub mod request;
pub mod signature;
pub mod state;
pub mod statistics;

pub use observers::WatchRequest;
