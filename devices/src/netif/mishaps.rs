//! Mistakes of programs and of tables that a NetIf survives.

use crate::mishaps;
use std::fmt;

/// A kind of mistake. The NetIf goes on in each case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// A selective NetIf has no channel for a packet. The packet is dropped.
    NoChannel,
    /// A control bit contradicts the length in the header. The header counts.
    ControlBit,
    /// A NetIf cannot take a table, and keeps the one before.
    Table,
}

/// Their names in statistics, in their order.
pub const NAMES: [&str; 3] =
    ["packets without a channel", "control bits at odds with headers", "tables refused by NetIfs"];

/// The counts of a network that has no other mistakes to count.
pub struct Mishaps(mishaps::Mishaps<{ NAMES.len() }>);

impl Default for Mishaps {
    fn default() -> Mishaps {
        Mishaps(mishaps::Mishaps::new(&NAMES))
    }
}

impl Mishaps {
    /// `place` names the part that made or met the mistake, e.g. `NetIf of node 2`.
    pub fn raise(&mut self, mishap: Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        tracing::debug!(target: "fsl", cycle, "{place}: {story}");
        self.0.raise(mishap as usize, cycle, place, story);
    }

    pub fn complaint(&self) -> Option<String> {
        self.0.complaint()
    }
}
