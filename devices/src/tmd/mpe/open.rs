//! A TMD-MPE that has been opened: words pass both ways as if it were not there, a FIFO later,
//! until the end of the run.
//!
//! Envelopes that it has stored by then come out first, the oldest first. If a packet is being
//! dropped, its rest is dropped, too.

use super::incoming::Kind;
use super::{Mpe, State};
use crate::fsl::Word;
use crate::netif::ids::Pair;
use crate::netif::tier1::Header;
use crate::tmd::envelopes::ENVELOPE_WORDS;
use crate::tmd::fabric::Wires;

impl Mpe {
    pub fn open(&mut self, wires: &mut Wires, cycle: u64) {
        wires.machine.counts.mpe_opens += 1;
        for envelope in self.envelopes.take_all() {
            let header = Header { src: envelope.src, dest: self.node as u8, ndw: ENVELOPE_WORDS as u16 };
            self.held.extend([header.word(), Word { bits: envelope.tag, control: false }]);
        }
        if let Some(incoming) = self.incoming.take_if(|incoming| incoming.kind == Kind::Short) {
            self.held.push_back(incoming.header.word());
            self.passing.into = ENVELOPE_WORDS;
        }
        self.enter(wires, cycle, State::Open);
    }

    /// Moves a word each way, if there is one and a place for it.
    pub fn pass(&mut self, wires: &mut Wires, cycle: u64) {
        if self.has_collectives {
            return self.pass_packets(wires, cycle);
        }
        self.forward(wires, cycle, self.host, self.net);
        if !self.pass_held(wires, cycle) {
            self.forward(wires, cycle, self.net, self.host);
        }
    }

    /// Handles the words that come before the network's: those held for the hart and those to be
    /// dropped. False if there are none.
    pub fn pass_held(&mut self, wires: &mut Wires, cycle: u64) -> bool {
        if let Some(&word) = self.held.front() {
            if wires.has_room(self.host.to, cycle) {
                self.held.pop_front();
                wires.push(self.host.to, cycle, word);
                wires.wake(self.me, cycle + 1);
            }
        } else if let Some(incoming) = self.incoming {
            if wires.front(self.net.from, cycle).is_some() {
                self.take_word(wires, cycle, incoming);
            }
        } else {
            return false;
        }
        true
    }

    /// Moves a word, if there is one and a place for it.
    pub fn forward(&self, wires: &mut Wires, cycle: u64, source: Pair, sink: Pair) -> bool {
        let Some(word) = wires.front(source.from, cycle).filter(|_| wires.has_room(sink.to, cycle)) else {
            return false;
        };
        wires.pop(source.from, cycle);
        wires.push(sink.to, cycle, word);
        wires.wake(self.me, cycle + 1);
        true
    }
}
