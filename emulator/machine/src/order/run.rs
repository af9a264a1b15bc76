//! The loop that performs all events in the global order, and the conditions that stop it.
//!
//! A processor runs ahead on its private memory up to its next shared access, which takes its place
//! in the order (`stretch`). Before an event can affect a processor that is suspended in a polling
//! loop, the processor is brought to the round in which it would be (`polling`). Before an event
//! can affect a node that is with a worker (a host thread), the node is taken back. Until then, no
//! event later than the start of the node's stretch is performed.

use super::end::{End, Look, Options, Stop};
use super::queue::{Component, Item, Key, Queue};
use crate::machine::Machine;
use crate::node::{Node, ProcessorId, State};
use crate::stretch::Workers;
use rankine_bus::Time;
use std::sync::Arc;
use std::time::Instant;

/// Events between two looks at the host's clock, and steps of one processor in a row within an
/// event. Together they bound how late a limit in host time is noticed. Neither changes the global
/// order.
const CHECK_TURNS: u64 = 16;
const TURN_STEPS: u32 = 16;
/// Stretches of fewer cycles are not worth giving to a worker.
const GIVE_CYCLES: u64 = 1 << 15;

/// What to do with the first event.
enum Next {
    Perform,
    /// It has no effect.
    Discard,
    /// Wait for a node that is with a worker.
    Wait,
    /// The run ends at this time.
    End(Time, End),
}

impl Machine {
    /// Runs until the run ends. It ends by itself, at a limit, or when `look`, which is called now
    /// and then, asks for it.
    pub fn run(&mut self, options: &Options, look: &mut dyn FnMut(&Machine) -> Look) -> End {
        self.start(options);
        loop {
            if let Stop::Ended(end) = self.advance(options, look) {
                return end;
            }
        }
    }

    /// Prepares the run. Called once.
    pub fn start(&mut self, options: &Options) {
        let last = options.limits.max_cycles.map(|cycles| self.clock.span(cycles)).filter(|last| *last < Time::END);
        if let (Some(last), Some(rules)) = (last, Arc::get_mut(&mut self.rules)) {
            self.stop = (last, Component::LAST);
            rules.last = last;
        }
        let is_bare = self.processors().any(|processor| processor.tohost.is_some());
        (self.finds_rounds, self.elide) = (!is_bare, !is_bare && options.elide);
        if options.threads > 1 && self.nodes.len() > 1 {
            self.workers = Workers::start(options.threads, &self.rules);
        }
        for id in self.processor_ids() {
            self.queue.push(Time::ZERO, Item::Processor(id));
        }
    }

    /// Runs until there is a reason to stand still. No node is with a worker then.
    pub fn advance(&mut self, options: &Options, look: &mut dyn FnMut(&Machine) -> Look) -> Stop {
        let started = Instant::now();
        let stop = self.run_in_order(options, started, look);
        while !self.away.is_empty() {
            self.bring_back_one();
        }
        self.ran += started.elapsed();
        if let Stop::Ended(end) = &stop {
            self.workers = None;
            match self.ended_by.or(end.processor()) {
                Some(by) => self.settle(Component::processor(by)),
                // Brings polling processors to the place of the last event, so that skipped and
                // performed rounds give the same result.
                None if *end == End::Deadlock => self.settle(self.acted.next()),
                None if *end == End::Finished && !self.has_idle() => {}
                None if *end == End::Finished => self.settle(self.acted.next()),
                None if *end == End::OutOfTime => self.settle(Component::NETWORK),
                None => self.settle(Component::LAST),
            }
            for processor in self.nodes.iter_mut().flat_map(|node| &mut node.processors) {
                processor.tell(|observer| observer.ended());
            }
            for node in self.nodes.iter_mut() {
                node.observers.list_mut().iter_mut().for_each(|observer| observer.ended());
            }
        }
        stop
    }

