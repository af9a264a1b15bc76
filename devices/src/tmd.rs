//! The fabric of the TMD machine: boards of nodes with NetIfs, bridges and off-chip controllers
//! between boards, message passing engines and a hardware engine that is a rank by itself (Saldaña
//! 2006 ch. 2, 3 and §4.4).
//!
//! ```text
//! hart --- FSL pair ------------- NetIf ==\
//! hart --- FSL pair --- TMD-MPE -- NetIf ==== wires of the board ==== NetIf -- bridge -- OCCC ~~~ line ~~~ OCCC ...
//! engine - FIFO pair -- TMD-MPE -- NetIf ==/
//! ```
//!
//! The fabric consists of FIFOs and of state machines between FIFOs, called as [`crate::netif`]
//! says. Engines begin with the first word that any hart puts.
//!
//! A guest may put any words into its links. What it could do, and what happens:
//!
//! | a guest could | what happens |
//! |---|---|
//! | send to a rank that is not there, or to itself | broadcast: its packet waits for ever; a report of waiting says so |
//! | | selective: the packet is dropped, counted |
//! | load a table that leads to no rank, or to another (`tmd.tables = "loaded"`) | packets go as its entries say |
//! | load a table for a NetIf or a channel that is not there | the table is dropped, counted |
//! | send before the table of its NetIf is loaded | the packet waits until then; a report of waiting says so |
//! | give another length than it sends | the header's length counts; with `tmd.check_control` control bits that differ are counted |
//! | send more than the OCCC takes to another board | the bridge drops the packet whole, counted |
//! | give a TMD-MPE an unknown command | its five words are taken, counted |
//! | send a message of another length than expected | a TMD-MPE drops the excess words, counted, or waits for the rest |
//! | not take words that come | the words wait in FIFOs, back to their sender, which waits, too |

mod bridge;
mod build;
mod checks;
mod engine;
mod envelopes;
mod fabric;
mod grid;
mod line;
mod mishaps;
mod mpe;
mod occc;
pub mod params;
pub mod plan;
mod statistics;
pub mod tier2;

pub use params::TmdParams;
pub use plan::Plan;

use crate::fifo::LATE;
use crate::fsl::Message;
use crate::netif::crossing::Crossing;
use crate::netif::ids::Pair;
use crate::netif::map;
use crate::netif::schedule::Schedule;
use crate::netif::tables::within;
use crate::netif::tier1::Header;
use crate::netif::wires::Offer;
use build::{Builder, Parts};
use plan::Host;
use rankine_bus::{Clock, NetCx, Network, NetworkMap, NodeId, Packet, Time};

pub struct TmdFabric {
    plan: Plan,
    crossing: Crossing,
    parts: Parts,
    schedule: Schedule,
    /// The clock of the fabric.
    clock: Clock,
    /// The time of a word on a link between boards, in hundredths of a cycle.
    word_hundredths: u64,
    ranks: u32,
    minimum_cycles: u64,
}

impl TmdFabric {
    /// The fabric of a platform whose harts have the clock `hart`; the first `ranks` of its nodes
    /// take part, the others are silent. An error is a sentence on the parameters.
    pub fn new(params: &TmdParams, ranks: u32, hart: Clock) -> Result<TmdFabric, String> {
        let plan = Plan::new(params)?;
        let nodes = params.nodes.len();
        if ranks == 0 || ranks as usize > nodes {
            return Err(format!("tmd.nodes has {nodes} entries: {ranks} ranks cannot run on them; take 1 to {nodes}"));
        }
        let mut parts = Builder::build(params, &plan, ranks);
        parts.begin.iter().for_each(|unit| parts.wires.calendar.extend([(0, *unit)]));
        let decode = if plan.kind == params::NetIfKind::Selective { params.netif_decode_cycles } else { 0 };
        // A word is visible a cycle after it is put, at the sender's NetIf and at the receiver.
        let minimum_cycles = 2 + u64::from(decode) + u64::from(params.netif_setup_cycles);
        let clock = params.network_clock(hart);
        let crossing = Crossing::new(hart, clock, params.sync_cycles);
        let (schedule, word_hundredths) = (Schedule::new(clock, crossing), params.occc_word_hundredths.into());
        Ok(TmdFabric { plan, crossing, parts, schedule, clock, word_hundredths, ranks, minimum_cycles })
    }

