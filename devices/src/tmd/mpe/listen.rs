//! The side of a TMD-MPE that takes packets from the network.

use super::incoming::{Incoming, Kind};
use super::{Mpe, State};
use crate::fsl::Word;
use crate::netif::tier1::Header;
use crate::tmd::envelopes::Envelope;
use crate::tmd::envelopes::{CLEAR_TO_SEND, ENVELOPE_WORDS};
use crate::tmd::fabric::Wires;
use crate::tmd::mishaps::Mishap;

impl Mpe {
    /// Takes a word from the network, if the state allows it.
    pub fn listen(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(word) = wires.front(self.net.from, cycle) else { return };
        match self.incoming {
            // An envelope that cannot be stored must not keep the host from asking for those that
            // are stored.
            None if self.state == State::Idle && self.envelopes.is_full() => {}
            None if self.is_fresh && !self.is_known(Header::of(word.bits)) => {}
            None => self.incoming_header(wires, cycle, Header::of(word.bits)),
            Some(incoming) => match incoming.kind {
                Kind::Short => self.short(wires, cycle, incoming.header, word.bits),
                Kind::Data => self.data(wires, cycle, incoming, word.bits),
                Kind::Piece => self.fetch_word(wires, cycle, incoming, word.bits),
                Kind::Unexpected | Kind::Token => self.take_word(wires, cycle, incoming),
            },
        }
    }

    /// Would it take a packet with this header before its first command?
    fn is_known(&self, header: Header) -> bool {
        match u32::from(header.ndw) {
            0 => self.has_collectives,
            ndw => ndw == ENVELOPE_WORDS,
        }
    }

    pub fn take_word(&mut self, wires: &mut Wires, cycle: u64, incoming: Incoming) {
        wires.pop(self.net.from, cycle);
        wires.wake(self.me, cycle + 1);
        let left = incoming.left - 1;
        self.incoming = (left > 0).then_some(Incoming { left, ..incoming });
    }

    fn incoming_header(&mut self, wires: &mut Wires, cycle: u64, header: Header) {
        let kind = match u32::from(header.ndw) {
            0 if self.has_collectives => Kind::Token,
            1.. if self.fetches_from() == Some(header.src) => Kind::Piece,
            1.. if self.state == State::ReceiveData && header.src == self.command.remote => Kind::Data,
            ENVELOPE_WORDS => Kind::Short,
            _ => Kind::Unexpected,
        };
        if kind == Kind::Unexpected {
            self.unexpected(wires, cycle, header, "a packet that is no envelope");
        }
        if kind == Kind::Token {
            self.tokens.store(header.src);
        }
        self.take_word(wires, cycle, Incoming { header, left: header.words(), kind });
    }

    fn unexpected(&self, wires: &mut Wires, cycle: u64, header: Header, what: &str) {
        let (src, ndw) = (header.src, header.ndw);
        let story = format_args!("{what} of rank {src} with NDW = {ndw} is not expected now and is dropped");
        wires.machine.mishaps.raise(Mishap::Unexpected, cycle, &self.name, story);
    }

    /// The word of an envelope or a clear-to-send.
    fn short(&mut self, wires: &mut Wires, cycle: u64, header: Header, bits: u32) {
        let envelope = Envelope { src: header.src, tag: bits };
        let is_clear = bits == CLEAR_TO_SEND;
        let matches = self.state == State::AwaitEnvelope && envelope == self.wanted();
        if !is_clear && !matches && self.envelopes.is_full() {
            return;
        }
        wires.pop(self.net.from, cycle);
        wires.wake(self.me, cycle + 1);
        self.incoming = None;
        if matches {
            self.send_control(wires, cycle, CLEAR_TO_SEND);
        } else if !is_clear {
            self.envelopes.store(envelope);
            wires.machine.counts.envelopes_stored += 1;
            wires.machine.counts.envelopes_peak = wires.machine.counts.envelopes_peak.max(self.envelopes.len() as u64);
        } else if self.state == State::AwaitClear && header.src == self.command.remote {
            self.next_packet(wires, cycle);
        } else {
            self.unexpected(wires, cycle, header, "a clear-to-send");
        }
    }

    /// A word of the message that is being received.
    fn data(&mut self, wires: &mut Wires, cycle: u64, incoming: Incoming, bits: u32) {
        if self.left > 0 {
            let control = self.left == self.command.size;
            if !self.put(wires, cycle, self.host, Word { bits, control }) {
                return;
            }
            self.left -= 1;
            let beyond = incoming.left - 1;
            if self.left == 0 && beyond > 0 {
                let (remote, size) = (self.command.remote, self.command.size);
                let story = format_args!(
                    "message of rank {remote} has {beyond} words or more beyond the {size} expected, which are dropped"
                );
                wires.machine.mishaps.raise(Mishap::Length, cycle, &self.name, story);
            }
        }
        self.take_word(wires, cycle, incoming);
        if self.left == 0 && self.incoming.is_none() {
            self.enter(wires, cycle, State::Idle);
        }
    }
}
