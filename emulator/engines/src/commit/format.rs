//! The interface of all formats of commit logs.

use super::buffer::Buffer;
use super::step::{Known, Plain, Skipped, Step};

/// A format of commit logs.
pub trait Format: Send {
    /// Do lines show the costs of instructions?
    fn tells_costs(&self) -> bool {
        true
    }

    /// Writes the beginning of the log.
    fn begin(&mut self, out: &mut Buffer) {
        let _ = out;
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Buffer);

    /// Writes a plain instruction at `pc`, if its line is ready. Returns its cost.
    #[inline(always)]
    fn plain(&mut self, pc: u64, plain: &Plain, out: &mut Buffer) -> Option<i64> {
        let _ = (pc, plain, out);
        None
    }

    /// Prepares the instruction's line, if the format has ready-made lines. The numbers in `plain`
    /// do not matter.
    fn prepare(&mut self, known: &Known, plain: &Plain) {
        let _ = (known, plain);
    }

    /// The code may have changed.
    fn forget(&mut self) {}

    fn skipped(&mut self, skipped: &Skipped, out: &mut Buffer) {
        let _ = (skipped, out);
    }
}

/// Text that a format makes once for each instruction.
#[derive(Debug, Default)]
pub struct Prefixes(Vec<Box<[u8]>>);

impl Prefixes {
    pub fn get(&mut self, known: &Known, make: impl FnOnce() -> String) -> &[u8] {
        if self.0.len() <= known.number {
            self.0.resize_with(known.number + 1, Box::default);
        }
        let text = &mut self.0[known.number];
        if text.is_empty() {
            *text = make().into_bytes().into();
        }
        text
    }
}
