//! State that the ring's links share besides FIFOs and NetIfs.

use crate::netif::mishaps::{Mishap, Mishaps};
use crate::netif::wires::{self, Machine};
use std::fmt;

/// Counts of all links, and the mistakes met at NetIfs.
#[derive(Default)]
pub struct Links {
    pub packets: u64,
    pub words: u64,
    pub mishaps: Mishaps,
}

impl Machine for Links {
    fn mishap(&mut self, mishap: Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        self.mishaps.raise(mishap, cycle, place, story);
    }
}

pub type Wires = wires::Wires<Links>;
