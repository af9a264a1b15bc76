//! Builds the fabric from its plan: FIFOs, state machines, and the ends of each FIFO.

use super::bridge::{BridgeIn, BridgeOut};
use super::engine::Engine;
use super::fabric::{Fabric, Wires};
use super::line::Line;
use super::mpe::Mpe;
use super::mpe::duplex::{Duplex, Half, Halves};
use super::occc::Occc;
use super::params::{MpeDuplex, NetIfKind, NodeKind, TableSource, TmdParams};
use super::plan::{Host, Plan, board, of_channels};
use crate::netif::fifo::{End, Fifo};
use crate::netif::ids::{FifoId, Pair, UnitId};
use crate::netif::sides::{Matching, NetIf, Receiver, Sender};
use crate::netif::tables::Loader;
use crate::netif::wires::{Offer, Outlet, Unit};
use rankine_bus::NodeId;
use std::collections::BTreeMap;

/// The FIFOs of a hart's link: from the hart, and to it.
pub type HartLink = Pair;

#[derive(Default)]
pub struct Parts {
    pub wires: Wires,
    pub units: Vec<Box<dyn Unit<Fabric>>>,
    /// The FIFOs to and from each NetIf.
    pub netifs: Vec<Pair>,
    /// By node; none if there is no hart.
    pub harts: Vec<Option<HartLink>>,
    /// Units that have something to do from the beginning.
    pub begin: Vec<UnitId>,
}

pub struct Builder<'a> {
    params: &'a TmdParams,
    plan: &'a Plan,
    parts: Parts,
}

