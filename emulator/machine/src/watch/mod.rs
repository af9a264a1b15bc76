//! The interface for observers: the moments they are told of, and how engines let them watch
//! instructions.

mod engine;
mod instructions;
mod observer;
mod observers;

pub use engine::{Engine, cached_engine, pipeline_engine};
pub(crate) use instructions::Stores;
pub use instructions::Watching;
pub use observer::{Completed, Moment, Observer, SkippedRounds, Wait, Wants};
pub use observers::Observers;
