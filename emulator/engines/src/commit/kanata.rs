//! Kanata 0004, the format of the pipeline viewer Konata: a bar for each instruction, with a stage
//! for each reason of its cycles.
//!
//! Stages: `F` fetch misses, `X` issue, stalls and branches, `M` misses of loads and stores, `D` a
//! device's answer, `W` skipped polling rounds.

use super::buffer::Buffer;
use super::format::{Format, Prefixes};
use super::step::{Known, Step, StepCost};
use super::text::put_number;

/// A log of one processor.
pub struct Kanata {
    /// Number of its hart.
    hart: u32,
    instructions: u64,
    /// The current cycle of the log, once it has begun.
    now: Option<u64>,
    prefixes: Prefixes,
}

impl Kanata {
    pub fn new(hart: u32) -> Kanata {
        Kanata { hart, instructions: 0, now: None, prefixes: Prefixes::default() }
    }

    /// Advances to a cycle. The log begins with the first one.
    fn advance(&mut self, out: &mut Buffer, cycle: u64) {
        let now = *self.now.get_or_insert(cycle);
        if cycle > now {
            out.put(b"C\t");
            put_number(out, cycle - now, 1);
            out.put(b"\n");
            self.now = Some(cycle);
        }
    }
}

impl Format for Kanata {
    fn begin(&mut self, out: &mut Buffer) {
        out.put(b"Kanata\t0004\n");
    }

    fn step(&mut self, known: &Known, step: &Step, out: &mut Buffer) {
        self.advance(out, step.cycle);
        let id = self.instructions;
        self.instructions += 1;
        out.put(format!("I\t{id}\t{}\t{}\nL\t{id}\t0\t", step.instret, self.hart).as_bytes());
        let label = self.prefixes.get(known, || {
            let text = known.text.replace('\t', " ");
            format!("{:#x} {text}\nL\t", known.pc)
        });
        out.put(label);
        out.put(format!("{id}\t1\t{}\n", known.place).as_bytes());
        let StepCost { issue, stall, branch, fetch, data, device, wait } = step.cost;
        let mut at = step.cycle;
        let execute = issue.saturating_add_signed(stall + branch);
        for (stage, cycles) in [("W", wait), ("F", fetch), ("X", execute), ("M", data), ("D", device)] {
            // An instruction that costs nothing issues with the next one. It has a stage
            // nevertheless.
            if cycles > 0 || stage == "X" {
                self.advance(out, at);
                out.put(format!("S\t{id}\t0\t{stage}\n").as_bytes());
                at = at.saturating_add(cycles);
            }
        }
        self.advance(out, at);
        out.put(format!("R\t{id}\t{id}\t0\n").as_bytes());
    }
}
