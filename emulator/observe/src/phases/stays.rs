//! Records the phases of firmware. A further processor runs one program for ever, and is always in
//! one of its phases.

use rankine_machine::{Moment, Observer, SkippedRounds};
use rankine_program::{PhaseId, PhaseLabels};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of stays, by phase and cycles.
type Stays = BTreeMap<(PhaseId, u64), u64>;

/// Records the stays of a processor in each phase. A stay ends where another phase begins.
#[derive(Clone, Debug, Default)]
pub struct StayRecorder {
    /// Stays that have ended.
    over: Stays,
    /// The current stay: its phase, and the cycle at which it began. The first stay is before any
    /// label.
    phase: PhaseId,
    begun: u64,
    round: Round,
}

/// What happened since the last watched round of a polling loop began.
#[derive(Clone, Debug, Default)]
struct Round {
    began: u64,
    /// The end of the first stay, which may have begun before the round.
    first_end: Option<u64>,
    /// Stays that ended after that one.
    others: Stays,
}

impl StayRecorder {
    /// The processor reaches the label of a phase.
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

    /// `rounds` more rounds of `cycles` each were skipped. They are like the round that began last.
    /// A round begins in the phase with which it ends.
    pub fn repeat(&mut self, rounds: u64, cycles: u64) {
        let Round { began, first_end: Some(first_end), others } = &self.round else { return };
        let across = (began + cycles - self.begun) + (first_end - began);
        *self.over.entry((self.phase, across)).or_default() += rounds;
        for (stay, times) in others {
            *self.over.entry(*stay).or_default() += rounds * times;
        }
        self.begun += rounds * cycles;
    }

    /// All stays up to `now`, including the current one: their number, by phase and cycles.
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
