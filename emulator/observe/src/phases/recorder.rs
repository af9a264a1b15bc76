//! Records the phases of one rank's MPI calls during the run.

use crate::coding::Coder;
use crate::keeping::Share;
use crate::packed::{Packed, Record};
use rankine_machine::{Moment, Observer, SkippedRounds};
use rankine_program::mpi::{FunctionId, MpiCalls};
use rankine_program::{CurrentCall, PhaseId, PhaseLabels};
use std::sync::Arc;

/// The phase with which a call begins, before any label.
const ENTER: PhaseId = PhaseId(0);

/// One rank's outermost calls, by phase.
#[derive(Clone, Debug, Default)]
pub struct PhaseRecorder {
    calls: Packed<Finished>,
    /// The parts of all finished calls, one call after the other.
    parts: Packed<Part>,
    /// The call in progress: its function and the cycles before it; and its stays in phases so far,
    /// of which the last has not ended.
    under_way: Option<(FunctionId, Option<u64>)>,
    passages: Vec<Passage>,
    /// The parts of a call while it is being left. Empty otherwise.
    parts_of_call: Vec<Part>,
    /// The cycle at which the last call was left.
    left: Option<u64>,
    /// When it is full, no further call is recorded.
    share: Share,
}

#[derive(Clone, Copy, Debug, Default)]
struct Finished {
    function: u32,
    /// Cycles since the previous call was left, if there was one.
    before: Option<u64>,
    left: u64,
    /// The number of its parts.
    parts: u32,
    /// How often the call was repeated in skipped rounds of a polling loop.
    repeats: u64,
}

impl Record for Finished {
    fn code(&mut self, previous: &Finished, coder: &mut impl Coder) {
        *self = Finished {
            function: coder.small(self.function),
            before: coder.some_near(self.before, 0),
            left: coder.near(self.left, previous.left),
            parts: coder.small(self.parts),
            repeats: coder.unsigned(self.repeats),
        };
    }
}

/// Cycles in a phase.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    phase: u16,
    cycles: u64,
}

impl Record for Part {
    fn code(&mut self, _: &Part, coder: &mut impl Coder) {
        *self = Part { phase: coder.small(self.phase.into()) as u16, cycles: coder.unsigned(self.cycles) };
    }
}

/// A stay in a phase.
#[derive(Clone, Copy, Debug)]
struct Passage {
    phase: PhaseId,
    begun: u64,
    /// Equal to `begun` until the stay ends.
    end: u64,
    /// Additional cycles from skipped rounds.
    more: u64,
}

/// A finished call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPhases {
    pub function: FunctionId,
    pub before: Option<u64>,
    /// The cycle at which it was left.
    pub left: u64,
    /// The cycles of each phase, in the order in which the phases first began.
    pub parts: Vec<(PhaseId, u64)>,
    /// How often the call was made.
    pub times: u64,
}

/// A position in a rank's recording.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhasePosition {
    calls: usize,
    passages: usize,
    cycle: u64,
}

impl PhaseRecorder {
    pub fn share(&self) -> &Share {
        &self.share
    }

    /// The rank enters an outermost call.
    pub fn enter(&mut self, function: FunctionId, cycle: u64) {
        if self.share.is_full() {
            return;
        }
        self.under_way = Some((function, self.left.map(|left| cycle - left)));
        self.passages.push(Passage { phase: ENTER, begun: cycle, end: cycle, more: 0 });
    }

    /// The rank reaches the label of a phase. Outside of calls nothing is recorded.
    pub fn begin(&mut self, phase: PhaseId, cycle: u64) {
        if self.share.is_full() {
            return;
        }
        if let Some(last) = self.passages.last_mut().filter(|last| last.phase != phase) {
            last.end = cycle;
            self.passages.push(Passage { phase, begun: cycle, end: cycle, more: 0 });
            self.count(cycle);
        }
    }

    /// Counts the memory of the records. Those of a call in progress may be many, too.
    fn count(&mut self, cycle: u64) {
        let bytes = self.calls.bytes() + self.parts.bytes() + size_of_val(&*self.passages);
        self.share.set(bytes, cycle);
    }

