//! Skips rounds of polling loops: a processor is suspended, and later brought to the round in which
//! it would be.

use super::detector::{Caches, Round};
use crate::machine::Machine;
use crate::node::{Node, Processor, ProcessorId, State};
use crate::order::Item;
use crate::watch::SkippedRounds;
use rankine_bus::{Access, Kind, NodeId, Shows, Time};
use tracing::trace;

impl Machine {
    /// Called before a pure access of a processor: suspends the processor if it is in a loop that
    /// it cannot leave by itself. Returns true if it is suspended.
    pub(crate) fn suspend_polling(&mut self, id: ProcessorId, access: Access) -> bool {
        let (elide, shared_stores, now) = (self.elide, self.shared_stores, self.now);
        let node = &mut self.nodes[id.node as usize];
        let wants = node.processors[id.index as usize].observers.wants();
        let elide = elide && !wants.all_rounds;
        if !self.finds_rounds && !wants.polling {
            node.processors[id.index as usize].detector.reset();
            return false;
        }
        if node.processors[id.index as usize].round.is_some() {
            return false;
        }
        let round = node.comes_round(id, shared_stores);
        node.look(id, &access);
        let Some(round) = round else { return false };
        trace!(target: "sched", time = now.0, node = id.node, processor = id.index, addr = access.addr, period = round.cycles, "polls");
        let processor = &mut node.processors[id.index as usize];
        let is_suspended = elide && !round.asks_memory;
        processor.round = Some(round);
        processor.polls_since = processor.hart.cycles;
        if is_suspended {
            processor.state = State::Polling(access);
        }
        if let Some(end) = processor.rounds_end() {
            self.queue.push(end, Item::Round { processor: id, end });
        }
        is_suspended
    }

    /// Resumes a suspended processor at the current time.
    pub fn perform_polling(&mut self, id: ProcessorId) {
        self.resume_polling(id, self.now);
    }

    /// The rounds of a loop that reads the clock have come to their end.
    pub(crate) fn end_rounds(&mut self, id: ProcessorId) {
        self.perform_polling(id);
        self.end_polling(id, self.now);
    }

    /// Is this the end of rounds which the processor has left before?
    pub(crate) fn is_outdated(&self, item: &Item) -> bool {
        let Item::Round { processor: id, end } = item else { return false };
        let node = self.nodes.here(id.node as usize);
        node.is_none_or(|node| node.processors[id.index as usize].rounds_end() != Some(*end))
    }

    /// Lets a suspended processor perform its rounds from the current time on, because a debugger
    /// may halt it in one.
    pub fn perform_rounds(&mut self, id: ProcessorId) {
        let now = self.now;
        let processor = self.processor_mut(id);
        let State::Polling(access) = processor.state else { return };
        let Some(round) = processor.round.clone() else { return };
        let rounds = processor.rounds_before(&round, now);
        processor.skip(&round, rounds);
        processor.polls_since += rounds * round.cycles;
        if let Some(most) = processor.round.as_mut().and_then(|round| round.most.as_mut()) {
            *most -= rounds;
        }
        processor.state = State::Access(access);
        self.enqueue(id);
    }

    /// Resumes a suspended processor, after the last whole round before an event at `time`.
    fn resume_polling(&mut self, id: ProcessorId, time: Time) {
        let processor = self.processor_mut(id);
        let State::Polling(access) = processor.state else { return };
        let Some((round, rounds)) = processor.rounds_until(time) else { return };
        processor.skip(&round, rounds);
        if round.performed > 0 {
            processor.detector.blind_until = processor.clock.cycle_ceil(time);
        }
        processor.state = State::Access(access);
        trace!(target: "sched", time = time.0, node = id.node, processor = id.index, rounds, "polled");
        self.enqueue(id);
    }

    /// As [`Machine::perform_polling`], for a processor that has performed all of its rounds up to
    /// `time`.
    pub(crate) fn end_polling(&mut self, id: ProcessorId, time: Time) {
        let processor = self.processor_mut(id);
        let Some((round, rounds)) = processor.rounds_until(time) else { return };
        let since = processor.polls_since;
        processor.tell(|observer| observer.polled(since, since + rounds * round.cycles));
    }

    /// Before an event at `time` that may matter to every polling processor: as
    /// [`Machine::perform_polling_seeing`].
    pub(crate) fn perform_polling_at(&mut self, node: NodeId, but: Option<ProcessorId>, time: Time) -> bool {
        self.perform_polling_seeing(node, but, time, (0, &Shows::Everything))
    }

    /// Before an event at `time` of which a device of the node shows `shows`: brings the node's
    /// polling processors that look at that state to the round in which they then are, except
    /// processor `but`. Returns true if any was suspended, because it may have to act before the
    /// event.
    pub(crate) fn perform_polling_seeing(
        &mut self,
        node: NodeId,
        but: Option<ProcessorId>,
        time: Time,
        (device, shows): (usize, &Shows),
    ) -> bool {
        let mut was_suspended = false;
        for index in 0..self.nodes[node as usize].processors.len() as u32 {
            let id = ProcessorId { node, index };
            let is_blind = |round: &Round| !round.sight.sees(device, shows);
            if Some(id) == but || self.processor(id).round.as_ref().is_some_and(is_blind) {
                continue;
            }
            if matches!(self.processor(id).state, State::Polling(_)) {
                self.resume_polling(id, time);
                was_suspended = true;
            } else {
                self.end_polling(id, time);
            }
        }
        was_suspended
    }

