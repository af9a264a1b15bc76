//! Timing for tests: a pipeline with a cost of its own for everything, and caches.

use crate::common::{BASE, SIZE};
use rankine_isa::Xlen;
use rankine_timing::{CacheParams, Cached, Pipeline, Prediction, Replacement, TimingParams};

/// A pipeline with a cost of its own for everything.
fn params() -> TimingParams {
    TimingParams {
        issue_width: 1,
        memory_ports: 1,
        alu: 1,
        shift: 2,
        shift_per_bit: 0,
        mul: 1,
        mul_use: 3,
        div_32: 20,
        div_64: 36,
        load: 1,
        load_use: 2,
        store: 1,
        branch_prediction: Prediction::None,
        branch_not_taken: 1,
        branch_taken: 3,
        branch_mispredicted: 7,
        jump: 2,
        jump_register: 4,
        amo: 5,
        amo_use: 2,
        csr: 3,
        fence: 1,
        fence_i: 10,
        system: 5,
        fp_load_use: 2,
        fp_add: 1,
        fp_add_use: 3,
        fp_mul: 1,
        fp_mul_use: 3,
        fp_fma: 1,
        fp_fma_use: 4,
        fp_div_single: 15,
        fp_div_double: 29,
        fp_sqrt_single: 16,
        fp_sqrt_double: 30,
        fp_convert: 1,
        fp_convert_use: 2,
        fp_compare: 1,
        fp_compare_use: 1,
        fp_move: 1,
        fp_move_use: 0,
    }
}

/// Write-back first-level caches of 1024 bytes in 32-byte lines, 100 cycles a miss; and what `change` makes of them.
pub fn cached(xlen: Xlen, change: impl FnOnce(&mut TimingParams, &mut CacheParams)) -> Cached {
    let mut params = params();
    let mut caches = CacheParams {
        l1i_bytes: 1024,
        l1i_ways: 1,
        l1i_line_bytes: 32,
        l1i_replacement: Replacement::Lru,
        l1d_bytes: 1024,
        l1d_ways: 1,
        l1d_line_bytes: 32,
        l1d_replacement: Replacement::Lru,
        l1d_write_back: true,
        l1d_write_allocate: true,
        l2_bytes: 0,
        l2_ways: 1,
        l2_line_bytes: 32,
        l2_replacement: Replacement::Lru,
        l2_holds_code: true,
        l2_hit_cycles: 0,
        memory_read_cycles: 100,
        memory_write_cycles: 0,
    };
    change(&mut params, &mut caches);
    Cached::new(Pipeline::new(params, xlen), caches, &(BASE..BASE + SIZE)).unwrap()
}
