//! Records the phases of firmware: a further processor runs one program for ever, and is always in a phase of it.

use rankine_machine::{Moment, Observer, SkippedRounds};
use rankine_program::{PhaseId, PhaseLabels};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many stays took so many cycles.
type Stays = BTreeMap<(PhaseId, u64), u64>;

/// How long a processor stays in each phase, from where it begins to where another one does.
#[derive(Clone, Debug, Default)]
pub struct StayRecorder {
    /// Those that are over.
    over: Stays,
    /// The stay that lasts: its phase, and where it began. The first one is before any label.
    phase: PhaseId,
    begun: u64,
    round: Round,
}

/// What has happened since the last watched round of a polling loop began.
#[derive(Clone, Debug, Default)]
struct Round {
    began: u64,
    /// Where the first stay ended, which may have begun before the round.
    first_end: Option<u64>,
    /// Those that were over after it.
    others: Stays,
}

impl StayRecorder {
    /// The processor comes where a phase begins.
    pub fn begin(&mut self, phase: PhaseId, cycle: u64) {
        if phase == self.phase {
            return;
        }
        let stay = (self.phase, cycle - self.begun);
        *self.over.entry(stay).or_default() += 1;
        match self.round.first_end {
            Some(_) => *self.round.others.entry(stay).or_default() += 1,
            None => self.round.first_end = Some(cycle),
        }
        (self.phase, self.begun) = (phase, cycle);
    }

    /// A round of a polling loop begins.
    pub fn begin_round(&mut self, cycle: u64) {
        self.round = Round { began: cycle, ..Round::default() };
    }

    /// The processor has gone through `rounds` more rounds of `cycles` each, like the one that began last: they were left out.
    /// A round begins in the phase that it ends with.
    pub fn repeat(&mut self, rounds: u64, cycles: u64) {
        let Round { began, first_end: Some(first_end), others } = &self.round else { return };
        let across = (began + cycles - self.begun) + (first_end - began);
        *self.over.entry((self.phase, across)).or_default() += rounds;
        for (stay, times) in others {
            *self.over.entry(*stay).or_default() += rounds * times;
        }
        self.begun += rounds * cycles;
    }

    /// All stays up to `now`, with the one that lasts: how many of each phase took so many cycles.
    pub fn stays(&self, now: u64) -> BTreeMap<(PhaseId, u64), u64> {
        let mut stays = self.over.clone();
        *stays.entry((self.phase, now.saturating_sub(self.begun))).or_default() += 1;
        stays
    }
}

/// Watches a further processor for the phases of its firmware.
pub struct StayObserver {
    labels: Arc<PhaseLabels>,
    pub recorder: StayRecorder,
}

impl StayObserver {
    pub fn new(labels: Arc<PhaseLabels>) -> StayObserver {
        StayObserver { labels, recorder: StayRecorder::default() }
    }

    pub fn labels(&self) -> &PhaseLabels {
        &self.labels
    }
}

impl Observer for StayObserver {
    fn hook_reached(&mut self, at: &Moment<'_>) {
        if let Some(phase) = self.labels.at(at.hart.address(at.hart.pc)) {
            self.recorder.begin(phase, at.cycle());
        }
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.recorder.begin_round(at.cycle());
    }

    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        self.recorder.repeat(skipped.rounds, skipped.cycles);
    }
}
