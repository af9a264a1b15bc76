//! The machine: all nodes and their network, advanced strictly in order of (time, component, sequence).
//!
//! A hart runs ahead on its private memory up to its next shared access; that access takes its place in the order.
//! Before an event touches a node whose hart is suspended in a polling loop, the hart is brought to the round in which
//! it would be.
//!
//! Stretches of harts that compute may run on other host threads. Such a node is away: it is brought back before
//! anything concerns it, and nothing beyond the cycle at which its stretch began is performed without it.

use crate::halting::{Debugging, Halt};
use crate::host::Host;
use crate::node::{Node, State};
use crate::nodes::Nodes;
use crate::poll::Round;
use crate::port::Port;
use crate::queue::{Component, Item, Key, Queue};
use crate::stretch::Rules;
use crate::workers::Workers;
use rankine_bus::{Clock, Delivery, Effects, Fault, NetEffects, Network, NodeId, Time};
use rankine_devices::mutex::MutexBank;
use rankine_hart::Trap;
use rankine_observe::Marks;
use rankine_observe::check::CheckFunctions;
use rankine_observe::mpi::MpiCalls;
use rankine_observe::phases::PhaseLabels;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::trace;

/// Items performed between two looks at the host's clock, and steps of one hart in a row within an item: together
/// they bound how late a limit in host time is noticed. Neither changes the global order.
const CHECK_TURNS: u64 = 16;
const TURN_STEPS: u32 = 16;
/// Stretches of fewer cycles are not worth handing to a worker.
const GIVE_CYCLES: u64 = 1 << 15;

/// Why a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The programs of all ranks have ended.
    Finished,
    /// No rank can go on and nothing is under way.
    Deadlock,
    MaxCycles,
    Timeout,
    Interrupted,
    /// An exception that the program does not handle; `why` says what a device refused.
    Fault {
        rank: NodeId,
        trap: Trap,
        why: Option<Fault>,
    },
    /// The program raised a signal against itself, as `abort` does.
    Signal {
        rank: NodeId,
        signal: i32,
    },
    /// The MPI library ended the run.
    MpiFatal {
        rank: NodeId,
        code: i32,
        message: String,
    },
    UnknownCall {
        rank: NodeId,
        number: u64,
    },
    /// A rank exited after MPI_Init without MPI_Finalize.
    LeftMpi {
        rank: NodeId,
        status: i32,
    },
}

impl End {
    /// The rank that ended the run.
    fn rank(&self) -> Option<NodeId> {
        match self {
            End::Finished | End::Deadlock | End::MaxCycles | End::Timeout | End::Interrupted => None,
            End::Fault { rank, .. }
            | End::Signal { rank, .. }
            | End::MpiFatal { rank, .. }
            | End::UnknownCall { rank, .. }
            | End::LeftMpi { rank, .. } => Some(*rank),
        }
    }
}

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub max_cycles: Option<u64>,
    pub timeout: Option<Duration>,
}

/// How a run is carried out. But for the limits, none of it changes a result.
#[derive(Clone, Debug)]
pub struct Options {
    pub limits: Limits,
    /// Host threads that run harts.
    pub threads: usize,
    /// Leave out the rounds of polling loops.
    pub elide: bool,
}

/// What somebody who looks at a run wants of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    GoOn,
    /// To have the machine stand still for a moment.
    Pause,
    /// To end the run.
    End(End),
}

/// Why a machine stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The run has ended; it does not go on.
    Ended(End),
    /// A rank has halted for a debugger.
    Halted(NodeId, Halt),
    /// Somebody wanted it.
    Paused,
}

/// All nodes, their network and the time.
pub struct Machine {
    pub nodes: Nodes,
    pub network: Option<Box<dyn Network>>,
    /// The device that all nodes share, if there is one.
    pub mutexes: Option<MutexBank>,
    /// Stores to it. Each one rouses who polls it, whether it changes anything or not: rounds are looked for anew behind it.
    pub(crate) shared_stores: u64,
    /// The port of the memory behind all caches, if nodes wait for each other there.
    pub(crate) port: Option<Port>,
    pub host: Host,
    pub clock: Clock,
    pub now: Time,
    pub(crate) call_cycles: u64,
    pub(crate) elide: bool,
    pub(crate) rules: Arc<Rules>,
    pub(crate) queue: Queue,
    pub(crate) end: Option<End>,
    pub(crate) debugging: Option<Box<Debugging>>,
    /// Host time in which the machine has not stood still.
    ran: Duration,
    /// Nothing at this place or behind it is performed.
    stop: (Time, Component),
    workers: Option<Workers>,
    /// Where in the order the next item of each node that is away can be at the earliest.
    away: BTreeSet<(Time, Component, NodeId)>,
    pub(crate) effects: Effects,
    pub(crate) net_effects: NetEffects,
}

