//! The machine: all nodes and their network, advanced strictly in order of (time, component, sequence).
//!
//! A hart runs ahead on its private memory up to its next shared access; that access takes its place in the order.
//! Before an event touches a node whose hart is suspended in a polling loop, the hart is brought to the round in which
//! it would be.

use crate::host::{Host, Outcome as HostOutcome};
use crate::node::{Node, State};
use crate::queue::{Component, Item, Key, Queue};
use crate::sim::Request;
use crate::tohost::ToHost;
use rankine_bus::{
    Access, Clock, Cx, Delivery, Device, Effects, Fault, Kind, NetCx, NetEffects, Network, NodeId, Reply, Time,
};
use rankine_hart::{Exit, Trap, cause, run};
use rankine_observe::Lifecycle;
use rankine_observe::mpi::MpiCalls;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tracing::{debug, trace};

/// Items performed between two looks at the host's clock, and steps of one hart in a row within an item: together
/// they bound how late a limit in host time is noticed. Neither changes the global order.
const CHECK_TURNS: u64 = 16;
const TURN_STEPS: u32 = 16;

/// Why a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every rank has exited.
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

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub max_cycles: Option<u64>,
    pub timeout: Option<Duration>,
}

/// All nodes, their network and the time.
pub struct Machine {
    pub nodes: Vec<Node>,
    pub network: Option<Box<dyn Network>>,
    pub host: Host,
    pub clock: Clock,
    pub now: Time,
    pub(crate) call_cycles: u64,
    pub(crate) stretch_cycles: u64,
    /// Leave out the rounds of polling loops. Off only to show that it changes nothing.
    pub elide: bool,
    /// The MPI functions of each program.
    pub(crate) mpi_calls: Vec<MpiCalls>,
    pub(crate) tohost: Option<ToHost>,
    pub(crate) queue: Queue,
    pub(crate) end: Option<End>,
    /// The last moment simulated.
    last: Time,
    effects: Effects,
    net_effects: NetEffects,
}

impl Machine {
    pub fn new(nodes: Vec<Node>, network: Option<Box<dyn Network>>, host: Host, platform: &crate::Platform) -> Machine {
        Machine {
            nodes,
            network,
            host,
            clock: Clock::from_hz(platform.hart.clock_hz),
            now: Time::ZERO,
            call_cycles: platform.host.call_cycles,
            stretch_cycles: platform.host.stretch_cycles,
            elide: true,
            mpi_calls: Vec::new(),
            tohost: None,
            queue: Queue::default(),
            end: None,
            last: Time::MAX,
            effects: Effects::default(),
            net_effects: NetEffects::default(),
        }
    }

    /// Runs until everything has ended or a limit is met. `interrupt` set by anyone ends the run;
    /// `progress` is called now and then with the simulated cycle.
    pub fn run(&mut self, limits: &Limits, interrupt: &AtomicBool, progress: &mut dyn FnMut(u64)) -> End {
        let started = Instant::now();
        for node in 0..self.nodes.len() as NodeId {
            self.queue.push(Time::ZERO, Item::Hart(node));
        }
        self.last = limits.max_cycles.map_or(Time::MAX, |cycles| self.clock.span(cycles));
        let mut turns = 0_u64;
        while self.end.is_none() {
            let Some((key, item)) = self.queue.pop() else {
                return self.quiescent();
            };
            turns += 1;
            if turns.is_multiple_of(CHECK_TURNS) {
                if interrupt.load(Ordering::Relaxed) {
                    return End::Interrupted;
                }
                if limits.timeout.is_some_and(|timeout| started.elapsed() >= timeout) {
                    return End::Timeout;
                }
                progress(self.clock.cycle(self.now));
            }
            if key.0 > self.last {
                return End::MaxCycles;
            }
            self.perform(key, item);
        }
        self.end.clone().unwrap_or(End::Finished)
    }

