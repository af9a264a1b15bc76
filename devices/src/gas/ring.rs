//! The network of the machine (Willenberg and Chow 2013 §5.1): FPGAs in a bidirectional ring. On an
//! FPGA, the NetIfs of all nodes and of both links are connected each to each. They are the
//! selective NetIfs of Saldaña 2006 ([`crate::netif::sides`]).
//!
//! A node's device keeps the FIFOs between it and its NetIf, and this network keeps copies of them.
//! When one side puts or takes a word, the other side is told in the same cycle. The change counts
//! from the next cycle on.

mod link;
pub mod params;
pub mod plan;
mod wires;

pub use params::RingParams;
pub use plan::Plan;

use crate::fsl::Message;
use crate::netif::crossing::Crossing;
use crate::netif::fifo::{End, Fifo};
use crate::netif::ids::{FifoId, Pair, UnitId};
use crate::netif::map;
use crate::netif::schedule::Schedule;
use crate::netif::sides::{Matching, NetIf, Receiver, Sender};
use crate::netif::tier1::Header;
use crate::netif::wires::{Offer, Outlet, Unit};
use link::Link;
use plan::{Direction, Host};
use rankine_bus::{Clock, NetCx, Network, NetworkMap, Packet, Time};
use wires::{Links, Wires};

pub struct Ring {
    plan: Plan,
    clock: Clock,
    wires: Wires,
    units: Vec<Box<dyn Unit<Links>>>,
    schedule: Schedule,
    /// The FIFOs to and from each node's NetIf; the first `nodes` take part.
    nodes: Vec<Pair>,
    /// The FIFOs to and from each NetIf.
    pairs: Vec<Pair>,
    minimum_cycles: u64,
}

impl Ring {
    /// The ring of a platform; the first `nodes` of its nodes take part, the others are silent.
    /// `fifo_words` is the depth of the FIFOs at nodes. An error is a sentence on the parameters.
    pub fn new(params: &RingParams, fifo_words: u32, nodes: u32, clock: Clock) -> Result<Ring, String> {
        let plan = Plan::new(params)?;
        let all = params.nodes.len();
        if nodes == 0 || nodes as usize > all {
            return Err(format!("gas.nodes has {all} entries: {nodes} nodes cannot take part; take 1 to {all}"));
        }
        let mut ring = Ring {
            clock,
            wires: Wires::default(),
            units: Vec::new(),
            schedule: Schedule::new(clock, Crossing::Synchronous(clock)),
            nodes: Vec::new(),
            pairs: Vec::new(),
            minimum_cycles: u64::from(params.netif_cycles()),
            plan,
        };
        let pairs: Vec<Pair> = (0..ring.plan.netifs.len()).map(|index| ring.pair(params, fifo_words, index)).collect();
        ring.add_netifs(params, &pairs);
        ring.add_links(params, &pairs);
        for (node, pair) in (0..nodes).zip(&pairs) {
            ring.wires.fifos[pair.to.0].writer = End::Node(node);
            ring.wires.fifos[pair.from.0].readers = End::Node(node);
            ring.nodes.push(*pair);
        }
        ring.pairs = pairs;
        Ok(ring)
    }

    /// The connections, as a plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The FIFOs to and from a NetIf.
    fn pair(&mut self, params: &RingParams, fifo_words: u32, index: usize) -> Pair {
        let own = &self.plan.netifs[index];
        let depth = if matches!(own.host, Host::Node(_)) { fifo_words } else { params.link_fifo_words };
        let fifos = &mut self.wires.fifos;
        let first = fifos.len();
        fifos.extend(["to", "from"].map(|way| Fifo::new(format!("FIFO {way} {own}"), depth)));
        Pair { to: FifoId(first), from: FifoId(first + 1) }
    }

    fn unit(&mut self, make: impl FnOnce(UnitId) -> Box<dyn Unit<Links>>) -> UnitId {
        let id = UnitId(self.units.len());
        self.units.push(make(id));
        id
    }

    /// Adds both sides of all NetIfs, the sending sides first.
    fn add_netifs(&mut self, params: &RingParams, pairs: &[Pair]) {
        let netifs = self.plan.netifs.clone();
        let netif = |index: usize| NetIf { index, name: netifs[index].to_string().into(), check_control: false };
        let decode = u64::from(params.netif_decode_cycles);
        for (index, own) in netifs.iter().enumerate() {
            self.wires.outlets.push(Outlet { fifo: pairs[index].to, offer: Offer::Free, free_since: 0 });
            self.wires.tables.push(Some(own.table.clone()));
            let node = if let Host::Node(node) = own.host { Some(node) } else { None };
            self.wires.trace.add(own.to_string().into(), node);
            let sender = self.unit(|me| Box::new(Sender::new(netif(index), me, decode, None)));
            self.wires.fifos[pairs[index].to.0].readers = End::Units(vec![sender]);
        }
        let setup = u64::from(params.netif_setup_cycles);
        for (index, own) in netifs.iter().enumerate() {
            let (inlet, channels) = (pairs[index].from, own.channels.clone());
            let receiver =
                self.unit(|me| Box::new(Receiver::new(netif(index), me, inlet, channels, Matching::Shown, setup)));
            self.wires.receivers.push(receiver);
            self.wires.fifos[inlet.0].writer = End::Units(vec![receiver]);
        }
    }

