//! A timing under which the engine records what it executes, for logs of instructions.

use crate::logs::Watcher;
use rankine_timing::{Executed, Jump, Record, Timing};
use std::ops::Range;

/// Records that are kept before they are taken: few enough for the host's nearest cache.
const TAPE: usize = 256;

/// The timing `inner`, recorded for a rank's logs.
pub struct Recorded<C> {
    pub inner: C,
    pub watcher: Watcher,
    tape: Box<[Record]>,
}

impl<C> Recorded<C> {
    pub fn new(inner: C, watcher: Watcher) -> Recorded<C> {
        Recorded { inner, watcher, tape: vec![Record::default(); TAPE].into() }
    }
}

// SAFETY: marks and counters are those of `inner`, and the tape is never replaced.
unsafe impl<C: Timing> Timing for Recorded<C> {
    rankine_timing::costs_of!(inner);

    fn flush_code(&mut self) {
        self.inner.flush_code();
        self.watcher.forget_code();
    }

    const PROFILED: bool = C::PROFILED;

    fn places(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2] {
        self.inner.places(pc, bytes)
    }

    fn transferred(&mut self, from: u64, to: u64) {
        self.inner.transferred(from, to);
    }

    fn jumped(&mut self, jump: &Jump) {
        self.inner.jumped(jump);
    }

    fn entered(&mut self, pc: u64, cycles: u64) {
        self.inner.entered(pc, cycles);
    }

    fn left(&mut self, pc: u64, is_retired: bool, cycles: u64) {
        self.inner.left(pc, is_retired, cycles);
    }

    fn paid(&mut self, pc: u64, cycles: u64) {
        self.inner.paid(pc, cycles);
    }

    const RECORDED: bool = true;

    fn tape(&mut self) -> Range<*mut Record> {
        self.tape.as_mut_ptr_range()
    }

    fn take_records(&mut self, count: usize, executed: &dyn Fn(u64) -> Option<Executed>) {
        self.watcher.take(&self.tape[..count], executed);
    }
}
