//! A two-dimensional mesh: XY routing, virtual cut-through, one virtual channel a class, credits.
//!
//! A packet crosses a link at one flit a cycle, the header's flits before those of the payload. Its
//! head may leave a router `router_cycles` after it came in, if the output is free and the next
//! buffer has room for the whole packet. The tail follows, so a packet never stops on a link. Input
//! buffers hold `buffer_packets` packets for each port and class; each output serves the buffers
//! that want it in turn. The crossbar is no bottleneck: it has an input for each buffer. In an idle
//! mesh a packet of f flits over h hops takes
//! (h + 1) * (router_cycles + link_cycles) + link_cycles + f - 1 cycles.
//!
//! It cannot deadlock: XY routing has no cyclic dependency of buffers within a class, a class never
//! waits for another, and nodes take every ejected packet.

use super::flight::{Fifo, Flights};
use super::grid::{Grid, LOCAL, PORTS};
use super::link::{Grant, Link};
use crate::limits;
use rankine_bus::{Clock, Delivery, NetCx, Network, NetworkMap, Packet, Survey, Time, fixed_of};
use rankine_keys::keys;

keys! {
    /// The mesh network between all nodes. Cycles are those of the nodes' clock.
    pub struct MeshParams [noc] {
        /// number of routers in a row; 0 = chosen so that the mesh is as square as the number of nodes allows
        width: u32 = 0, "routers", "ours: fewest hops";
        /// number of routers in a column; 0 = as many rows as the nodes need
        height: u32 = 0, "routers", "ours: fewest hops";
        /// time from the arrival of a packet's first flit at a router until the flit starts on the next link
        router_cycles: u32 = 2, "cycles", "ours: with the link a hop of 3 cycles, as in today's on-chip meshes";
        /// time of a flit on a link
        link_cycles: u32 = 1, "cycles", "ours: neighbours are a tile apart";
        /// size of a flit, which is also the width of a link
        flit_bytes: u32 = 16, "bytes", "ours: 128-bit links are common in on-chip meshes";
        /// size of a packet's header, which comes before the payload
        header_bytes: u32 = 16, "bytes", "ours: kind, length, two global addresses and a node fit one flit";
        /// number of packets of each class that an input buffer of a router holds
        buffer_packets: u32 = 4, "packets", "ours: covers the credits' round trip";
    }
}

const CLASSES: usize = 3;
/// Links of a router: five outputs, and the node's link into the router.
const LINKS: usize = PORTS + 1;
const INJECT: usize = PORTS;
const MAX_NODES: u32 = 1 << 16;

#[derive(Default)]
struct Counts {
    packets: u64,
    flits: u64,
    hops: u64,
    blocked: Time,
    at_doors: Time,
    misaddressed: u64,
    last_arrival: Time,
}

pub struct Mesh {
    params: MeshParams,
    grid: Grid,
    nodes: u32,
    clock: Clock,
    links: Vec<Link>,
    /// Packets by (router, input port, class); bounded by the credits of the link that feeds them.
    buffers: Vec<Fifo>,
    /// Packets by (node, class) that have not entered; bounded by the node's interface.
    doors: Vec<Fifo>,
    flights: Flights,
    counts: Counts,
}

impl Mesh {
    /// A mesh for `nodes` nodes. An error is a sentence on the parameters.
    pub fn new(params: MeshParams, nodes: u32, clock: Clock) -> Result<Mesh, String> {
        let grid = grid(&params, nodes)?;
        let limits = [
            ("router_cycles", params.router_cycles, 0, 1000),
            ("link_cycles", params.link_cycles, 1, 1000),
            ("flit_bytes", params.flit_bytes, 1, 4096),
            ("header_bytes", params.header_bytes, 1, 4096),
            ("buffer_packets", params.buffer_packets, 1, 64),
        ];
        limits::check(MeshParams::SECTION.name, &limits)?;
        let slots = |link: usize| if link % LINKS == LOCAL { 0 } else { params.buffer_packets as usize };
        Ok(Mesh {
            links: (0..grid.routers() * LINKS).map(|link| Link::new(CLASSES, slots(link))).collect(),
            buffers: vec![Fifo::EMPTY; grid.routers() * PORTS * CLASSES],
            doors: vec![Fifo::EMPTY; grid.routers() * CLASSES],
            flights: Flights::default(),
            counts: Counts::default(),
            params,
            grid,
            nodes,
            clock,
        })
    }

