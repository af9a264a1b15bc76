//! The keys of a platform's `[timing]` section.

use serde::Deserialize;

/// Costs in cycles, by kind of instruction. An instruction's own cost is the time until the next one
/// may issue; a `_use` cost is the stall added when the very next instruction reads the result.
/// When only the one after that reads it, the stall is a cycle shorter (loads: `load_use_2`).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileParams {
    pub alu: u16,
    pub shift: u16,
    pub mul: u16,
    pub mul_use: u16,
    pub div_32: u16,
    pub div_64: u16,
    pub load: u16,
    pub load_use: u16,
    pub load_use_2: u16,
    pub store: u16,
    pub branch_not_taken: u16,
    pub branch_taken: u16,
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
