//! The keys of a platform's `[timing]` and `[caches]` sections.

use rankine_keys::keys;
use serde::Deserialize;

keys! {
    /// Costs in cycles, by kind of instruction. An instruction's own cost is the time until the next one may issue; a `_use`
    /// cost is the stall added when the very next instruction reads the result, a cycle less when the one after that does,
    /// and so on. A cost of 0 says that the hart has no such instructions.
    #[derive(Default)]
    pub struct TimingParams [timing] {
        /// most instructions issued in one cycle
        issue_width: u16 = 1, "instructions", "ours: no timing";
        /// most loads and stores issued in one cycle
        memory_ports: u16 = 1, "accesses", "ours: no timing";
        /// most instructions in flight; those in the window wait for operands and data misses there, while others go on;
        /// 1 = no window: the hart waits for each
        window: u16 = 1, "instructions", "ours: no timing";
        /// integer add, logic, compare, lui, auipc
        alu: u16 = 1, "cycles", "ours: no timing";
        /// shifts
        shift: u16 = 1, "cycles", "ours: no timing";
        /// added to a shift for each bit position, when the distance is a constant
        shift_per_bit: u16 = 0, "cycles", "ours: no timing";
        /// added to a shift for each bit position, when the distance is in a register
        shift_register_per_bit: u16 = 0, "cycles", "ours: no timing";
        /// issue of a multiplication
        mul: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the product
        mul_use: u16 = 0, "cycles", "ours: no timing";
        /// 32-bit division and remainder
        div_32: u16 = 1, "cycles", "ours: no timing";
        /// 64-bit division and remainder
        div_64: u16 = 1, "cycles", "ours: no timing";
        /// issue of a load
        load: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the loaded value
        load_use: u16 = 0, "cycles", "ours: no timing";
        /// a store
        store: u16 = 1, "cycles", "ours: no timing";
        /// none = costs as below; backward = backward branches are expected to be taken, forward ones not
        branch_prediction: Prediction = "none", "text", "ours: no timing";
        /// conditional branch, not taken
        branch_not_taken: u16 = 1, "cycles", "ours: no timing";
        /// conditional branch, taken
        branch_taken: u16 = 1, "cycles", "ours: no timing";
        /// conditional branch predicted wrong, where there is prediction
        branch_mispredicted: u16 = 1, "cycles", "ours: no timing";
        /// jal
        jump: u16 = 1, "cycles", "ours: no timing";
        /// jalr
        jump_register: u16 = 1, "cycles", "ours: no timing";
        /// lr, sc and atomic read-modify-write; 0 = the hart has none
        amo: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the result
        amo_use: u16 = 0, "cycles", "ours: no timing";
        /// CSR access
        csr: u16 = 1, "cycles", "ours: no timing";
        /// fence, on top of what it waits for
        fence: u16 = 1, "cycles", "ours: no timing";
        /// fence.i
        fence_i: u16 = 1, "cycles", "ours: no timing";
        /// ecall, ebreak, mret, wfi
        system: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads a loaded floating-point value
        fp_load_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a floating-point addition or subtraction; 0 = the hart has none
        fp_add: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the sum
        fp_add_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a floating-point multiplication
        fp_mul: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the product
        fp_mul_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a fused multiply-add
        fp_fma: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the result
        fp_fma_use: u16 = 0, "cycles", "ours: no timing";
        /// single-precision division
        fp_div_single: u16 = 1, "cycles", "ours: no timing";
        /// double-precision division; 0 = the hart has no double precision
        fp_div_double: u16 = 1, "cycles", "ours: no timing";
        /// single-precision square root
        fp_sqrt_single: u16 = 1, "cycles", "ours: no timing";
        /// double-precision square root
        fp_sqrt_double: u16 = 1, "cycles", "ours: no timing";
        /// issue of a conversion
        fp_convert: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the result
        fp_convert_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a comparison, minimum or maximum
        fp_compare: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the result
        fp_compare_use: u16 = 0, "cycles", "ours: no timing";
        /// moves between register files, sign injection, classification
        fp_move: u16 = 1, "cycles", "ours: no timing";
        /// stall when the next instruction reads the result
        fp_move_use: u16 = 0, "cycles", "ours: no timing";
    }
}

