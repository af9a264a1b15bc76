//! An input-queued crossbar. Each input has a queue of packets. Each output serves in turn the
//! inputs whose oldest packet wants it (Katsamani 2010 §4.1.1: "input queued with round-robin
//! scheduling").
//!
//! A packet enters its input's queue flit by flit, the header's flits before those of the payload.
//! It goes on when the queue has all of it. Packets of all classes share one queue, so the oldest
//! blocks those behind it. A packet keeps its input and output busy for as many cycles as it has
//! flits. Its first flit comes out `pass_cycles` after the output was granted; the interface behind
//! takes it from there at its own pace. In an idle crossbar a packet of f flits takes f +
//! pass_cycles cycles.
//!
//! It cannot deadlock, because nodes take every packet that comes out.

use crate::limits;
use rankine_bus::{Clock, Delivery, NetCx, Network, NetworkMap, Packet, Time, on_circle};
use rankine_keys::keys;
use std::collections::VecDeque;

keys! {
    /// The crossbar between all nodes. Cycles are those of the nodes' clock.
    pub struct CrossbarParams [crossbar] {
        /// time from the grant of an output until the packet's first flit leaves the crossbar
        pass_cycles: u32 = 23, "cycles",
                "fit of Katsamani 2010 §4.4.2: with a flit of header 24, as an acknowledgement takes";
        /// size of a flit, which is also the width of an input and of an output
        flit_bytes: u32 = 8, "bytes", "fit of Katsamani 2010 §4.4.2 and Table 4.4, which a width of 4 cannot reach";
        /// size of a packet's header, which comes before the payload
        header_bytes: u32 = 8, "bytes", "ours: a flit";
        /// number of packets that the queue of an input holds
        queue_packets: u32 = 4, "packets", "ours";
    }
}

const CLASSES: u8 = 3;
const MAX_NODES: u32 = 1024;
/// The least distance of nodes from the crossbar in a drawing.
const RADIUS: f64 = 1.5;

struct Waiting {
    packet: Packet,
    flits: u64,
    /// When it could have gone on if nothing had blocked it.
    ready: Time,
}

/// A node's side of the crossbar.
#[derive(Default)]
struct Input {
    /// Handed over and not in the queue; bounded by the node's interface.
    door: VecDeque<Waiting>,
    /// In the queue or entering it.
    queue: VecDeque<Waiting>,
    /// Places of the queue that are taken, including that of the packet that leaves.
    taken: u32,
    /// When the way into the queue is free.
    entering_until: Time,
    /// The time in which packets have entered.
    busy: Time,
    /// Is a packet on its way out?
    is_leaving: bool,
}

#[derive(Default)]
struct Output {
    /// The input that is served.
    serves: Option<usize>,
    /// The input served last: round robin begins after it.
    last: usize,
    busy: Time,
}

#[derive(Default)]
struct Counts {
    packets: u64,
    flits: u64,
    blocked: Time,
    at_doors: Time,
    misaddressed: u64,
}

pub struct Crossbar {
    params: CrossbarParams,
    clock: Clock,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    counts: Counts,
}

/// The input or output that a timer is for.
enum Timer {
    Input(usize),
    Output(usize),
}

impl Timer {
    fn token(self) -> u64 {
        match self {
            Timer::Input(node) => (node as u64) << 1,
            Timer::Output(node) => (node as u64) << 1 | 1,
        }
    }

    fn of(token: u64) -> Timer {
        let node = (token >> 1) as usize;
        if token & 1 == 0 { Timer::Input(node) } else { Timer::Output(node) }
    }
}

impl Crossbar {
    /// A crossbar for `nodes` nodes. An error is a sentence on the parameters.
    pub fn new(params: CrossbarParams, nodes: u32, clock: Clock) -> Result<Crossbar, String> {
        if nodes == 0 || nodes > MAX_NODES {
            return Err(format!("crossbar: has 1 to {MAX_NODES} nodes, not {nodes}"));
        }
        let limits = [
            ("pass_cycles", params.pass_cycles, 1, 1000),
            ("flit_bytes", params.flit_bytes, 1, 4096),
            ("header_bytes", params.header_bytes, 1, 4096),
            ("queue_packets", params.queue_packets, 1, 64),
        ];
        limits::check(CrossbarParams::SECTION.name, &limits)?;
        let inputs = (0..nodes).map(|_| Input::default()).collect();
        let outputs = (0..nodes).map(|_| Output::default()).collect();
        Ok(Crossbar { params, clock, inputs, outputs, counts: Counts::default() })
    }

    /// Lets the oldest packet at a door into the queue, if it can enter now.
    fn enter(&mut self, cx: &mut NetCx<'_>, node: usize) {
        let input = &mut self.inputs[node];
        let begin = self.clock.span(self.clock.cycle_ceil(cx.now));
        if input.entering_until > cx.now || input.taken >= self.params.queue_packets {
            return;
        }
        if begin > cx.now {
            // A node may hand over a packet between two cycles; the network moves in whole cycles.
            if !input.door.is_empty() {
                cx.effects.timers.push((begin, Timer::Input(node).token()));
            }
            return;
        }
        let Some(waiting) = input.door.pop_front() else { return };
        let Waiting { packet, flits, ready } = waiting;
        let until = cx.now + self.clock.span(flits);
        self.counts.at_doors += cx.now.max(ready) - ready;
        input.taken += 1;
        input.entering_until = until;
        input.busy += until - cx.now;
        cx.crosses(&packet, (ready, until - cx.now), || format!("node {node} to its queue"));
        cx.effects.deliveries.push((until, Delivery::Left { src: packet.src, class: packet.class }));
        cx.effects.timers.push((until, Timer::Input(node).token()));
        input.queue.push_back(Waiting { packet, flits, ready: until });
    }

