//! Polling loops: a loop that can go on for ever is found, and its rounds are skipped.

mod detector;
mod sight;
mod skip;

pub(crate) use detector::{Detector, Round, RoundLog};
