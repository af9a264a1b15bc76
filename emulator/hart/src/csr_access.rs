//! Reading and writing control and status registers by number.

use crate::csrs::{FS, MIE, MPIE, MPP};
use crate::state::Hart;
use rankine_isa::{Xlen, csr};

/// Bits of `mie`: software, timer and external interrupt of machine mode.
const MACHINE_INTERRUPTS: u64 = 1 << 3 | 1 << 7 | 1 << 11;

impl Hart {
    /// Value of CSR `number` as a register value; none if this hart has no such register. The hart
    /// has machine mode only. So it has neither `satp` nor `mcounteren` (privileged specification,
    /// "Machine Counter-Enable Register"). Its memory protection has no entries, and so no
    /// registers.
    pub fn read_csr(&self, number: u16) -> Option<u64> {
        let csr = &self.csr;
        let value = match number {
            csr::FFLAGS if self.ext.f => u64::from(csr.fflags),
            csr::FRM if self.ext.f => u64::from(csr.frm),
            csr::FCSR if self.ext.f => u64::from(csr.frm) << 5 | u64::from(csr.fflags),
            csr::MSTATUS => self.mstatus(),
            csr::MISA => self.misa(),
            csr::MIE => csr.mie,
            csr::MTVEC => csr.mtvec,
            csr::MSCRATCH => csr.mscratch,
            csr::MEPC => csr.mepc,
            csr::MCAUSE => csr.mcause,
            csr::MTVAL => csr.mtval,
            csr::MIP => csr.mip,
            csr::MHARTID => csr.mhartid,
            csr::MCOUNTINHIBIT | csr::MVENDORID | csr::MARCHID | csr::MIMPID | csr::MCONFIGPTR => 0,
            n if csr::MHPMCOUNTER.contains(&n) || csr::MHPMEVENT.contains(&n) => 0,
            _ => return self.read_counter(number),
        };
        Some(self.fit(value))
    }

    fn read_counter(&self, number: u16) -> Option<u64> {
        let cycle = self.cycles.wrapping_add(self.csr.cycle_offset);
        let instret = self.instret.wrapping_add(self.csr.instret_offset);
        let time = self.cycles / self.time_base.max(1);
        let value = match number {
            csr::MCYCLE | csr::CYCLE => cycle,
            csr::MINSTRET | csr::INSTRET => instret,
            csr::TIME => time,
            _ if self.xlen == Xlen::Rv64 => return None,
            csr::MCYCLEH | csr::CYCLEH => cycle >> 32,
            csr::MINSTRETH | csr::INSTRETH => instret >> 32,
            csr::TIMEH => time >> 32,
            csr::MSTATUSH => 0,
            n if csr::MHPMCOUNTERH.contains(&n) => 0,
            _ => return None,
        };
        Some(self.fit(value))
    }

    /// Writes CSR `number`. Returns false if this hart has no such register, or it is read-only.
    /// WARL fields keep legal values only.
    pub fn write_csr(&mut self, number: u16, value: u64) -> bool {
        if csr::is_read_only(number) || self.read_csr(number).is_none() {
            return false;
        }
        let value = self.fit(value);
        // Without compressed instructions, code is aligned to 4 bytes.
        let code_alignment = if self.ext.c { !1 } else { !3 };
        let csr = &mut self.csr;
        match number {
            csr::FFLAGS => csr.fflags = value as u8 & 0x1f,
            csr::FRM => csr.frm = value as u8 & 7,
            csr::FCSR => (csr.fflags, csr.frm) = (value as u8 & 0x1f, (value >> 5) as u8 & 7),
            csr::MSTATUS => csr.mstatus = value & (MIE | MPIE | if self.ext.f { FS } else { 0 }) | MPP,
            csr::MIE => csr.mie = value & MACHINE_INTERRUPTS,
            // Bit 1 of the mode is reserved.
            csr::MTVEC => csr.mtvec = value & !2,
            csr::MSCRATCH => csr.mscratch = value,
            csr::MEPC => csr.mepc = value & code_alignment,
            csr::MCAUSE => csr.mcause = value,
            csr::MTVAL => csr.mtval = value,
            _ => self.write_counter(number, value),
        }
        if matches!(number, csr::FFLAGS | csr::FRM | csr::FCSR) {
            self.csr.fp_is_dirty();
        }
        true
    }

    /// Writes a counter. Registers that ignore writes come here, too.
    fn write_counter(&mut self, number: u16, value: u64) {
        let cycle = self.cycles.wrapping_add(self.csr.cycle_offset);
        let instret = self.instret.wrapping_add(self.csr.instret_offset);
        let low = |old: u64| match self.xlen {
            Xlen::Rv32 => old & !0xffff_ffff | value & 0xffff_ffff,
            Xlen::Rv64 => value,
        };
        let high = |old: u64| value << 32 | old & 0xffff_ffff;
        let (cycle, instret) = match number {
            csr::MCYCLE => (low(cycle), instret),
            csr::MCYCLEH => (high(cycle), instret),
            // The writing instruction itself is not counted: the next one reads the written value.
            csr::MINSTRET => (cycle, low(instret).wrapping_sub(1)),
            csr::MINSTRETH => (cycle, high(instret).wrapping_sub(1)),
            _ => return,
        };
        self.csr.cycle_offset = cycle.wrapping_sub(self.cycles);
        self.csr.instret_offset = instret.wrapping_sub(self.instret);
    }

    /// `mstatus` with its summary bit SD (the top bit), which is set if the floating-point state is
    /// dirty.
    fn mstatus(&self) -> u64 {
        let dirty = self.csr.mstatus & FS == FS && self.ext.f;
        let visible = if self.ext.f { self.csr.mstatus } else { self.csr.mstatus & !FS };
        visible | u64::from(dirty) << (self.xlen.bits() - 1)
    }

    fn misa(&self) -> u64 {
        let mxl = match self.xlen {
            Xlen::Rv32 => 1 << 30,
            Xlen::Rv64 => 2 << 62,
        };
        self.ext.letters().bytes().fold(mxl, |misa, letter| misa | 1 << (letter - b'a'))
    }
}
