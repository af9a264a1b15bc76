//! The connections of the fabric: NetIfs and their channels, gateways and links, derived from the
//! list of nodes or written by hand.
//!
//! The NetIfs of a board are connected each to each (Saldaña 2006 §3.3.1), and so are the boards
//! (§3.1). A gateway is a NetIf, a bridge and a channel of the OCCC to another board. Channels are
//! derived as follows. A node's NetIf has first the channels to gateways, in order of their boards,
//! then those to the other nodes: higher ranks first, then lower ones. This agrees with the example
//! of App. C. A gateway's NetIf has channels to the nodes of its board in order of rank, and none
//! to other gateways.

use super::params::{ChannelParams, NetIfKind, TmdParams};
use crate::netif::tables::{Board, Table, within};
use std::fmt;

pub use crate::netif::tables::Ranks;

/// The host of a NetIf, at its other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Node(u32),
    /// A bridge to another board, by the lane of that link.
    Gateway {
        to: u32,
        lane: u32,
    },
}

/// A pair of links with another NetIf of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The other NetIf, by number.
    pub to: usize,
    /// A selective NetIf sends packets for these ranks this way.
    pub ranks: Option<Ranks>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetIfPlan {
    pub board: u32,
    pub host: Host,
    /// The ranks that are at the host, or behind it.
    pub ranks: Option<Ranks>,
    /// The first has the highest priority.
    pub channels: Vec<Channel>,
    pub by_hand: bool,
}

impl fmt::Display for NetIfPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host {
            Host::Node(node) => write!(f, "NetIf of node {node}"),
            Host::Gateway { to, lane } => write!(f, "NetIf of board {}'s gateway {lane} to board {to}", self.board),
        }
    }
}

/// The connections, to build or to draw the fabric. NetIfs: those of nodes by rank, then those of
/// gateways by board, board at the other end, and lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub kind: NetIfKind,
    pub netifs: Vec<NetIfPlan>,
    /// Sentences on settings that are possible but may be mistakes: hand-written tables that do not
    /// bring packets to their rank, envelope memories that are too small for all ranks.
    pub warnings: Vec<String>,
}

/// The end of a packet's route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    Arrives,
    /// This NetIf has no channel for the packet.
    Nowhere(usize),
    /// The packet comes to another node.
    Astray(u32),
    Loops,
}

impl Plan {
    /// An error is a sentence on the parameters.
    pub fn new(params: &TmdParams) -> Result<Plan, String> {
        params.check()?;
        let mut plan = Plan { kind: params.netif, netifs: netifs(params), warnings: Vec::new() };
        for index in 0..plan.netifs.len() {
            plan.netifs[index].channels = plan.derived_channels(index);
        }
        plan.take_channels_by_hand(params)?;
        plan.check_pairs()?;
        plan.check_routes(params.nodes.len() as u32)?;
        plan.check_envelopes(params);
        Ok(plan)
    }

    pub fn find(&self, board: u32, host: Host) -> Option<usize> {
        self.netifs.iter().position(|netif| netif.board == board && netif.host == host)
    }

    /// The gateway at the other end of a gateway's lane.
    pub fn opposite(&self, gateway: usize) -> Option<usize> {
        let netif = self.netifs.get(gateway)?;
        let Host::Gateway { to, lane } = netif.host else { return None };
        self.find(to, Host::Gateway { to: netif.board, lane })
    }

    fn derived_channels(&self, index: usize) -> Vec<Channel> {
        let own = &self.netifs[index];
        let on_board =
            |(to, other): (usize, &NetIfPlan)| (other.board == own.board).then_some((to, other.host, other.ranks));
        let peers: Vec<_> =
            self.netifs.iter().enumerate().filter_map(on_board).filter(|peer| peer.0 != index).collect();
        let nodes =
            |above: bool| peers.iter().filter(move |peer| matches!(peer.1, Host::Node(_)) && (peer.0 > index) == above);
        let gateways = peers.iter().filter(|peer| matches!(peer.1, Host::Gateway { .. }));
        let channel = |peer: &(usize, Host, Option<Ranks>)| Channel { to: peer.0, ranks: peer.2 };
        match own.host {
            Host::Node(_) => gateways.chain(nodes(true)).chain(nodes(false)).map(channel).collect(),
            Host::Gateway { .. } => nodes(false).map(channel).collect(),
        }
    }

