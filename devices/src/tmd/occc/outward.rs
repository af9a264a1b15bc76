//! The sending side of an OCCC: from the bridges to the line.

use super::state::Sending;
use super::{Frame, Occc};
use crate::tmd::fabric::{Fabric, Wires};
use crate::tmd::line::{Early, Errors};
use crate::tmd::params::OcccStore;
use crate::tmd::tier2::{self, SEQUENCES};

impl Occc {
    /// All packets before `next` have been accepted.
    pub fn acknowledged(&mut self, cycle: u64, next: u32) {
        let sender = &mut self.sender;
        let count = (next.wrapping_sub(sender.base) % SEQUENCES) as usize;
        if count > sender.sent {
            // Only a frame with bit errors whose CRC fits by chance can say this.
            return;
        }
        sender.window.drain(..count);
        sender.base = next;
        sender.sent -= count;
        sender.next = sender.next.saturating_sub(count);
        sender.held = false;
        sender.deadline = (sender.sent > 0).then_some(cycle + self.timeout);
    }

    /// Takes a word from a bridge.
    pub fn take(&mut self, wires: &mut Wires, cycle: u64) {
        let sender = &mut self.sender;
        if sender.coming.is_none() && sender.window.len() < self.window {
            let lane = self.lanes.iter().position(|lane| wires.front(lane.from, cycle).is_some());
            sender.coming = lane.map(|lane| (lane, Vec::new()));
        }
        let Some((lane, packet)) = &mut sender.coming else { return };
        let from = self.lanes[*lane].from;
        let Some(word) = wires.front(from, cycle) else { return };
        wires.pop(from, cycle);
        wires.wake(self.me, cycle + 1);
        packet.push(word.bits);
        let is_complete = packet.len() == tier2::words_of(packet[0]) as usize;
        let sequence = sender.base + sender.window.len() as u32;
        packet[0] = tier2::numbered(packet[0], sequence);
        if is_complete {
            tier2::close(packet);
        }
        if let Some(sending) = self.sending.as_mut().filter(|sending| sending.is_coming) {
            sending.words.extend(packet.last());
        }
        if is_complete {
            sender.window.push_back(std::mem::take(packet));
            sender.coming = None;
        }
    }

    /// Puts words on the line that can begin in this cycle, control frames before packets.
    pub fn send(&mut self, wires: &mut Wires, cycle: u64) {
        loop {
            let has_gap = self.send_words(wires, cycle);
            let has_packet = !has_gap && self.has_packet();
            if self.replies.is_empty() && !has_packet {
                return;
            }
            let free = wires.machine.lines[self.line].free_in(cycle);
            if free > cycle {
                return wires.wake(self.me, free);
            }
            match self.replies.pop_front() {
                Some(reply) => self.send_control(wires, cycle, reply),
                None => self.begin_packet(wires, cycle),
            }
        }
    }

    fn has_packet(&self) -> bool {
        let sender = &self.sender;
        let is_coming = sender.coming.as_ref().is_some_and(|(_, packet)| !packet.is_empty());
        !sender.held && (sender.next < sender.window.len() || is_coming && self.store != OcccStore::Both)
    }

    /// Sends the available words of the packet that has begun; true if more words are to come.
    fn send_words(&mut self, wires: &mut Wires, cycle: u64) -> bool {
        let Some(mut sending) = self.sending.take() else { return false };
        let line = &mut wires.machine.lines[self.line];
        let receiver = line.receiver;
        while let Some(word) = sending.words.get(sending.next) {
            sending.arrival = line.send(cycle);
            sending.next += 1;
            if sending.is_early {
                line.add_early(*word, sending.arrival);
                wires.calendar.insert((sending.arrival, receiver));
            }
        }
        if sending.next < sending.total {
            self.sending = Some(sending);
            return true;
        }
        let Sending { words, arrival, errors, is_early, is_coming, .. } = sending;
        line.end(arrival, words, &errors, is_early);
        wires.wake(receiver, arrival);
        wires.machine.counts.line_frames += 1;
        let sender = &mut self.sender;
        if is_coming {
            // This packet is the last of the window. Unless the sender has gone back meanwhile,
            // `next` stands at it.
            sender.next += usize::from(sender.next + 1 == sender.window.len());
            sender.sent = sender.window.len();
        }
        sender.deadline = Some(cycle + self.timeout).filter(|_| !sender.held);
        false
    }

    fn send_control(&mut self, wires: &mut Wires, cycle: u64, reply: Frame) {
        let Fabric { lines, counts, .. } = &mut wires.machine;
        match reply {
            Frame::Nack(_) => counts.nacks += 1,
            Frame::Hold(_) => counts.holds += 1,
            _ => counts.acks += 1,
        }
        let (line, words) = (&mut lines[self.line], reply.control());
        let errors = line.errors(words.len());
        let arrival = words.iter().fold(0, |_, _| line.send(cycle));
        line.end(arrival, words.to_vec(), &errors, false);
        counts.line_frames += 1;
        counts.bit_errors += count(&errors);
        let receiver = line.receiver;
        wires.wake(receiver, arrival);
    }

    /// Begins the next packet of the window, or the one that comes from a bridge.
    fn begin_packet(&mut self, wires: &mut Wires, cycle: u64) {
        let sender = &mut self.sender;
        let is_coming = sender.next >= sender.window.len();
        let sequence = (sender.base + sender.next as u32) % SEQUENCES;
        let words = match (sender.window.get(sender.next), &sender.coming) {
            (Some(packet), _) => packet.clone(),
            (None, Some((_, packet))) => packet.clone(),
            (None, None) => return,
        };
        if !is_coming {
            wires.machine.counts.retransmissions += u64::from(sender.next < sender.sent);
            sender.next += 1;
            sender.sent = sender.sent.max(sender.next);
        }
        let total = tier2::words_of(words[0]) as usize;
        let line = &mut wires.machine.lines[self.line];
        let errors = line.errors(total);
        wires.machine.counts.bit_errors += count(&errors);
        let is_early = self.store == OcccStore::Oracle && errors.is_empty();
        if is_early {
            let begin = line.arrival(cycle, total);
            line.begin_early(Early { sequence, begin, words: Vec::new() });
            let receiver = line.receiver;
            wires.wake(receiver, begin);
        }
        self.sending = Some(Sending { words, total, next: 0, arrival: cycle, errors, is_early, is_coming });
    }
}

/// Number of flipped bits.
fn count(errors: &Errors) -> u64 {
    errors.iter().map(|(_, hit)| u64::from(hit.count_ones())).sum()
}
