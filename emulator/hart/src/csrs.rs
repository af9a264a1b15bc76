//! Control and status registers of machine mode. Privileged specification, chapter "Machine-Level ISA".

use crate::exit::Trap;

/// Bits of `mstatus`.
pub const MIE: u64 = 1 << 3;
pub const MPIE: u64 = 1 << 7;
pub const MPP: u64 = 3 << 11;
pub const FS: u64 = 3 << 13;

/// The registers that are state. The counters are in the hart; the offsets of `mcycle` and
/// `minstret` from them are here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csrs {
    pub mstatus: u64,
    pub mtvec: u64,
    pub mepc: u64,
    pub mcause: u64,
    pub mtval: u64,
    pub mscratch: u64,
    pub mie: u64,
    /// Pending interrupts: set by the platform, read-only for the program.
    pub mip: u64,
    pub mhartid: u64,
    /// Rounding mode, 3 bits.
    pub frm: u8,
    /// Accrued exceptions: NX 1, UF 2, OF 4, DZ 8, NV 16.
    pub fflags: u8,
    pub(crate) cycle_offset: u64,
    pub(crate) instret_offset: u64,
}

impl Csrs {
    pub(crate) fn new(hart_id: u64) -> Csrs {
        Csrs {
            // A bare program may use floating point at once.
            mstatus: MPP | FS,
            mtvec: 0,
            mepc: 0,
            mcause: 0,
            mtval: 0,
            mscratch: 0,
            mie: 0,
            mip: 0,
            mhartid: hart_id,
            frm: 0,
            fflags: 0,
            cycle_offset: 0,
            instret_offset: 0,
        }
    }

    pub(crate) fn fp_is_off(&self) -> bool {
        self.mstatus & FS == 0
    }

    pub(crate) fn fp_is_marked_dirty(&self) -> bool {
        self.mstatus & FS == FS
    }

    pub(crate) fn fp_is_dirty(&mut self) {
        self.mstatus |= FS;
    }

    pub(crate) fn enter_trap(&mut self, pc: u64, trap: Trap) {
        self.mepc = pc;
        self.mcause = trap.cause;
        self.mtval = trap.tval;
        let mpie = if self.mstatus & MIE != 0 { MPIE } else { 0 };
        self.mstatus = self.mstatus & !(MIE | MPIE) | mpie | MPP;
    }

    /// `mret`: returns the address to return to. Machine mode is the only mode, so MPP does not
    /// change.
    pub(crate) fn leave_trap(&mut self) -> u64 {
        let mie = if self.mstatus & MPIE != 0 { MIE } else { 0 };
        self.mstatus = self.mstatus & !MIE | mie | MPIE;
        self.mepc
    }
}
