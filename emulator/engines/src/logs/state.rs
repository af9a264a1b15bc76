//! The progress of a processor's instructions, for reading their records.

use crate::commit::{Step, StepCost};
use rankine_timing::Note;

/// The end of the previous instruction, and the costs and notes of the next one that retires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub cycle: u64,
    pub instret: u64,
    /// Cycles of the next instruction, by reason as in [`StepCost`].
    fetch: u64,
    data: u64,
    issue: u64,
    device: u64,
    wait: u64,
    /// The value that it has stored, if it is an atomic one, and the value that it has written to a
    /// CSR.
    pub stored: Option<u64>,
    pub csr: Option<u64>,
    /// Are there any such costs or notes?
    pub is_pending: bool,
}

impl State {
    /// The state at an instruction whose fetch took `fetch` cycles, which have passed.
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
                // The cycles in between belong to this instruction: those of a trap, or of
                // instructions that did not retire.
                self.device += value.saturating_sub(self.cycle + self.pending());
                self.is_pending = self.pending() > 0;
            }
            Note::Stored => self.stored = Some(value),
            Note::Csr => self.csr = Some(value),
        }
    }

    /// Rounds of a polling loop were skipped.
    pub fn skip(&mut self, cycles: u64, instructions: u64) {
        self.wait += cycles;
        self.instret += instructions;
        self.is_pending = true;
    }

    /// Lets the next instruction begin after the pending cycles, if only cycles are pending. For
    /// formats that do not show costs.
    pub fn catch_up(&mut self) {
        if self.stored.is_none() && self.csr.is_none() {
            *self = State { cycle: self.cycle + self.pending(), instret: self.instret, ..State::default() };
        }
    }

    fn pending(&self) -> u64 {
        self.fetch + self.data + self.issue + self.device + self.wait
    }

    /// The next instruction ends at this cycle. Cycles without another reason are the answer of a
    /// device or the host.
    pub fn ends(&mut self, cycle: u64, cost: &StepCost) {
        let told = self.fetch + self.data + self.wait;
        self.device = cycle.wrapping_sub(self.cycle).saturating_sub(told.wrapping_add(cost.total()));
        self.is_pending = true;
    }

    /// The next instruction retires. `step` lacks only its beginning and its noted costs. Returns
    /// the complete step.
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
