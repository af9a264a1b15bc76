//! Polling loops: loops that can go on for ever are found, and their rounds are skipped.

mod detector;
mod sight;
mod skip;

pub(crate) use detector::{Detector, Round, RoundLog};
