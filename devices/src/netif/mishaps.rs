//! Mistakes of programs and of tables that a NetIf survives.

use crate::mishaps;
use std::fmt;

/// What went wrong. The NetIf goes on in each case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// A selective NetIf has no channel for a packet, which is dropped.
    NoChannel,
    /// A control bit says another length than the header, which counts.
    ControlBit,
    /// A table that a NetIf cannot take; the one before stays.
    Table,
}

/// What statistics call them, in their order.
pub const NAMES: [&str; 3] =
    ["packets without a channel", "control bits at odds with headers", "tables refused by NetIfs"];

/// Of a network that has no other mistakes to count.
pub struct Mishaps(mishaps::Mishaps<{ NAMES.len() }>);

impl Default for Mishaps {
    fn default() -> Mishaps {
        Mishaps(mishaps::Mishaps::new(&NAMES))
    }
}

impl Mishaps {
    /// `place` says whose mistake it is, or where it was met, e.g. `NetIf of node 2`.
    pub fn raise(&mut self, mishap: Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        tracing::debug!(target: "fsl", cycle, "{place}: {story}");
        self.0.raise(mishap as usize, cycle, place, story);
    }

    pub fn complaint(&self) -> Option<String> {
        self.0.complaint()
    }
}
