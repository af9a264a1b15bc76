//! The keys of a platform's `[timing]` and `[caches]` sections.

use serde::Deserialize;

/// Costs in cycles, by kind of instruction. An instruction's own cost is the time until the next one may issue; a
/// `_use` cost is the stall added when the very next instruction reads the result, a cycle less when the one after
/// that does, and so on. A cost of 0 says that the hart has no such instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimingParams {
    /// Instructions that issue together at most, and loads and stores among them.
    pub issue_width: u16,
    pub memory_ports: u16,
    pub alu: u16,
    pub shift: u16,
    /// On top, for each place shifted by: when that is a constant, and when it is in a register.
    pub shift_per_bit: u16,
    pub shift_register_per_bit: u16,
    pub mul: u16,
    pub mul_use: u16,
    pub div_32: u16,
    pub div_64: u16,
    pub load: u16,
    pub load_use: u16,
    pub store: u16,
    pub branch_prediction: Prediction,
    /// A branch predicted right, not taken and taken.
    pub branch_not_taken: u16,
    pub branch_taken: u16,
    /// A branch predicted wrong.
    pub branch_mispredicted: u16,
    pub jump: u16,
    pub jump_register: u16,
    pub amo: u16,
    pub amo_use: u16,
    pub csr: u16,
    pub fence: u16,
    pub fence_i: u16,
    /// `ecall`, `ebreak`, `mret`, `wfi`.
    pub system: u16,
    pub fp_load_use: u16,
    pub fp_add: u16,
    pub fp_add_use: u16,
    pub fp_mul: u16,
    pub fp_mul_use: u16,
    pub fp_fma: u16,
    pub fp_fma_use: u16,
    pub fp_div_single: u16,
    pub fp_div_double: u16,
    pub fp_sqrt_single: u16,
    pub fp_sqrt_double: u16,
    pub fp_convert: u16,
    pub fp_convert_use: u16,
    pub fp_compare: u16,
    pub fp_compare_use: u16,
    pub fp_move: u16,
    pub fp_move_use: u16,
}

/// How the direction of a branch is guessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prediction {
    /// Not at all: the costs of both directions stand as they are.
    #[default]
    None,
    /// Backward taken, forward not taken.
    Backward,
}

/// The caches between a hart and its memory. A size of 0 stands for no such cache.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CacheParams {
    pub l1i_bytes: u64,
    pub l1i_ways: u64,
    pub l1i_line_bytes: u64,
    pub l1i_replacement: Replacement,
    pub l1d_bytes: u64,
    pub l1d_ways: u64,
    pub l1d_line_bytes: u64,
    pub l1d_replacement: Replacement,
    /// A store stays in the cache until its line is replaced; otherwise it also goes to the next level at once,
    /// through a buffer that the hart does not wait for.
    pub l1d_write_back: bool,
    /// A store that misses brings the line; otherwise it goes to the next level, through the same buffer.
    pub l1d_write_allocate: bool,
    /// For code and data; write-back, write-allocate.
    pub l2_bytes: u64,
    pub l2_ways: u64,
    pub l2_line_bytes: u64,
    pub l2_replacement: Replacement,
    /// Otherwise instruction misses go to memory.
    pub l2_holds_code: bool,
    /// Cycles of a first-level miss that hits in the second.
    pub l2_hit_cycles: u64,
    /// Cycles to bring a line from memory, on top of finding out that it must.
    pub memory_read_cycles: u64,
    /// Cycles that the hart waits while a changed line goes to memory.
    pub memory_write_cycles: u64,
}

/// Which line of a set is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Replacement {
    /// The one that has not been used for longest.
    Lru,
    /// Each in turn.
    RoundRobin,
}