    fn run_in_order(&mut self, options: &Options, started: Instant, look: &mut dyn FnMut(&Machine) -> Look) -> Stop {
        let mut turns = 0_u64;
        loop {
            if let Some(end) = self.end.take() {
                return Stop::Ended(end);
            }
            turns += 1;
            if turns.is_multiple_of(CHECK_TURNS) {
                if options.limits.timeout.is_some_and(|timeout| self.ran + started.elapsed() >= timeout) {
                    return Stop::Ended(End::Timeout);
                }
                match look(self) {
                    Look::GoOn => {}
                    Look::Pause => return Stop::Paused,
                    Look::End(end) => return Stop::Ended(end),
                }
            }
            match self.next() {
                Next::Perform => {
                    let Some((key, item)) = self.queue.pop() else { continue };
                    let node = item.node();
                    self.perform(key, item);
                    if let Some(halted) = node.and_then(|node| self.halted_at(node as usize)) {
                        return Stop::Halted(halted);
                    }
                }
                Next::Discard => drop(self.queue.pop()),
                Next::Wait => self.bring_back_one(),
                Next::End(time, end) => {
                    self.now = time;
                    return Stop::Ended(end);
                }
            }
        }
    }

    /// What to do with the first event of the queue.
    fn next(&self) -> Next {
        let is_alone = self.away.is_empty();
        match self.queue.first() {
            Some((_, item)) if self.is_outdated(item) => Next::Discard,
            Some((key, item)) if self.must_wait(key, item) => Next::Wait,
            Some((key, _)) if key.place() >= self.stop => {
                Next::End(self.stop.0, if self.stop.0 == Time::END { End::OutOfTime } else { End::MaxCycles })
            }
            Some((_, item)) if !self.is_stuck(item) => Next::Perform,
            _ if is_alone => Next::End(self.now, self.quiescent()),
            _ => Next::Wait,
        }
    }

    /// The first processor of a node that an observer has halted.
    fn halted_at(&self, node: usize) -> Option<ProcessorId> {
        let mut processors = self.nodes.here(node)?.processors.iter();
        processors.find(|processor| processor.observers.have_halted()).map(|processor| processor.id)
    }

    /// Must this event wait, because a node that is with a worker may have an earlier event, or
    /// because the event concerns such a node?
    fn must_wait(&self, key: Key, item: &Item) -> bool {
        let Some(&(time, component, _)) = self.away.first() else { return false };
        key.place() >= (time, component)
            || item.node().is_some_and(|id| self.away.iter().any(|(_, _, away)| *away == id))
    }

    /// Waits for a node whose stretch has ended, and takes it back.
    fn bring_back_one(&mut self) {
        let Some(workers) = &self.workers else { return };
        let (node, processor) = workers.take();
        self.away.retain(|(_, _, away)| *away != node.id);
        let id = node.id;
        self.nodes.put(node);
        self.tell_untold(id);
        self.enqueue(processor);
    }

    /// Are all pending events of nodes that are not with a worker, of which this is one, without an
    /// effect? If so, and no node is with a worker, nothing can ever change. Such an event belongs
    /// to one of two kinds of processors: one in another round of a polling loop, or one that has
    /// changed nothing outside its memory for longer than its limit.
    fn is_stuck(&self, item: &Item) -> bool {
        let is_idle = |item: &Item| match item {
            Item::Processor(id) => self.nodes.here(id.node as usize).is_none_or(|node| {
                let processor = &node.processors[id.index as usize];
                self.finds_rounds && processor.polls_for_ever() || node.is_silent(processor)
            }),
            Item::Round { .. } => self.is_outdated(item),
            _ => false,
        };
        is_idle(item) && self.queue.items().all(is_idle)
    }

    /// No event is left that changes anything: either all programs that have begun have ended, or it
    /// is a deadlock.
    fn quiescent(&self) -> End {
        let is_over = |node: &Node| node.is_over() || self.host.is_idle(node.id);
        if self.nodes.iter().all(is_over) { End::Finished } else { End::Deadlock }
    }

    /// Does a rank wait whose program has never been started?
    fn has_idle(&self) -> bool {
        self.nodes.iter().any(|node| self.host.is_idle(node.id))
    }

    /// The run has ended early, at this component's place: brings the processors that were polling
    /// to where they would be by then.
    fn settle(&mut self, ended: Component) {
        let now = self.now;
        self.stop = (now, ended);
        (self.elide, self.finds_rounds) = (false, false);
        self.queue = Queue::default();
        for id in self.processor_ids() {
            self.end_rounds(id);
        }
        // Only their pure accesses can come before that place.
        while let Some((key, item)) = self.queue.pop().filter(|(key, _)| key.place() < self.stop) {
            self.perform(key, item);
        }
        self.now = now;
    }

