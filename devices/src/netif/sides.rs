//! The two sides of a NetIf. The sending side gives whole packets of a host to the other NetIfs of
//! its board, and the receiving side takes packets from them to the host. Channels have strict
//! priority, which counts between packets only (Saldaña 2006 §3.3.1, Figs. 3.5 and 3.6).
//!
//! Two NetIfs are connected by wires, without a FIFO. A word moves from the sender's host FIFO to
//! the receiver's host FIFO in one cycle. In this cycle it must be visible in the first FIFO, and
//! the second must have room.
//!
//! | | broadcast | selective |
//! |---|---|---|
//! | sending side | shows the front of its host FIFO to all | decodes DEST, `netif_decode_cycles`, and shows the packet to one |
//! | receiving side | takes up a packet whose DEST is in its range | takes up each packet that it is shown |
//! | packet without a receiver | waits for ever and blocks the sender | is dropped whole, a word a cycle, and counted |
//!
//! A receiving side that takes up a packet in cycle t forwards its first word in t +
//! `netif_setup_cycles` at the earliest, and then a word a cycle. It counts words up to NDW. With
//! `check_control` it also counts control bits that contradict the header; such a packet is as long
//! as its header says. A NetIf has no channel to itself.

use super::ids::{FifoId, UnitId};
use super::mishaps::Mishap;
use super::tables::{Loaded, Loader, Ranks, within};
use super::tier1::Header;
use super::trace::Sight;
use super::wires::{Machine, Offer, Outlet, Unit, Wires};
use rankine_bus::counted;
use std::sync::Arc;

/// Properties that both sides of a NetIf share.
#[derive(Clone)]
pub struct NetIf {
    /// Its number.
    pub index: usize,
    pub name: Arc<str>,
    pub check_control: bool,
}

/// The sending side of a selective NetIf.
pub struct Sender {
    netif: NetIf,
    me: UnitId,
    decode_cycles: u64,
    /// If there is one, packets to the own rank load tables.
    loader: Option<Loader>,
    /// Words of a packet that is being dropped.
    dropping: u32,
}

impl<M: Machine> Unit<M> for Sender {
    fn step(&mut self, wires: &mut Wires<M>, cycle: u64) {
        let outlet = wires.outlets[self.netif.index];
        let Some(word) = wires.front(outlet.fifo, cycle) else { return };
        if self.loader.as_ref().is_some_and(Loader::is_loading) {
            self.load_word(wires, outlet.fifo, cycle);
        } else if self.dropping > 0 {
            self.drop_word(wires, outlet.fifo, cycle);
        } else if outlet.offer == Offer::Free {
            self.decode(wires, cycle, outlet, Header::of(word.bits));
        }
    }

    fn waits(&self, wires: &Wires<M>) -> Option<String> {
        let fifo = wires.fifo(wires.outlets[self.netif.index].fifo);
        let (name, left) = (&self.netif.name, self.dropping);
        if self.loader.as_ref().is_some_and(Loader::is_loading) {
            return Some(format!("{name} waits for more words of a table in {} (empty)", fifo.name));
        }
        (left > 0).then(|| {
            format!(
                "{name} drops a packet and waits for {} of it in {} (empty)",
                counted(left as u64, "more word"),
                fifo.name
            )
        })
    }
}

impl Sender {
    /// Its table is in [`Wires::tables`].
    pub fn new(netif: NetIf, me: UnitId, decode_cycles: u64, loader: Option<Loader>) -> Sender {
        Sender { netif, me, decode_cycles, loader, dropping: 0 }
    }

    /// Looks up the channel for a packet. Without a table, the packet stays where it is.
    fn decode<M: Machine>(&mut self, wires: &mut Wires<M>, cycle: u64, outlet: Outlet, header: Header) {
        if self.loader.as_ref().is_some_and(|loader| loader.takes(header)) {
            wires.take_up(self.netif.index, self.me);
            return self.load_word(wires, outlet.fifo, cycle);
        }
        let Some(table) = &wires.tables[self.netif.index] else { return };
        let channel = table.iter().find(|(ranks, _)| within(Some(*ranks), header.dest()));
        if let Some(&(_, netif)) = channel {
            // A header behind another packet is decoded while the last word of that packet goes.
            let visible = wires.fifo(outlet.fifo).front_since().unwrap_or(cycle);
            let from = visible.max(outlet.free_since) + self.decode_cycles;
            wires.outlets[self.netif.index].offer = Offer::For { netif, from };
            return wires.wake(wires.receivers[netif], from.max(cycle));
        }
        let (src, dest, words) = (header.src, header.dest, header.words());
        let story =
            format_args!("packet of {words} words from rank {src} to rank {dest} has no channel and is dropped");
        wires.machine.mishap(Mishap::NoChannel, cycle, &self.netif.name, story);
        self.dropping = words;
        wires.take_up(self.netif.index, self.me);
        self.drop_word(wires, outlet.fifo, cycle);
    }

    /// Takes a word of a packet that loads a table.
    fn load_word<M: Machine>(&mut self, wires: &mut Wires<M>, fifo: FifoId, cycle: u64) {
        let (Some(loader), Some(word)) = (&mut self.loader, wires.pop(fifo, cycle)) else { return };
        match loader.word(word.bits) {
            Loaded::NotYet => return wires.wake(self.me, cycle + 1),
            Loaded::Table(netif, table) => wires.load_table(netif, cycle, table),
            Loaded::Refused(why) => {
                let story = format_args!("a table is refused: {why}");
                wires.machine.mishap(Mishap::Table, cycle, &self.netif.name, story);
            }
        }
        wires.let_go(self.netif.index, cycle);
    }

