//! The tape: the memory to which records of executed instructions are written, until the timing
//! takes them.

use rankine_timing::{Record, TAPE_MIN, Timing};

/// Most records of one instruction, including its notes, with a margin.
const MOST_AT_ONCE: usize = TAPE_MIN / 4;

/// The place of the next record, and the limit from which on records must be taken first.
#[derive(Clone, Copy)]
pub struct Tape {
    pub next: *mut Record,
    limit: *mut Record,
}

impl Tape {
    /// The tape of a timing that takes records. The tape of another timing is never written to and
    /// never full.
    pub fn of<T: Timing>(timing: &mut T) -> Tape {
        if !timing.is_recorded() {
            return Tape { next: std::ptr::null_mut(), limit: std::ptr::without_provenance_mut(usize::MAX) };
        }
        let tape = timing.tape();
        let records = (tape.end as usize - tape.start as usize) / size_of::<Record>();
        assert!(records >= TAPE_MIN, "a tape of {records} records");
        Tape { next: tape.start, limit: tape.end.wrapping_sub(MOST_AT_ONCE) }
    }

    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.next >= self.limit
    }

    #[inline(always)]
    pub fn put(&mut self, record: Record) {
        // SAFETY: the limit is checked before each instruction, and there is room behind it.
        unsafe { self.next.write(record) };
        self.next = self.next.wrapping_add(1);
    }
}
