//! A timing that keeps the engine's records, and compares the cycles in them with the cycles that
//! pass.

use crate::common::{BASE, Machine};
use crate::timed::Caches;
use rankine_hart::Exit;
use rankine_isa::parse_isa;
use rankine_timing::{Cached, Executed, Note, Record, TAPE_MIN, Timing};
use std::ops::Range;

/// An instruction: its record, the cycle at which it began, and its notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub record: Record,
    pub bits: u32,
    pub began: u64,
    pub stored: Option<u64>,
    pub csr: Option<u64>,
}

pub struct Recording {
    pub cached: Cached,
    tape: Box<[Record]>,
    pub seen: Vec<Seen>,
    /// The cycle at which the instruction before ended, and the cycles noted since.
    cycle: u64,
    noted: u64,
    /// Has an instruction since then not retired? Its cycles are not recorded.
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

    /// Forgets everything seen so far, for another machine.
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
            let Some(Executed { instr, cost, bits }) = executed(record.pc) else {
                panic!("nothing at {:#x}", record.pc)
            };
            let branch = if instr.is_branch() && record.addr == 1 { i64::from(cost.taken) } else { 0 };
            let (stored, csr) = (self.stored.take(), self.csr.take());
            self.seen.push(Seen { record, bits, began: self.cycle, stored, csr });
            self.cycle = (self.cycle + self.noted + u64::from(cost.base)).wrapping_add_signed(branch);
            self.noted = 0;
        }
    }
}

/// Code that replaces its first instruction and jumps back to it behind a `fence.i`. Each record
/// must show the instruction that was executed, even if the record is taken later.
#[test]
fn code_that_changes() {
    // addi a0,zero,1; auipc t0,0; lw t1,28(t0); sw t1,-4(t0); fence.i; bnez t2,+16; addi t2,zero,1; j -28; addi a0,zero,2; ecall
    let words = [
        0x0010_0513,
        0x0000_0297,
        0x01c2_a303,
        0xfe62_ae23,
        0x0000_100f,
        0x0003_9863,
        0x0010_0393,
        0xfe5f_f06f,
        0x0020_0513,
        0x0000_0073,
    ];
    for (isa, image) in [("rv64gc", true), ("rv64gc", false), ("rv32gc", true)] {
        let (xlen, _) = parse_isa(isa).unwrap();
        let mut recording = Recording::new(crate::timed::cached(xlen, |_, _| {}));
        let mut machine = Machine::new(isa, &words, &recording, image, &[]);
        assert_eq!(machine.run(&mut recording, &mut (), 10_000), Exit::Ecall);
        let first: Vec<(u32, u64)> = recording
            .seen
            .iter()
            .filter(|seen| seen.record.pc == BASE)
            .map(|seen| (seen.bits, seen.record.value))
            .collect();
        assert_eq!(first, [(words[0], 1), (words[8], 2)], "{isa} {image}");
    }
}
