//! Hart profiles: instructions to cycles.
//!
//! The cost of an instruction is static as far as it can be (it is computed once, when the
//! instruction is decoded) and dynamic where it depends on an address.

mod params;
mod profile;

pub use params::ProfileParams;
pub use profile::Profile;

use rankine_isa::Instr;

/// Static cost of an instruction in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Always paid; at least 1, so that no loop is free of time.
    pub base: u16,
    /// Paid on top by a taken branch.
    pub taken: u16,
}

/// A timing model of a hart's pipeline and caches.
pub trait Timing {
    /// Static cost of `instr`. `next` are the two instructions that follow it in memory: they are the
    /// ones executed next unless one of them, or `instr`, transfers control.
    fn cost(&self, instr: &Instr, next: [Option<&Instr>; 2]) -> Cost;

    /// Does [`Timing::fetch`] ever cost anything? It is not called when this is false.
    const FETCHES: bool = false;

    /// Do [`Timing::load`] and [`Timing::store`] ever cost anything? They are not called when this is false.
    const ACCESSES: bool = false;

    /// Additional cycles to fetch the instruction at `pc`.
    fn fetch(&mut self, pc: u64) -> u64 {
        let _ = pc;
        0
    }

    /// Additional cycles of a load from private memory.
    fn load(&mut self, addr: u64, bytes: u64) -> u64 {
        let _ = (addr, bytes);
        0
    }

    /// Additional cycles of a store to private memory.
    fn store(&mut self, addr: u64, bytes: u64) -> u64 {
        let _ = (addr, bytes);
        0
    }
}

/// Untimed: every instruction takes one cycle.
impl Timing for () {
    fn cost(&self, _: &Instr, _: [Option<&Instr>; 2]) -> Cost {
        Cost { base: 1, taken: 0 }
    }
}
