//! A session turns programs and a platform into a machine, and the results of the machine into
//! words, figures and recordings.
//!
//! [`launch::load`] makes a machine that is ready to run. [`report`] explains its end in words and
//! gives the exit code. [`statistics`], [`recording`] and [`checking`] collect what was counted,
//! recorded and found. [`state`] describes the contents of devices, and [`overwritten`] names
//! programs whose code was overwritten.

mod architecture;
pub mod checking;
mod engines;
mod firmware;
mod further;
mod group;
pub mod keeping;
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
