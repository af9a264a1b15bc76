//! The engine that keeps a profile.

mod counts;
mod extras;
mod flow;
mod profiled;
mod round;
mod tree;

pub use counts::{Counts, Path, Profile};
pub use profiled::Profiled;
