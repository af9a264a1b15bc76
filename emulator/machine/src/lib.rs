//! The machine: platforms, programs, nodes, the global order of what they share, and the host's services.
//!
//! [`launch::load`] makes a [`Machine`] from programs and a [`Platform`]; [`Machine::run`] runs it to its [`End`];
//! [`report`] explains the end in words and gives the exit code.

mod activity;
mod calls;
pub mod checking;
mod configuration;
mod elf;
mod group;
pub mod halting;
pub mod host;
mod kinds;
pub mod launch;
mod logs;
mod machine;
mod node;
mod nodes;
mod observed;
mod platform;
mod poll;
mod port;
mod profile;
mod queue;
mod recorded;
pub mod recording;
pub mod report;
mod services;
mod share;
pub mod signature;
mod sim;
pub mod statistics;
mod stretch;
mod timing;
mod tmd;
mod tohost;
mod workers;

pub use elf::Program;
pub use logs::{Edge, LogFormat, LogRequest};
pub use machine::{End, Limits, Look, Machine, Options, Stop};
pub use node::{Node, State};
pub use platform::{DEFAULT_PLATFORM, Platform, PlatformError, presets, profiles, suggestion};
pub use port::DdrParams;
