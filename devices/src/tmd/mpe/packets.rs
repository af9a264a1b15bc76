//! An open TMD-MPE with collectives: words pass as in any open TMD-MPE, but it tells packets apart,
//! because some are its own.
//!
//! A packet of the hart to its own rank is a command. It has one word, the number of ranks of a
//! barrier. When the barrier is done, the hart gets a packet of its own rank with one word 0.
//! Tokens of other TMD-MPEs are packets with NDW = 0; they stay here. Tokens to others go out
//! between two packets of the hart.

use super::Mpe;
use super::collective::{Action, BARRIER, Collective};
use crate::fsl::Word;
use crate::netif::tier1::Header;
use crate::tmd::fabric::Wires;
use crate::tmd::mishaps::Mishap;

impl Mpe {
    /// Moves a word each way, if there is one and a place for it.
    pub fn pass_packets(&mut self, wires: &mut Wires, cycle: u64) {
        let action = self.collective.as_mut().and_then(Collective::action);
        match action {
            None => self.collective = None,
            Some(Action::Await(src)) if self.tokens.take(src) => self.advance(wires, cycle),
            Some(Action::Token(dest)) if self.passing.out == 0 && self.put_collective_header(wires, cycle, dest, 0) => {
                self.advance(wires, cycle);
                return self.pass_in(wires, cycle, action);
            }
            Some(_) => {}
        }
        self.pass_out(wires, cycle);
        self.pass_in(wires, cycle, action);
    }

    fn pass_out(&mut self, wires: &mut Wires, cycle: u64) {
        let Some(word) = wires.front(self.host.from, cycle) else { return };
        let header = Header::of(word.bits);
        if self.passing.own > 0 {
            wires.pop(self.host.from, cycle);
            wires.wake(self.me, cycle + 1);
            self.passing.own -= 1;
            if self.passing.own == 0 {
                self.order_barrier(wires, cycle, word.bits);
            }
        } else if self.passing.out == 0 && header.dest() == self.node {
            wires.pop(self.host.from, cycle);
            wires.wake(self.me, cycle + 1);
            self.passing.own = u32::from(header.ndw);
        } else if self.forward(wires, cycle, self.host, self.net) {
            self.passing.out = if self.passing.out == 0 { u32::from(header.ndw) } else { self.passing.out - 1 };
        }
    }

    fn order_barrier(&mut self, wires: &mut Wires, cycle: u64, ranks: u32) {
        let order = match self.collective {
            Some(_) => Err("one is under way"),
            None => self.collective_of([BARRIER, 0, self.node, 0, ranks]),
        };
        match order {
            Ok(barrier) => self.begin_collective(wires, cycle, barrier),
            Err(wrong) => {
                let story = format_args!("a barrier of {ranks} ranks is refused: {wrong}");
                wires.machine.mishaps.raise(Mishap::Command, cycle, &self.name, story);
            }
        }
    }

    fn pass_in(&mut self, wires: &mut Wires, cycle: u64, action: Option<Action>) {
        if self.pass_held(wires, cycle) {
            return;
        }
        if self.passing.into > 0 {
            self.passing.into -= u32::from(self.forward(wires, cycle, self.net, self.host));
            return;
        }
        if action == Some(Action::Notify) {
            let own = self.node as u8;
            let header = Header { src: own, dest: own, ndw: 1 };
            self.held.extend([header.word(), Word { bits: 0, control: false }]);
            return self.advance(wires, cycle);
        }
        let Some(word) = wires.front(self.net.from, cycle) else { return };
        let header = Header::of(word.bits);
        if header.ndw == 0 {
            wires.pop(self.net.from, cycle);
            wires.wake(self.me, cycle + 1);
            self.tokens.store(header.src);
        } else if self.forward(wires, cycle, self.net, self.host) {
            self.passing.into = u32::from(header.ndw);
        }
    }
}
