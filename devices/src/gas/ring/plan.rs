//! The connections of the ring: NetIfs, their channels, and the ways of packets.
//!
//! The NetIfs of an FPGA are connected each to each: those of its nodes, and one for each direction
//! of the ring (Willenberg and Chow 2013 §5.1). At a node's NetIf and at a direction's NetIf, the
//! channels to NetIfs of directions have the higher priority, so that packets that are already on
//! the ring go first.

use super::params::{RingParams, Route};
use crate::netif::tables::Ranks;
use std::fmt;

/// A direction around the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Clockwise,
    Counter,
}

impl Direction {
    pub const BOTH: [Direction; 2] = [Direction::Clockwise, Direction::Counter];

    /// The next FPGA.
    pub fn next(self, fpga: u32, fpgas: u32) -> u32 {
        match self {
            Direction::Clockwise => (fpga + 1) % fpgas,
            Direction::Counter => (fpga + fpgas - 1) % fpgas,
        }
    }
}

/// The host of a NetIf, at its other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Node(u32),
    /// The ends of the links to and from the next FPGA in this direction.
    Link(Direction),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetIfPlan {
    pub fpga: u32,
    pub host: Host,
    /// NetIfs that it is connected to, the first with the highest priority.
    pub channels: Vec<usize>,
    /// For each range of nodes, the NetIf to which packets for these nodes are sent.
    pub table: Vec<(Ranks, usize)>,
}

impl fmt::Display for NetIfPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host {
            Host::Node(node) => write!(f, "NetIf of node {node}"),
            Host::Link(Direction::Clockwise) => write!(f, "NetIf of FPGA {}'s clockwise link", self.fpga),
            Host::Link(Direction::Counter) => write!(f, "NetIf of FPGA {}'s counter-clockwise link", self.fpga),
        }
    }
}

/// All NetIfs: those of nodes by number, then those of links by FPGA, clockwise first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub netifs: Vec<NetIfPlan>,
}

/// The direction that packets on FPGA `from` take to FPGA `to`.
pub fn direction(params: &RingParams, from: u32, to: u32) -> Direction {
    let clockwise = (to + params.fpgas - from) % params.fpgas;
    let is_clockwise = match params.route {
        Route::Acyclic if from != 0 && to != 0 => to > from,
        _ => clockwise * 2 <= params.fpgas,
    };
    if is_clockwise { Direction::Clockwise } else { Direction::Counter }
}

impl Plan {
    /// An error is a sentence on the parameters.
    pub fn new(params: &RingParams) -> Result<Plan, String> {
        params.check()?;
        let netif = |fpga, host| NetIfPlan { fpga, host, channels: Vec::new(), table: Vec::new() };
        let mut netifs: Vec<_> =
            (0..).zip(&params.nodes).map(|(node, own)| netif(own.fpga, Host::Node(node))).collect();
        for fpga in 0..params.fpgas {
            netifs.extend(Direction::BOTH.map(|direction| netif(fpga, Host::Link(direction))));
        }
        let mut plan = Plan { netifs };
        for index in 0..plan.netifs.len() {
            plan.netifs[index].channels = plan.channels(index);
            plan.netifs[index].table = plan.table(params, index);
        }
        Ok(plan)
    }

    pub fn find(&self, fpga: u32, host: Host) -> Option<usize> {
        self.netifs.iter().position(|netif| netif.fpga == fpga && netif.host == host)
    }

    /// Links first, then nodes: those after this NetIf, then those before it.
    fn channels(&self, index: usize) -> Vec<usize> {
        let own = &self.netifs[index];
        let peers = |which: fn(&Host) -> bool| {
            let is_peer = move |peer: &usize| self.netifs[*peer].fpga == own.fpga && *peer != index;
            (0..self.netifs.len()).filter(is_peer).filter(move |peer| which(&self.netifs[*peer].host))
        };
        let nodes = || peers(|host| matches!(host, Host::Node(_)));
        let (above, below) = (nodes().filter(|peer| *peer > index), nodes().filter(|peer| *peer < index));
        peers(|host| matches!(host, Host::Link(_))).chain(above).chain(below).collect()
    }

    /// The table, with ranges of nodes that are as long as possible.
    fn table(&self, params: &RingParams, index: usize) -> Vec<(Ranks, usize)> {
        let own = &self.netifs[index];
        let mut table: Vec<(Ranks, usize)> = Vec::new();
        for (node, params_of_node) in (0..).zip(&params.nodes) {
            let host = match params_of_node.fpga {
                fpga if fpga == own.fpga => Host::Node(node),
                fpga => Host::Link(direction(params, own.fpga, fpga)),
            };
            let Some(to) = self.find(own.fpga, host).filter(|to| *to != index) else { continue };
            match table.last_mut() {
                Some(((_, high), at)) if *at == to && *high + 1 == node => *high = node,
                _ => table.push(((node, node), to)),
            }
        }
        table
    }
}