    fn drop_word<M: Machine>(&mut self, wires: &mut Wires<M>, fifo: FifoId, cycle: u64) {
        wires.pop(fifo, cycle);
        wires.counts.dropped_words += 1;
        self.dropping -= 1;
        if self.dropping == 0 {
            wires.let_go(self.netif.index, cycle);
        } else {
            wires.wake(self.me, cycle + 1);
        }
    }
}

/// A packet that passes a receiving side.
#[derive(Clone, Copy)]
struct Passing {
    /// NetIf that it comes from.
    from: usize,
    header: Header,
    /// No word is forwarded before this cycle.
    begin: u64,
    /// Words to come.
    left: u32,
    /// Since this cycle a word waits for a place.
    blocked: Option<u64>,
    sight: Sight,
}

impl Passing {
    /// A word comes that has waited for a place.
    fn sees(&mut self, cycle: u64, stalled: u64) {
        if self.left == self.header.words() {
            self.sight.first = cycle;
        } else {
            self.sight.waited += stalled;
        }
        self.sight.last = cycle;
    }
}

/// How a receiving side knows its packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// The sender shows a packet to this side only.
    Shown,
    /// DEST is one of these ranks.
    Dest(Option<Ranks>),
}

/// The receiving side.
pub struct Receiver {
    pub netif: NetIf,
    me: UnitId,
    inlet: FifoId,
    /// NetIfs at the other ends of the channels, in order of priority.
    channels: Vec<usize>,
    matching: Matching,
    setup_cycles: u64,
    passing: Option<Passing>,
}

impl Receiver {
    pub fn new(
        netif: NetIf,
        me: UnitId,
        inlet: FifoId,
        channels: Vec<usize>,
        matching: Matching,
        setup_cycles: u64,
    ) -> Receiver {
        Receiver { netif, me, inlet, channels, matching, setup_cycles, passing: None }
    }

    /// The packet that a channel has for this NetIf.
    fn offered<M: Machine>(&self, wires: &Wires<M>, from: usize, cycle: u64) -> Option<Header> {
        let outlet = &wires.outlets[from];
        let header = || wires.front(outlet.fifo, cycle).map(|word| Header::of(word.bits));
        match (outlet.offer, self.matching) {
            (Offer::Free, Matching::Dest(ranks)) => header().filter(|header| within(ranks, header.dest())),
            (Offer::For { netif, from }, Matching::Shown) if netif == self.netif.index && from <= cycle => header(),
            _ => None,
        }
    }

    fn select<M: Machine>(&mut self, wires: &mut Wires<M>, cycle: u64) -> Option<Passing> {
        let offered = |&from: &usize| self.offered(wires, from, cycle).map(|header| (from, header));
        let (from, header) = self.channels.iter().find_map(offered)?;
        let begin = cycle + self.setup_cycles;
        let outlet = wires.outlets[from];
        let ready = wires.fifo(outlet.fifo).front_since().unwrap_or(cycle).max(outlet.free_since);
        let sight = Sight { ready, first: begin, last: begin, waited: 0 };
        wires.take_up(from, self.me);
        wires.counts.netif_packets += 1;
        Some(Passing { from, header, begin, left: header.words(), blocked: None, sight })
    }

    fn check_control<M: Machine>(&self, wires: &mut Wires<M>, cycle: u64, passing: &Passing, control: bool) {
        let Passing { header, left, .. } = passing;
        let is_first = *left == header.words();
        if !self.netif.check_control || control == is_first {
            return;
        }
        let (src, ndw) = (header.src, header.ndw);
        let what = if is_first {
            "begins with control = 0: the one before is longer"
        } else {
            "has a word with control = 1: it is shorter"
        };
        let story = format_args!("packet of rank {src} with NDW = {ndw} {what} than its header says");
        wires.machine.mishap(Mishap::ControlBit, cycle, &self.netif.name, story);
    }
}

impl<M: Machine> Unit<M> for Receiver {
    fn step(&mut self, wires: &mut Wires<M>, cycle: u64) {
        let Some(mut passing) = self.passing.take().or_else(|| self.select(wires, cycle)) else { return };
        let source = wires.outlets[passing.from].fifo;
        if cycle < passing.begin {
            wires.wake(self.me, passing.begin);
        } else if let Some(word) = wires.front(source, cycle) {
            if wires.has_room(self.inlet, cycle) {
                let stalled = passing.blocked.take().map_or(0, |since| cycle - since);
                wires.counts.netif_stalls += stalled;
                passing.sees(cycle, stalled);
                wires.counts.netif_words += 1;
                self.check_control(wires, cycle, &passing, word.control);
                wires.pop(source, cycle);
                wires.push(self.inlet, cycle, word);
                passing.left -= 1;
                wires.wake(self.me, cycle + 1);
            } else {
                passing.blocked.get_or_insert(cycle);
            }
        }
        if passing.left == 0 {
            wires.let_go(passing.from, cycle);
            wires.trace.received(passing.header, (passing.from, self.netif.index), passing.sight);
        } else {
            self.passing = Some(passing);
        }
    }

    fn waits(&self, wires: &Wires<M>) -> Option<String> {
        let passing = self.passing?;
        let (name, from, inlet) =
            (&self.netif.name, wires.fifo(wires.outlets[passing.from].fifo), wires.fifo(self.inlet));
        let Passing { left, header, .. } = passing;
        let packet =
            format!("{left} of {} words of a packet of rank {} to rank {}", header.words(), header.src, header.dest);
        Some(match passing.blocked {
            Some(_) => {
                format!("{name} waits for a place in {} ({}): it has {packet} to forward", inlet.name, inlet.fill())
            }
            None => format!("{name} waits for a word in {} ({}): it lacks {packet}", from.name, from.fill()),
        })
    }
}
