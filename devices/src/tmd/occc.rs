//! One end of a link between two boards: the off-chip communication controller, which makes a line that may turn bits over
//! into one that loses nothing, doubles nothing and keeps the order (Saldaña 2006 §3.3).
//!
//! The thesis says that errors are found by a CRC and that retransmission is asked for; how is ours:
//!
//! * The sender takes a packet from the bridges, a word a cycle, the lowest lane first, gives it its sequence number and CRC,
//!   and keeps up to `occc_window` packets until they are acknowledged.
//! * The receiver accepts the packet that it expects and acknowledges it; an acknowledgement says which one is expected next,
//!   and so stands for all before. A duplicate is dropped and acknowledged once more. For a bad CRC or a gap it sends one
//!   negative acknowledgement, and drops what comes until the expected one is there; the sender goes back to that one and
//!   sends all from it on again.
//! * With `occc_whole_packets` a packet goes on the line when the sender has all of it, and to a bridge when the receiver has.
//!   Without, words go on the line as they come, and a good packet is handed on after the time that it takes on the line,
//!   each word when it is there: the receiver's store costs `occc_word_hundredths` for each word, however slow the sender is.
//!   That a packet is good is then known before its CRC has come, which no circuit can; but only so does the bandwidth
//!   between boards come close to that on a board, as measured (Saldaña 2006 §5.1.1), when both ends move words by software.
//! * A sender that hears nothing for `occc_timeout_cycles` after it has sent goes back, too.
//! * The receiver hands accepted packets to its bridges in order, a word a cycle. With `occc_buffer` of them waiting it refuses
//!   the next one and asks the sender to hold, who then is silent; when there is room it sends a negative acknowledgement,
//!   and again after each timeout until the packet is there. So a link whose reader has stopped comes to rest.
//! * Control frames are two words on the line in the other direction, before packets and where a packet has a gap; an error
//!   on one is found by its own CRC and loses it.

use super::build::Pair;
use super::line::{Early, Errors};
use super::params::TmdParams;
use super::tier2::{self, Frame, SEQUENCES};
use super::wires::{Unit, UnitId, Wires};
use crate::fsl::Word;
use std::collections::VecDeque;

/// What is sent, and what has been sent and not acknowledged.
#[derive(Default)]
struct Sender {
    /// The packet that comes from a bridge, and its lane.
    coming: Option<(usize, Vec<u32>)>,
    /// Complete packets; the first has sequence number `base`.
    window: VecDeque<Vec<u32>>,
    base: u32,
    /// The one of them that goes on the line next, and how many have been there.
    next: usize,
    sent: usize,
    /// The other end has asked to hold.
    held: bool,
    /// When to go back.
    deadline: Option<u64>,
}

/// A packet on its way to the line.
struct Sending {
    /// The words that are there, and how many there will be.
    words: Vec<u32>,
    total: usize,
    /// The word that comes next.
    next: usize,
    /// When the receiver has the one before.
    arrival: u64,
    errors: Errors,
    /// The receiver may look at it before it is complete.
    is_early: bool,
    /// It still comes from a bridge.
    is_coming: bool,
}

/// What has been received.
#[derive(Default)]
struct Receiver {
    expected: u32,
    /// Packets accepted; `given` words of the first have been handed on.
    accepted: VecDeque<Vec<u32>>,
    given: usize,
    /// A negative acknowledgement is on its way.
    nacked: bool,
    /// The expected packet has come and was refused.
    refused: bool,
    /// When to ask again for the packet that was refused.
    ask: Option<u64>,
    /// There was a word and no place for it since this cycle.
    blocked: Option<u64>,
}

pub struct Occc {
    name: String,
    me: UnitId,
    lanes: Vec<Pair>,
    /// The line that it sends on, and the one that it receives from.
    line: usize,
    back: usize,
    window: usize,
    buffer: usize,
    timeout: u64,
    whole_packets: bool,
    sender: Sender,
    sending: Option<Sending>,
    receiver: Receiver,
    /// Control frames to be sent.
    replies: VecDeque<Frame>,
    /// The next call that it has asked for because of a timeout.
    alarm: Option<u64>,
}

