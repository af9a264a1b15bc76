//! The seam for observers: what they are told, and how engines let them look at instructions.

mod engine;
mod instructions;
mod observer;
mod observers;

pub use engine::{Engine, cached_engine, pipeline_engine};
pub(crate) use instructions::Stores;
pub use instructions::Watching;
pub use observer::{Completed, Moment, Observer, SkippedRounds, Wait, Wants};
pub use observers::Observers;
