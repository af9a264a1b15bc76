//! Records when a further processor polls. Its lane in a timeline shows that.

use crate::keeping::Share;
use crate::packed::Packed;
use crate::recording::LaneState;
use rankine_machine::{Moment, Observer, SkippedRounds, Wants};

/// The spans in which a processor goes round in polling loops.
#[derive(Debug, Default)]
pub struct PollingSpans {
    /// In order of time. No two spans touch.
    spans: Packed<LaneState>,
    /// The cycle at which the last watched round of a polling loop began.
    began: u64,
    share: Share,
}

impl PollingSpans {
    pub fn new(share: Share) -> PollingSpans {
        PollingSpans { share, ..PollingSpans::default() }
    }

    pub fn share(&self) -> &Share {
        &self.share
    }

    /// Adds a span of polling: the watched round, which began at `began` and took `cycles`, and all
    /// rounds after it up to `end`. The round before it began and ended with the same registers, so
    /// it was polling, too; its length is assumed to be the same.
    pub(super) fn add(&mut self, began: u64, end: u64, cycles: u64) {
        if self.share.is_full() {
            return;
        }
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
        self.share.set(self.spans.bytes(), end);
    }

    /// The states of the processor up to `end`, polling and computing in turns. `cycle` converts
    /// its cycles into those of the outputs.
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
