//! The contents of a profile.
//!
//! Addresses are those of the processor's program.

use std::collections::BTreeMap;

/// The costs of an instruction, a function or a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub instructions: u64,
    pub cycles: u64,
    pub l1i_misses: u64,
    pub l1d_misses: u64,
    pub l2_misses: u64,
    /// The part of `cycles` in which the hart stood at a stalled access or polled.
    pub wait_cycles: u64,
}

impl Counts {
    /// Adds `other`. A sum that does not fit stays at the largest number.
    pub fn add(&mut self, other: &Counts) {
        self.instructions = self.instructions.saturating_add(other.instructions);
        self.cycles = self.cycles.saturating_add(other.cycles);
        self.l1i_misses = self.l1i_misses.saturating_add(other.l1i_misses);
        self.l1d_misses = self.l1d_misses.saturating_add(other.l1d_misses);
        self.l2_misses = self.l2_misses.saturating_add(other.l2_misses);
        self.wait_cycles = self.wait_cycles.saturating_add(other.wait_cycles);
    }
}

/// The profile of one processor: where its cycles went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Each executed instruction, by address.
    pub instructions: BTreeMap<u64, Counts>,
    /// The tree of calls. The first node is the root; parents come before their children. The sum
    /// of the costs of all nodes is the sum of the costs of all instructions.
    pub paths: Vec<Path>,
}

/// A function on a path of calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Index of the caller's node. For the root: its own index.
    pub parent: usize,
    /// Address of the calling instruction; zero for the root.
    pub call_site: u64,
    /// Address of the called function. For the root: the address at which the program began.
    pub function: u64,
    pub calls: u64,
    /// Costs without those of called functions.
    pub own: Counts,
}