    /// The head of a packet has passed the pipeline of the router that it came to.
    fn head_ready(&mut self, cx: &mut NetCx<'_>, flight: u32) {
        let f = self.flights.get(flight);
        f.ready = cx.now;
        let (router, port, class) = (f.router as usize, usize::from(f.port), usize::from(f.class));
        let buffer = &mut self.buffers[(router * PORTS + port) * CLASSES + class];
        buffer.push(&mut self.flights, flight);
        if buffer.front() == Some(flight) {
            self.request(cx, flight, router, port, class);
        }
    }

    /// The oldest packet of a buffer asks for its output.
    fn request(&mut self, cx: &mut NetCx<'_>, flight: u32, router: usize, port: usize, class: usize) {
        let link = router * LINKS + self.grid.route(router, self.flights.get(flight).dst as usize);
        self.links[link].requests |= 1 << (port * CLASSES + class);
        self.allocate(cx, link);
    }

    /// Gives the link to the buffer that may have it now.
    fn allocate(&mut self, cx: &mut NetCx<'_>, link: usize) {
        match self.links[link].grant(cx.now, class_of) {
            Grant::Nobody => {}
            Grant::At(when) => self.wake_at(cx, link, when),
            Grant::To(requester) => self.send(cx, link, requester),
        }
    }

    fn wake_at(&mut self, cx: &mut NetCx<'_>, link: usize, when: Time) {
        if when < self.links[link].wake_at {
            self.links[link].wake_at = when;
            cx.effects.timers.push((when, (link as u64) << 1));
        }
    }

    /// The oldest packet of a requester goes over the link.
    fn send(&mut self, cx: &mut NetCx<'_>, link: usize, requester: u32) {
        let (router, output) = (link / LINKS, link % LINKS);
        let (port, class) = (requester as usize / CLASSES, class_of(requester));
        let queue = if output == INJECT {
            &mut self.doors[router * CLASSES + class]
        } else {
            &mut self.buffers[(router * PORTS + port) * CLASSES + class]
        };
        let Some(flight) = queue.pop(&mut self.flights) else { return };
        let following = queue.front();
        let f = self.flights.get(flight);
        let (ready, flits) = (f.ready, u64::from(f.flits));
        let waited = cx.now - ready;
        self.links[link].send(cx.now, cx.now + self.clock.span(flits), requester, class);
        if output == INJECT {
            self.counts.at_doors += waited;
            let left = cx.now + self.clock.span(u64::from(self.params.link_cycles) + flits - 1);
            cx.effects.deliveries.push((left, Delivery::Left { src: router as u32, class: class as u8 }));
            if following.is_some() {
                self.links[link].requests |= 1 << requester;
            }
        } else {
            self.counts.blocked += waited;
            self.return_credit(cx, router, port, class, flits);
            if let Some(next) = following {
                self.request(cx, next, router, port, class);
            }
        }
        if let Some(packet) = self.flights.packet(flight).filter(|_| cx.is_watched()) {
            cx.crosses(packet, (ready, self.clock.span(flits)), || self.link_name(router, output));
        }
        self.forward(cx, flight, router, output);
        if self.links[link].requests != 0 {
            self.wake_at(cx, link, self.links[link].busy_until);
        }
    }

    /// The name of a link for observers: its two ends.
    fn link_name(&self, router: usize, output: usize) -> String {
        match (output, self.grid.neighbour(router, output)) {
            (INJECT, _) => format!("node {router} to router {router}"),
            (_, Some((next, _))) if output != LOCAL => format!("router {router} to router {next}"),
            _ => format!("router {router} to node {router}"),
        }
    }