    fn perform(&mut self, key: Key, item: Item) {
        self.steady.see(&item);
        if let Some((node, device, happening)) = item.happens() {
            let shows = self.nodes[node as usize].devices[device].shows(&happening);
            if self.perform_polling_seeing(node, None, key.time, (device, &shows)) {
                self.queue.put_back(key, item);
                return;
            }
            self.nodes[node as usize].show(device, &shows);
        }
        (self.now, self.acted) = key.place();
        match item {
            Item::Processor(id) => self.turn(id),
            Item::Round { processor, .. } => self.end_rounds(processor),
            Item::Device { node, device, token } => self.call_device(node, device as usize, |d, cx| d.event(cx, token)),
            Item::Network { token } => self.call_network(|network, cx| network.event(cx, token)),
            Item::Arrived(packet) => self.deliver(*packet),
            Item::Left { src, class } => self.call_device(src, 0, |device, cx| device.sent(cx, class)),
        }
        if let Some((node, more)) = self.begun_bulk.take() {
            self.leap(node, more);
        }
    }

    /// Puts a processor that can go on into the queue, at its place in the order.
    pub(crate) fn enqueue(&mut self, id: ProcessorId) {
        if let Some(time) = self.place(id) {
            self.queue.push(time, Item::Processor(id));
        }
    }

    /// The time of a processor's next place in the order, if it can go on.
    fn place(&self, id: ProcessorId) -> Option<Time> {
        let processor = self.processor(id);
        let cycle = match processor.state {
            State::Running => processor.plan.place_cycle,
            State::Access(_) | State::Ecall | State::Ebreak | State::Trapped(_) => processor.hart.cycles,
            State::Asking => processor.asked.front()?.cycle,
            _ => return None,
        };
        Some(processor.clock.span(cycle))
    }

    /// Lets a processor act as long as it is first in the global order.
    fn turn(&mut self, id: ProcessorId) {
        for _ in 0..TURN_STEPS {
            if self.give_away(id) {
                return;
            }
            let has_polled = self.processor(id).round.is_some();
            let is_held = self.holds(id);
            if !is_held {
                self.step(id);
            }
            if self.end.is_some() {
                return;
            }
            if is_held || self.processor(id).midway.is_some() {
                // Halted: the rest of the stretch, or the access, is performed before any other
                // event.
                self.queue.push(self.now, Item::Processor(id));
                return;
            }
            let Some(at) = self.place(id) else { return };
            let place = (at, Component::processor(id));
            if !self.queue.is_first(at, place.1) || place >= self.stop || !self.away.is_empty() {
                break;
            }
            if self.processor(id).silent_for().is_some() || self.processor(id).round.is_some() && !has_polled {
                // Whether the run has ended is decided when this processor comes to its place in
                // the queue.
                break;
            }
            self.now = at;
        }
        self.enqueue(id);
    }

    /// Gives a long stretch to a worker, if there is one. Returns true if it did.
    fn give_away(&mut self, id: ProcessorId) -> bool {
        let Some(workers) = self.workers.as_ref() else { return false };
        let processor = self.processor(id);
        let is_long = processor.state == State::Running && processor.plan.cycles >= GIVE_CYCLES;
        if !is_long || processor.observers.wants().halts {
            return false;
        }
        let earliest = processor.clock.span(processor.hart.cycles);
        if let Some(node) = self.nodes.take(id.node) {
            self.away.insert((earliest, Component::processor(id), id.node));
            workers.give(node, id);
        }
        true
    }

    /// Does an observer halt the processor before its shared access or call?
    fn holds(&mut self, id: ProcessorId) -> bool {
        let processor = self.processor_mut(id);
        matches!(processor.state, State::Access(_) | State::Ecall)
            && processor.observers.must_halt_at_access(&processor.hart)
    }

    /// Performs the action at the processor's place in the order, then its private work up to the
    /// next such place.
    fn step(&mut self, id: ProcessorId) {
        let processor = self.processor_mut(id);
        if !matches!(processor.state, State::Running | State::Asking | State::Access(_)) {
            processor.acted_cycle = processor.hart.cycles;
        }
        let goes_on = match processor.state.clone() {
            State::Running => true,
            State::Access(access) => self.access(id, access),
            State::Asking => self.ask_port(id),
            State::Ecall => self.ecall(id),
            State::Ebreak => self.ebreak(id),
            State::Trapped(trap) => {
                self.end = Some(End::Fault { processor: id, trap, why: None });
                false
            }
            _ => false,
        };
        if goes_on {
            self.nodes[id.node as usize].stretch(id, &self.rules);
            self.check_tohost(id);
        }
    }
}
