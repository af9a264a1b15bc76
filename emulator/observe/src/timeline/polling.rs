//! When a further processor polls: what its lane in a timeline shows.

use crate::recording::LaneState;
use rankine_machine::{Moment, Observer, SkippedRounds, Wants};

/// Keeps the spans in which a processor goes round in polling loops.
#[derive(Debug, Default)]
pub struct PollingSpans {
    /// In order of time; no two meet.
    spans: Vec<(u64, u64)>,
    /// Where the last watched round of a polling loop began.
    began: u64,
}

impl PollingSpans {
    /// The watched round, which began at a cycle and had so many, and all behind it up to `end` were polling. So was the one before,
    /// which began and ended with the same registers; it is taken to be as long.
    pub(super) fn add(&mut self, began: u64, end: u64, cycles: u64) {
        let begin = began.saturating_sub(cycles);
        match self.spans.last_mut() {
            Some(last) if last.1 >= begin => last.1 = end,
            _ => self.spans.push((begin, end)),
        }
    }

    /// What the processor did up to `end`, in turns; `cycle` turns its cycles into those of the outputs.
    pub fn states(&self, end: u64, cycle: &dyn Fn(u64) -> u64) -> Vec<LaneState> {
        let mut states = Vec::new();
        let mut add = |begin: u64, end: u64, is_polling| {
            if begin < end {
                states.push(LaneState { begin, end, is_polling });
            }
        };
        let mut before = 0;
        for (from, to) in self.spans.iter().map(|&(from, to)| (cycle(from).min(end), cycle(to).min(end))) {
            add(before, from, false);
            add(from, to, true);
            before = to;
        }
        add(before, end, false);
        states
    }
}

impl Observer for PollingSpans {
    fn wants(&self) -> Wants {
        Wants { polling: true, ..Wants::default() }
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.began = at.cycle();
    }

    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        self.add(self.began, self.began + (skipped.rounds + 1) * skipped.cycles, skipped.cycles);
    }

    fn polled(&mut self, from: u64, to: u64) {
        self.add(self.began, to, from - self.began);
    }
}
