//! Records one rank's MPI calls and messages during the run, and joins the messages of all ranks.

use crate::calls::CallList;
use crate::keeping::Share;
use crate::packed::{Packed, merged};
use crate::pairing::{self, Arrived, CONTEXT_SHIFT, Sent, Traffic};
use crate::recording::{Message, MpiCall, Protocol};
use rankine_machine::{Moment, Observer, SkippedRounds, Wait, Wants};
use rankine_program::CurrentCall;
use rankine_program::mpi::MpiCalls;
use rankine_program::{MarkEvent, OPERANDS_MAX};
use std::collections::BTreeMap;

/// The recording of one rank so far.
#[derive(Clone, Debug, Default)]
pub struct RankRecorder {
    /// The processor's place on its node.
    place: u32,
    calls: CallList,
    under_way: Option<MpiCall>,
    /// Cycles of waiting so far, and their number when the call in progress was entered.
    waited: u64,
    waited_before: u64,
    traffic: Traffic,
    /// Messages that this processor took back before they left. Another processor of the node may
    /// have recorded their sends.
    taken_back: Vec<TakenBack>,
    /// By entry, arrived messages that wait; and by request, messages whose receives are not
    /// complete.
    waiting: BTreeMap<u64, usize>,
    receiving: BTreeMap<u64, usize>,
    unexpected: Packed<(u64, u32)>,
    /// The position of the recording when the last watched round of a polling loop began.
    round: Position,
    /// When it is full, the call in progress is still recorded, and nothing after it.
    share: Share,
}

/// A message that was handed to the hardware and then taken back.
#[derive(Clone, Copy, Debug)]
struct TakenBack {
    destination: u32,
    tag: i32,
    cycle: u64,
}

/// A position in a rank's recording.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    calls: usize,
    cycle: u64,
}

impl RankRecorder {
    /// The recorder of a processor at this place on its node.
    pub fn at(place: u32, share: Share) -> RankRecorder {
        RankRecorder { place, share, ..RankRecorder::default() }
    }

    pub fn share(&self) -> &Share {
        &self.share
    }

    /// Counts the memory of the records.
    fn count(&mut self, cycle: u64) {
        let bytes = self.calls.bytes()
            + self.traffic.sent.bytes()
            + self.traffic.arrived.bytes()
            + self.unexpected.bytes()
            + self.taken_back.len() * size_of::<TakenBack>();
        self.share.set(bytes, cycle);
    }

    /// The rank enters an MPI function.
    pub fn enter(&mut self, calls: &MpiCalls, call: &CurrentCall) {
        if self.under_way.is_some() || self.share.is_full() {
            return;
        }
        let described = calls.call(call.function, &call.arguments);
        let bytes = |transfer: Option<rankine_program::mpi::Transfer>| transfer.and_then(|transfer| transfer.bytes);
        self.under_way = Some(MpiCall {
            function: call.function.0,
            return_address: call.return_address,
            entered: call.entered_cycle,
            send: described.send,
            receive: described.receive,
            root: described.root,
            communicator: described.communicator,
            bytes: described
                .collective_bytes
                .or(bytes(described.send))
                .or(bytes(described.receive))
                .or(described.remote.map(|remote| remote.bytes)),
            remote: described.remote,
            ..MpiCall::default()
        });
        self.waited_before = self.waited;
    }

    /// The rank has returned from the function.
    pub fn leave(&mut self, cycle: u64) {
        let Some(call) = self.under_way.take() else { return };
        self.calls.push(MpiCall { left: cycle, wait_cycles: self.waited - self.waited_before, ..call });
        self.count(cycle);
    }

    /// The hart has stood still for this number of cycles.
    pub fn wait(&mut self, cycles: u64) {
        self.waited += cycles;
    }

    /// The position of the recording at this cycle.
    pub fn position(&self, cycle: u64) -> Position {
        Position { calls: self.calls.len(), cycle }
    }

    /// `rounds` more rounds of a polling loop, of `cycles` each, were skipped. They are like the
    /// round since `from`.
    pub fn repeat(&mut self, from: Position, rounds: u64, cycles: u64) {
        for index in from.calls..self.calls.len() {
            self.calls.update(index, |call| {
                call.repeats += rounds;
                call.wait_cycles += rounds * (call.left - call.entered);
            });
        }
        self.waited += rounds * cycles;
        if let Some(call) = self.under_way.as_mut().filter(|call| call.entered >= from.cycle) {
            call.entered += rounds * cycles;
            self.waited_before += rounds * cycles;
        }
    }

