//! Parameters of the associative list processing units, and their limits.

use crate::limits;
use crate::regs::alpu as regs;
use rankine_keys::keys;

keys! {
    /// The two associative list processing units of a node; both are built alike. Cycles are those of alpu.clock_hz.
    pub struct AlpuParams [alpu] {
        /// base address of the unit for posted receives
        posted_base: u64 = 0xb000_0000, "address", "ours: the paper gives no addresses";
        /// base address of the unit for unexpected messages
        unexpected_base: u64 = 0xb000_1000, "address", "ours: the paper gives no addresses";
        /// number of entries that a unit can hold
        cells: u32 = 256, "entries", "Underwood et al. 2005 §VI-A: 128 and 256 were built";
        /// number of cells in a block of a unit; a power of two that divides cells
        block_cells: u32 = 16, "entries", "Underwood et al. 2005 §VI-A: 8, 16 and 32 were built";
        /// number of bits that a unit stores of an entry's tag
        tag_bits: u32 = 20, "bits", "Underwood et al. 2005 §III-A: a pointer into memory; 16 in the prototype of §VI-A";
        /// number of headers, or requests to receive, that can wait for a unit
        header_fifo: u32 = 16, "headers", "ours: the paper gives no depth";
        /// number of commands that can wait for a unit
        command_fifo: u32 = 16, "commands", "ours: the paper gives no depth";
        /// number of results that can wait in a unit for the processor
        result_fifo: u32 = 32, "results", "ours: the paper gives no depth";
        /// clock frequency of the units
        clock_hz: u64 = 500_000_000, "Hz", "Underwood et al. 2005 §V-D, §VI-A: five times that of the prototype";
        /// time of one match: to search all entries for one header. A unit performs matches one after the other. 0 =
        /// from the number of blocks, cells / block_cells: 7 cycles for 16 blocks or more, 6 for fewer
        match_cycles: u32 = 0, "cycles",
                "Underwood et al. 2005 Tables IV, V: the rule is ours and gives each of their rows; §VI-A simulates 7";
        /// time of one insertion of an entry
        insert_cycles: u32 = 2, "cycles", "Underwood et al. 2005 §V-D";
        /// time of any other command
        command_cycles: u32 = 1, "cycles", "ours: the paper gives none";
        /// time from the start of an access of the processor until the access reaches the unit
        bus_delay_ns: u32 = 20, "ns", "Underwood et al. 2005 §V-B";
    }
}

/// From this number of blocks on, the multiplexers between blocks take two cycles (Underwood et al.
/// 2005 Tables IV, V).
const MANY_BLOCKS: u32 = 16;

/// Cycles of a match with fewer blocks: two for distribution, one for comparison, one for the
/// multiplexers in the blocks, one for those between blocks, one for deletion (Underwood et al.
/// 2005 §V-D, Tables IV, V).
const MATCH_CYCLES: u32 = 6;

impl AlpuParams {
    /// Are the numbers usable? An error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let most = |mask: u64, shift: u64| (mask >> shift) as u32;
        let results = most(regs::STATUS_RESULTS_MASK, regs::STATUS_RESULTS_SHIFT);
        let limits = [
            ("cells", self.cells, 2, most(regs::STATUS_ENTRIES_MASK, regs::STATUS_ENTRIES_SHIFT)),
            ("tag_bits", self.tag_bits, 1, regs::RESULT_VALUE_MASK.count_ones()),
            ("header_fifo", self.header_fifo, 1, 4096),
            ("command_fifo", self.command_fifo, 1, 4096),
            ("result_fifo", self.result_fifo, 1, results),
            ("match_cycles", self.match_cycles, 0, 1000),
            ("insert_cycles", self.insert_cycles, 1, 1000),
            ("command_cycles", self.command_cycles, 1, 1000),
            ("bus_delay_ns", self.bus_delay_ns, 0, 1_000_000),
        ];
        limits::check(AlpuParams::SECTION.name, &limits)?;
        self.check_blocks()?;
        if !(1_000_000..=100_000_000_000).contains(&self.clock_hz) {
            return Err(format!("alpu.clock_hz = {}: must be 1 MHz to 100 GHz", self.clock_hz));
        }
        self.check_bases()
    }

    fn check_blocks(&self) -> Result<(), String> {
        let (cells, block) = (self.cells, self.block_cells);
        if block < 2 || !block.is_power_of_two() {
            return Err(format!("alpu.block_cells = {block}: must be a power of two, at least 2"));
        }
        if !cells.is_multiple_of(block) {
            return Err(format!("alpu.cells = {cells}: must be a multiple of alpu.block_cells, {block}"));
        }
        Ok(())
    }

    fn check_bases(&self) -> Result<(), String> {
        let rows = [("posted_base", self.posted_base), ("unexpected_base", self.unexpected_base)];
        let is_bad = |base: u64| !base.is_multiple_of(regs::UNIT_BYTES) || base.checked_add(regs::UNIT_BYTES).is_none();
        if let Some((key, base)) = rows.into_iter().find(|&(_, base)| is_bad(base)) {
            return Err(format!("alpu.{key} = {base:#x}: must be a multiple of {:#x}", regs::UNIT_BYTES));
        }
        if self.posted_base == self.unexpected_base {
            return Err(format!("alpu.unexpected_base = {:#x}: alpu.posted_base is the same", self.unexpected_base));
        }
        Ok(())
    }

    /// Cycles of a match.
    pub fn cycles_of_match(&self) -> u32 {
        match self.match_cycles {
            0 if self.cells / self.block_cells >= MANY_BLOCKS => MATCH_CYCLES + 1,
            0 => MATCH_CYCLES,
            cycles => cycles,
        }
    }
}
