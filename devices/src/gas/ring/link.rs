//! One direction of a link between neighbouring FPGAs: off-chip controllers and the line between
//! them, a word a cycle, cut through (Willenberg and Chow 2013 §5.1).
//!
//! Each word goes on as it comes. If the FIFO at the other end is full, words wait on the link, and
//! then before it.

use super::wires::{Links, Wires};
use crate::fsl::Word;
use crate::netif::ids::{FifoId, UnitId};
use crate::netif::tier1::Header;
use crate::netif::wires::Unit;
use rankine_bus::counted;
use std::collections::VecDeque;

pub struct Link {
    name: String,
    me: UnitId,
    from: FifoId,
    to: FifoId,
    /// Time of a word, in cycles.
    cycles: u64,
    /// Least time from the first word of a packet to that of the next packet.
    packet_cycles: u64,
    /// Words of the packet that are not on the link yet.
    left: u32,
    /// No packet begins before this cycle.
    ready: u64,
    /// Words on the way, and the cycle in which each is at the other end.
    words: VecDeque<(u64, Word)>,
}

impl Link {
    pub fn new(name: String, me: UnitId, (from, to): (FifoId, FifoId), cycles: u64, packet_cycles: u64) -> Link {
        Link { name, me, from, to, cycles, packet_cycles, left: 0, ready: 0, words: VecDeque::new() }
    }

    /// Puts the word that has come to the other end.
    fn put(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(&(when, word)) = self.words.front() else { return };
        if when <= cycle && wires.has_room(self.to, cycle) {
            self.words.pop_front();
            wires.push(self.to, cycle, word);
            wires.wake(self.me, cycle + 1);
        }
    }

    /// Takes a word that waits before the link.
    fn take(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(word) = wires.front(self.from, cycle) else { return };
        if self.words.len() as u64 >= self.cycles {
            return;
        }
        if self.left == 0 {
            if cycle < self.ready {
                return wires.wake(self.me, self.ready);
            }
            self.ready = cycle + self.packet_cycles;
            self.left = Header::of(word.bits).words();
            wires.machine.packets += 1;
        }
        self.left -= 1;
        wires.machine.words += 1;
        wires.pop(self.from, cycle);
        self.words.push_back((cycle + self.cycles, word));
        wires.wake(self.me, cycle + 1);
        wires.wake(self.me, cycle + self.cycles);
    }
}

impl Unit<Links> for Link {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        self.put(wires, cycle);
        self.take(wires, cycle);
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        let to = wires.fifo(self.to);
        let words = counted(self.words.len() as u64, "word");
        let text = || format!("{} waits for a place in {} ({}): it holds {words}", self.name, to.name, to.fill());
        (!self.words.is_empty()).then(text)
    }
}