    /// The rank has been polling from one cycle to another, and all rounds were performed.
    pub fn polled(&mut self, from: u64, to: u64) {
        self.waited += to.saturating_sub(from);
        let common = |entered: u64, left: u64| left.min(to).saturating_sub(entered.max(from));
        let is_late = |index: &usize| self.calls.times(*index).is_some_and(|times| times.left > from);
        let late = (0..self.calls.len()).rev().take_while(is_late).count();
        for index in self.calls.len() - late..self.calls.len() {
            self.calls.update(index, |call| call.wait_cycles += common(call.entered, call.left));
        }
        if let Some(call) = &self.under_way {
            self.waited_before += to.saturating_sub(from) - common(call.entered, u64::MAX);
        }
    }

    /// The rank passes a mark.
    pub fn mark(&mut self, event: MarkEvent, operands: [u64; OPERANDS_MAX], cycle: u64) {
        if !self.share.is_full() {
            self.record(event, operands, cycle);
            self.count(cycle);
        }
    }

    fn record(&mut self, event: MarkEvent, [first, second, third]: [u64; OPERANDS_MAX], cycle: u64) {
        match event {
            MarkEvent::SendingShort => self.send(Protocol::Short, first, second, third, cycle),
            MarkEvent::SendingEager => self.send(Protocol::Eager, first, second, third, cycle),
            MarkEvent::SendingRendezvous => self.send(Protocol::Rendezvous, first, second, third, cycle),
            MarkEvent::Matched => {
                let arrived = self.arrive(second, cycle, false);
                self.traffic.arrived.update(arrived, |message| message.matched = Some(cycle));
                self.receiving.insert(first, arrived);
            }
            MarkEvent::Unexpected => {
                let arrived = self.arrive(second, cycle, true);
                self.waiting.insert(first, arrived);
                self.unexpected.push((cycle, self.waiting.len() as u32));
            }
            MarkEvent::Taken => {
                let Some(arrived) = self.waiting.remove(&second) else { return };
                self.unexpected.push((cycle, self.waiting.len() as u32));
                self.traffic.arrived.update(arrived, |message| message.matched = Some(cycle));
                self.receiving.insert(first, arrived);
            }
            MarkEvent::Withdrawn => {
                if self.waiting.remove(&first).is_some() {
                    self.unexpected.push((cycle, self.waiting.len() as u32));
                }
            }
            MarkEvent::TakenBack => {
                self.taken_back.push(TakenBack { tag: first as i32, destination: second as u32, cycle });
            }
            MarkEvent::Received => {
                if let Some(arrived) = self.receiving.remove(&first) {
                    self.traffic.arrived.update(arrived, |message| message.received = Some(cycle));
                }
            }
            // Active messages are recorded elsewhere.
            MarkEvent::ActiveSending | MarkEvent::ActiveHandling | MarkEvent::ActiveHandled => {}
        }
    }

    fn send(&mut self, protocol: Protocol, envelope: u64, node: u64, bytes: u64, cycle: u64) {
        self.traffic.sent.push(Sent { destination: node as u32, envelope, bytes, protocol, cycle });
    }

    fn arrive(&mut self, node: u64, cycle: u64, is_unexpected: bool) -> usize {
        let (source, place) = (node as u32, self.place);
        let index = self.traffic.arrived.len();
        self.traffic.arrived.push(Arrived { source, cycle, matched: None, received: None, is_unexpected, place });
        index
    }

    /// Takes away all calls up to `now`, including the call in progress.
    pub fn take_calls(&mut self, now: u64) -> CallList {
        let mut calls = std::mem::take(&mut self.calls);
        if let Some(call) = self.under_way {
            let wait_cycles = self.waited - self.waited_before;
            calls.push(MpiCall { left: now, is_under_way: true, wait_cycles, ..call });
        }
        for index in calls.repeated() {
            let until = calls.times(index + 1).map_or(now, |next| next.entered);
            calls.update(index, |call| call.repeated_until = until);
        }
        calls
    }

