//! What every format of commit logs does.

use super::buffer::Buffer;
use super::step::{Known, Plain, Skipped, Step};

/// A format of commit logs.
pub trait Format: Send {
    /// Do lines tell what instructions cost?
    fn tells_costs(&self) -> bool {
        true
    }

    /// What stands at the beginning.
    fn begin(&mut self, out: &mut Buffer) {
        let _ = out;
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Buffer);

    /// A plain instruction at `pc`, if its line is ready: what it has cost.
    #[inline(always)]
    fn plain(&mut self, pc: u64, plain: &Plain, out: &mut Buffer) -> Option<i64> {
        let _ = (pc, plain, out);
        None
    }

    /// Makes its line ready, if the format has such lines: numbers do not matter.
    fn prepare(&mut self, known: &Known, plain: &Plain) {
        let _ = (known, plain);
    }

    /// Other instructions may stand where some have stood.
    fn forget(&mut self) {}

    fn skipped(&mut self, skipped: &Skipped, out: &mut Buffer) {
        let _ = (skipped, out);
    }
}

/// Text that a format makes of each instruction once.
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