/// How the direction of a branch is predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prediction {
    /// No prediction: the costs of both directions are used as they are.
    #[default]
    None,
    /// Backward taken, forward not taken.
    Backward,
}

keys! {
    /// The caches between a hart and its memory. A size of 0 stands for no such cache.
    pub struct CacheParams [caches] {
        /// first-level instruction cache; 0 = none, code is fetched at no cost
        l1i_bytes: u64 = 0, "bytes", "ours: no timing";
        /// ways of a set of the first-level instruction cache
        l1i_ways: u64 = 1, "ways", "ours: without effect here";
        /// size of a line of the first-level instruction cache
        l1i_line_bytes: u64 = 32, "bytes", "ours: without effect here";
        /// which line of a set gives way: `lru` or `round_robin`
        l1i_replacement: Replacement = "lru", "text", "ours: without effect here";
        /// first-level data cache; 0 = none, memory answers at the cost of load and store
        l1d_bytes: u64 = 0, "bytes", "ours: no timing";
        /// ways of a set of the first-level data cache
        l1d_ways: u64 = 1, "ways", "ours: without effect here";
        /// size of a line of the first-level data cache
        l1d_line_bytes: u64 = 32, "bytes", "ours: without effect here";
        /// which line of a set gives way: `lru` or `round_robin`
        l1d_replacement: Replacement = "lru", "text", "ours: without effect here";
        /// stores stay until their line is replaced; false = each goes on at once, through a buffer
        l1d_write_back: bool = true, "bool", "ours: without effect here";
        /// a store that misses brings the line; false = it goes on through the buffer
        l1d_write_allocate: bool = true, "bool", "ours: without effect here";
        /// second-level cache, write-back, write-allocate; 0 = none
        l2_bytes: u64 = 0, "bytes", "ours: no timing";
        /// ways of a set of the second-level cache
        l2_ways: u64 = 1, "ways", "ours: without effect here";
        /// size of a line of the second-level cache
        l2_line_bytes: u64 = 32, "bytes", "ours: without effect here";
        /// which line of a set gives way: `lru` or `round_robin`
        l2_replacement: Replacement = "lru", "text", "ours: without effect here";
        /// the second-level cache holds code, too; false = instruction misses go to memory
        l2_holds_code: bool = true, "bool", "ours: without effect here";
        /// time of a first-level miss that hits in the second level
        l2_hit_cycles: u64 = 0, "cycles", "ours: without effect here";
        /// time to bring a line from memory, on top of the look into the second level
        memory_read_cycles: u64 = 0, "cycles", "ours: without effect here";
        /// time that the hart waits while a changed line goes to memory
        memory_write_cycles: u64 = 0, "cycles", "ours: without effect here";
        /// most data misses under way at once, where timing.window lets the hart go on behind one
        misses_outstanding: u64 = 1, "misses", "ours: without effect here";
        /// banks of memory, each with one open row; 0 = every line takes memory_read_cycles
        memory_banks: u64 = 0, "banks", "ours: no rows";
        /// size of a row, which is in one bank; the next row is in the next bank
        memory_row_bytes: u64 = 2048, "bytes", "ours: 1024 columns of 16 bits, as DDR SDRAM has them";
        /// time to bring a line from the open row of its bank, in place of memory_read_cycles
        memory_open_row_cycles: u64 = 0, "cycles", "ours: without effect here";
    }
}

/// The line of a set that is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Replacement {
    /// The line that has not been used for longest.
    Lru,
    /// Each line in turn.
    RoundRobin,
}
