//! A hart with 64 KiB of memory and a program in it, for the tests of this directory.

use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Watch, run};
use rankine_isa::parse_isa;
use rankine_timing::Timing;
use std::sync::Arc;

pub const BASE: u64 = 0x1_0000;
pub const SIZE: u64 = 0x1_0000;

pub struct Machine {
    pub hart: Hart,
    pub ram: Ram,
    pub code: Code,
}

impl Machine {
    /// A machine with `words` at the start of memory, predecoded if `image` is set, with hooks at `hooks`.
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