    /// The connections, with all tables.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn hart_link(&self, node: NodeId, packet: &Packet) -> Option<build::HartLink> {
        let link = *self.parts.harts.get(node as usize)?;
        link.filter(|_| packet.class < 2)
    }

    /// The NetIf that takes a packet for `rank` from this one.
    fn next(&self, index: usize, rank: u32) -> Option<usize> {
        match (self.plan.kind, &self.parts.wires.tables[index]) {
            (params::NetIfKind::Selective, Some(table)) => {
                table.iter().find(|(ranks, _)| within(Some(*ranks), rank)).map(|(_, to)| *to)
            }
            _ => self.plan.next(index, rank),
        }
    }

    /// Packets at sending sides that no NetIf takes up.
    fn standing(&self) -> impl Iterator<Item = String> {
        let wires = &self.parts.wires;
        wires.outlets.iter().enumerate().filter_map(move |(index, outlet)| {
            let word = wires.front(outlet.fifo, LATE).filter(|_| outlet.offer != Offer::Taken)?;
            let (header, own) = (Header::of(word.bits), &self.plan.netifs[index]);
            let what =
                format!("{own}: a packet of {} words of rank {} to rank {}", header.words(), header.src, header.dest);
            if wires.tables[index].is_none() {
                return Some(format!("{what} waits until the table of this NetIf is loaded"));
            }
            Some(match self.next(index, header.dest()) {
                Some(next) => format!("{what} waits for {}", self.plan.netifs[next]),
                None => format!("{what} waits for ever: no NetIf that it has a channel to takes packets for that rank"),
            })
        })
    }
}

impl Network for TmdFabric {
    fn name(&self) -> &'static str {
        "tmd"
    }

    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet) {
        let Some(link) = self.hart_link(packet.src, &packet) else {
            self.parts.wires.counts.misaddressed += 1;
            return;
        };
        let cycle = self.crossing.into_network(cx.now);
        let wires = &mut self.parts.wires;
        match Message::of(&packet) {
            Message::Word { word, .. } => {
                wires.counts.from_harts += 1;
                wires.push(link.to, cycle, word);
            }
            Message::Taken { .. } => match self.crossing {
                Crossing::Synchronous(_) => drop(wires.pop(link.from, cycle)),
                Crossing::Asynchronous { .. } => wires.pop_behind(link.from, cycle),
            },
        }
        self.schedule.settle(cx, wires);
    }

    fn event(&mut self, cx: &mut NetCx<'_>, token: u64) {
        let Parts { wires, units, .. } = &mut self.parts;
        self.schedule.event(cx, (wires, units), token);
    }

    fn minimum_latency(&self) -> Time {
        self.crossing.least(self.minimum_cycles)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        statistics::statistics(&self.parts.wires)
    }

    fn map(&self) -> NetworkMap {
        let (netifs, wires) = (&self.plan.netifs, &self.parts.wires);
        let boards = netifs.iter().map(|netif| netif.board + 1).max().unwrap_or(0);
        let names: Vec<String> = (0..boards).map(|board| format!("board {board}")).collect();
        let nodes = netifs.iter().zip(&self.parts.netifs).take(self.ranks as usize);
        let nodes: Vec<(u32, Pair)> = nodes.map(|(netif, pair)| (netif.board, *pair)).collect();
        let mut map = map::boards(wires, &names, &nodes, self.clock);
        let has_lanes = netifs.iter().any(|netif| matches!(netif.host, Host::Gateway { lane: 1.., .. }));
        for (netif, pair) in netifs.iter().zip(&self.parts.netifs) {
            let Host::Gateway { to, lane } = netif.host else { continue };
            let lane = if has_lanes { format!("lane {lane}") } else { String::new() };
            let word = |words| Time(self.clock.span(words).0 / 100 * self.word_hundredths);
            map.links.push(map::between(wires, (netif.board, to), lane, pair.from, word));
        }
        map
    }

    fn waiting(&self) -> Vec<String> {
        let wires = &self.parts.wires;
        self.parts.units.iter().filter_map(|unit| unit.waits(wires)).chain(self.standing()).collect()
    }

    fn complaint(&self) -> Option<String> {
        self.parts.wires.machine.mishaps.complaint()
    }
}
