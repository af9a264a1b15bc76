//! The architectural state of a hart.

use crate::csrs::Csrs;
use crate::entry::{DISCARD, Handler, Parcel};
use crate::exit::{Trap, cause};
use rankine_bus::Kind;
use rankine_isa::{Extensions, Xlen};

/// Stands for no pc; quicker to compare than an option.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// A code fetch that has cost cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    pub pc: u64,
    pub cycles: u64,
    /// The cycle at which the fetch was complete.
    pub ended: u64,
}

/// Bits for the parts of the current instruction that have been paid for: its whole fetch, its
/// load, its store. If an access has been paid for, the fetch has been, too.
pub(crate) const FETCHED: u8 = 1;
pub(crate) const LOADED: u8 = 2;
pub(crate) const STORED: u8 = 4;

/// One hart.
#[derive(Clone, Debug)]
pub struct Hart {
    /// Integer registers; RV32 values are sign-extended. Slot 32 receives writes to x0.
    pub x: [u64; 33],
    /// Floating-point registers; single-precision values are NaN-boxed.
    pub f: [u64; 32],
    /// Zero-extended on RV32.
    pub pc: u64,
    pub csr: Csrs,
    /// Cycles since the start. `mcycle` shows them, unless the program has written to it.
    pub cycles: u64,
    /// Instructions retired since the start. `minstret` shows them, unless the program has written
    /// to it.
    pub instret: u64,
    /// Cycles per tick of the `time` counter.
    pub time_base: u64,
    /// Address reserved by `lr`. Any other writer to private memory clears this if it writes there.
    pub reservation: Option<u64>,
    /// Set when a counter was read, a CSR written or `fence.i` executed; cleared by the owner.
    pub impure: bool,
    /// The last fetch of code that cost anything.
    pub fetched: Fetched,
    /// A `ret` to this address ends a run with [`crate::Exit::Returned`]; all ones for none.
    pub watch_return: u64,
    pub(crate) xlen: Xlen,
    pub(crate) ext: Extensions,
    /// The instruction at pc that waits for a `finish_…` call.
    pub(crate) pending: Option<Parcel>,
    /// The hook at this pc has been reported; execution passes it once.
    pub(crate) passed_hook: u64,
    /// The hart has stopped only because of an observer, so the next run does not check the cycle
    /// limit here.
    pub(crate) goes_on: bool,
    /// The parts of the instruction at pc that have been paid for, if it has stopped for
    /// [`crate::Exit::Memory`]; else zero.
    pub(crate) midway: u8,
}

impl Hart {
    /// A hart out of reset: all registers zero, pc zero, floating point switched on.
    pub fn new(xlen: Xlen, ext: Extensions, hart_id: u64) -> Hart {
        Hart {
            x: [0; 33],
            f: [0; 32],
            pc: 0,
            csr: Csrs::new(hart_id),
            cycles: 0,
            instret: 0,
            time_base: 1,
            reservation: None,
            impure: false,
            fetched: Fetched::default(),
            watch_return: NOWHERE,
            xlen,
            ext,
            pending: None,
            passed_hook: NOWHERE,
            goes_on: false,
            midway: 0,
        }
    }

    pub fn xlen(&self) -> Xlen {
        self.xlen
    }

    pub fn extensions(&self) -> &Extensions {
        &self.ext
    }

    /// Integer register `number` as the program sees it.
    pub fn get_x(&self, number: usize) -> u64 {
        self.x[number & 31]
    }

    /// Writes integer register `number`: x0 stays zero, RV32 values are sign-extended.
    pub fn set_x(&mut self, number: usize, value: u64) {
        if number & 31 != 0 {
            self.x[number & 31] = self.fit(value);
        }
    }

    /// Is the architectural state, without counters, the same?
    pub fn same_state(&self, other: &Hart) -> bool {
        self.pc == other.pc
            && self.x[..usize::from(DISCARD)] == other.x[..usize::from(DISCARD)]
            && self.f == other.f
            && self.reservation == other.reservation
            && self.csr == other.csr
    }

    /// Delivers an exception at pc to the program's trap vector. If the program has none, returns
    /// false and changes nothing.
    pub fn raise(&mut self, trap: Trap) -> bool {
        if self.csr.mtvec == 0 {
            return false;
        }
        self.pending = None;
        self.passed_hook = NOWHERE;
        self.csr.enter_trap(self.pc, trap);
        // Exceptions go to the base in both modes of mtvec.
        self.pc = self.address(self.csr.mtvec & !3);
        true
    }

    /// The exception code if the pending access, of this kind, is refused. A load-reserved is an
    /// atomic access but faults like a load (unprivileged specification,
    /// "Load-Reserved/Store-Conditional Instructions").
    pub fn access_fault(&self, kind: Kind) -> u64 {
        let reserves = self.pending.is_some_and(|one| matches!(one.account.handler, Handler::LrW | Handler::LrD));
        if reserves || kind == Kind::Load { cause::LOAD_ACCESS } else { cause::STORE_ACCESS }
    }

    /// After [`crate::Exit::Memory`]: the hart waits for `cycles` cycles.
    pub fn wait(&mut self, cycles: u64) {
        self.cycles += cycles;
        if !self.waits_for_data() {
            self.fetched.cycles += cycles;
            self.fetched.ended += cycles;
        }
    }

    /// After [`crate::Exit::Memory`]: does the instruction at pc wait for its access? Else it waits
    /// for its fetch.
    pub fn waits_for_data(&self) -> bool {
        self.midway & (LOADED | STORED) != 0
    }

    /// Has the instruction at pc begun without having changed anything yet?
    pub fn is_midway(&self) -> bool {
        self.midway != 0
    }

    /// The instruction at pc that waits to be completed.
    pub fn waiting(&self) -> Option<Parcel> {
        self.pending
    }

    /// The register value of `value` for this register width.
    pub(crate) fn fit(&self, value: u64) -> u64 {
        match self.xlen {
            Xlen::Rv32 => value as i32 as u64,
            Xlen::Rv64 => value,
        }
    }

    /// A register value as an address.
    pub fn address(&self, value: u64) -> u64 {
        match self.xlen {
            Xlen::Rv32 => value & 0xffff_ffff,
            Xlen::Rv64 => value,
        }
    }
}