impl Builder<'_> {
    /// A fabric of which the first `ranks` nodes take part.
    pub fn build(params: &TmdParams, plan: &Plan, ranks: u32) -> Parts {
        let mut builder = Builder { params, plan, parts: Parts::default() };
        let pairs: Vec<Pair> = plan.netifs.iter().map(|netif| builder.pair(&netif.to_string())).collect();
        builder.netifs(&pairs);
        for (node, pair) in (0..).zip(&pairs[..params.nodes.len()]) {
            let link = builder.node(node, *pair, node < ranks);
            builder.parts.harts.push(link);
        }
        builder.gateways(&pairs);
        builder.parts.netifs = pairs;
        builder.parts
    }

    fn fifo(&mut self, name: String) -> FifoId {
        self.parts.wires.fifos.push(Fifo::new(name, self.params.fifo_words));
        FifoId(self.parts.wires.fifos.len() - 1)
    }

    /// The FIFOs to and from `name`.
    fn pair(&mut self, name: &str) -> Pair {
        Pair { to: self.fifo(format!("FIFO to {name}")), from: self.fifo(format!("FIFO from {name}")) }
    }

    fn unit(&mut self, make: impl FnOnce(UnitId) -> Box<dyn Unit<Fabric>>) -> UnitId {
        let id = UnitId(self.parts.units.len());
        self.parts.units.push(make(id));
        id
    }

    fn read_by(&mut self, fifo: FifoId, unit: UnitId) {
        add(&mut self.parts.wires.fifos[fifo.0].readers, unit);
    }

    fn written_by(&mut self, fifo: FifoId, unit: UnitId) {
        add(&mut self.parts.wires.fifos[fifo.0].writer, unit);
    }

    /// `unit` writes and reads this pair.
    fn joins(&mut self, pair: Pair, unit: UnitId) {
        self.written_by(pair.to, unit);
        self.read_by(pair.from, unit);
    }

    /// Adds both sides of all NetIfs, the sending sides first.
    fn netifs(&mut self, pairs: &[Pair]) {
        let (plan, params) = (self.plan, self.params);
        let netif = |index: usize| NetIf {
            index,
            name: plan.netifs[index].to_string().into(),
            check_control: params.check_control,
        };
        for (index, own) in plan.netifs.iter().enumerate() {
            self.parts.wires.outlets.push(Outlet { fifo: pairs[index].to, offer: Offer::Free, free_since: 0 });
            let node = if let Host::Node(node) = own.host { Some(node) } else { None };
            self.parts.wires.trace.add(own.to_string().into(), node);
            let is_fixed = params.tables == TableSource::Fixed;
            self.parts.wires.tables.push(is_fixed.then(|| of_channels(&own.channels)));
            if plan.kind == NetIfKind::Selective {
                let cycles = u64::from(params.netif_decode_cycles);
                let loader = match own.host {
                    Host::Node(rank) if !is_fixed => Some(Loader::new(rank, board(&plan.netifs, own.board).into())),
                    Host::Node(_) | Host::Gateway { .. } => None,
                };
                let sender = self.unit(|me| Box::new(Sender::new(netif(index), me, cycles, loader)));
                self.read_by(pairs[index].to, sender);
            }
        }
        for (index, own) in plan.netifs.iter().enumerate() {
            let channels: Vec<usize> = own.channels.iter().map(|channel| channel.to).collect();
            let matching = match plan.kind {
                NetIfKind::Broadcast => Matching::Dest(own.ranks),
                NetIfKind::Selective => Matching::Shown,
            };
            let (inlet, cycles) = (pairs[index].from, u64::from(params.netif_setup_cycles));
            let peers = channels.clone();
            let receiver = |me| Receiver::new(netif(index), me, inlet, channels, matching, cycles);
            let receiver = self.unit(|me| Box::new(receiver(me)));
            self.parts.wires.receivers.push(receiver);
            self.written_by(inlet, receiver);
            if plan.kind == NetIfKind::Broadcast {
                peers.into_iter().for_each(|peer| self.read_by(pairs[peer].to, receiver));
            }
        }
    }

    /// Adds the parts at a node's NetIf. Returns the links of the node's hart, if it has one.
    fn node(&mut self, node: NodeId, pair: Pair, takes_part: bool) -> Option<HartLink> {
        let params = self.params;
        let own = &params.nodes[node as usize];
        let host = match own.mpe {
            false => pair,
            true => {
                let host = self.pair(&format!("TMD-MPE of node {node}"));
                let mpe = match params.mpe_duplex {
                    MpeDuplex::Half => self.unit(|me| Box::new(Mpe::new(params, node, me, host.turned(), pair))),
                    MpeDuplex::Full => self.duplex(node, (host.turned(), pair)),
                };
                self.joins(host.turned(), mpe);
                self.joins(pair, mpe);
                host
            }
        };
        match own.kind {
            _ if !takes_part => None,
            NodeKind::Engine => {
                let engine = self.unit(|me| Box::new(Engine::new(params, node, me, host)));
                self.joins(host, engine);
                self.parts.begin.push(engine);
                None
            }
            NodeKind::Mb | NodeKind::MbFpu | NodeKind::Ppc => {
                self.parts.wires.fifos[host.to.0].writer = End::Hart(node);
                self.parts.wires.fifos[host.from.0].readers = End::Hart(node);
                Some(host)
            }
        }
    }

    /// A full-duplex TMD-MPE, with the FIFOs inside it.
    fn duplex(&mut self, node: NodeId, ends: (Pair, Pair)) -> UnitId {
        let params = self.params;
        let half = |builder: &mut Self, name: &str| {
            let commands = builder.fifo(format!("FIFO to {name} of node {node}'s TMD-MPE"));
            Half { commands, net: builder.pair(&format!("the network at {name} of node {node}'s TMD-MPE")) }
        };
        let halves = Halves { sending: half(self, "the sending half"), receiving: half(self, "the receiving half") };
        let mpe = self.unit(|me| Box::new(Duplex::new(params, node, me, ends, halves)));
        for half in [halves.sending, halves.receiving] {
            for fifo in [half.commands, half.net.to, half.net.from] {
                self.read_by(fifo, mpe);
                self.written_by(fifo, mpe);
            }
        }
        mpe
    }

    /// Bridges and OCCCs: an OCCC for each link's end, with a bridge for each of its lanes.
    fn gateways(&mut self, pairs: &[Pair]) {
        let params = self.params;
        let mut ends: BTreeMap<(u32, u32), Vec<Pair>> = BTreeMap::new();
        for (index, netif) in self.plan.netifs.iter().enumerate() {
            let Host::Gateway { to, lane } = netif.host else { continue };
            let occc = self.pair(&format!("OCCC of board {} to board {to}, lane {lane}", netif.board));
            self.bridges(&netif.to_string(), lane as u16, pairs[index], occc);
            ends.entry((netif.board, to)).or_default().push(occc.turned());
        }
        let numbers: BTreeMap<(u32, u32), usize> = ends.keys().copied().zip(0..).collect();
        let first = self.parts.units.len();
        for (&(board, to), number) in &numbers {
            // The line that an end sends on has the end's number; the other end is the receiver.
            let opposite = numbers.get(&(to, board)).copied().unwrap_or(*number);
            self.parts.wires.machine.lines.push(Line::new(self.params, *number, UnitId(first + opposite)));
            let lanes = ends.remove(&(board, to)).unwrap_or_default();
            let name = format!("OCCC of board {board} to board {to}");
            let lines = (*number, opposite);
            let occc = self.unit(|me| Box::new(Occc::new(params, name, me, lanes.clone(), lines)));
            lanes.into_iter().for_each(|lane| self.joins(lane, occc));
        }
    }

    /// Both bridges of a gateway's lane. Channel addresses at both ends are the lane's number.
    fn bridges(&mut self, netif: &str, lane: u16, tier1: Pair, tier2: Pair) {
        let params = self.params;
        let name = format!("bridge at {netif}");
        let out =
            self.unit(|me| Box::new(BridgeOut::new(params, name.clone(), me, (tier1.from, tier2.to), (lane, lane))));
        self.read_by(tier1.from, out);
        self.written_by(tier2.to, out);
        let into = self.unit(|me| Box::new(BridgeIn::new(params, name, me, (tier2.from, tier1.to))));
        self.read_by(tier2.from, into);
        self.written_by(tier1.to, into);
    }
}

fn add(end: &mut End, unit: UnitId) {
    if let End::Units(units) = end {
        units.push(unit);
    }
}
