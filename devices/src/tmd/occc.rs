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
//! * `occc_store` says where a packet waits until all of it is there. `receiver`: words go on the line as the sender has them, and
//!   to a bridge when the CRC has come and is good. `both`: a packet also goes on the line only when the sender has all of it.
//!   `oracle`: a good packet is handed on after the time that it takes on the line, each word when it is there. The receiver then
//!   knows that a packet is good before its CRC has come, which no circuit can. It is there for comparison.
//! * A sender that hears nothing for `occc_timeout_cycles` after it has sent goes back, too.
//! * The receiver hands accepted packets to its bridges in order, a word a cycle. With `occc_buffer` of them waiting it refuses
//!   the next one and asks the sender to hold, who then is silent; when there is room it sends a negative acknowledgement,
//!   and again after each timeout until the packet is there. So a link whose reader has stopped comes to rest.
//! * A packet that has begun keeps the line until all of it is there; control frames pass it where it has a gap.
//! * Control frames are two words on the line in the other direction, before packets; an error on one is found by its own CRC
//!   and loses it.

mod inward;
mod outward;
mod state;

use super::fabric::{Fabric, Wires};
use super::params::{OcccStore, TmdParams};
use super::tier2::{self, Frame};
use crate::fifo::LATE;
use crate::netif::ids::{Pair, UnitId};
use crate::netif::wires::Unit;
use state::{Receiver, Sender, Sending};
use std::collections::VecDeque;

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
    store: OcccStore,
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
            store: params.occc_store,
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
                wires.machine.counts.crc_errors += 1;
                self.nack();
            }
        }
    }

    /// Looks whether it is time to go back, or to ask again for what was refused.
    fn look_at_times(&mut self, wires: &mut Wires, cycle: u64) {
        if self.sender.deadline.is_some_and(|deadline| deadline <= cycle) {
            wires.machine.counts.timeouts += 1;
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

impl Unit<Fabric> for Occc {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        while let Some(words) = wires.machine.lines[self.back].receive(cycle) {
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
        if receiver.blocked.is_some()
            && let Some((lane, _)) = self.next_word(wires, LATE)
        {
            let (to, count) = (wires.fifo(self.lanes[lane].to), receiver.accepted.len());
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
