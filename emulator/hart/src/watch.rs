//! What may watch a hart execute.

use crate::Hart;
use crate::context::View;
use crate::entry::{Account, Entry, Parcel};
use rankine_bus::Ram;
use rankine_isa::Instr;
use std::ops::ControlFlow;

/// An observer. What its constants switch off costs nothing.
pub trait Watch {
    /// Is [`Watch::store`] called?
    const STORES: bool = false;

    /// Are [`Watch::retire`] and [`Watch::fetched`] called?
    const RETIRES: bool = false;

    /// Before a store of `bytes` bytes to private memory (also atomics), with the zero-extended value
    /// that is there now. Break stops the run once the instruction has retired.
    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        let _ = (addr, bytes, old_value);
        ControlFlow::Continue(())
    }

    /// After an instruction has been executed by [`crate::run`]. Registers and CSRs of `hart` are up to date; its pc and
    /// counters are not. Break stops the run behind it, with [`crate::Exit::Watched`] unless it stops for another reason.
    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let _ = (hart, retired);
        ControlFlow::Continue(())
    }

    /// An instruction that somebody else completes, or that traps, took so many cycles to fetch.
    fn fetched(&mut self, cycles: u64) {
        let _ = cycles;
    }
}

impl Watch for () {}

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
    /// Cycle at which the next one begins.
    pub ended: u64,
    /// Cycles of the pipeline: issue and stalls; of a taken branch beyond that.
    pub issue: u64,
    pub branch: i64,
    /// Cycles of misses beyond that: of fetching it, of its accesses to private memory.
    pub fetch: u64,
    pub data: u64,
    /// Of an atomic instruction, the store.
    pub access: Option<Accessed>,
    entry: &'a Entry,
    account: &'a Account,
    view: View,
}

impl<'a> Retired<'a> {
    /// One that the engine executes: of the entry at `pc`, with all that it has cost but for the pipeline.
    pub(crate) fn of(pc: u64, parcel: (&'a Entry, &'a Account), view: View, taken: bool, seen: Seen, at: u64) -> Self {
        let (entry, account) = parcel;
        let branch = if taken { i64::from(account.taken) } else { 0 };
        let ended = at.wrapping_add(u64::from(account.cost)).wrapping_add_signed(branch);
        let Seen { issue, fetch, data, access } = seen;
        let issue = issue + u64::from(account.cost);
        Retired { pc, ended, issue, branch, fetch, data, access, entry, account, view }
    }

    /// One that the owner of the hart has completed, at the cycle `ended`.
    pub fn completed(parcel: &'a Parcel, ram: &mut Ram, pc: u64, ended: u64) -> Self {
        let Parcel { entry, account } = parcel;
        let issue = u64::from(account.cost);
        let view = View::new(ram);
        Retired { pc, ended, issue, branch: 0, fetch: 0, data: 0, access: None, entry, account, view }
    }

    /// The instruction. Compressed ones come as what they expand to.
    pub fn instr(&self) -> Option<Instr> {
        (Parcel { entry: *self.entry, account: *self.account }).instr()
    }

    /// Two instructions at one address are the same if this is.
    pub fn identity(&self) -> (u16, u64) {
        let Entry { imm, rd, rs1, rs2, len, .. } = *self.entry;
        let [a, b, c, d] = imm.to_le_bytes();
        (self.account.handler as u16, u64::from_le_bytes([a, b, c, d, rd, rs1, rs2, len]))
    }

    /// Its bytes, little-endian.
    pub fn bits(&self) -> u32 {
        let low = self.view.read::<u16>(self.pc).unwrap_or(0) as u32;
        let high = if self.entry.len == 4 { self.view.read::<u16>(self.pc.wrapping_add(2)).unwrap_or(0) } else { 0 };
        low | (high as u32) << 16
    }

    /// The zero-extended value at an address of private memory, of 1, 2, 4 or 8 bytes.
    pub fn memory(&self, addr: u64, bytes: u8) -> u64 {
        let value = match bytes {
            1 => self.view.read::<u8>(addr),
            2 => self.view.read::<u16>(addr),
            4 => self.view.read::<u32>(addr),
            _ => self.view.read::<u64>(addr),
        };
        value.unwrap_or(0)
    }
}

/// What has been noticed of the current instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Cycles of the pipeline that depend on an operand.
    pub issue: u64,
    pub fetch: u64,
    pub data: u64,
    pub access: Option<Accessed>,
}
