//! Polling loops: loops that can go on for ever are found, and their rounds are skipped.

mod clock;
mod detector;
mod rising;
mod sight;
mod skip;

pub(crate) use clock::ClockLog;
pub(crate) use detector::{Detector, Round, RoundLog};