/// What is seen of each program by address; what nobody wants is empty.
#[derive(Default)]
pub struct Seen {
    pub mpi_calls: Vec<MpiCalls>,
    pub marks: Vec<Marks>,
    pub checks: Vec<CheckFunctions>,
    pub phases: Vec<PhaseLabels>,
}

impl Machine {
    pub fn new(
        nodes: Vec<Node>,
        seen: Seen,
        network: Option<Box<dyn Network>>,
        host: Host,
        platform: &crate::Platform,
    ) -> Machine {
        Machine {
            nodes: Nodes::new(nodes),
            network,
            mutexes: None,
            shared_stores: 0,
            port: None,
            host,
            clock: Clock::from_hz(platform.hart.clock_hz),
            now: Time::ZERO,
            call_cycles: platform.host.call_cycles,
            elide: true,
            rules: Arc::new(Rules {
                mpi_calls: seen.mpi_calls,
                marks: seen.marks,
                checks: seen.checks,
                phases: seen.phases,
                first_cycles: platform.host.first_stretch_cycles,
                longest_cycles: platform.host.stretch_cycles,
                last_cycle: u64::MAX,
            }),
            queue: Queue::default(),
            end: None,
            debugging: None,
            ran: Duration::ZERO,
            stop: (Time::MAX, Component::LAST),
            workers: None,
            away: BTreeSet::new(),
            effects: Effects::default(),
            net_effects: NetEffects::default(),
        }
    }

    /// Keeps what devices do from now on.
    pub(crate) fn record_devices(&mut self) {
        self.effects.activity = Some(Vec::new());
        for node in self.nodes.iter_mut() {
            node.activities = Some(Box::default());
        }
    }

    /// Ends all logs of instructions: what was lost, and what never began, in words.
    pub fn finish_logs(&mut self) -> (Vec<String>, Vec<String>) {
        let (mut lost, mut warnings) = (Vec::new(), Vec::new());
        for id in 0..self.nodes.len() {
            if let Some(watcher) = self.nodes[id].timing.watcher() {
                let told = watcher.finish();
                lost.extend(told.0);
                warnings.extend(told.1);
            }
        }
        (lost, warnings)
    }

    /// The MPI functions of each program.
    pub fn mpi_calls(&self) -> &[MpiCalls] {
        &self.rules.mpi_calls
    }

    /// The followed functions of each program, if calls are checked.
    pub fn checks(&self) -> &[CheckFunctions] {
        &self.rules.checks
    }

    /// The phases of each program's calls, if they are recorded.
    pub fn phases(&self) -> Option<&[PhaseLabels]> {
        Some(self.rules.phases.as_slice()).filter(|labels| !labels.is_empty())
    }

    /// Runs until everything has ended, a limit is met or `look`, which is called now and then, wants an end.
    pub fn run(&mut self, options: &Options, look: &mut dyn FnMut(&Machine) -> Look) -> End {
        self.start(options);
        loop {
            if let Stop::Ended(end) = self.advance(options, look) {
                return end;
            }
        }
    }

    /// Gets ready to run. Called once.
    pub fn start(&mut self, options: &Options) {
        if let (Some(cycles), Some(rules)) = (options.limits.max_cycles, Arc::get_mut(&mut self.rules)) {
            self.stop.0 = self.clock.span(cycles);
            rules.last_cycle = cycles;
        }
        self.elide = options.elide && self.nodes.iter().all(|node| node.tohost.is_none());
        if options.threads > 1 && self.nodes.len() > 1 {
            self.workers = Some(Workers::start(options.threads, &self.rules));
        }
        for node in 0..self.nodes.len() as NodeId {
            self.queue.push(Time::ZERO, Item::Hart(node));
        }
    }

