//! The bridge between a gateway's NetIf and its OCCC: two independent state machines (Saldaña 2006
//! §3.3.2).
//!
//! The outward machine loads a counter with the packet's size and gives two Tier-2 header words,
//! the Tier-1 packet and two trailer words. The inward machine drops the two header words and the
//! two trailer words, and forwards all words between them, the Tier-1 header included. Both begin
//! `bridge_setup_cycles` after a packet's first word is there, and handle a word a cycle.
//!
//! A packet that is too long for the OCCC (`packet_words`) is dropped whole, a word a cycle, and
//! counted.

use super::fabric::{Fabric, Wires};
use super::mishaps::Mishap;
use super::params::TmdParams;
use super::tier2::{self, HEAD_WORDS, TAIL_WORDS, Wrapping};
use crate::fsl::Word;
use crate::netif::ids::{FifoId, UnitId};
use crate::netif::tier1::Header;
use crate::netif::wires::Unit;
use rankine_bus::counted;

/// A packet that is being handled.
#[derive(Clone, Copy)]
struct Packet {
    /// No word is handled before this cycle.
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
        let setup_cycles = u64::from(params.bridge_setup_cycles);
        let most_words = params.packet_words;
        BridgeOut { name, me, from, to, channels, setup_cycles, most_words, packet: None, dropping: 0 }
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
            wires.machine.mishaps.raise(Mishap::Oversize, cycle, &self.name, story);
            self.dropping = header.words();
            wires.wake(self.me, cycle);
            return None;
        }
        wires.machine.counts.bridged += 1;
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

impl Unit<Fabric> for BridgeOut {
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
                wires.machine.counts.bridged_words += 1;
                packet.next += 1;
                // At most a word a cycle: the next word may follow in the next cycle.
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
                "{name} drops a packet and waits for {} of it in {} (empty)",
                counted(self.dropping as u64, "more word"),
                from.name
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

impl Unit<Fabric> for BridgeIn {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netif::fifo::Fifo;

    /// Puts a Tier-1 packet through an outward bridge, and the result, with number and CRC as on
    /// the line, through an inward bridge. Returns the words on the line, the words at the end, and
    /// the cycles of the first and the last word at the end.
    fn cross(tier1: &[u32], channels: (u16, u16), sequence: u32) -> (Vec<u32>, Vec<Word>, [u64; 2]) {
        let depth = tier1.len() as u32 + HEAD_WORDS + TAIL_WORDS;
        let mut wires = Wires::default();
        wires.fifos.extend(["a", "b", "c", "d"].map(|name| Fifo::new(name.into(), depth)));
        let mut out = BridgeOut {
            name: "out".into(),
            me: UnitId(0),
            from: FifoId(0),
            to: FifoId(1),
            channels,
            setup_cycles: 2,
            most_words: depth,
            packet: None,
            dropping: 0,
        };
        let mut into = BridgeIn {
            name: "in".into(),
            me: UnitId(1),
            from: FifoId(2),
            to: FifoId(3),
            setup_cycles: 2,
            packet: None,
        };
        let mut line = Vec::new();
        let (mut words, mut times) = (Vec::new(), Vec::new());
        for cycle in 0..2000 {
            if let Some(&bits) = tier1.get(cycle as usize) {
                wires.push(FifoId(0), cycle, Word { bits, control: cycle == 0 });
            }
            out.step(&mut wires, cycle);
            if let Some(word) = wires.pop(FifoId(1), cycle).filter(|_| line.len() < depth as usize) {
                line.push(word.bits);
                if line.len() == depth as usize {
                    line[0] = tier2::numbered(line[0], sequence);
                    tier2::close(&mut line);
                    line.iter().for_each(|&bits| wires.push(FifoId(2), cycle, Word { bits, control: false }));
                }
            }
            into.step(&mut wires, cycle);
            if let Some(word) = wires.front(FifoId(3), cycle) {
                wires.pop(FifoId(3), cycle);
                words.push(word);
                times.push(cycle);
            }
        }
        (line, words, [times[0], times[times.len() - 1]])
    }

    #[test]
    fn both_directions() {
        let long: Vec<u32> = std::iter::once(0x0104_01fb).chain(1..=507).collect();
        for (tier1, sequence, channels, crc) in [
            (&[0x0104_0001, 5][..], 0, (0, 0), Some(0xec37_f763)),
            (&[0x0401_0001, 0xffff_ffff], 1, (0, 0), Some(0xf7d3_6cdc)),
            (&[0x0104_0002, 1, 2], 2, (0, 0), None),
            (&[0x0104_0003, 0x11, 0x22, 0x33], 1023, (1, 2), Some(0xad77_1a81)),
            (&long, 5, (0, 1), None),
        ] {
            let (line, words, [first, last]) = cross(tier1, channels, sequence);
            assert_eq!((line.len(), &line[2..line.len() - 2]), (tier1.len() + 4, tier1));
            assert!(crc.is_none_or(|crc| line.last() == Some(&crc)), "{line:x?}");
            let expected: Vec<_> = tier1.iter().zip(0..).map(|(&bits, at)| Word { bits, control: at == 0 }).collect();
            assert_eq!(words, expected);
            assert_eq!(last - first + 1, tier1.len() as u64, "a word a cycle");
        }
    }
}
