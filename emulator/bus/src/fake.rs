//! A small machine for tests of devices and networks: one queue of events in order of (time,
//! sequence), nodes with one device and a little memory each, and a network.

use crate::{
    Access, Clock, Cx, Delivery, Device, Effects, Fault, Kind, NetCx, NetEffects, Network, NodeId, Ram, Reply, Time,
    Width,
};
use std::collections::BTreeMap;

enum Event {
    Device { node: NodeId, token: u64 },
    Network { token: u64 },
    Deliver(Delivery),
}

/// Nodes, their network, and the simulated time.
pub struct FakeBus<D: Device, N: Network> {
    pub devices: Vec<D>,
    pub memories: Vec<Ram>,
    pub network: N,
    pub clock: Clock,
    pub now: Time,
    /// Nodes whose device has called [`Cx::wake`] since this was last cleared.
    pub woken: Vec<NodeId>,
    queue: BTreeMap<(Time, u64), Event>,
    sequence: u64,
}

impl<D: Device, N: Network> FakeBus<D, N> {
    /// Each device gets `memory_len` bytes of memory at `memory_base`.
    pub fn new(devices: Vec<D>, network: N, clock: Clock, memory_base: u64, memory_len: u64) -> Self {
        let memories = devices.iter().map(|_| Ram::new(memory_base, memory_len).expect("host memory")).collect();
        FakeBus {
            devices,
            memories,
            network,
            clock,
            now: Time::ZERO,
            woken: Vec::new(),
            queue: BTreeMap::new(),
            sequence: 0,
        }
    }

    /// Performs an access of `node`'s hart now.
    pub fn access(&mut self, node: NodeId, access: Access) -> Reply {
        if access.kind == Kind::Fence {
            return self.call(node, |device, cx| device.fence(cx));
        }
        if !self.devices[node as usize].answers(access.addr) {
            return Reply::Fault(Fault::Unmapped);
        }
        self.call(node, |device, cx| device.access(cx, access))
    }

    pub fn load(&mut self, node: NodeId, addr: u64, width: Width) -> Reply {
        self.access(node, Access { addr, width, kind: Kind::Load })
    }

    pub fn store(&mut self, node: NodeId, addr: u64, width: Width, value: u64) -> Reply {
        self.access(node, Access { addr, width, kind: Kind::Store(value) })
    }

    /// Time of the next event, if any.
    pub fn next(&self) -> Option<Time> {
        self.queue.keys().next().map(|&(time, _)| time)
    }

    /// Performs the next event. Returns false if there is none.
    pub fn step(&mut self) -> bool {
        let Some(((time, _), event)) = self.queue.pop_first() else { return false };
        self.now = time;
        match event {
            Event::Device { node, token } => self.call(node, |device, cx| device.event(cx, token)),
            Event::Network { token } => self.network_call(|network, cx| network.event(cx, token)),
            Event::Deliver(Delivery::Arrived(packet)) => {
                self.call(packet.dst, |device, cx| device.receive(cx, packet));
            }
            Event::Deliver(Delivery::Left { src, class }) => self.call(src, |device, cx| device.sent(cx, class)),
        }
        true
    }

    /// Performs all events up to and including `time`, then sets the time to `time`.
    pub fn run_until(&mut self, time: Time) {
        while self.next().is_some_and(|next| next <= time) {
            self.step();
        }
        self.now = self.now.max(time);
    }

    /// Performs events until none is left.
    pub fn run(&mut self) {
        while self.step() {}
    }

    fn call<R>(&mut self, node: NodeId, act: impl FnOnce(&mut D, &mut Cx<'_>) -> R) -> R {
        let mut effects = Effects::default();
        let memory = &mut self.memories[node as usize];
        let mut cx = Cx { now: self.now, node, clock: self.clock, memory, effects: &mut effects };
        let result = act(&mut self.devices[node as usize], &mut cx);
        for (time, token) in effects.timers {
            self.push(time, Event::Device { node, token });
        }
        for packet in effects.packets {
            self.network_call(|network, cx| network.inject(cx, packet));
        }
        if effects.wake {
            self.woken.push(node);
        }
        result
    }

    fn network_call(&mut self, act: impl FnOnce(&mut N, &mut NetCx<'_>)) {
        let mut effects = NetEffects::default();
        act(&mut self.network, &mut NetCx { now: self.now, effects: &mut effects });
        for (time, token) in effects.timers {
            self.push(time, Event::Network { token });
        }
        for (time, delivery) in effects.deliveries {
            self.push(time, Event::Deliver(delivery));
        }
    }

    fn push(&mut self, time: Time, event: Event) {
        assert!(time >= self.now, "an event in the past");
        self.queue.insert((time, self.sequence), event);
        self.sequence += 1;
    }
}
