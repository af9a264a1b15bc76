//! What may watch a hart execute.

use crate::entry::{Account, Entry, Parcel};
use crate::state::Hart;
use rankine_isa::Instr;
use std::ops::ControlFlow;

/// An observer. What it does not watch costs nothing.
pub trait Watch {
    /// Are [`Watch::store`], [`Watch::load`] and [`Watch::reserve`] called? Asked once a run.
    fn watches_stores(&self) -> bool {
        false
    }

    /// Is [`Watch::retire`] called? Asked once a run.
    fn watches_instructions(&self) -> bool {
        false
    }

    /// Before a store of `bytes` bytes to private memory (also atomics), with the zero-extended value
    /// that is there now. Break stops the run once the instruction has retired.
    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        let _ = (addr, bytes, old_value);
        ControlFlow::Continue(())
    }

    /// A load of `bytes` bytes from private memory (also atomics).
    fn load(&mut self, addr: u64, bytes: u64) {
        let _ = (addr, bytes);
    }

    /// An `lr`: any event at the node may end the reservation.
    fn reserve(&mut self) {}

    /// After an instruction has been executed by [`crate::run`]. Registers and CSRs of `hart` are up to date; its pc and
    /// counters are not. Break stops the run behind it, with [`crate::Exit::Watched`] unless it stops for another reason.
    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let _ = (hart, retired);
        ControlFlow::Continue(())
    }
}

impl Watch for () {}

/// An observer, and what it watches.
pub(crate) struct Watching<'a> {
    pub observer: &'a mut dyn Watch,
    pub stores: bool,
    pub retires: bool,
}

impl<'a> Watching<'a> {
    pub fn new(observer: &'a mut dyn Watch) -> Watching<'a> {
        let (stores, retires) = (observer.watches_stores(), observer.watches_instructions());
        Watching { observer, stores, retires }
    }
}

/// What an instruction did in private memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    pub addr: u64,
    pub bytes: u8,
    /// It has written there; else it has read.
    pub is_store: bool,
}

/// An instruction that has retired.
#[derive(Clone, Copy)]
pub struct Retired<'a> {
    pub pc: u64,
    /// Of an atomic instruction, the store.
    pub access: Option<Accessed>,
    pub(crate) entry: &'a Entry,
    pub(crate) account: &'a Account,
}

impl Retired<'_> {
    /// The instruction. Compressed ones come as what they expand to.
    pub fn instr(&self) -> Option<Instr> {
        (Parcel { entry: *self.entry, account: *self.account }).instr()
    }
}
