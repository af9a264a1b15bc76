//! One end of a link between two boards: the off-chip communication controller. Over a line with
//! bit errors it delivers each packet once, and all packets in order (Saldaña 2006 §3.3).
//!
//! The thesis says that a CRC finds errors and that retransmission is asked for. The details are
//! ours:
//!
//! * The sender takes packets from the bridges, a word a cycle, the lowest lane first. It gives
//!   each packet its sequence number and CRC, and keeps up to `occc_window` packets until they are
//!   acknowledged.
//! * The receiver accepts the packet that it expects and acknowledges it. An acknowledgement says
//!   which packet is expected next, so it acknowledges all packets before. A duplicate is dropped
//!   and acknowledged once more. After a bad CRC or a gap, the receiver sends one negative
//!   acknowledgement and drops all packets until the expected one comes. The sender goes back to
//!   the expected packet and sends all packets again from it on.
//! * `occc_store` says where a packet waits until all of it is there. `receiver`: words go on the
//!   line as the sender gets them, and to a bridge when the CRC has come and is good. `both`: in
//!   addition, a packet goes on the line only when the sender has all of it. `oracle`: a good
//!   packet is handed on after the time that it takes on the line, each word as soon as it is
//!   there. The receiver then knows before the CRC has come that the packet is good. No circuit can
//!   do this; the setting is for comparison.
//! * If a sender hears nothing for `occc_timeout_cycles` after it has sent, it goes back, too.
//! * The receiver hands accepted packets to its bridges in order, a word a cycle. If `occc_buffer`
//!   packets wait, it refuses the next one and asks the sender to hold. The sender then sends no
//!   packets. When there is room, the receiver sends a negative acknowledgement, and repeats it
//!   after each timeout until the packet comes. So a link whose reader has stopped comes to rest.
//! * A packet that has begun keeps the line until all of it is there; control frames may be sent in
//!   its gaps.
//! * A control frame is two words on the line in the other direction. It goes before packets. If
//!   its own CRC finds an error, the frame is lost.

mod inward;
mod outward;
mod state;

use super::fabric::{Fabric, Wires};
use super::params::{OcccStore, TmdParams};
use super::tier2::{self, Frame};
use crate::fifo::LATE;
use crate::netif::ids::{Pair, UnitId};
use crate::netif::wires::Unit;
use rankine_bus::counted;
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
    /// The cycle of the next call that it has asked for because of a timeout.
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

    /// Goes back if it is time to, and asks again for the refused packet if it is time to.
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

    /// Asks for one call at a time because of a timeout: most timeouts are put off before they
    /// expire.
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
            reasons.push(format!(
                "waits for a place in {} ({}) with {} received",
                to.name,
                to.fill(),
                counted(count as u64, "packet")
            ));
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
            reasons
                .push(format!("holds {} until the other end has room", counted(sender.window.len() as u64, "packet")));
        }
        (!reasons.is_empty()).then(|| format!("{} {}", self.name, reasons.join("; ")))
    }
}
