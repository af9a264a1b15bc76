//! Architectural state of a hart, the semantics of its instructions, and the engine that runs them.
//!
//! [`run`] lets a hart run on its private memory until an instruction accesses anything outside.
//! [`run`] then returns an [`Exit`] with the hart at an instruction boundary, and the machine
//! completes the instruction with one of the `finish_…` calls. The hart knows no devices.
//!
//! Reading order: `state.rs`, `exit.rs`, `ops/integer.rs`, `entry.rs`, `careful.rs`, `quick.rs`,
//! `pairs.rs`, `windowed.rs`, `pick.rs`, `engine.rs`, `code.rs`.

mod any;
mod careful;
mod code;
mod complete;
mod context;
mod csr_access;
mod csrs;
mod engine;
mod entry;
mod exit;
mod fp;
mod ops;
mod pairs;
mod pick;
mod quick;
mod record;
mod state;
mod tape;
mod watch;
mod windowed;

pub use code::{Code, Image};
pub use csrs::Csrs;
pub use engine::run;
pub use entry::Parcel;
pub use exit::{Exit, Trap, cause};
pub use ops::system::SEMIHOSTING;
pub use state::{Fetched, Hart};
pub use watch::{Accessed, Retired, Watch};