    /// The output that an input's oldest packet wants now.
    fn wanted(&self, node: usize, now: Time) -> Option<usize> {
        let input = &self.inputs[node];
        let oldest = input.queue.front().filter(|oldest| oldest.ready <= now && !input.is_leaving)?;
        Some(oldest.packet.dst as usize)
    }

    /// Gives an output to the next input in turn, if it is free.
    fn grant(&mut self, cx: &mut NetCx<'_>, output: usize) {
        if self.outputs[output].serves.is_some() {
            return;
        }
        let nodes = self.inputs.len();
        let turn = (1..=nodes).map(|step| (self.outputs[output].last + step) % nodes);
        let Some(node) = turn.into_iter().find(|&node| self.wanted(node, cx.now) == Some(output)) else { return };
        let input = &mut self.inputs[node];
        let Some(Waiting { packet, flits, ready }) = input.queue.pop_front() else { return };
        let until = cx.now + self.clock.span(flits);
        self.counts.blocked += cx.now - ready;
        input.is_leaving = true;
        let granted = &mut self.outputs[output];
        (granted.serves, granted.last) = (Some(node), node);
        granted.busy += until - cx.now;
        cx.effects.timers.push((until, Timer::Output(output).token()));
        cx.crosses(&packet, (ready, until - cx.now), || format!("queue of node {node} to node {output}"));
        let out = cx.now + self.clock.span(u64::from(self.params.pass_cycles));
        cx.effects.deliveries.push((out, Delivery::Arrived(packet)));
    }

    /// An output has become free, and with it the input that it served.
    fn released(&mut self, cx: &mut NetCx<'_>, output: usize) {
        let Some(node) = self.outputs[output].serves.take() else { return };
        self.inputs[node].is_leaving = false;
        self.inputs[node].taken -= 1;
        self.enter(cx, node);
        self.grant(cx, output);
        if let Some(other) = self.wanted(node, cx.now) {
            self.grant(cx, other);
        }
    }
}

impl Network for Crossbar {
    fn name(&self) -> &'static str {
        "crossbar"
    }

    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet) {
        let nodes = self.inputs.len() as u32;
        let Packet { src, dst, class, .. } = packet;
        if src >= nodes || dst >= nodes || class >= CLASSES {
            self.counts.misaddressed += 1;
            if src < nodes {
                cx.effects.deliveries.push((cx.now, Delivery::Left { src, class }));
            }
            return;
        }
        let bytes = u64::from(self.params.header_bytes) + packet.payload.len() as u64;
        let flits = bytes.div_ceil(u64::from(self.params.flit_bytes));
        self.counts.packets += 1;
        self.counts.flits += flits;
        self.inputs[src as usize].door.push_back(Waiting { packet, flits, ready: cx.now });
        self.enter(cx, src as usize);
    }

    fn event(&mut self, cx: &mut NetCx<'_>, token: u64) {
        match Timer::of(token) {
            Timer::Input(node) if node < self.inputs.len() => {
                self.enter(cx, node);
                if let Some(output) = self.wanted(node, cx.now) {
                    self.grant(cx, output);
                }
            }
            Timer::Output(output) if output < self.outputs.len() => self.released(cx, output),
            _ => {}
        }
    }

    fn minimum_latency(&self) -> Time {
        let header = self.params.header_bytes.div_ceil(self.params.flit_bytes);
        self.clock.span(u64::from(header) + u64::from(self.params.pass_cycles))
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let c = &self.counts;
        let busiest = self.outputs.iter().map(|output| output.busy).max().unwrap_or_default();
        vec![
            ("packets", c.packets),
            ("flits", c.flits),
            ("blocked in queues, cycles", self.clock.cycle(c.blocked)),
            ("waiting at doors, cycles", self.clock.cycle(c.at_doors)),
            ("busiest output, cycles", self.clock.cycle(busiest)),
            ("misaddressed packets", c.misaddressed),
        ]
    }

    fn map(&self) -> NetworkMap {
        let mut map = NetworkMap::default();
        let middle = map.place("crossbar".into(), false, (0.0, 0.0));
        let nodes = self.inputs.len();
        for (node, (input, output)) in self.inputs.iter().zip(&self.outputs).enumerate() {
            let place = map.place(format!("node {node}"), true, on_circle(node, nodes, (0.0, 0.0), RADIUS));
            for (ends, busy) in [((place, middle), input.busy), ((middle, place), output.busy)] {
                let bytes = self.clock.cycle(busy) * u64::from(self.params.flit_bytes);
                map.link(ends, String::new(), bytes, busy);
            }
        }
        map
    }
}
