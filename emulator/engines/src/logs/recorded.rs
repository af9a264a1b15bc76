//! A timing with which the engine records executed instructions, for logs.

use super::watcher::Watcher;
use crate::profile::Profiled;
use rankine_bus::Ram;
use rankine_hart::{Code, Exit, Hart, Image};
use rankine_isa::{Extensions, Xlen};
use rankine_machine::{Completed, Engine, Moment, Observer, SkippedRounds, Wait, Watching};
use rankine_timing::{CacheCounts, Cached, CodeCost, Executed, Jump, Note, Record, Timing};
use std::ops::Range;
use std::sync::Arc;

/// Most records before they are taken: few enough for the host's nearest cache.
const TAPE: usize = 256;

/// The timing `inner`, recorded for a processor's logs.
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

    fn take_counters(&mut self, cost: &dyn Fn(u64) -> Option<CodeCost>) {
        self.inner.take_counters(cost);
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

/// A timing that can be recorded.
pub trait Recordable: Timing + Send + 'static {
    fn caches(&self) -> &Cached;
    fn caches_mut(&mut self) -> &mut Cached;
    fn repeat_misses(&mut self, misses: &CacheCounts, times: u64);

    /// The observer in it, if it must see what happens to the processor.
    fn observer(&mut self) -> Option<&mut dyn Observer> {
        None
    }
}

impl Recordable for Cached {
    fn caches(&self) -> &Cached {
        self
    }

    fn caches_mut(&mut self) -> &mut Cached {
        self
    }

    fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        self.repeat_counts(misses, times);
    }
}

impl Recordable for Profiled {
    fn caches(&self) -> &Cached {
        &self.cached
    }

    fn caches_mut(&mut self) -> &mut Cached {
        &mut self.cached
    }

    fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        Engine::repeat_misses(self, misses, times);
    }

    fn observer(&mut self) -> Option<&mut dyn Observer> {
        Some(self)
    }
}

impl<C: Recordable> Recorded<C> {
    fn tell(&mut self, of: impl FnOnce(&mut dyn Observer)) {
        if let Some(observer) = self.inner.observer() {
            of(observer);
        }
    }
}

impl<C: Recordable> Observer for Recorded<C> {
    fn hook_reached(&mut self, at: &Moment<'_>) {
        self.watcher.at_hook(at.hart);
    }

    fn completed(&mut self, at: &Moment<'_>, instruction: &Completed) {
        self.tell(|inner| inner.completed(at, instruction));
        if let Some(parcel) = &instruction.parcel {
            self.watcher.complete(at.hart, at.ram, parcel, instruction.pc, instruction.access);
        }
    }

    fn waited(&mut self, pc: u64, wait: Wait, cycles: u64) {
        match wait {
            Wait::Device => {}
            Wait::Fetch => self.watcher.note(Note::Fetch, cycles),
            Wait::Data => self.watcher.note(Note::Data, cycles),
        }
        self.tell(|inner| inner.waited(pc, wait, cycles));
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.tell(|inner| inner.round_began(at));
    }

    fn round_ended(&mut self, at: &Moment<'_>) {
        self.tell(|inner| inner.round_ended(at));
    }

    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        let SkippedRounds { rounds, cycles, instructions } = *skipped;
        self.tell(|inner| inner.rounds_skipped(skipped));
        self.watcher.skip(rounds, rounds * cycles, rounds * instructions);
    }

    fn stretch_began(&mut self, hart: &Hart) -> u64 {
        self.watcher.resume(hart);
        self.watcher.next_edge()
    }

    fn code_changed(&mut self) {
        self.watcher.forget_code();
    }

    fn ended(&mut self) {
        self.watcher.finish();
    }
}

impl<C: Recordable> Engine for Recorded<C> {
    fn run(&mut self, hart: &mut Hart, ram: &mut Ram, code: &mut Code, mut watching: Watching<'_>, until: u64) -> Exit {
        rankine_hart::run(hart, ram, code, self, &mut watching, until)
    }

    fn image(&self, ranges: &[Range<u64>], ram: &mut Ram, xlen: Xlen, extensions: &Extensions) -> Arc<Image> {
        Code::image(ranges, ram, xlen, extensions, self)
    }

    fn caches(&self) -> Option<&Cached> {
        Some(self.inner.caches())
    }

    fn caches_mut(&mut self) -> Option<&mut Cached> {
        Some(self.inner.caches_mut())
    }

    fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        self.inner.repeat_misses(misses, times);
    }
}
