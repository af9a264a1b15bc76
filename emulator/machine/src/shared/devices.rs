//! Calls of devices and of the network, and their effects: timers, packets, deliveries, wake-ups.

use crate::machine::{Machine, Mistake};
use crate::node::{NodeMemory, Processor, ProcessorId, State};
use crate::order::Item;
use crate::watch::Observer;
use crate::watch::Wait;
use rankine_bus::{
    Access, Activity, Arrival, Crossing, Cx, Device, Effects, NetCx, Network, NodeId, Packet, PacketName, Pass, Reply,
    Request, Start, Stream, Tail,
};

impl Machine {
    /// Calls a device of a node, and carries out the effects of the call.
    pub(crate) fn call_device<R>(
        &mut self,
        id: NodeId,
        device: usize,
        act: impl FnOnce(&mut dyn Device, &mut Cx<'_>) -> R,
    ) -> R {
        let Machine { nodes, effects, now, clock, .. } = self;
        let node = &mut nodes[id as usize];
        let clock = node.processors.first().map_or(*clock, |processor| processor.clock);
        let mut memory = NodeMemory { processors: &mut node.processors };
        let mut cx = Cx { now: *now, node: id, clock, memory: &mut memory, effects };
        let result = act(node.devices[device].as_mut(), &mut cx);
        self.post_displaced(id);
        for (time, token) in self.effects.timers.drain(..) {
            self.queue.push(time, Item::Device { node: id, device: device as u32, token });
        }
        if !self.effects.packets.is_empty() {
            self.inject_packets();
        }
        if let Some(activities) = self.effects.activity.as_mut().filter(|activities| !activities.is_empty()) {
            let activities = std::mem::take(activities);
            activities.iter().for_each(|activity| self.tell_activity(id, device, activity));
        }
        if std::mem::take(&mut self.effects.wake) {
            self.wake(id);
        }
        let more = std::mem::take(&mut self.effects.bulk);
        if more > 0 {
            self.begun_bulk = Some((id, more));
        }
        if std::mem::take(&mut self.effects.mistake) {
            self.remember_mistake(id, device);
        }
        result
    }

    /// Passes the packets that a device of the node has sent to the network.
    fn inject_packets(&mut self) {
        let mut packets = std::mem::take(&mut self.effects.packets);
        for packet in packets.drain(..) {
            self.call_network(|network, cx| network.inject(cx, packet));
        }
        self.effects.packets = packets;
    }

    /// Remembers a device's first mistake. A mistake outside an access is attributed to the node's
    /// further processors, which run firmware, or to its only processor.
    fn remember_mistake(&mut self, id: NodeId, device: usize) {
        let (time, accessor) = (self.now, self.accessor);
        let processors = &self.nodes[id as usize].processors;
        self.mistakes.entry((id, device)).or_insert_with(|| {
            let may_be = |one: &&Processor| match accessor {
                Some(accessor) => one.id == accessor,
                None => one.id.index > 0 || processors.len() == 1,
            };
            Mistake { time, places: processors.iter().filter(may_be).map(|one| (one.id, one.hart.pc)).collect() }
        });
    }

    /// Performs an access to the simulation control registers. Returns the request to the simulator
    /// that the program makes by it, too.
    pub(crate) fn call_control(&mut self, id: NodeId, access: Access) -> (Reply, Option<Request>) {
        let mut effects = Effects::default();
        let node = &mut self.nodes[id as usize];
        let mut memory = NodeMemory { processors: &mut node.processors };
        let mut cx = Cx { now: self.now, node: id, clock: self.clock, memory: &mut memory, effects: &mut effects };
        let reply = node.control.access(&mut cx, access);
        (reply, effects.request)
    }

    /// Calls the network, and carries out the effects of the call.
    pub(crate) fn call_network(&mut self, act: impl FnOnce(&mut dyn Network, &mut NetCx<'_>)) {
        let Machine { network, net_effects, queue, now, clock, crossings, .. } = self;
        if let Some(network) = network {
            act(network.as_mut(), &mut NetCx { now: *now, effects: net_effects });
        }
        for (time, token) in net_effects.timers.drain(..) {
            queue.push(time, Item::Network { token });
        }
        for (time, delivery) in net_effects.deliveries.drain(..) {
            queue.push(time, delivery.into());
        }
        // Kept until the packet arrives: the nodes at both ends may be ahead of the network.
        let cycle = clock.cycle(*now);
        for start in net_effects.crossings.iter_mut().flat_map(|starts| starts.drain(..)) {
            let Start { packet, link, ready, busy } = start;
            let crossing = Crossing { link, cycle, waited: cycle - clock.cycle(ready), busy: clock.cycle(busy) };
            crossings.entry(packet).or_default().push(crossing);
        }
        for stream in std::mem::take(&mut net_effects.streams) {
            self.tell_stream(stream);
        }
    }

    /// Passes a packet to the first device of its destination.
    pub(crate) fn deliver(&mut self, packet: Packet) {
        self.arrivals += 1;
        if self.net_effects.crossings.is_some() {
            self.tell_arrival(&packet);
        }
        self.call_device(packet.dst, 0, |device, cx| device.receive(cx, packet));
    }

    fn tell_activity(&mut self, id: NodeId, device: usize, activity: &Activity) {
        let cycle = self.clock.cycle(self.now);
        self.tell_node(id, |observer| observer.device_active(device, cycle, activity));
    }

    fn tell_arrival(&mut self, packet: &Packet) {
        let (cycle, name) = (self.clock.cycle(self.now), PacketName::of(packet));
        let crossings = self.crossings.remove(&name).unwrap_or_default();
        let section = self.nodes[packet.dst as usize].devices[0].section(&packet.header);
        let arrival = Arrival { packet: name, bytes: packet.payload.len() as u64, section, crossings, tail: None };
        self.tell_node(packet.dst, |observer| observer.packet_arrived(cycle, &arrival));
    }

    fn tell_stream(&mut self, stream: Stream) {
        let cycle = |time| self.clock.cycle(time);
        let Stream { packet, words, word_bytes, links, arrived: [first, last] } = stream;
        let of_first = links.iter().map(|pass| (pass.link.clone(), cycle(pass.ready)));
        let crossings = of_first.map(|(link, cycle)| Crossing { link, cycle, waited: 0, busy: 0 }).collect();
        let of_last = links.iter().map(|Pass { link, last, waited, busy, .. }| Crossing {
            link: link.clone(),
            cycle: cycle(*last),
            waited: cycle(*waited),
            busy: cycle(*busy),
        });
        let tail = Some(Tail { words, word_bytes, first: cycle(first), crossings: of_last.collect() });
        let (cycle, bytes) = (cycle(last), words * word_bytes);
        let arrival = Arrival { packet, bytes, section: None, crossings, tail };
        if (packet.dst as usize) < self.nodes.len() {
            self.untold.push((cycle, arrival));
            self.tell_untold(packet.dst);
        }
    }

    /// Tells a node's observers of the streams that have arrived there. While the node is with a
    /// worker, they are kept. Its observers see them after the stretch, as without workers.
    pub(crate) fn tell_untold(&mut self, id: NodeId) {
        if self.untold.is_empty() || self.nodes.here(id as usize).is_none() {
            return;
        }
        let (told, untold) = std::mem::take(&mut self.untold).into_iter().partition(|(_, at)| at.packet.dst == id);
        self.untold = untold;
        let told: Vec<(u64, Arrival)> = told;
        for (cycle, arrival) in &told {
            self.tell_node(id, |observer| observer.packet_arrived(*cycle, arrival));
        }
    }

    /// Calls the observers of the processor that runs the node's program or, at a node without
    /// processors, those of the node.
    fn tell_node(&mut self, id: NodeId, mut told: impl FnMut(&mut dyn Observer)) {
        let node = &mut self.nodes[id as usize];
        match node.processors.first_mut() {
            Some(first) => first.tell(told),
            None => node.observers.list_mut().iter_mut().for_each(|one| told(one.as_mut())),
        }
    }

    /// A device may now answer the stalled accesses of its node. Each of them is repeated at the
    /// processor's next cycle edge.
    fn wake(&mut self, id: NodeId) {
        let now = self.now;
        let mut woken: Vec<ProcessorId> = Vec::new();
        for processor in &mut self.nodes[id as usize].processors {
            let State::Stalled(access) = processor.state else { continue };
            let cycle = processor.clock.cycle_ceil(now).max(processor.hart.cycles);
            let (pc, stalled) = (processor.hart.pc, cycle - processor.hart.cycles);
            processor.tell(|observer| observer.waited(pc, Wait::Device, stalled));
            processor.hart.cycles = cycle;
            processor.state = State::Access(access);
            woken.push(processor.id);
        }
        woken.into_iter().for_each(|processor| self.enqueue(processor));
    }
}
