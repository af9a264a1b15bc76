//! Records one rank's MPI calls and messages while it runs, and puts the messages of all ranks together.

use crate::calls::CallList;
use crate::recording::{Message, MpiCall, Protocol};
use rankine_machine::{Moment, Observer, SkippedRounds, Wait, Wants};
use rankine_program::CurrentCall;
use rankine_program::mpi::MpiCalls;
use rankine_program::{MarkEvent, OPERANDS_MAX};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// Envelopes as the library packs them (`libmpi-c/match/match.h`): the tag in the low half, in the upper 16 bits the
/// context, of which a communicator has two: the odd one is for collectives.
pub(crate) const CONTEXT_SHIFT: u32 = 48;

/// What one rank has done so far.
#[derive(Clone, Debug, Default)]
pub struct RankRecorder {
    /// The processor's place on its node.
    place: u32,
    calls: CallList,
    under_way: Option<MpiCall>,
    /// Cycles of waiting so far, and when the call under way was entered.
    waited: u64,
    waited_before: u64,
    sent: Vec<Sent>,
    /// Messages that this processor took back before they left, whose sends may be recorded at another one of the node.
    taken_back: Vec<TakenBack>,
    arrived: Vec<Arrived>,
    /// Arrived messages that wait, by their entry, and those whose receives are not complete, by request.
    waiting: BTreeMap<u64, usize>,
    receiving: BTreeMap<u64, usize>,
    unexpected: Vec<(u64, u32)>,
    /// Where the recording stood when the last watched round of a polling loop began.
    round: Position,
}

#[derive(Clone, Copy, Debug)]
struct Sent {
    destination: u32,
    envelope: u64,
    bytes: u64,
    protocol: Protocol,
    cycle: u64,
}

/// A message that was handed to the hardware and taken back.
#[derive(Clone, Copy, Debug)]
struct TakenBack {
    destination: u32,
    tag: i32,
    cycle: u64,
}

/// As small as it can be: there is one for each message.
#[derive(Clone, Copy, Debug)]
struct Arrived {
    cycle: u64,
    matched: MaybeCycle,
    received: MaybeCycle,
    source: u32,
    place: u16,
    is_unexpected: bool,
}

/// A cycle, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MaybeCycle(u64);

impl MaybeCycle {
    const NONE: MaybeCycle = MaybeCycle(u64::MAX);

    fn get(self) -> Option<u64> {
        (self != MaybeCycle::NONE).then_some(self.0)
    }

    fn map(self, change: impl FnOnce(u64) -> u64) -> MaybeCycle {
        self.get().map_or(MaybeCycle::NONE, |cycle| MaybeCycle(change(cycle)))
    }
}

/// A place in a rank's recording.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    calls: usize,
    cycle: u64,
}

impl RankRecorder {
    /// The recorder of a processor at this place on its node.
    pub fn at(place: u32) -> RankRecorder {
        RankRecorder { place, ..RankRecorder::default() }
    }

