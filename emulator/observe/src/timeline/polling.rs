//! When a further processor polls: what its lane in a timeline shows.

use crate::packed::Packed;
use crate::recording::LaneState;
use rankine_machine::{Moment, Observer, SkippedRounds, Wants};

/// Keeps the spans in which a processor goes round in polling loops.
#[derive(Debug, Default)]
pub struct PollingSpans {
    /// In order of time; no two meet.
    spans: Packed<LaneState>,
    /// Where the last watched round of a polling loop began.
    began: u64,
}

impl PollingSpans {
    /// The watched round, which began at a cycle and had so many, and all behind it up to `end` were polling. So was the one before,
    /// which began and ended with the same registers; it is taken to be as long.
    pub(super) fn add(&mut self, began: u64, end: u64, cycles: u64) {
        let begin = began.saturating_sub(cycles);
        let mut is_longer = false;
        self.spans.update(self.spans.len().wrapping_sub(1), |last| {
            is_longer = last.end >= begin;
            if is_longer {
                last.end = end;
            }
        });
        if !is_longer {
            self.spans.push(LaneState { begin, end, is_polling: true });
        }
    }

    /// What the processor did up to `end`, in turns; `cycle` turns its cycles into those of the outputs.
    pub fn states(&self, end: u64, cycle: &dyn Fn(u64) -> u64) -> Packed<LaneState> {
        let mut states = Packed::default();
        let mut add = |begin: u64, end: u64, is_polling| {
            if begin < end {
                states.push(LaneState { begin, end, is_polling });
            }
        };
        let mut before = 0;
        for (from, to) in self.spans.iter().map(|span| (cycle(span.begin).min(end), cycle(span.end).min(end))) {
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