    /// Nothing can ever happen again: all have exited, or this is a deadlock.
    fn quiescent(&self) -> End {
        if self.nodes.iter().all(|node| matches!(node.state, State::Exited(_))) { End::Finished } else { End::Deadlock }
    }

    fn perform(&mut self, key: Key, item: Item) {
        if let Some(id) = item.touches() {
            if matches!(self.nodes[id as usize].state, State::Polling(..)) {
                self.resume_polling(id, key.0);
                self.queue.put_back(key, item);
                return;
            }
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
    fn resume_polling(&mut self, id: NodeId, time: Time) {
        let node = &mut self.nodes[id as usize];
        let State::Polling(access, period) = node.state.clone() else { return };
        let start = self.clock.span(node.hart.cycles);
        let before = time.0.saturating_sub(start.0).saturating_sub(1);
        let rounds = before / self.clock.span(period.cycles).0;
        node.hart.cycles += rounds * period.cycles;
        node.hart.instret += rounds * period.instructions;
        node.skipped_instructions += rounds * period.instructions;
        node.state = State::Access(access);
        let at = self.clock.span(node.hart.cycles);
        trace!(target: "sched", time = at.0, node = id, rounds, "polled");
        self.queue.push(at, Item::Hart(id));
    }

    /// Lets a hart act for as long as it is first in the global order.
    fn hart_turn(&mut self, id: NodeId) {
        for _ in 0..TURN_STEPS {
            self.hart_step(id);
            let node = &self.nodes[id as usize];
            let on = matches!(
                node.state,
                State::Running | State::Access(_) | State::Ecall | State::Ebreak | State::Trapped(_)
            );
            if self.end.is_some() || !on {
                return;
            }
            let at = self.clock.span(node.hart.cycles);
            if !self.queue.is_first(at, Component::hart(id)) || at > self.last {
                break;
            }
            self.now = at;
        }
        let at = self.clock.span(self.nodes[id as usize].hart.cycles);
        self.queue.push(at, Item::Hart(id));
    }

    /// Performs what stands at the hart's place in the order, then its private work up to the next such place.
    fn hart_step(&mut self, id: NodeId) {
        let goes_on = match self.nodes[id as usize].state.clone() {
            State::Running => true,
            State::Access(access) => self.access(id, access),
            State::Ecall => self.ecall(id),
            State::Ebreak => self.ebreak(id),
            State::Trapped(trap) => {
                self.end = Some(End::Fault { rank: id, trap, why: None });
                false
            }
            _ => false,
        };
        if goes_on {
            self.stretch(id);
        }
    }

    /// Runs a hart on its private memory to its next shared access, or for the longest stretch allowed.
    fn stretch(&mut self, id: NodeId) {
        let last = self.clock.cycle(self.last).saturating_add(1);
        let until = (self.nodes[id as usize].hart.cycles + self.stretch_cycles).min(last);
        loop {
            let node = &mut self.nodes[id as usize];
            let Node { hart, ram, code, timing, .. } = node;
            let exit = if let Some(tohost) = &mut self.tohost {
                run(hart, ram, code, timing, tohost, until)
            } else if let Some(log) = &mut node.detector.watched {
                run(hart, ram, code, timing, log, until)
            } else {
                run(hart, ram, code, timing, &mut (), until)
            };
            if std::mem::take(&mut node.hart.impure) {
                node.detector.reset();
            }
            node.state = match exit {
                Exit::Hook => {
                    self.enter_call(id);
                    continue;
                }
                Exit::Returned => {
                    self.leave_call(id);
                    continue;
                }
                Exit::Budget if node.jumps_to_itself() => State::Spinning,
                Exit::Budget | Exit::Watched => State::Running,
                Exit::Shared(access) if access.kind == Kind::Fence && node.devices.is_empty() => {
                    node.hart.finish_fence(1);
                    continue;
                }
                Exit::Shared(access) => State::Access(access),
                Exit::Ecall => State::Ecall,
                Exit::Ebreak => State::Ebreak,
                Exit::Trap(trap) => State::Trapped(trap),
                Exit::Wfi => State::Waiting,
            };
            return self.check_tohost(id);
        }
    }

    /// Performs a shared access; true when the hart can go on.
    fn access(&mut self, id: NodeId, access: Access) -> bool {
        let node = &mut self.nodes[id as usize];
        let pure = if node.sim.contains(access.addr) && access.kind != Kind::Fence {
            node.sim.is_pure(&access)
        } else {
            node.devices.iter().all(|device| device.is_pure(&access))
        };
        if !pure || !self.elide {
            node.detector.reset();
        } else if let Some(period) = node.detector.arrive(&node.hart, &node.ram, node.version) {
            trace!(target: "sched", time = self.now.0, node = id, addr = access.addr, period = period.cycles, "polls");
            node.state = State::Polling(access, period);
            return false;
        }
        match self.route(id, access) {
            Reply::Done { value, latency } => {
                let hart = &mut self.nodes[id as usize].hart;
                match access.kind {
                    Kind::Load => hart.finish_load(value, latency),
                    Kind::Store(_) | Kind::Atomic => hart.finish_store(latency),
                    Kind::Fence => hart.finish_fence(latency),
                }
                self.end.is_none() && !matches!(self.nodes[id as usize].state, State::Exited(_))
            }
            Reply::Stall => {
                self.nodes[id as usize].state = State::Stalled(access);
                false
            }
            Reply::Fault(fault) => self.refuse(id, access, fault),
        }
    }

    /// Hands an access to whatever answers at its address.
    fn route(&mut self, id: NodeId, access: Access) -> Reply {
        let node = &mut self.nodes[id as usize];
        if access.kind == Kind::Fence {
            return self.fence(id);
        }
        if node.sim.contains(access.addr) {
            let (reply, request) = node.sim.access(self.now, access);
            match request {
                Some(Request::Exit(status)) => self.exit_rank(id, status),
                Some(Request::Put(byte)) => self.host.put(id, byte),
                None => {}
            }
            return reply;
        }
        if node.devices.is_empty() || access.kind == Kind::Atomic {
            return Reply::Fault(Fault::Unmapped);
        }
        self.call_device(id, 0, |device, cx| device.access(cx, access))
    }

    /// A fence is done when every device of the node says so.
    fn fence(&mut self, id: NodeId) -> Reply {
        let fence = Access { addr: 0, width: rankine_bus::Width::B1, kind: Kind::Fence };
        let mut longest = 1;
        for device in 0..self.nodes[id as usize].devices.len() {
            match self.call_device(id, device, |d, cx| d.access(cx, fence)) {
                Reply::Done { latency, .. } => longest = longest.max(latency),
                other => return other,
            }
        }
        Reply::Done { value: 0, latency: longest }
    }

    /// A refused access is an access fault in the program; true when the program handles it.
    fn refuse(&mut self, id: NodeId, access: Access, fault: Fault) -> bool {
        let cause = if access.kind == Kind::Load { cause::LOAD_ACCESS } else { cause::STORE_ACCESS };
        let trap = Trap { cause, tval: access.addr };
        if self.nodes[id as usize].hart.raise(trap) {
            return true;
        }
        self.end = Some(End::Fault { rank: id, trap, why: Some(fault) });
        false
    }

    fn call_device<R>(&mut self, id: NodeId, device: usize, act: impl FnOnce(&mut dyn Device, &mut Cx<'_>) -> R) -> R {
        let mut effects = std::mem::take(&mut self.effects);
        let node = &mut self.nodes[id as usize];
        let mut cx = Cx { now: self.now, node: id, clock: self.clock, memory: &mut node.ram, effects: &mut effects };
        let result = act(node.devices[device].as_mut(), &mut cx);
        for (time, token) in effects.timers.drain(..) {
            self.queue.push(time, Item::Device { node: id, device, token });
        }
        for packet in effects.packets.drain(..) {
            self.call_network(|network, cx| network.inject(cx, packet));
        }
        if std::mem::take(&mut effects.wake) {
            self.wake(id);
        }
        self.effects = effects;
        result
    }

    fn call_network(&mut self, act: impl FnOnce(&mut dyn Network, &mut NetCx<'_>)) {
        let mut effects = std::mem::take(&mut self.net_effects);
        if let Some(network) = &mut self.network {
            act(network.as_mut(), &mut NetCx { now: self.now, effects: &mut effects });
        }
        for (time, token) in effects.timers.drain(..) {
            self.queue.push(time, Item::Network { token });
        }
        for (time, delivery) in effects.deliveries.drain(..) {
            self.queue.push(time, Item::Deliver(delivery));
        }
        self.net_effects = effects;
    }

    /// A device may now answer a stalled access: repeat it at the next cycle edge.
    fn wake(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        if let State::Stalled(access) = node.state {
            let cycle = self.clock.cycle_ceil(self.now).max(node.hart.cycles);
            node.stall_cycles += cycle - node.hart.cycles;
            node.hart.cycles = cycle;
            node.state = State::Access(access);
            self.queue.push(self.clock.span(cycle), Item::Hart(id));
        }
    }

    fn ecall(&mut self, id: NodeId) -> bool {
        let node = &mut self.nodes[id as usize];
        node.detector.reset();
        let args: [u64; 7] = std::array::from_fn(|i| node.hart.x[10 + i]);
        let rv32 = node.hart.xlen() == rankine_isa::Xlen::Rv32;
        trace!(target: "host", time = self.now.0, node = id, number = node.hart.x[17], "ecall");
        let outcome = self.host.ecall(id, self.now, rv32, node.hart.x[17], args, &mut node.ram);
        self.host_outcome(id, outcome)
    }

    fn ebreak(&mut self, id: NodeId) -> bool {
        let node = &mut self.nodes[id as usize];
        node.detector.reset();
        if !node.is_semihosting() {
            let trap = Trap { cause: cause::BREAKPOINT, tval: node.hart.pc };
            self.end = Some(End::Fault { rank: id, trap, why: None });
            return false;
        }
        let rv32 = node.hart.xlen() == rankine_isa::Xlen::Rv32;
        trace!(target: "host", time = self.now.0, node = id, operation = node.hart.x[10], "semihosting");
        let (operation, parameter) = (node.hart.x[10], node.hart.x[11]);
        let outcome = self.host.semihosting(id, self.now, operation, parameter, &mut node.ram, rv32);
        self.host_outcome(id, outcome)
    }

    /// Carries out what the host answered; true when the hart goes on.
    fn host_outcome(&mut self, id: NodeId, outcome: HostOutcome) -> bool {
        let call_cycles = self.call_cycles;
        let hart = &mut self.nodes[id as usize].hart;
        match outcome {
            HostOutcome::Return(value) => hart.finish_call(Some(value as u64), call_cycles),
            HostOutcome::Sleep { ps } => {
                let cycles = self.clock.cycle_ceil(Time(ps));
                hart.finish_call(Some(0), call_cycles + cycles);
            }
            HostOutcome::Exit(status) => self.exit_rank(id, status),
            HostOutcome::Signal(signal) => self.end = Some(End::Signal { rank: id, signal }),
            HostOutcome::Fatal { code, message } => self.end = Some(End::MpiFatal { rank: id, code, message }),
            HostOutcome::Unknown(number) => self.end = Some(End::UnknownCall { rank: id, number }),
        }
        self.end.is_none() && !matches!(self.nodes[id as usize].state, State::Exited(_))
    }

    /// A rank's program has ended. Its devices keep working: others may still need what its memory holds.
    fn exit_rank(&mut self, id: NodeId, status: i32) {
        let node = &mut self.nodes[id as usize];
        if matches!(node.calls.lifecycle(), Lifecycle::Initialized | Lifecycle::Finalizing) {
            self.end = Some(End::LeftMpi { rank: id, status });
        } else {
            debug!(target: "sched", time = self.now.0, node = id, status, "exits");
            node.state = State::Exited(status);
        }
    }
}
