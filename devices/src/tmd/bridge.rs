//! The bridge between a gateway's NetIf and its OCCC: two state machines that know nothing of each other (Saldaña 2006 §3.3.2).
//!
//! Outwards it loads a counter with the packet's size and gives two Tier-2 header words, the Tier-1 packet and two trailer
//! words. Inwards it drops the two header words and the two trailers, and forwards all between, the Tier-1 header
//! included. Both begin `bridge_setup_cycles` after a packet's first word is there, and handle a word a cycle.
//!
//! A packet that is too long for the OCCC (`packet_words`) is dropped whole, a word a cycle, and counted.

use super::fifo::FifoId;
use super::mishaps::Mishap;
use super::params::TmdParams;
use super::tier1::Header;
use super::tier2::{self, HEAD_WORDS, TAIL_WORDS, Wrapping};
use super::wires::{Unit, UnitId, Wires};
use crate::fsl::Word;

/// A packet that is being handled.
#[derive(Clone, Copy)]
struct Packet {
    /// No word before this cycle.
    begin: u64,
    /// The word that comes next, and how many there are.
    next: u32,
    words: u32,
}

/// From Tier 1 to Tier 2.
pub struct BridgeOut {
    name: String,
    me: UnitId,
    from: FifoId,
    to: FifoId,
    channels: (u16, u16),
    setup_cycles: u64,
    most_words: u32,
    packet: Option<(Packet, Wrapping)>,
    /// Words of a packet that is being dropped.
    dropping: u32,
}

impl BridgeOut {
    /// `channels` are the channel addresses here and at the other end.
    pub fn new(
        params: &TmdParams,
        name: String,
        me: UnitId,
        (from, to): (FifoId, FifoId),
        channels: (u16, u16),
    ) -> BridgeOut {
        BridgeOut {
            name,
            me,
            from,
            to,
            channels,
            setup_cycles: u64::from(params.bridge_setup_cycles),
            most_words: params.packet_words,
            packet: None,
            dropping: 0,
        }
    }

    fn begin(&mut self, wires: &mut Wires, cycle: u64) -> Option<(Packet, Wrapping)> {
        let header = Header::of(wires.front(self.from, cycle)?.bits);
        let (source, destination) = self.channels;
        let wrapping = Wrapping { tier1_words: header.words(), source, destination };
        if wrapping.words() > self.most_words {
            let (src, dest, words, most) = (header.src, header.dest, wrapping.words(), self.most_words);
            let story = format_args!(
                "packet of rank {src} to rank {dest} would have {words} words, of {most} at most, and is dropped"
            );
            wires.mishaps.raise(Mishap::Oversize, cycle, &self.name, story);
            self.dropping = header.words();
            wires.wake(self.me, cycle);
            return None;
        }
        wires.counts.bridged += 1;
        Some((Packet { begin: cycle + self.setup_cycles, next: 0, words: wrapping.words() }, wrapping))
    }

    fn drop_word(&mut self, wires: &mut Wires, cycle: u64) {
        if wires.front(self.from, cycle).is_some() {
            wires.pop(self.from, cycle);
            wires.counts.dropped_words += 1;
            self.dropping -= 1;
            wires.wake(self.me, cycle + 1);
        }
    }
}

impl Unit for BridgeOut {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        if self.dropping > 0 {
            return self.drop_word(wires, cycle);
        }
        let Some((mut packet, wrapping)) = self.packet.take().or_else(|| self.begin(wires, cycle)) else { return };
        if cycle < packet.begin {
            wires.wake(self.me, packet.begin);
        } else if wires.has_room(self.to, cycle) {
            let own = wrapping.word(packet.next).map(|bits| Word { bits, control: packet.next == 0 });
            let word = own.or_else(|| wires.front(self.from, cycle));
            if let Some(word) = word {
                if own.is_none() {
                    wires.pop(self.from, cycle);
                }
                wires.push(self.to, cycle, word);
                wires.counts.bridged_words += 1;
                packet.next += 1;
                // At most a word a cycle: the next one then.
                packet.begin = cycle + 1;
                wires.wake(self.me, cycle + 1);
            }
        }
        if packet.next < packet.words {
            self.packet = Some((packet, wrapping));
        }
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        let (from, to) = (wires.fifo(self.from), wires.fifo(self.to));
        let name = &self.name;
        if self.dropping > 0 {
            return Some(format!(
                "{name} drops a packet and waits for {} words more of it in {} (empty)",
                self.dropping, from.name
            ));
        }
        let (packet, wrapping) = self.packet?;
        Some(match wrapping.word(packet.next) {
            None if from.is_empty() => format!("{name} waits for a word in {} (empty)", from.name),
            _ => format!("{name} waits for a place in {} ({})", to.name, to.fill()),
        })
    }
}

/// From Tier 2 to Tier 1.
pub struct BridgeIn {
    name: String,
    me: UnitId,
    from: FifoId,
    to: FifoId,
    setup_cycles: u64,
    packet: Option<Packet>,
}

impl BridgeIn {
    pub fn new(params: &TmdParams, name: String, me: UnitId, (from, to): (FifoId, FifoId)) -> BridgeIn {
        let setup_cycles = u64::from(params.bridge_setup_cycles);
        BridgeIn { name, me, from, to, setup_cycles, packet: None }
    }

    fn begin(&self, wires: &Wires, cycle: u64) -> Option<Packet> {
        let words = tier2::words_of(wires.front(self.from, cycle)?.bits);
        Some(Packet { begin: cycle + self.setup_cycles, next: 0, words })
    }
}

impl Unit for BridgeIn {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(mut packet) = self.packet.take().or_else(|| self.begin(wires, cycle)) else { return };
        if cycle < packet.begin {
            wires.wake(self.me, packet.begin);
        } else if let Some(word) = wires.front(self.from, cycle) {
            let is_tier1 = (HEAD_WORDS..packet.words.saturating_sub(TAIL_WORDS)).contains(&packet.next);
            if !is_tier1 || wires.has_room(self.to, cycle) {
                wires.pop(self.from, cycle);
                if is_tier1 {
                    wires.push(self.to, cycle, Word { control: packet.next == HEAD_WORDS, ..word });
                }
                packet.next += 1;
                wires.wake(self.me, cycle + 1);
            }
        }
        if packet.next < packet.words {
            self.packet = Some(packet);
        }
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        self.packet?;
        let (from, to) = (wires.fifo(self.from), wires.fifo(self.to));
        Some(match from.is_empty() {
            true => format!("{} waits for a word in {} (empty)", self.name, from.name),
            false => format!("{} waits for a place in {} ({})", self.name, to.name, to.fill()),
        })
    }
}
