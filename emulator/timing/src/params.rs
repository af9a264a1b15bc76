//! The keys of a platform's `[timing]` and `[caches]` sections.

use rankine_keys::keys;
use serde::Deserialize;

keys! {
    /// Costs of instructions in cycles, by kind of instruction. The cost of an instruction is the time until the next
    /// one may issue. A `_use` cost is the stall of the very next instruction if it reads the result; if the
    /// instruction after that reads it, the stall is one cycle less, and so on.
    #[derive(Default)]
    pub struct TimingParams [timing] {
        /// largest number of instructions issued in one cycle
        issue_width: u16 = 1, "instructions", "ours: no timing";
        /// largest number of loads and stores issued in one cycle
        memory_ports: u16 = 1, "accesses", "ours: no timing";
        /// largest number of instructions in flight. Instructions in the window wait there for operands and data
        /// misses, while later instructions continue; 1 = there is no window, and the hart waits for each instruction
        window: u16 = 1, "instructions", "ours: no timing";
        /// integer addition, logic, comparison, lui, auipc
        alu: u16 = 1, "cycles", "ours: no timing";
        /// shift, whatever its distance; see the next two keys
        shift: u16 = 1, "cycles", "ours: no timing";
        /// extra time of a shift for each bit position, if the distance is a constant
        shift_per_bit: u16 = 0, "cycles", "ours: no timing";
        /// extra time of a shift for each bit position, if the distance is in a register
        shift_register_per_bit: u16 = 0, "cycles", "ours: no timing";
        /// issue of a multiplication; 0 = the hart has no multiplication
        mul: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the product
        mul_use: u16 = 0, "cycles", "ours: no timing";
        /// 32-bit division and remainder; 0 = the hart has no division
        div_32: u16 = 1, "cycles", "ours: no timing";
        /// 64-bit division and remainder
        div_64: u16 = 1, "cycles", "ours: no timing";
        /// issue of a load
        load: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the loaded value
        load_use: u16 = 0, "cycles", "ours: no timing";
        /// a store
        store: u16 = 1, "cycles", "ours: no timing";
        /// `none` = branches have the two costs below; `backward` = the hart predicts that backward branches are
        /// taken and forward branches are not
        branch_prediction: Prediction = "none", "text", "ours: no timing";
        /// conditional branch that is not taken
        branch_not_taken: u16 = 1, "cycles", "ours: no timing";
        /// conditional branch that is taken
        branch_taken: u16 = 1, "cycles", "ours: no timing";
        /// conditional branch that was predicted wrongly; has an effect only with branch prediction
        branch_mispredicted: u16 = 1, "cycles", "ours: no timing";
        /// jal, a jump to a fixed address
        jump: u16 = 1, "cycles", "ours: no timing";
        /// jalr, a jump to an address in a register
        jump_register: u16 = 1, "cycles", "ours: no timing";
        /// lr, sc and atomic read-modify-write; 0 = the hart has none of them
        amo: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the result of an lr, sc or atomic read-modify-write
        amo_use: u16 = 0, "cycles", "ours: no timing";
        /// access to a control and status register
        csr: u16 = 1, "cycles", "ours: no timing";
        /// fence, in addition to the time that it waits for earlier accesses
        fence: u16 = 1, "cycles", "ours: no timing";
        /// fence.i
        fence_i: u16 = 1, "cycles", "ours: no timing";
        /// ecall, ebreak, mret, wfi
        system: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads a loaded floating-point value
        fp_load_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a floating-point addition or subtraction; 0 = the hart has no floating-point instructions
        fp_add: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the sum
        fp_add_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a floating-point multiplication
        fp_mul: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the product
        fp_mul_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a fused multiply-add
        fp_fma: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the result
        fp_fma_use: u16 = 0, "cycles", "ours: no timing";
        /// single-precision division
        fp_div_single: u16 = 1, "cycles", "ours: no timing";
        /// double-precision division; 0 = the hart has no double precision
        fp_div_double: u16 = 1, "cycles", "ours: no timing";
        /// single-precision square root
        fp_sqrt_single: u16 = 1, "cycles", "ours: no timing";
        /// double-precision square root
        fp_sqrt_double: u16 = 1, "cycles", "ours: no timing";
        /// issue of a conversion from or to a floating-point format
        fp_convert: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the result
        fp_convert_use: u16 = 0, "cycles", "ours: no timing";
        /// issue of a floating-point comparison, minimum or maximum
        fp_compare: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the result
        fp_compare_use: u16 = 0, "cycles", "ours: no timing";
        /// floating-point move, sign injection or classification
        fp_move: u16 = 1, "cycles", "ours: no timing";
        /// stall of the next instruction if it reads the result
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
    /// The caches between a hart and its memory.
    pub struct CacheParams [caches] {
        /// size of the first-level instruction cache; 0 = there is none, and fetching code takes no time
        l1i_bytes: u64 = 0, "bytes", "ours: no timing";
        /// number of ways of the first-level instruction cache
        l1i_ways: u64 = 1, "ways", "ours: without effect here";
        /// size of a line of the first-level instruction cache
        l1i_line_bytes: u64 = 32, "bytes", "ours: without effect here";
        /// line of a set that is replaced: `lru` = the least recently used one, `round_robin` = each in turn
        l1i_replacement: Replacement = "lru", "text", "ours: without effect here";
        /// size of the first-level data cache; 0 = there is none, and memory answers in the time of timing.load and
        /// timing.store
        l1d_bytes: u64 = 0, "bytes", "ours: no timing";
        /// number of ways of the first-level data cache
        l1d_ways: u64 = 1, "ways", "ours: without effect here";
        /// size of a line of the first-level data cache
        l1d_line_bytes: u64 = 32, "bytes", "ours: without effect here";
        /// line of a set that is replaced: `lru` = the least recently used one, `round_robin` = each in turn
        l1d_replacement: Replacement = "lru", "text", "ours: without effect here";
        /// true = a store stays in the cache until its line is replaced; false = each store goes on to the next level
        /// at once, through a buffer
        l1d_write_back: bool = true, "bool", "ours: without effect here";
        /// true = a store that misses brings the line into the cache; false = the store goes on to the next level
        /// through the buffer
        l1d_write_allocate: bool = true, "bool", "ours: without effect here";
        /// size of the second-level cache, which is write-back and write-allocate; 0 = there is none
        l2_bytes: u64 = 0, "bytes", "ours: no timing";
        /// number of ways of the second-level cache
        l2_ways: u64 = 1, "ways", "ours: without effect here";
        /// size of a line of the second-level cache
        l2_line_bytes: u64 = 32, "bytes", "ours: without effect here";
        /// line of a set that is replaced: `lru` = the least recently used one, `round_robin` = each in turn
        l2_replacement: Replacement = "lru", "text", "ours: without effect here";
        /// true = the second-level cache also holds code; false = misses of the instruction cache go to memory
        l2_holds_code: bool = true, "bool", "ours: without effect here";
        /// time of a first-level miss that hits in the second-level cache
        l2_hit_cycles: u64 = 0, "cycles", "ours: without effect here";
        /// time to bring a line from memory, in addition to the look-up in the second-level cache
        memory_read_cycles: u64 = 0, "cycles", "ours: without effect here";
        /// time that the hart waits while a modified line is written to memory
        memory_write_cycles: u64 = 0, "cycles", "ours: without effect here";
        /// largest number of data misses under way at once; has an effect only if timing.window lets the hart
        /// continue after a miss
        misses_outstanding: u64 = 1, "misses", "ours: without effect here";
        /// number of memory banks, each with one open row; 0 = there are no rows, and each line takes
        /// memory_read_cycles
        memory_banks: u64 = 0, "banks", "ours: no rows";
        /// size of a row of a bank; consecutive rows are in consecutive banks
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
