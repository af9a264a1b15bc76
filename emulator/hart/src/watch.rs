//! The interface for observing a hart that executes.

use crate::entry::{Account, Entry, Parcel};
use crate::state::Hart;
use rankine_isa::Instr;
use std::ops::ControlFlow;

/// An observer. Moments that it does not watch cost no host time.
pub trait Watch {
    /// Shall [`Watch::store`], [`Watch::load`] and [`Watch::reserve`] be called? Asked once per
    /// run.
    fn watches_stores(&self) -> bool {
        false
    }

    /// Shall [`Watch::retire`] be called? Asked once per run.
    fn watches_instructions(&self) -> bool {
        false
    }

    /// Called before a store of `bytes` bytes to private memory (also by atomics), with the
    /// zero-extended old value. Break stops the run when the instruction has retired.
    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        let _ = (addr, bytes, old_value);
        ControlFlow::Continue(())
    }

    /// A load of `bytes` bytes from private memory (also by atomics).
    fn load(&mut self, addr: u64, bytes: u64) {
        let _ = (addr, bytes);
    }

    /// An `lr`: any event at the node may end the reservation.
    fn reserve(&mut self) {}

    /// Called after [`crate::run`] has executed an instruction. Registers and CSRs of `hart` are up
    /// to date; its pc and counters are not. Break stops the run behind the instruction, with
    /// [`crate::Exit::Watched`] unless it stops for another reason.
    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let _ = (hart, retired);
        ControlFlow::Continue(())
    }
}

impl Watch for () {}

/// An observer, and the kinds of moments it watches.
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

/// An access of an instruction to private memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    pub addr: u64,
    pub bytes: u8,
    /// It is a store, else a load.
    pub is_store: bool,
}

/// An instruction that has retired.
#[derive(Clone, Copy)]
pub struct Retired<'a> {
    pub pc: u64,
    /// Its access; for an atomic instruction, the store.
    pub access: Option<Accessed>,
    pub(crate) entry: &'a Entry,
    pub(crate) account: &'a Account,
}

impl Retired<'_> {
    /// The instruction. A compressed instruction comes as the instruction it expands to.
    pub fn instr(&self) -> Option<Instr> {
        (Parcel { entry: *self.entry, account: *self.account }).instr()
    }
}
