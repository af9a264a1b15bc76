//! Two runs side by side, as text: what differs between their statistics, and between their profiles by source line.

mod pairs;
mod profiles;
mod statistics;

pub use pairs::Words;
pub use profiles::{Place, profiles};
pub use statistics::statistics;

/// The two runs, in the order in which they were named.
pub type Two<T> = [T; 2];

#[cfg(test)]
#[path = "../tests/comparison.rs"]
mod tests;