impl Occc {
    /// `lanes` are the FIFOs to and from its bridges.
    pub fn new(params: &TmdParams, name: String, me: UnitId, lanes: Vec<Pair>, (line, back): (usize, usize)) -> Occc {
        Occc {
            name,
            me,
            lanes,
            line,
            back,
            window: params.occc_window as usize,
            buffer: params.occc_buffer as usize,
            timeout: u64::from(params.occc_timeout_cycles),
            whole_packets: params.occc_whole_packets,
            sender: Sender::default(),
            sending: None,
            receiver: Receiver::default(),
            replies: VecDeque::new(),
            alarm: None,
        }
    }

    fn hear(&mut self, wires: &mut Wires, cycle: u64, words: Vec<u32>) {
        match Frame::of(&words) {
            Frame::Packet(sequence) => self.hear_packet(wires, sequence, words),
            Frame::Ack(next) => self.acknowledged(cycle, next),
            Frame::Nack(next) => {
                self.acknowledged(cycle, next);
                self.sender.next = 0;
            }
            Frame::Hold(next) => {
                self.acknowledged(cycle, next);
                (self.sender.held, self.sender.next, self.sender.deadline) = (true, 0, None);
            }
            Frame::Bad => {
                wires.counts.crc_errors += 1;
                self.nack();
            }
        }
    }

    fn hear_packet(&mut self, wires: &mut Wires, sequence: u32, words: Vec<u32>) {
        let receiver = &mut self.receiver;
        let ahead = sequence.wrapping_sub(receiver.expected) % SEQUENCES;
        if ahead == 0 && receiver.accepted.len() < self.buffer {
            wires.counts.accepted += 1;
            receiver.accepted.push_back(words);
            receiver.expected = (receiver.expected + 1) % SEQUENCES;
            (receiver.nacked, receiver.refused, receiver.ask) = (false, false, None);
            self.replies.push_back(Frame::Ack(receiver.expected));
        } else if ahead == 0 {
            wires.counts.refused += 1;
            (receiver.nacked, receiver.refused, receiver.ask) = (false, true, None);
            self.replies.push_back(Frame::Hold(receiver.expected));
        } else if ahead < SEQUENCES / 2 {
            wires.counts.gaps += 1;
            self.nack();
        } else {
            wires.counts.duplicates += 1;
            self.replies.push_back(Frame::Ack(receiver.expected));
        }
    }

    /// Asks for the expected packet, once, unless it has come and was refused.
    fn nack(&mut self) {
        if !self.receiver.nacked && !self.receiver.refused {
            self.receiver.nacked = true;
            self.replies.push_back(Frame::Nack(self.receiver.expected));
        }
    }

    /// All packets before `next` have been accepted.
    fn acknowledged(&mut self, cycle: u64, next: u32) {
        let sender = &mut self.sender;
        let count = (next.wrapping_sub(sender.base) % SEQUENCES) as usize;
        if count > sender.sent {
            // An old one that was overtaken by nothing: it acknowledges what is no longer in the window.
            return;
        }
        sender.window.drain(..count);
        sender.base = next;
        sender.sent -= count;
        sender.next = sender.next.saturating_sub(count);
        sender.held = false;
        sender.deadline = (sender.sent > 0).then_some(cycle + self.timeout);
    }

    /// Lane and value of the next word for a bridge.
    fn next_word(&self, wires: &Wires, cycle: u64) -> Option<(usize, u32)> {
        let Receiver { accepted, given, expected, .. } = &self.receiver;
        let (channel, word) = match accepted.front() {
            Some(packet) => (*packet.get(1)?, *packet.get(*given)?),
            None => {
                let line = &wires.lines[self.back];
                (line.early_word(*expected, 1, cycle)?, line.early_word(*expected, *given, cycle)?)
            }
        };
        let lane = usize::from(tier2::destination(channel)).min(self.lanes.len() - 1);
        Some((lane, word))
    }