    fn take_channels_by_hand(&mut self, params: &TmdParams) -> Result<(), String> {
        for (rank, node) in params.nodes.iter().enumerate().filter(|(_, node)| !node.channels.is_empty()) {
            let channels = self.channels_by_hand(&format!("tmd.nodes[{rank}]"), rank, &node.channels)?;
            (self.netifs[rank].channels, self.netifs[rank].by_hand) = (channels, true);
        }
        for (number, gateway) in params.gateways.iter().enumerate() {
            let place = format!("tmd.gateways[{number}]");
            let host = Host::Gateway { to: gateway.to, lane: gateway.lane };
            let index = self.find(gateway.board, host).ok_or_else(|| {
                let (board, to, lane) = (gateway.board, gateway.to, gateway.lane);
                format!("{place}: there is no gateway {lane} from board {board} to board {to}; leave the entry out")
            })?;
            let channels = self.channels_by_hand(&place, index, &gateway.channels)?;
            (self.netifs[index].channels, self.netifs[index].by_hand) = (channels, true);
        }
        Ok(())
    }

    fn channels_by_hand(&self, place: &str, index: usize, channels: &[ChannelParams]) -> Result<Vec<Channel>, String> {
        let board = self.netifs[index].board;
        let mut result: Vec<Channel> = Vec::new();
        for (number, channel) in channels.iter().enumerate() {
            let place = format!("{place}.channels[{number}]");
            let host = match (channel.node, channel.gateway) {
                (Some(node), None) => Host::Node(node),
                (None, Some(to)) => Host::Gateway { to, lane: channel.lane },
                _ => return Err(format!("{place}: must have one of `node` and `gateway`")),
            };
            let to = self.find(board, host).filter(|to| *to != index).ok_or_else(|| {
                format!(
                    "{place}: board {board} has no other NetIf of {}; name a node or a gateway of that board",
                    show(host)
                )
            })?;
            if result.iter().any(|earlier| earlier.to == to) {
                return Err(format!("{place}: a channel to {} is there already; leave one out", show(host)));
            }
            let ranks = match (channel.low, channel.high) {
                (Some(low), Some(high)) if low <= high => Some((low, high)),
                (None, None) => None,
                _ => return Err(format!("{place}: must have both `low` and `high`, the smaller first, or neither")),
            };
            result.push(Channel { to, ranks });
        }
        Ok(result)
    }

