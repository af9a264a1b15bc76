//! Shared accesses: what a hart asks of devices, and what devices and network leave to be done.

use crate::machine::{End, Machine};
use crate::node::{Node, State};
use crate::queue::Item;
use crate::sim::Request;
use crate::timing::Coherent;
use rankine_bus::{Access, Cx, Device, Fault, Kind, NetCx, Network, NodeId, Reply, Width};
use rankine_hart::{Trap, cause};
use tracing::trace;

/// What a refused access costs a program that handles the fault: time must go on in a loop of them.
const REFUSED_CYCLES: u64 = 1;

impl Machine {
    /// Performs a shared access; true when the hart can go on.
    pub(crate) fn access(&mut self, id: NodeId, access: Access) -> bool {
        let is_shared = self.is_of_all(&access);
        if is_shared && access.kind != Kind::Load {
            if self.rouse_pollers(id) {
                // Their rounds come first; then this access is repeated.
                return false;
            }
            self.shared_stores += 1;
        }
        let shared_stores = self.shared_stores;
        let node = &mut self.nodes[id as usize];
        let pure = if is_shared {
            access.kind == Kind::Load
        } else if node.sim.contains(access.addr) && access.kind != Kind::Fence {
            node.sim.is_pure(&access)
        } else {
            node.devices.iter().all(|device| device.is_pure(&access))
        };
        let elide = self.elide && !node.is_stepping();
        if !pure || !elide && node.recorder.is_none() {
            node.detector.reset();
        } else if node.round.is_none()
            && let Some(round) = node.comes_round(shared_stores)
        {
            trace!(target: "sched", time = self.now.0, node = id, addr = access.addr, period = round.cycles, "polls");
            node.round = Some(round);
            node.polls_since = node.hart.cycles;
            if elide && node.round.as_ref().is_some_and(|round| !round.asks_memory) {
                node.state = State::Polling(access);
                return false;
            }
        }
        match self.route(id, access) {
            Reply::Done { value, latency } => {
                self.nodes[id as usize].complete(Some(access), |hart| match access.kind {
                    Kind::Load => hart.finish_load(value, latency),
                    Kind::Store(_) | Kind::Atomic => hart.finish_store(latency),
                    Kind::Fence => hart.finish_fence(latency),
                });
                self.end.is_none() && !matches!(self.nodes[id as usize].state, State::Exited(_))
            }
            Reply::Stall => {
                self.nodes[id as usize].state = State::Stalled(access);
                false
            }
            Reply::Fault(fault) => self.refuse(id, access, fault),
        }
    }

    /// Is this an access to what all nodes share?
    fn is_of_all(&self, access: &Access) -> bool {
        access.kind != Kind::Fence && self.mutexes.as_ref().is_some_and(|mutexes| mutexes.contains(access.addr))
    }

    /// Before `id` changes what all nodes share: brings those that poll to the round in which they would be now. Was any of
    /// them suspended? A round may look at what all share although it was found at an access to something else.
    fn rouse_pollers(&mut self, id: NodeId) -> bool {
        let (mut roused, now) = (false, self.now);
        let polls = |node: &Node| node.id != id && node.round.is_some();
        let pollers: Vec<NodeId> = self.nodes.iter().filter(|node| polls(node)).map(|node| node.id).collect();
        for other in pollers {
            match self.nodes[other as usize].state {
                State::Polling(_) => {
                    self.resume_polling(other, now);
                    roused = true;
                }
                _ => self.end_polling(other, now),
            }
        }
        roused
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
        if let Some(mutexes) = self.mutexes.as_mut().filter(|mutexes| mutexes.contains(access.addr)) {
            return mutexes.access(self.now, id, access);
        }
        if node.devices.is_empty() || access.kind == Kind::Atomic {
            return Reply::Fault(Fault::Unmapped);
        }
        self.call_device(id, 0, |device, cx| device.access(cx, access))
    }

    /// A fence is done when every device of the node says so.
    fn fence(&mut self, id: NodeId) -> Reply {
        let fence = Access { addr: 0, width: Width::B1, kind: Kind::Fence };
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
        let hart = &mut self.nodes[id as usize].hart;
        if hart.raise(trap) {
            hart.cycles += REFUSED_CYCLES;
            return true;
        }
        self.end = Some(End::Fault { rank: id, trap, why: Some(fault) });
        false
    }

    pub(crate) fn call_device<R>(
        &mut self,
        id: NodeId,
        device: usize,
        act: impl FnOnce(&mut dyn Device, &mut Cx<'_>) -> R,
    ) -> R {
        let mut effects = std::mem::take(&mut self.effects);
        let node = &mut self.nodes[id as usize];
        let halting = node.halting.as_deref_mut();
        let mut memory = Coherent { ram: &mut node.ram, timing: &mut node.timing, halting };
        let mut cx = Cx { now: self.now, node: id, clock: self.clock, memory: &mut memory, effects: &mut effects };
        let result = act(node.devices[device].as_mut(), &mut cx);
        self.post_displaced(id);
        for (time, token) in effects.timers.drain(..) {
            self.queue.push(time, Item::Device { node: id, device, token });
        }
        for packet in effects.packets.drain(..) {
            self.call_network(|network, cx| network.inject(cx, packet));
        }
        if let (Some(told), Some(activities)) = (&mut effects.activity, &mut self.nodes[id as usize].activities) {
            let cycle = self.clock.cycle(self.now);
            told.drain(..).for_each(|activity| activities.add(device, cycle, activity));
        }
        if std::mem::take(&mut effects.wake) {
            self.wake(id);
        }
        self.effects = effects;
        result
    }

    pub(crate) fn call_network(&mut self, act: impl FnOnce(&mut dyn Network, &mut NetCx<'_>)) {
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
            let stalled = cycle - node.hart.cycles;
            if let Some(recorder) = &mut node.recorder {
                recorder.wait(stalled);
            }
            if let Some(profiled) = node.timing.profiled() {
                profiled.wait(stalled);
            }
            node.hart.cycles = cycle;
            node.state = State::Access(access);
            self.queue.push(self.clock.span(cycle), Item::Hart(id));
        }
    }
}