    /// Before `id` changes the device that all nodes share: as [`Machine::perform_polling_at`] for
    /// all nodes. A round may look at that device even if it was found at an access to something
    /// else.
    pub(crate) fn perform_all_polling(&mut self, id: ProcessorId) -> bool {
        let polls = |node: &Node| node.processors.iter().any(|one| one.id != id && one.round.is_some());
        let nodes: Vec<NodeId> = self.nodes.iter().filter(|node| polls(node)).map(|node| node.id).collect();
        let now = self.now;
        let mut was_suspended = false;
        for node in nodes {
            was_suspended |= self.perform_polling_at(node, Some(id), now);
        }
        was_suspended
    }
}

impl Node {
    /// Called before a pure access. Returns the round if the processor is in a loop that it cannot
    /// leave by itself. `shared` counts the stores to the device that all nodes share.
    fn comes_round(&mut self, id: ProcessorId, shared: u64) -> Option<Round> {
        let Node { processors, devices, .. } = self;
        let processor = &mut processors[id.index as usize];
        let (was_watched, watches) = (processor.detector.watched.is_some(), processor.detector.watches);
        let round = processor.detect_round(shared);
        let (is_watched, begins) = (processor.detector.watched.is_some(), processor.detector.watches != watches);
        if was_watched && (begins || !is_watched) {
            processor.tell_now(devices, |observer, at| observer.round_ended(at));
        }
        if begins {
            processor.entered_before_round = processor.calls.current().map(|call| call.entered_cycle);
            processor.tell_now(devices, |observer, at| observer.round_began(at));
        }
        round
    }

    /// A processor is about to make a pure access. If a round is watched, the state that the access
    /// looks at is added to it.
    fn look(&mut self, id: ProcessorId, access: &Access) {
        let Node { processors, devices, control, .. } = self;
        let detector = &mut processors[id.index as usize].detector;
        if detector.watched.is_none() || access.kind != Kind::Fence && control.answers(access.addr) {
            // Control registers that can be read without an effect are constant.
            return;
        }
        let mut answering = devices.iter().enumerate().filter(|(_, device)| device.answers(access.addr));
        match access.kind {
            Kind::Fence => devices.iter().enumerate().for_each(|(i, device)| detector.look(i, device.looks(access))),
            _ => answering.next().into_iter().for_each(|(i, device)| detector.look(i, device.looks(access))),
        }
    }

    /// An event shows some state of a device. Informs the node's processors that are not in a
    /// round.
    pub(crate) fn show(&mut self, device: usize, shows: &Shows) {
        let seeing = self.processors.iter_mut().filter(|processor| processor.round.is_none());
        seeing.for_each(|processor| processor.show(device, shows));
    }
}

impl Processor {
    fn detect_round(&mut self, shared: u64) -> Option<Round> {
        let caches = self.engine.caches();
        let seen = caches.map_or(Caches { settle: true, ..Caches::default() }, |cached| Caches {
            counts: cached.counts_of_hart(),
            settle: cached.settles(),
            write_through: cached.writes_through(),
        });
        let version = self.version + shared;
        let round = self.detector.arrive(&self.hart, &self.ram, seen, version)?;
        let asks_memory = caches.is_some_and(|cached| cached.asks_memory(&round.misses));
        Some(Round { asks_memory, ..round })
    }

    /// Ends the round of the polling loop that the hart is in. Returns it, and the number of whole
    /// rounds before an event at `time`.
    fn rounds_until(&mut self, time: Time) -> Option<(Round, u64)> {
        let round = self.round.take()?;
        self.has_left_round = true;
        let rounds = self.rounds_before(&round, time);
        Some((round, rounds))
    }

    /// Is the processor in a polling loop that only an event can end?
    pub(crate) fn polls_for_ever(&self) -> bool {
        self.round.as_ref().is_some_and(|round| round.most.is_none())
    }

    /// The time right after the last round that is certain, if the processor is in a loop that ends
    /// by itself.
    fn rounds_end(&self) -> Option<Time> {
        let round = self.round.as_ref()?;
        let cycles = round.cycles.saturating_mul(round.most?);
        Some(self.clock.span(self.polls_since) + self.clock.span(cycles) + Time(1))
    }

    fn rounds_before(&self, round: &Round, time: Time) -> u64 {
        let start = self.clock.span(self.polls_since);
        let before = time.0.saturating_sub(start.0).saturating_sub(1);
        round.skippable(before / self.clock.span(round.cycles).0)
    }

    /// Accounts for `rounds` rounds without performing them.
    fn skip(&mut self, round: &Round, rounds: u64) {
        self.hart.cycles += rounds * round.cycles;
        self.hart.instret += rounds * round.instructions;
        self.calls.repeat(self.entered_before_round, rounds);
        self.engine.repeat_misses(&round.misses, rounds);
        let skipped = SkippedRounds { rounds, cycles: round.cycles, instructions: round.instructions };
        self.tell(|observer| observer.rounds_skipped(&skipped));
        self.skipped_instructions += rounds * round.instructions;
    }
}