    /// The rank enters an MPI function.
    pub fn enter(&mut self, calls: &MpiCalls, call: &CurrentCall) {
        if self.under_way.is_some() {
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

    /// It has returned from it.
    pub fn leave(&mut self, cycle: u64) {
        let Some(call) = self.under_way.take() else { return };
        self.calls.push(MpiCall { left: cycle, wait_cycles: self.waited - self.waited_before, ..call });
    }

    /// The hart has stood still for so many cycles.
    pub fn wait(&mut self, cycles: u64) {
        self.waited += cycles;
    }

    /// Where the recording stands at this cycle.
    pub fn position(&self, cycle: u64) -> Position {
        Position { calls: self.calls.len(), cycle }
    }

    /// The rank has gone through `rounds` more rounds of a polling loop of `cycles` each, like the one since `from`: they
    /// were left out.
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

    /// The rank has been polling, all rounds performed, from one cycle to another.
    pub fn polled(&mut self, from: u64, to: u64) {
        self.waited += to.saturating_sub(from);
        let common = |entered: u64, left: u64| left.min(to).saturating_sub(entered.max(from));
        let late = self.calls.iter().rev().take_while(|call| call.left > from).count();
        for index in self.calls.len() - late..self.calls.len() {
            self.calls.update(index, |call| call.wait_cycles += common(call.entered, call.left));
        }
        if let Some(call) = &self.under_way {
            self.waited_before += to.saturating_sub(from) - common(call.entered, u64::MAX);
        }
    }

    /// The rank passes a mark.
    pub fn mark(&mut self, event: MarkEvent, [first, second, third]: [u64; OPERANDS_MAX], cycle: u64) {
        match event {
            MarkEvent::SendingShort => self.send(Protocol::Short, first, second, third, cycle),
            MarkEvent::SendingEager => self.send(Protocol::Eager, first, second, third, cycle),
            MarkEvent::SendingRendezvous => self.send(Protocol::Rendezvous, first, second, third, cycle),
            MarkEvent::Matched => {
                let arrived = self.arrive(second, cycle, false);
                self.arrived[arrived].matched = MaybeCycle(cycle);
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
                self.arrived[arrived].matched = MaybeCycle(cycle);
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
                    self.arrived[arrived].received = MaybeCycle(cycle);
                }
            }
            // Active messages have a recorder of their own.
            MarkEvent::ActiveSending | MarkEvent::ActiveHandling | MarkEvent::ActiveHandled => {}
        }
    }

    fn send(&mut self, protocol: Protocol, envelope: u64, node: u64, bytes: u64, cycle: u64) {
        self.sent.push(Sent { destination: node as u32, envelope, bytes, protocol, cycle });
    }

    fn arrive(&mut self, node: u64, cycle: u64, is_unexpected: bool) -> usize {
        let (source, place) = (node as u32, self.place as u16);
        let (matched, received) = (MaybeCycle::NONE, MaybeCycle::NONE);
        self.arrived.push(Arrived { source, cycle, matched, received, is_unexpected, place });
        self.arrived.len() - 1
    }

    /// Gives all calls up to `now` away, the one under way included.
    pub fn take_calls(&mut self, now: u64) -> CallList {
        let mut calls = std::mem::take(&mut self.calls);
        if let Some(call) = self.under_way {
            let wait_cycles = self.waited - self.waited_before;
            calls.push(MpiCall { left: now, is_under_way: true, wait_cycles, ..call });
        }
        for index in calls.repeated() {
            let until = calls.get(index + 1).map_or(now, |next| next.entered);
            calls.update(index, |call| call.repeated_until = until);
        }
        calls
    }

    /// Takes over the messages that a further processor of the node has sent and received, when the run is over; `cycle` turns its
    /// cycles into ours. What happened at the same cycle here comes first.
    pub fn take_over(&mut self, further: &mut RankRecorder, cycle: &dyn Fn(u64) -> u64) {
        let (sent, arrived) = (std::mem::take(&mut further.sent), std::mem::take(&mut further.arrived));
        self.sent.extend(sent.into_iter().map(|sent| Sent { cycle: cycle(sent.cycle), ..sent }));
        self.sent.sort_by_key(|sent| sent.cycle);
        further.taken_back.drain(..).for_each(|back| self.forget(TakenBack { cycle: cycle(back.cycle), ..back }));
        self.arrived.extend(arrived.into_iter().map(|arrived| Arrived {
            cycle: cycle(arrived.cycle),
            matched: arrived.matched.map(cycle),
            received: arrived.received.map(cycle),
            ..arrived
        }));
        self.arrived.sort_by_key(|arrived| arrived.cycle);
        let waiting = further.unexpected.drain(..).map(|(at, count)| (cycle(at), count));
        self.unexpected = sums(&self.unexpected, &waiting.collect::<Vec<_>>());
    }

    /// A message that was taken back was none. Of several with its tag it is taken to be the newest that was sent until then.
    fn forget(&mut self, back: TakenBack) {
        let is_it = |sent: &Sent| {
            let is_own = sent.envelope >> CONTEXT_SHIFT & 1 == 0;
            is_own
                && (sent.destination, sent.envelope as i32) == (back.destination, back.tag)
                && sent.cycle <= back.cycle
        };
        if let Some(place) = self.sent.iter().rposition(is_it) {
            self.sent.remove(place);
        }
    }

    pub fn wait_cycles(&self) -> u64 {
        self.waited
    }

    pub fn unexpected(&self) -> &[(u64, u32)] {
        &self.unexpected
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

/// How many items two queues hold together, of how many each holds from which cycle on.
fn sums(one: &[(u64, u32)], other: &[(u64, u32)]) -> Vec<(u64, u32)> {
    let mut changes: Vec<(u64, usize, u32)> = one.iter().map(|&(cycle, count)| (cycle, 0, count)).collect();
    changes.extend(other.iter().map(|&(cycle, count)| (cycle, 1, count)));
    changes.sort_by_key(|change| change.0);
    let mut held = [0; 2];
    let hold = |(cycle, queue, count): (u64, usize, u32)| {
        held[queue] = count;
        (cycle, held[0] + held[1])
    };
    changes.into_iter().map(hold).collect()
}

/// The messages of all ranks, in order of the time at which they were sent, then of sender. Between two ranks they
/// arrive in the order in which they are sent.
pub fn messages(ranks: &[&RankRecorder]) -> Vec<Message> {
    // For each sender the arrivals from it at each rank, in order, by their indices.
    let mut arrivals: BTreeMap<(u32, u32), VecDeque<u32>> = BTreeMap::new();
    for (destination, rank) in ranks.iter().enumerate() {
        for (index, arrived) in rank.arrived.iter().enumerate() {
            arrivals.entry((arrived.source, destination as u32)).or_default().push_back(index as u32);
        }
    }
    // What each rank has sent is in order of time. A vector of all would take as much memory again when it is sorted.
    let place =
        |source: usize, index: usize| ranks[source].sent.get(index).map(|sent| Reverse((sent.cycle, source, index)));
    let mut next: BinaryHeap<_> = (0..ranks.len()).filter_map(|source| place(source, 0)).collect();
    let mut messages = Vec::with_capacity(ranks.iter().map(|rank| rank.sent.len()).sum());
    while let Some(Reverse((_, source, index))) = next.pop() {
        let sent = &ranks[source].sent[index];
        let pair = (source as u32, sent.destination);
        let arrived = arrivals.get_mut(&pair).and_then(VecDeque::pop_front);
        let arrived = arrived.map(|arrived| ranks[sent.destination as usize].arrived[arrived as usize]);
        messages.push(message(source as u32, sent, arrived));
        next.extend(place(source, index + 1));
    }
    messages
}

fn message(source: u32, sent: &Sent, arrived: Option<Arrived>) -> Message {
    Message {
        source,
        destination: sent.destination,
        tag: sent.envelope as i32,
        bytes: sent.bytes,
        protocol: sent.protocol,
        is_collective: sent.envelope >> CONTEXT_SHIFT & 1 == 1,
        sent: sent.cycle,
        arrived: arrived.map(|arrived| arrived.cycle),
        matched: arrived.and_then(|arrived| arrived.matched.get()),
        received: arrived.and_then(|arrived| arrived.received.get()),
        is_unexpected: arrived.is_some_and(|arrived| arrived.is_unexpected),
        place: arrived.map_or(0, |arrived| arrived.place.into()),
    }
}

#[cfg(test)]
#[path = "tests/recorder.rs"]
mod tests;