    /// Hands a word of the oldest packet to its bridge.
    fn give(&mut self, wires: &mut Wires, cycle: u64) {
        let Some((lane, bits)) = self.next_word(wires, cycle) else { return };
        let receiver = &mut self.receiver;
        let to = self.lanes[lane].to;
        if !wires.has_room(to, cycle) {
            receiver.blocked.get_or_insert(cycle);
            return;
        }
        wires.counts.occc_stalls += receiver.blocked.take().map_or(0, |since| cycle - since);
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

    /// Takes a word from a bridge.
    fn take(&mut self, wires: &mut Wires, cycle: u64) {
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
    fn send(&mut self, wires: &mut Wires, cycle: u64) {
        loop {
            let has_gap = self.send_words(wires, cycle);
            let has_packet = !has_gap && self.has_packet();
            if self.replies.is_empty() && !has_packet {
                return;
            }
            let free = wires.lines[self.line].free_in(cycle);
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
        !sender.held && (sender.next < sender.window.len() || is_coming && !self.whole_packets)
    }

    /// Sends what is there of the packet that has begun; true when more of it is to come.
    fn send_words(&mut self, wires: &mut Wires, cycle: u64) -> bool {
        let Some(mut sending) = self.sending.take() else { return false };
        let line = &mut wires.lines[self.line];
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
        wires.counts.line_frames += 1;
        let sender = &mut self.sender;
        if is_coming {
            // It was the last of the window; unless the sender has gone back meanwhile, it is the one that came next.
            sender.next += usize::from(sender.next + 1 == sender.window.len());
            sender.sent = sender.window.len();
        }
        sender.deadline = Some(cycle + self.timeout).filter(|_| !sender.held);
        false
    }

    fn send_control(&mut self, wires: &mut Wires, cycle: u64, reply: Frame) {
        let Wires { lines, counts, .. } = wires;
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
            wires.counts.retransmissions += u64::from(sender.next < sender.sent);
            sender.next += 1;
            sender.sent = sender.sent.max(sender.next);
        }
        let total = tier2::words_of(words[0]) as usize;
        let line = &mut wires.lines[self.line];
        let errors = line.errors(total);
        wires.counts.bit_errors += count(&errors);
        let is_early = !self.whole_packets && errors.is_empty();
        if is_early {
            let begin = line.arrival(cycle, total);
            line.begin_early(Early { sequence, begin, words: Vec::new() });
            let receiver = line.receiver;
            wires.wake(receiver, begin);
        }
        self.sending = Some(Sending { words, total, next: 0, arrival: cycle, errors, is_early, is_coming });
    }

    /// Looks whether it is time to go back, or to ask again for what was refused.
    fn look_at_times(&mut self, wires: &mut Wires, cycle: u64) {
        if self.sender.deadline.is_some_and(|deadline| deadline <= cycle) {
            wires.counts.timeouts += 1;
            (self.sender.next, self.sender.deadline) = (0, None);
        }
        if self.receiver.ask.is_some_and(|ask| ask <= cycle) {
            self.replies.push_back(Frame::Nack(self.receiver.expected));
            self.receiver.ask = Some(cycle + self.timeout);
        }
    }

    /// One call at a time is asked for because of a timeout: most of them are put off before they come.
    fn set_alarm(&mut self, wires: &mut Wires, cycle: u64) {
        if self.alarm.is_some_and(|alarm| alarm <= cycle) {
            self.alarm = None;
        }
        let wanted = self.sender.deadline.into_iter().chain(self.receiver.ask).min();
        if let Some(wanted) = wanted
            && self.alarm.is_none_or(|alarm| wanted < alarm)
        {
            self.alarm = Some(wanted);
            wires.wake(self.me, wanted);
        }
    }
}

/// Bits that turn over.
fn count(errors: &Errors) -> u64 {
    errors.iter().map(|(_, hit)| u64::from(hit.count_ones())).sum()
}

impl Unit for Occc {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        while let Some(words) = wires.lines[self.back].receive(cycle) {
            self.hear(wires, cycle, words);
        }
        self.give(wires, cycle);
        self.take(wires, cycle);
        self.look_at_times(wires, cycle);
        self.send(wires, cycle);
        self.set_alarm(wires, cycle);
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        let (sender, receiver) = (&self.sender, &self.receiver);
        let mut reasons = Vec::new();
        if let Some(packet) = receiver.accepted.front() {
            let lane = packet.get(1).map_or(0, |word| usize::from(tier2::destination(*word)));
            let to = wires.fifo(self.lanes[lane.min(self.lanes.len() - 1)].to);
            let count = receiver.accepted.len();
            reasons.push(format!("waits for a place in {} ({}) with {count} packets received", to.name, to.fill()));
        }
        if let Some((lane, packet)) = &sender.coming {
            let from = wires.fifo(self.lanes[*lane].from);
            let words = packet.first().map_or(0, |word| tier2::words_of(*word) as usize);
            reasons.push(format!(
                "has {} of {words} words of a packet and waits for more in {} (empty)",
                packet.len(),
                from.name
            ));
        }
        if sender.held {
            reasons.push(format!("holds {} packets until the other end has room", sender.window.len()));
        }
        (!reasons.is_empty()).then(|| format!("{} {}", self.name, reasons.join("; ")))
    }
}