    /// The slot that a packet leaves is free once its tail has gone; the sender learns that
    /// `link_cycles` later.
    fn return_credit(&mut self, cx: &mut NetCx<'_>, router: usize, port: usize, class: usize, flits: u64) {
        let feeder = match self.grid.neighbour(router, port) {
            _ if port == LOCAL => router * LINKS + INJECT,
            Some((upstream, output)) => upstream * LINKS + output,
            None => return,
        };
        let when = cx.now + self.clock.span(flits + u64::from(self.params.link_cycles));
        self.links[feeder].credit(class, when);
        if self.links[feeder].requests & CLASS_MASK << class != 0 {
            self.wake_at(cx, feeder, when);
        }
    }

    /// The head crosses the link: into the next router, or out to the node when the tail is across
    /// too.
    fn forward(&mut self, cx: &mut NetCx<'_>, flight: u32, router: usize, output: usize) {
        let p = &self.params;
        let f = self.flights.get(flight);
        if output == LOCAL {
            let arrival = cx.now + self.clock.span(u64::from(p.link_cycles) + u64::from(f.flits) - 1);
            self.counts.last_arrival = self.counts.last_arrival.max(arrival);
            if let Some(packet) = self.flights.end(flight) {
                cx.effects.deliveries.push((arrival, Delivery::Arrived(packet)));
            }
            return;
        }
        let next = if output == INJECT { Some((router, LOCAL)) } else { self.grid.neighbour(router, output) };
        let Some((router, port)) = next else { return };
        self.counts.hops += u64::from(output != INJECT);
        (f.router, f.port) = (router as u32, port as u8);
        let ready = cx.now + self.clock.span(u64::from(p.link_cycles) + u64::from(p.router_cycles));
        cx.effects.timers.push((ready, u64::from(flight) << 1 | 1));
    }
}