    /// The rank has returned from the call.
    pub fn leave(&mut self, cycle: u64) {
        let Some((function, before)) = self.under_way.take() else { return };
        if let Some(last) = self.passages.last_mut() {
            last.end = cycle;
        }
        for Passage { phase, begun, end, more } in self.passages.drain(..) {
            let (phase, cycles) = (phase.0, end - begun + more);
            match self.parts_of_call.iter_mut().find(|part| part.phase == phase) {
                Some(part) => part.cycles += cycles,
                None => self.parts_of_call.push(Part { phase, cycles }),
            }
        }
        let parts = self.parts_of_call.len() as u32;
        self.parts.extend(self.parts_of_call.drain(..));
        self.calls.push(Finished { function: function.0, before, left: cycle, parts, repeats: 0 });
        self.left = Some(cycle);
        self.count(cycle);
    }

    /// The position of the recording at this cycle.
    pub fn position(&self, cycle: u64) -> PhasePosition {
        PhasePosition { calls: self.calls.len(), passages: self.passages.len(), cycle }
    }

    /// `rounds` more rounds of a loop, of `cycles` each, were skipped. They are like the round
    /// since `from`.
    pub fn repeat(&mut self, from: PhasePosition, rounds: u64, cycles: u64) {
        let all = rounds * cycles;
        for call in from.calls..self.calls.len() {
            self.calls.update(call, |call| call.repeats += rounds);
        }
        if self.calls.len() > from.calls {
            self.left = self.left.map(|left| left + all);
        }
        if self.passages.first().is_some_and(|first| first.begun >= from.cycle) {
            // The call was entered within the round, so all its times move to the last round.
            self.passages
                .iter_mut()
                .for_each(|passage| (passage.begun, passage.end) = (passage.begun + all, passage.end + all));
        } else {
            self.repeat_within(from, rounds, cycles);
        }
    }

    /// The round lies within the call in progress: the phases that began in it are repeated. A
    /// round begins in the phase with which it ends.
    fn repeat_within(&mut self, from: PhasePosition, rounds: u64, cycles: u64) {
        let now = from.cycle + cycles;
        let begun: Vec<u64> = self.passages.iter().skip(from.passages).map(|passage| passage.begun).collect();
        let Some(first) = begun.first() else { return };
        for (index, passage) in self.passages.iter_mut().skip(from.passages).enumerate() {
            let next = begun.get(index + 1);
            passage.more += rounds * (next.map_or(now + first - from.cycle, |next| *next) - passage.begun);
            if next.is_none() {
                passage.begun += rounds * cycles;
            }
        }
    }

    /// The calls that were left, in order.
    pub fn calls(&self) -> impl Iterator<Item = CallPhases> {
        let mut parts = self.parts.iter().map(|Part { phase, cycles }| (PhaseId(phase), cycles));
        self.calls.iter().map(move |call| CallPhases {
            function: FunctionId(call.function),
            before: call.before,
            left: call.left,
            parts: parts.by_ref().take(call.parts as usize).collect(),
            times: call.repeats + 1,
        })
    }
}

/// Watches a processor for the phases of its program's calls.
pub struct PhaseObserver {
    labels: Arc<PhaseLabels>,
    pub recorder: PhaseRecorder,
    /// The position of the recording when the last watched round of a polling loop began.
    round: PhasePosition,
}

impl PhaseObserver {
    pub fn new(labels: Arc<PhaseLabels>, share: Share) -> PhaseObserver {
        let recorder = PhaseRecorder { share, ..PhaseRecorder::default() };
        PhaseObserver { labels, recorder, round: PhasePosition::default() }
    }

    pub fn labels(&self) -> &PhaseLabels {
        &self.labels
    }
}

impl Observer for PhaseObserver {
    fn call_entered(&mut self, _: &Moment<'_>, _: &MpiCalls, call: &CurrentCall) {
        self.recorder.enter(call.function, call.entered_cycle);
    }

    fn call_left(&mut self, at: &Moment<'_>, _: &CurrentCall) {
        self.recorder.leave(at.cycle());
    }

    fn hook_reached(&mut self, at: &Moment<'_>) {
        if let Some(phase) = self.labels.at(at.hart.address(at.hart.pc)) {
            self.recorder.begin(phase, at.cycle());
        }
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.round = self.recorder.position(at.cycle());
    }

    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        self.recorder.repeat(self.round, skipped.rounds, skipped.cycles);
    }
}
