//! The engine that keeps a profile.

mod extras;
mod flow;
mod profiled;
mod round;
mod tree;

pub use profiled::Profiled;