    /// A channel is a pair of links: both ends have it.
    fn check_pairs(&self) -> Result<(), String> {
        for (index, netif) in self.netifs.iter().enumerate() {
            for channel in &netif.channels {
                let other = &self.netifs[channel.to];
                if !other.channels.iter().any(|back| back.to == index) {
                    return Err(format!(
                        "tmd: {netif} has a channel to {other}, which has none back; add it without low and high, or leave \
                        this one out"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The NetIf that takes a packet for `rank` from this one.
    pub fn next(&self, index: usize, rank: u32) -> Option<usize> {
        let fits = |channel: &&Channel| match self.kind {
            NetIfKind::Selective => within(channel.ranks, rank),
            NetIfKind::Broadcast => within(self.netifs[channel.to].ranks, rank),
        };
        self.netifs[index].channels.iter().find(fits).map(|channel| channel.to)
    }

    fn route(&self, from: usize, rank: u32) -> (Route, bool) {
        let (mut at, mut by_hand) = (from, false);
        for _ in 0..=self.netifs.len() {
            by_hand |= self.netifs[at].by_hand;
            let Some(next) = self.next(at, rank) else { return (Route::Nowhere(at), by_hand) };
            at = match (self.netifs[next].host, self.opposite(next)) {
                (Host::Node(node), _) if node == rank => return (Route::Arrives, by_hand),
                (Host::Node(node), _) => return (Route::Astray(node), by_hand),
                (_, Some(opposite)) => opposite,
                (_, None) => return (Route::Nowhere(next), by_hand),
            };
        }
        (Route::Loops, by_hand)
    }

    /// Follows a packet from each node to each other node.
    fn check_routes(&mut self, nodes: u32) -> Result<(), String> {
        let pairs = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).filter(|(from, to)| from != to);
        for (from, to) in pairs {
            let (route, by_hand) = self.route(from as usize, to);
            let end = match route {
                Route::Arrives => continue,
                Route::Nowhere(at) if self.kind == NetIfKind::Selective => {
                    format!("are dropped: {} has no channel for them", self.netifs[at])
                }
                Route::Nowhere(at) => format!("stand for ever: {} has no channel to who takes them", self.netifs[at]),
                Route::Astray(node) => format!("come to rank {node}"),
                Route::Loops => return Err(self.round(from, to)),
            };
            let sentence = format!("tmd: packets of rank {from} for rank {to} {end}");
            match by_hand {
                true => self.warnings.push(sentence),
                false => return Err(sentence + "; write its channels by hand"),
            }
        }
        Ok(())
    }

    /// The error for packets that circulate for ever: the fabric would never come to rest.
    fn round(&self, from: u32, rank: u32) -> String {
        let hop = |at: &usize| self.next(*at, rank).and_then(|next| self.opposite(next));
        let mut way = std::iter::successors(Some(from as usize), hop);
        // After so many hops, the way has gone round at least once.
        let begin = way.nth(self.netifs.len()).unwrap_or(from as usize);
        let mut places = vec![self.netifs[begin].to_string()];
        places.extend(way.take_while(|at| *at != begin).map(|at| self.netifs[at].to_string()));
        format!(
            "tmd: packets of rank {from} for rank {rank} would go round for ever, through {}; change the channels of one of these",
            places.join(", ")
        )
    }

    /// Each other rank may have one envelope that is not answered (§4.3.3).
    fn check_envelopes(&mut self, params: &TmdParams) {
        let (others, envelopes) = (params.nodes.len() - 1, params.mpe_envelopes);
        if params.nodes.iter().any(|node| node.mpe) && (envelopes as usize) < others {
            self.warnings.push(format!(
                "tmd.mpe_envelopes = {envelopes}: {others} other ranks can send, and data may stand behind an envelope for \
                ever; make it {others}"
            ));
        }
    }
}

fn show(host: Host) -> String {
    match host {
        Host::Node(node) => format!("node {node}"),
        Host::Gateway { to, lane } => format!("gateway {lane} to board {to}"),
    }
}

/// First and last rank of a board's nodes.
fn board_ranks(params: &TmdParams, board: u32) -> Option<Ranks> {
    let first = params.nodes.iter().position(|node| node.board == board)?;
    let last = params.nodes.iter().rposition(|node| node.board == board)?;
    Some((first as u32, last as u32))
}

/// The part of a board's ranks that a lane serves. All parts are as equal as possible.
fn lane_ranks((low, high): Ranks, lane: u32, lanes: u32) -> Option<Ranks> {
    let count = high - low + 1;
    let (begin, end) = (count * lane / lanes, count * (lane + 1) / lanes);
    (begin < end).then(|| (low + begin, low + end - 1))
}

/// NetIfs without channels.
fn netifs(params: &TmdParams) -> Vec<NetIfPlan> {
    let netif = |board, host, ranks| NetIfPlan { board, host, ranks, channels: Vec::new(), by_hand: false };
    let node = |(rank, node): (usize, &super::params::NodeParams)| {
        netif(node.board, Host::Node(rank as u32), Some((rank as u32, rank as u32)))
    };
    let mut all: Vec<_> = params.nodes.iter().enumerate().map(node).collect();
    let used: Vec<(u32, Ranks)> =
        (0..params.boards).filter_map(|board| board_ranks(params, board).map(|ranks| (board, ranks))).collect();
    for &(board, _) in &used {
        for &(to, ranks) in used.iter().filter(|(to, _)| *to != board) {
            let lanes = 0..params.link_channels;
            all.extend(
                lanes.map(|lane| {
                    netif(board, Host::Gateway { to, lane }, lane_ranks(ranks, lane, params.link_channels))
                }),
            );
        }
    }
    all
}

/// The table of these channels.
pub fn of_channels(channels: &[Channel]) -> Table {
    channels.iter().filter_map(|channel| Some((channel.ranks?, channel.to))).collect()
}

/// The NetIfs of a board: those of its nodes by rank, then those of its gateways.
pub fn board(netifs: &[NetIfPlan], board: u32) -> Board {
    let own = netifs.iter().enumerate().filter(|(_, netif)| netif.board == board);
    own.map(|(index, netif)| (index, netif.channels.iter().map(|channel| channel.to).collect())).collect()
}
