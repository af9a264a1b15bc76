//! State that the parts of the TMD machine share besides FIFOs and NetIfs: lines between boards,
//! counts, mistakes.

use super::line::Line;
use super::mishaps::{Mishap, Mishaps};
use crate::netif::mishaps as netif;
use crate::netif::wires;
use std::fmt;

pub type Wires = wires::Wires<Fabric>;

/// Events of each kind since the start.
#[derive(Default)]
pub struct Counts {
    pub bridged: u64,
    pub bridged_words: u64,
    pub line_frames: u64,
    pub accepted: u64,
    pub retransmissions: u64,
    pub crc_errors: u64,
    pub acks: u64,
    pub nacks: u64,
    pub holds: u64,
    pub timeouts: u64,
    pub duplicates: u64,
    pub gaps: u64,
    pub refused: u64,
    pub bit_errors: u64,
    pub occc_stalls: u64,
    pub mpe_sends: u64,
    pub mpe_receives: u64,
    pub mpe_opens: u64,
    pub mpe_collectives: u64,
    pub envelopes_stored: u64,
    pub envelopes_peak: u64,
    pub mpe_stalls: u64,
    pub engine_cells: u64,
    pub engine_iterations: u64,
}

#[derive(Default)]
pub struct Fabric {
    pub lines: Vec<Line>,
    pub counts: Counts,
    pub mishaps: Mishaps,
}

impl wires::Machine for Fabric {
    fn mishap(&mut self, mishap: netif::Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        self.mishaps.raise(Mishap::NetIf(mishap), cycle, place, story);
    }
}
