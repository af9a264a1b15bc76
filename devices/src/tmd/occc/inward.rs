//! The receiving side of an OCCC: from the line to the bridges.

use super::state::Receiver;
use super::{Frame, Occc};
use crate::fsl::Word;
use crate::tmd::fabric::Wires;
use crate::tmd::tier2::{self, SEQUENCES};

impl Occc {
    pub fn hear_packet(&mut self, wires: &mut Wires, sequence: u32, words: Vec<u32>) {
        let receiver = &mut self.receiver;
        let ahead = sequence.wrapping_sub(receiver.expected) % SEQUENCES;
        if ahead == 0 && receiver.accepted.len() < self.buffer {
            wires.machine.counts.accepted += 1;
            receiver.accepted.push_back(words);
            receiver.expected = (receiver.expected + 1) % SEQUENCES;
            (receiver.nacked, receiver.refused, receiver.ask) = (false, false, None);
            self.replies.push_back(Frame::Ack(receiver.expected));
        } else if ahead == 0 {
            wires.machine.counts.refused += 1;
            (receiver.nacked, receiver.refused, receiver.ask) = (false, true, None);
            self.replies.push_back(Frame::Hold(receiver.expected));
        } else if ahead < SEQUENCES / 2 {
            wires.machine.counts.gaps += 1;
            self.nack();
        } else {
            wires.machine.counts.duplicates += 1;
            self.replies.push_back(Frame::Ack(receiver.expected));
        }
    }

    /// Asks for the expected packet, once, unless it has come and was refused.
    pub fn nack(&mut self) {
        if !self.receiver.nacked && !self.receiver.refused {
            self.receiver.nacked = true;
            self.replies.push_back(Frame::Nack(self.receiver.expected));
        }
    }

    /// Lane and value of the next word for a bridge.
    pub fn next_word(&self, wires: &Wires, cycle: u64) -> Option<(usize, u32)> {
        let Receiver { accepted, given, expected, .. } = &self.receiver;
        let (channel, word) = match accepted.front() {
            Some(packet) => (*packet.get(1)?, *packet.get(*given)?),
            None => {
                let line = &wires.machine.lines[self.back];
                (line.early_word(*expected, 1, cycle)?, line.early_word(*expected, *given, cycle)?)
            }
        };
        let lane = usize::from(tier2::destination(channel)).min(self.lanes.len() - 1);
        Some((lane, word))
    }

    /// Hands a word of the oldest packet to its bridge.
    pub fn give(&mut self, wires: &mut Wires, cycle: u64) {
        let Some((lane, bits)) = self.next_word(wires, cycle) else { return };
        let receiver = &mut self.receiver;
        let to = self.lanes[lane].to;
        if !wires.has_room(to, cycle) {
            receiver.blocked.get_or_insert(cycle);
            return;
        }
        wires.machine.counts.occc_stalls += receiver.blocked.take().map_or(0, |since| cycle - since);
        wires.push(to, cycle, Word { bits, control: receiver.given == 0 });
        receiver.given += 1;
        if receiver.accepted.front().is_some_and(|packet| packet.len() == receiver.given) {
            receiver.given = 0;
            receiver.accepted.pop_front();
            if receiver.refused && receiver.ask.is_none() {
                receiver.ask = Some(cycle);
            }
        }
        wires.wake(self.me, cycle + 1);
    }
}
