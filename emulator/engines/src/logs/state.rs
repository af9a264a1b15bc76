//! How far the instructions of a processor have come, for whoever reads their records.

use crate::commit::{Step, StepCost};
use rankine_timing::Note;

/// Where the instruction before ended, and what belongs to the next one that retires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub cycle: u64,
    pub instret: u64,
    /// Cycles of the next one, by reason as in [`StepCost`].
    fetch: u64,
    data: u64,
    issue: u64,
    device: u64,
    wait: u64,
    /// What it has stored, if it is an atomic one, and what it has written to a CSR.
    pub stored: Option<u64>,
    pub csr: Option<u64>,
    /// Is there anything of that?
    pub is_pending: bool,
}

impl State {
    /// At an instruction that took so many cycles to fetch, which are over.
    pub fn at(cycle: u64, instret: u64, fetch: u64) -> State {
        State { cycle: cycle - fetch, instret, fetch, is_pending: fetch > 0, ..State::default() }
    }

    pub fn note(&mut self, note: Note, value: u64) {
        self.is_pending = true;
        match note {
            Note::Fetch => self.fetch += value,
            Note::Data => self.data += value,
            Note::Issue => self.issue += value,
            Note::Left => self.data = 0,
            Note::Now => {
                // What went by meanwhile is nobody else's: a trap's cycles, or those of what has not retired.
                self.device += value.saturating_sub(self.cycle + self.pending());
                self.is_pending = self.pending() > 0;
            }
            Note::Stored => self.stored = Some(value),
            Note::Csr => self.csr = Some(value),
        }
    }

    /// Rounds of a polling loop were left out.
    pub fn skip(&mut self, cycles: u64, instructions: u64) {
        self.wait += cycles;
        self.instret += instructions;
        self.is_pending = true;
    }

    /// The next instruction begins where what is pending ends, if that is nothing but cycles: for whoever does not tell of them.
    pub fn catch_up(&mut self) {
        if self.stored.is_none() && self.csr.is_none() {
            *self = State { cycle: self.cycle + self.pending(), instret: self.instret, ..State::default() };
        }
    }

    fn pending(&self) -> u64 {
        self.fetch + self.data + self.issue + self.device + self.wait
    }

    /// The next instruction ends at this cycle: what nothing else explains is a device's answer, or the host's.
    pub fn ends(&mut self, cycle: u64, cost: &StepCost) {
        let told = self.fetch + self.data + self.wait;
        self.device = cycle.wrapping_sub(self.cycle).saturating_sub(told.wrapping_add(cost.total()));
        self.is_pending = true;
    }

    /// The next instruction retires, by this step but for when it began and what is noted of it: the whole step.
    pub fn retire(&mut self, mut step: Step) -> Step {
        let State { cycle, instret, fetch, data, issue, device, wait, .. } = *self;
        (step.cycle, step.instret) = (cycle, instret);
        let cost = &mut step.cost;
        (cost.fetch, cost.data, cost.device, cost.wait) = (fetch, data, device, wait);
        cost.stall += issue as i64;
        *self = State { cycle: cycle.wrapping_add(cost.total()), instret: instret + 1, ..State::default() };
        step
    }
}