    /// Runs until it has a reason to stand still. All nodes are at home then.
    pub fn advance(&mut self, options: &Options, look: &mut dyn FnMut(&Machine) -> Look) -> Stop {
        let started = Instant::now();
        let stop = self.run_in_order(options, started, look);
        while !self.away.is_empty() {
            self.bring_back_one();
        }
        self.ran += started.elapsed();
        if let Stop::Ended(end) = &stop {
            self.workers = None;
            if !matches!(end, End::Finished | End::Deadlock) {
                self.settle(end.rank().map_or(Component::LAST, Component::hart));
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
            match self.queue.pop() {
                Some((key, item)) if self.must_wait(key, &item) => {
                    self.queue.put_back(key, item);
                    self.bring_back_one();
                }
                Some((key, _)) if (key.0, key.1) >= self.stop => {
                    self.now = self.stop.0;
                    return Stop::Ended(End::MaxCycles);
                }
                Some((key, item)) if self.only_polls(&item) => {
                    self.queue.put_back(key, item);
                    if self.away.is_empty() {
                        return Stop::Ended(End::Deadlock);
                    }
                    self.bring_back_one();
                }
                Some((key, item)) => {
                    let node = item.node();
                    self.perform(key, item);
                    if let Some((rank, halt)) = node.and_then(|rank| Some((rank, self.halted(rank)?))) {
                        return Stop::Halted(rank, halt);
                    }
                }
                None if self.away.is_empty() => return Stop::Ended(self.quiescent()),
                None => self.bring_back_one(),
            }
        }
    }

    /// May something of a node that is away come before this item, or does it concern such a node?
    fn must_wait(&self, key: Key, item: &Item) -> bool {
        let Some(&(time, component, _)) = self.away.first() else { return false };
        (key.0, key.1) >= (time, component)
            || item.touches().is_some_and(|id| self.away.iter().any(|(_, _, away)| *away == id))
    }

    /// Waits for a node whose stretch is done.
    fn bring_back_one(&mut self) {
        let Some(workers) = &self.workers else { return };
        let node = workers.take();
        let id = node.id;
        self.away.retain(|(_, _, away)| *away != id);
        self.nodes.put(node);
        self.enqueue(id);
    }

    /// Is all that can happen, this item and what is behind it, that harts which ask memory for something in every round of
    /// their polling loops go through these again? Then that can never change.
    fn only_polls(&self, item: &Item) -> bool {
        let asks = |round: &Round| round.asks_memory;
        let polls =
            |item: &Item| matches!(item, Item::Hart(id) if self.nodes[*id as usize].round.as_ref().is_some_and(asks));
        self.elide && polls(item) && self.queue.items().all(polls)
    }

    /// Nothing can ever happen again: all programs have ended, or this is a deadlock.
    fn quiescent(&self) -> End {
        if self.nodes.iter().all(|node| node.state.is_over()) { End::Finished } else { End::Deadlock }
    }

    /// The run has ended in the middle, at this component's place: brings the harts that were polling to where they
    /// would be by then.
    fn settle(&mut self, ended: Component) {
        let now = self.now;
        self.stop = (now, ended);
        self.elide = false;
        self.queue = Queue::default();
        for id in 0..self.nodes.len() as NodeId {
            self.resume_polling(id, self.now);
            self.end_polling(id, self.now);
        }
        // Nothing but their pure accesses can be left before that place.
        while let Some((key, item)) = self.queue.pop().filter(|(key, _)| (key.0, key.1) < self.stop) {
            self.perform(key, item);
        }
        self.now = now;
    }

    fn perform(&mut self, key: Key, item: Item) {
        if let Some(id) = item.touches() {
            if matches!(self.nodes[id as usize].state, State::Polling(_)) {
                self.resume_polling(id, key.0);
                self.queue.put_back(key, item);
                return;
            }
            self.end_polling(id, key.0);
            self.nodes[id as usize].touch();
        }
        self.now = key.0;
        match item {
            Item::Hart(node) => self.hart_turn(node),
            Item::Device { node, device, token } => self.call_device(node, device, |d, cx| d.event(cx, token)),
            Item::Network { token } => self.call_network(|network, cx| network.event(cx, token)),
            Item::Deliver(Delivery::Arrived(packet)) => self.call_device(packet.dst, 0, |d, cx| d.receive(cx, packet)),
            Item::Deliver(Delivery::Left { src, class }) => self.call_device(src, 0, |d, cx| d.sent(cx, class)),
        }
    }

    /// Takes a hart out of suspension: to the last access of whole rounds that comes before an event at `time`.
    pub(crate) fn resume_polling(&mut self, id: NodeId, time: Time) {
        let State::Polling(access) = self.nodes[id as usize].state else { return };
        let Some((round, rounds)) = self.rounds_until(id, time) else { return };
        let node = &mut self.nodes[id as usize];
        node.hart.cycles += rounds * round.cycles;
        node.hart.instret += rounds * round.instructions;
        node.calls.repeat(&round.before.calls, rounds);
        if let (Some(recorder), Some(position)) = (&mut node.recorder, round.before.recorded) {
            recorder.repeat(position, rounds, round.cycles);
        }
        if let (Some(phases), Some(position)) = (&mut node.phases, round.before.phased) {
            phases.repeat(position, rounds, round.cycles);
        }
        node.timing.repeat_misses(&round.misses, rounds);
        if let Some(profiled) = node.timing.profiled() {
            profiled.skip(&round.costs, rounds, rounds * round.cycles, rounds * round.instructions);
        }
        if let Some(watcher) = node.timing.watcher() {
            watcher.skip(rounds, rounds * round.cycles, rounds * round.instructions);
        }
        node.skipped_instructions += rounds * round.instructions;
        node.state = State::Access(access);
        trace!(target: "sched", time = time.0, node = id, rounds, "polled");
        self.enqueue(id);
    }

    /// As [`Machine::resume_polling`], for a hart that has gone through all of its rounds.
    pub(crate) fn end_polling(&mut self, id: NodeId, time: Time) {
        let Some((round, rounds)) = self.rounds_until(id, time) else { return };
        let node = &mut self.nodes[id as usize];
        if let Some(recorder) = &mut node.recorder {
            recorder.polled(node.polls_since, node.polls_since + rounds * round.cycles);
        }
    }

    /// The round of a hart that has been polling, and how many whole ones have come before an event at `time`.
    fn rounds_until(&mut self, id: NodeId, time: Time) -> Option<(Round, u64)> {
        let node = &mut self.nodes[id as usize];
        let round = node.round.take()?;
        let start = self.clock.span(node.polls_since);
        let before = time.0.saturating_sub(start.0).saturating_sub(1);
        let rounds = before / self.clock.span(round.cycles).0;
        Some((round, rounds))
    }

    /// Gives a hart that can go on its place in the order.
    fn enqueue(&mut self, id: NodeId) {
        if let Some(time) = self.place(id) {
            self.queue.push(time, Item::Hart(id));
        }
    }

    /// Where in the order a hart acts next, if it can.
    fn place(&self, id: NodeId) -> Option<Time> {
        let node = &self.nodes[id as usize];
        match node.state {
            State::Running => Some(self.clock.span(node.plan.place_cycle)),
            State::Access(_) | State::Ecall | State::Ebreak | State::Trapped(_) => {
                Some(self.clock.span(node.hart.cycles))
            }
            State::Asking => node.asked.front().map(|request| self.clock.span(request.cycle)),
            _ => None,
        }
    }

    /// Lets a hart act for as long as it is first in the global order.
    fn hart_turn(&mut self, id: NodeId) {
        for _ in 0..TURN_STEPS {
            if self.give_away(id) {
                return;
            }
            self.hart_step(id);
            if self.end.is_some() {
                return;
            }
            if self.nodes[id as usize].midway.is_some() {
                // Halted; what is left of the stretch is done before anything else is.
                self.queue.push(self.now, Item::Hart(id));
                return;
            }
            let Some(at) = self.place(id) else { return };
            let place = (at, Component::hart(id));
            if !self.queue.is_first(at, place.1) || place >= self.stop || !self.away.is_empty() {
                break;
            }
            self.now = at;
        }
        self.enqueue(id);
    }

    /// Hands a long stretch to a worker, if there are any and others have something to do meanwhile.
    fn give_away(&mut self, id: NodeId) -> bool {
        let Some(workers) = self.workers.as_ref().filter(|_| self.debugging.is_none()) else { return false };
        let node = &self.nodes[id as usize];
        if node.state != State::Running || node.plan.cycles < GIVE_CYCLES {
            return false;
        }
        let earliest = self.clock.span(node.hart.cycles);
        if let Some(node) = self.nodes.take(id) {
            self.away.insert((earliest, Component::hart(id), id));
            workers.give(node);
        }
        true
    }

    /// Performs what stands at the hart's place in the order, then its private work up to the next such place.
    fn hart_step(&mut self, id: NodeId) {
        let goes_on = match self.nodes[id as usize].state.clone() {
            State::Running => true,
            State::Access(access) => self.access(id, access),
            State::Asking => self.ask_port(id),
            State::Ecall => self.ecall(id),
            State::Ebreak => self.ebreak(id),
            State::Trapped(trap) => {
                self.end = Some(End::Fault { rank: id, trap, why: None });
                false
            }
            _ => false,
        };
        if goes_on {
            self.nodes[id as usize].stretch(&self.rules);
            self.check_tohost(id);
        }
    }
}