impl Network for Mesh {
    fn name(&self) -> &'static str {
        "mesh"
    }

    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet) {
        let (node, class) = (packet.src, packet.class);
        if node >= self.nodes || packet.dst >= self.nodes || usize::from(class) >= CLASSES {
            self.counts.misaddressed += 1;
            if node < self.nodes {
                cx.effects.deliveries.push((cx.now, Delivery::Left { src: node, class }));
            }
            return;
        }
        let bytes = u64::from(self.params.header_bytes) + packet.payload.len() as u64;
        let flits = bytes.div_ceil(u64::from(self.params.flit_bytes));
        self.counts.packets += 1;
        self.counts.flits += flits;
        let flight = self.flights.begin(packet, flits as u32, cx.now);
        self.doors[node as usize * CLASSES + usize::from(class)].push(&mut self.flights, flight);
        let link = node as usize * LINKS + INJECT;
        self.links[link].requests |= 1 << class;
        // A node may hand over a packet between two cycles; the network moves in whole cycles.
        self.wake_at(cx, link, self.clock.span(self.clock.cycle_ceil(cx.now)));
    }

    fn event(&mut self, cx: &mut NetCx<'_>, token: u64) {
        let (number, is_flight) = ((token >> 1) as usize, token & 1 != 0);
        if is_flight && number < self.flights.len() {
            self.head_ready(cx, number as u32);
        } else if !is_flight && number < self.links.len() {
            let link = number;
            if self.links[link].wake_at <= cx.now {
                self.links[link].wake_at = Time::MAX;
            }
            self.allocate(cx, link);
        }
    }

    fn survey(&mut self, survey: &mut dyn Survey) -> bool {
        survey.fixed(self.counts.misaddressed);
        for (number, fifo) in
            self.buffers.iter().chain(&self.doors).enumerate().filter(|(_, fifo)| **fifo != Fifo::EMPTY)
        {
            fixed_of(survey, &(number, fifo));
        }
        for (number, link) in self.links.iter_mut().enumerate().filter(|(_, link)| link.is_used()) {
            survey.fixed(number as u64);
            link.survey(survey);
        }
        self.flights.survey(survey);
        let Counts { packets, flits, hops, blocked, at_doors, last_arrival, .. } = &mut self.counts;
        [packets, flits, hops, &mut blocked.0, &mut at_doors.0].into_iter().for_each(|count| survey.count(count));
        survey.stamp(last_arrival);
        true
    }

    fn minimum_latency(&self) -> Time {
        let header = self.params.header_bytes.div_ceil(self.params.flit_bytes);
        let (router, link) = (u64::from(self.params.router_cycles), u64::from(self.params.link_cycles));
        self.clock.span(2 * (router + link) + link + u64::from(header) - 1)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let c = &self.counts;
        let busiest = self.links.iter().map(|link| link.busy).max().unwrap_or_default();
        let per_mille = u128::from(busiest.0) * 1000 / u128::from(c.last_arrival.0.max(1));
        vec![
            ("packets", c.packets),
            ("flits injected", c.flits),
            ("hops", c.hops),
            ("blocked in routers, cycles", self.clock.cycle(c.blocked)),
            ("waiting at doors, cycles", self.clock.cycle(c.at_doors)),
            ("busiest link, cycles", self.clock.cycle(busiest)),
            ("busiest link until the last arrival, per mille", per_mille as u64),
            ("misaddressed packets", c.misaddressed),
        ]
    }

    fn map(&self) -> NetworkMap {
        let mut map = NetworkMap::default();
        let routers = self.grid.routers();
        let at = |router: usize| {
            let place = |index: usize| ROUTERS_APART * index as f64;
            (place(router % self.grid.width), place(router / self.grid.width))
        };
        for router in 0..routers {
            map.place(format!("router {router}"), false, at(router));
        }
        for node in 0..self.nodes as usize {
            let (x, y) = at(node);
            map.place(format!("node {node}"), true, (x + NODE_APART, y + NODE_APART));
        }
        for (number, link) in self.links.iter().enumerate() {
            let (router, output) = (number / LINKS, number % LINKS);
            let has_node = router < self.nodes as usize;
            let ends = match (output, self.grid.neighbour(router, output)) {
                (INJECT, _) if has_node => (routers + router, router),
                (LOCAL, _) if has_node => (router, routers + router),
                (_, Some((next, _))) => (router, next),
                _ => continue,
            };
            let bytes = self.clock.cycle(link.busy) * u64::from(self.params.flit_bytes);
            map.link(ends, String::new(), bytes, link.busy);
        }
        map
    }
}

/// The distance of neighbouring routers in a drawing, and that of a node from its router.
const ROUTERS_APART: f64 = 2.0;
const NODE_APART: f64 = 0.7;

/// Requesters of one class: every third bit.
const CLASS_MASK: u32 = 0o11111;

fn class_of(requester: u32) -> usize {
    requester as usize % CLASSES
}

fn grid(params: &MeshParams, nodes: u32) -> Result<Grid, String> {
    if nodes == 0 || nodes > MAX_NODES || params.width > MAX_NODES || params.height > MAX_NODES {
        return Err(format!("noc: a mesh has 1 to {MAX_NODES} nodes, not {nodes} or a side beyond"));
    }
    let (width, height, count) = (params.width as usize, params.height as usize, nodes as usize);
    let grid = match (width, height) {
        (0, 0) => Grid::for_nodes(count),
        (0, _) => Grid { width: count.div_ceil(height), height },
        (_, 0) => Grid { width, height: count.div_ceil(width) },
        _ => Grid { width, height },
    };
    if grid.routers() < count || grid.routers() > MAX_NODES as usize {
        let Grid { width, height } = grid;
        return Err(format!("noc: a mesh of {width} x {height} has no place for {nodes} nodes; set noc.width = 0"));
    }
    Ok(grid)
}
