//! `--check`: finds mistakes in the use of MPI and GASNet by watching a run. `docs/check.md`
//! describes them.
//!
//! While a rank runs, its [`RankLog`] keeps the relevant MPI calls, with the values that their
//! pointers point to, and the marks of messages. After the run, [`check`] goes through the logs of
//! all ranks in order of time. It follows datatypes, groups, communicators, requests and messages
//! as MPI describes them. So its findings depend neither on how the library works, nor on host
//! threads.

mod basic;
mod call;
mod checker;
mod collective;
mod communicators;
mod construct;
mod datatype;
mod deadlock;
mod findings;
mod functions;
mod gasnet;
mod groups;
mod handles;
mod log;
mod making;
mod messages;
mod observer;
mod packing;
mod point_to_point;
mod requests;
mod signature;

pub use checker::{CheckedRank, Ending, check};
pub use findings::{Finding, Related, table};
pub use functions::{CheckFunctions, HELD};
pub use gasnet::Misuse;
pub use log::RankLog;
pub use observer::CheckObserver;

#[cfg(test)]
#[path = "../tests/check.rs"]
mod tests;