    /// Adds the links: from each FPGA one in each direction.
    fn add_links(&mut self, params: &RingParams, pairs: &[Pair]) {
        let cycles = u64::from(params.hop_cycles - params.netif_cycles());
        let packet_cycles = u64::from(params.link_packet_cycles);
        for (index, pair) in pairs.iter().enumerate() {
            let own = &self.plan.netifs[index];
            let Host::Link(direction) = own.host else { continue };
            let next = direction.next(own.fpga, params.fpgas);
            let back = if direction == Direction::Clockwise { Direction::Counter } else { Direction::Clockwise };
            let Some(opposite) = self.plan.find(next, Host::Link(back)) else { continue };
            let (name, ends) = (format!("link from FPGA {} to FPGA {next}", own.fpga), (pair.from, pairs[opposite].to));
            let link = self.unit(|me| Box::new(Link::new(name, me, ends, cycles, packet_cycles)));
            self.wires.fifos[ends.0.0].readers = End::Units(vec![link]);
            self.wires.fifos[ends.1.0].writer = End::Units(vec![link]);
        }
    }

    /// Packets that a NetIf has decoded and no other NetIf has taken up.
    fn standing(&self) -> impl Iterator<Item = String> {
        self.wires.outlets.iter().enumerate().filter_map(move |(index, outlet)| {
            let Offer::For { netif, .. } = outlet.offer else { return None };
            let header = Header::of(self.wires.front(outlet.fifo, crate::fifo::LATE)?.bits);
            let (own, next) = (&self.plan.netifs[index], &self.plan.netifs[netif]);
            let (words, src, dest) = (header.words(), header.src, header.dest);
            Some(format!("{own}: a packet of {words} words of node {src} to node {dest} waits for {next}"))
        })
    }
}

impl Network for Ring {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet) {
        let node = self.nodes.get(packet.src as usize).filter(|_| packet.class < 2);
        let Some(&Pair { to, from }) = node else {
            self.wires.counts.misaddressed += 1;
            return;
        };
        let cycle = self.clock.cycle_ceil(cx.now);
        match Message::of(&packet) {
            Message::Word { word, .. } => {
                self.wires.counts.from_harts += 1;
                self.wires.push(to, cycle, word);
            }
            Message::Taken { .. } => {
                self.wires.pop(from, cycle);
            }
        }
        self.schedule.settle(cx, &mut self.wires);
    }

    fn event(&mut self, cx: &mut NetCx<'_>, token: u64) {
        self.schedule.event(cx, (&mut self.wires, &mut self.units), token);
    }

    fn minimum_latency(&self) -> Time {
        self.clock.span(self.minimum_cycles)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let (c, links) = (&self.wires.counts, &self.wires.machine);
        vec![
            ("words from nodes", c.from_harts),
            ("words to nodes", c.to_harts),
            ("packets through NetIfs", c.netif_packets),
            ("words through NetIfs", c.netif_words),
            ("NetIfs waiting for places, cycles", c.netif_stalls),
            ("packets on links", links.packets),
            ("words on links", links.words),
            ("misaddressed packets", c.misaddressed),
        ]
    }

    fn map(&self) -> NetworkMap {
        let (netifs, wires) = (&self.plan.netifs, &self.wires);
        let fpgas = netifs.iter().map(|netif| netif.fpga + 1).max().unwrap_or(0);
        let names: Vec<String> = (0..fpgas).map(|fpga| format!("FPGA {fpga}")).collect();
        let nodes: Vec<(u32, Pair)> = netifs.iter().zip(&self.nodes).map(|(netif, pair)| (netif.fpga, *pair)).collect();
        let mut map = map::boards(wires, &names, &nodes, self.clock);
        for (netif, pair) in netifs.iter().zip(&self.pairs) {
            let Host::Link(direction) = netif.host else { continue };
            let ends = (netif.fpga, direction.next(netif.fpga, fpgas));
            // Between two FPGAs, both directions have the same ends.
            let lane = match direction {
                _ if fpgas > 2 => "",
                Direction::Clockwise => "clockwise",
                Direction::Counter => "counter-clockwise",
            };
            map.links.push(map::between(wires, ends, lane.into(), pair.from, |words| self.clock.span(words)));
        }
        map
    }

    fn waiting(&self) -> Vec<String> {
        self.units.iter().filter_map(|unit| unit.waits(&self.wires)).chain(self.standing()).collect()
    }

    fn complaint(&self) -> Option<String> {
        self.wires.machine.mishaps.complaint()
    }
}
