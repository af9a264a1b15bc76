//! A hart with 64 KiB of memory and a program in it.

use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Watch, run};
use rankine_isa::parse_isa;
use rankine_timing::{Prediction, Timing, TimingParams};
use std::sync::Arc;

pub const BASE: u64 = 0x1_0000;
pub const SIZE: u64 = 0x1_0000;

pub struct Machine {
    pub hart: Hart,
    pub ram: Ram,
    pub code: Code,
}

impl Machine {
    /// `words` at the start of memory, predecoded where `image` says so, hooks on `hooks`.
    pub fn new<T: Timing + 'static>(isa: &str, words: &[u32], timing: &T, image: bool, hooks: &[u64]) -> Machine {
        let (xlen, ext) = parse_isa(isa).unwrap();
        let mut ram = Ram::new(BASE, SIZE).unwrap();
        for (index, word) in words.iter().enumerate() {
            assert!(ram.write(BASE + 4 * index as u64, &word.to_le_bytes()));
        }
        let text = BASE..BASE + if image { 4 * words.len() as u64 } else { 0 };
        let mut image = Code::image(std::slice::from_ref(&text), &mut ram, xlen, &ext, timing);
        Arc::get_mut(&mut image).unwrap().set_hooks(hooks.iter().copied());
        let mut hart = Hart::new(xlen, ext, 3);
        hart.pc = BASE;
        Machine { hart, ram, code: Code::new(image) }
    }

    pub fn run<T: Timing + 'static, W: Watch>(&mut self, timing: &mut T, watch: &mut W, until: u64) -> Exit {
        run(&mut self.hart, &mut self.ram, &mut self.code, timing, watch, until)
    }
}

/// A pipeline with a cost of its own for everything.
#[allow(dead_code, reason = "not every test has a timed hart")]
pub fn params() -> TimingParams {
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