    /// At the end of the run, adds the messages that a further processor of the node has sent and
    /// received. `cycle` converts its cycles into ours. At the same cycle, our own messages come
    /// first.
    pub fn take_over(&mut self, further: &mut RankRecorder, cycle: &dyn Fn(u64) -> u64) {
        let Traffic { sent, arrived } = std::mem::take(&mut further.traffic);
        let sent = sent.iter().map(|sent| Sent { cycle: cycle(sent.cycle), ..sent });
        self.traffic.sent = merged(self.traffic.sent.iter(), sent, |sent| sent.cycle);
        further.taken_back.drain(..).for_each(|back| self.forget(TakenBack { cycle: cycle(back.cycle), ..back }));
        let arrived = arrived.iter().map(|arrived| Arrived {
            cycle: cycle(arrived.cycle),
            matched: arrived.matched.map(cycle),
            received: arrived.received.map(cycle),
            ..arrived
        });
        self.traffic.arrived = merged(self.traffic.arrived.iter(), arrived, |arrived| arrived.cycle);
        let waiting = std::mem::take(&mut further.unexpected);
        self.unexpected = sums(self.unexpected.iter(), waiting.iter().map(|(at, count)| (cycle(at), count)));
    }

    /// Removes a message that was taken back. If there are several with its destination and tag,
    /// the newest one sent until then is removed.
    fn forget(&mut self, back: TakenBack) {
        let is_it = |sent: &Sent| {
            let is_own = sent.envelope >> CONTEXT_SHIFT & 1 == 0;
            is_own
                && (sent.destination, sent.envelope as i32) == (back.destination, back.tag)
                && sent.cycle <= back.cycle
        };
        let sent = self.traffic.sent.iter().enumerate();
        if let Some((place, _)) = sent.clone().filter(|(_, sent)| is_it(sent)).last() {
            self.traffic.sent = sent.filter(|(index, _)| *index != place).map(|(_, sent)| sent).collect();
        }
    }

    pub fn wait_cycles(&self) -> u64 {
        self.waited
    }

    /// Takes away the number of waiting messages: pairs (cycle, number from then on), in order.
    pub fn take_unexpected(&mut self) -> Packed<(u64, u32)> {
        std::mem::take(&mut self.unexpected)
    }
}

impl Observer for RankRecorder {
    fn wants(&self) -> Wants {
        Wants { polling: true, ..Wants::default() }
    }

    fn call_entered(&mut self, _: &Moment<'_>, calls: &MpiCalls, call: &CurrentCall) {
        self.enter(calls, call);
    }

    fn call_left(&mut self, at: &Moment<'_>, _: &CurrentCall) {
        self.leave(at.cycle());
    }

    fn mark_passed(&mut self, at: &Moment<'_>, event: MarkEvent, operands: [u64; OPERANDS_MAX]) {
        self.mark(event, operands, at.cycle());
    }

    fn waited(&mut self, _: u64, wait: Wait, cycles: u64) {
        if wait == Wait::Device {
            self.wait(cycles);
        }
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.round = self.position(at.cycle());
    }

    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        self.repeat(self.round, skipped.rounds, skipped.cycles);
    }

    fn polled(&mut self, from: u64, to: u64) {
        RankRecorder::polled(self, from, to);
    }
}

/// The number of items in two queues together, from the changes of each.
fn sums(one: impl Iterator<Item = (u64, u32)>, other: impl Iterator<Item = (u64, u32)>) -> Packed<(u64, u32)> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut held = [0; 2];
    let hold = || {
        let is_other = match (one.peek(), other.peek()) {
            (Some(first), Some(second)) => second.0 < first.0,
            (first, _) => first.is_none(),
        };
        let (cycle, count) = if is_other { other.next() } else { one.next() }?;
        held[usize::from(is_other)] = count;
        Some((cycle, held[0] + held[1]))
    };
    std::iter::from_fn(hold).collect()
}

/// The messages of all ranks, in order of the time at which they were sent, then of sender.
pub fn messages(ranks: &[&RankRecorder]) -> Packed<Message> {
    pairing::messages(&ranks.iter().map(|rank| &rank.traffic).collect::<Vec<_>>())
}

#[cfg(test)]
#[path = "tests/recorder.rs"]
mod tests;
