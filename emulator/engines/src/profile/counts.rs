//! What a profile holds.
//!
//! Addresses are those of the processor's program.

use std::collections::BTreeMap;

/// What an instruction, a function or a path costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub instructions: u64,
    pub cycles: u64,
    pub l1i_misses: u64,
    pub l1d_misses: u64,
    pub l2_misses: u64,
    /// Of `cycles`, those in which the hart stood at a stalled access or went round in a polling loop.
    pub wait_cycles: u64,
}

impl Counts {
    /// Adds `other`; what does not fit stays at the largest number.
    pub fn add(&mut self, other: &Counts) {
        self.instructions = self.instructions.saturating_add(other.instructions);
        self.cycles = self.cycles.saturating_add(other.cycles);
        self.l1i_misses = self.l1i_misses.saturating_add(other.l1i_misses);
        self.l1d_misses = self.l1d_misses.saturating_add(other.l1d_misses);
        self.l2_misses = self.l2_misses.saturating_add(other.l2_misses);
        self.wait_cycles = self.wait_cycles.saturating_add(other.wait_cycles);
    }
}

/// Where one processor's cycles went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Each instruction that was executed, by its address.
    pub instructions: BTreeMap<u64, Counts>,
    /// The tree of calls: the first node is the root, parents come before their children. The costs of all nodes together
    /// are those of all instructions.
    pub paths: Vec<Path>,
}

/// A function on a path of calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Index of the caller's node; the root's own.
    pub parent: usize,
    /// Address of the instruction that called; zero for the root.
    pub call_site: u64,
    /// Address that was called; for the root, where the program began.
    pub function: u64,
    pub calls: u64,
    /// Without those of the functions that it called.
    pub own: Counts,
}
