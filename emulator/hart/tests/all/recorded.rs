//! A timing that keeps the engine's records, and holds what they say of cycles to the cycles that go by.

use crate::timed::Caches;
use rankine_timing::{Cached, Executed, Note, Record, TAPE_MIN, Timing};
use std::ops::Range;

/// What is known of an instruction: its record, when it began, and what was noted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub record: Record,
    pub began: u64,
    pub stored: Option<u64>,
    pub csr: Option<u64>,
}

pub struct Recording {
    pub cached: Cached,
    tape: Box<[Record]>,
    pub seen: Vec<Seen>,
    /// Where the instruction before ended, and the cycles noted since.
    cycle: u64,
    noted: u64,
    /// Has something not retired since then? Nobody tells what that took.
    is_unknown: bool,
    stored: Option<u64>,
    csr: Option<u64>,
}

impl Recording {
    pub fn new(cached: Cached) -> Recording {
        Recording::with_tape(cached, TAPE_MIN)
    }

    pub fn with_tape(cached: Cached, records: usize) -> Recording {
        let tape = vec![Record::default(); records].into();
        let (stored, csr) = (None, None);
        Recording { cached, tape, seen: Vec::new(), cycle: 0, noted: 0, is_unknown: false, stored, csr }
    }

    /// Forgets what has been seen: another machine comes.
    pub fn forget(&mut self) {
        self.seen.clear();
        (self.cycle, self.noted) = (0, 0);
    }

    fn note(&mut self, note: Note, value: u64) {
        match note {
            Note::Fetch | Note::Data | Note::Issue => self.noted += value,
            Note::Left => self.is_unknown = true,
            Note::Now => {
                if !std::mem::take(&mut self.is_unknown) {
                    assert_eq!(value, self.cycle + self.noted, "behind {:?}", self.seen.last());
                }
                self.noted = value - self.cycle;
            }
            Note::Stored => self.stored = Some(value),
            Note::Csr => self.csr = Some(value),
        }
    }
}

impl Caches for Recording {
    fn caches(&mut self) -> &mut Cached {
        &mut self.cached
    }

    fn waited(&mut self, cycles: u64) {
        self.noted += cycles;
    }
}

// SAFETY: the marks are those of the caches, which are never replaced; nor is the tape.
unsafe impl Timing for Recording {
    rankine_timing::costs_of!(cached);

    fn flush_code(&mut self) {
        self.cached.flush_code();
    }

    const RECORDED: bool = true;

    fn tape(&mut self) -> Range<*mut Record> {
        self.tape.as_mut_ptr_range()
    }

    fn take_records(&mut self, count: usize, executed: &dyn Fn(u64) -> Option<Executed>) {
        for index in 0..count {
            let record = self.tape[index];
            if let Some(note) = record.as_note() {
                self.note(note, record.value);
                continue;
            }
            let Some(Executed { instr, cost, .. }) = executed(record.pc) else { panic!("nothing at {:#x}", record.pc) };
            let branch = if instr.is_branch() && record.addr == 1 { i64::from(cost.taken) } else { 0 };
            let (stored, csr) = (self.stored.take(), self.csr.take());
            self.seen.push(Seen { record, began: self.cycle, stored, csr });
            self.cycle = (self.cycle + self.noted + u64::from(cost.base)).wrapping_add_signed(branch);
            self.noted = 0;
        }
    }
}
