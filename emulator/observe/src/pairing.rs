//! Makes messages from what ranks have sent and what has arrived at them.

use crate::coding::Coder;
use crate::packed::{Packed, Record};
use crate::recording::{Message, Protocol};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// An envelope as the library packs it (`libmpi-c/match/match.h`): the low half is the tag, and the
/// upper 16 bits are the context. A communicator has two contexts; the odd one is for collectives.
pub(crate) const CONTEXT_SHIFT: u32 = 48;

/// What one rank has sent and what has arrived at it, each in order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traffic {
    pub sent: Packed<Sent>,
    pub arrived: Packed<Arrived>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    pub destination: u32,
    pub envelope: u64,
    pub bytes: u64,
    pub protocol: Protocol,
    pub cycle: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrived {
    pub cycle: u64,
    pub matched: Option<u64>,
    pub received: Option<u64>,
    pub source: u32,
    /// The place of the processor on the rank's node.
    pub place: u32,
    pub is_unexpected: bool,
}

impl Record for Sent {
    fn code(&mut self, before: &Sent, coder: &mut impl Coder) {
        let same = coder.flag(
            (self.destination, self.envelope, self.bytes, self.protocol)
                == (before.destination, before.envelope, before.bytes, before.protocol),
        );
        let cycle = coder.near(self.cycle, before.cycle);
        if same {
            *self = Sent { cycle, ..*before };
            return;
        }
        *self = Sent {
            destination: coder.small(self.destination),
            envelope: coder.near(self.envelope, before.envelope),
            bytes: coder.unsigned(self.bytes),
            protocol: Protocol::coded(self.protocol, coder),
            cycle,
        };
    }
}

impl Record for Arrived {
    fn code(&mut self, before: &Arrived, coder: &mut impl Coder) {
        let cycle = coder.near(self.cycle, before.cycle);
        let matched = coder.some_near(self.matched, cycle);
        *self = Arrived {
            cycle,
            matched,
            received: coder.some_near(self.received, matched.unwrap_or(cycle)),
            source: coder.small(self.source),
            place: coder.small(self.place),
            is_unexpected: coder.flag(self.is_unexpected),
        };
    }
}

/// The messages of all ranks, in order of the time at which they were sent, then of sender. Between
/// two ranks, messages arrive in the order in which they are sent.
pub(crate) fn messages(ranks: &[&Traffic]) -> Packed<Message> {
    // By sender and receiver, the indices of arrivals, in order.
    let mut arrivals: BTreeMap<(u32, u32), VecDeque<u32>> = BTreeMap::new();
    for (destination, rank) in ranks.iter().enumerate() {
        for (index, arrived) in rank.arrived.iter().enumerate() {
            arrivals.entry((arrived.source, destination as u32)).or_default().push_back(index as u32);
        }
    }
    let mut arrived_at: Vec<_> = ranks.iter().map(|rank| rank.arrived.cursor()).collect();
    // The list of what a rank has sent is in order of time.
    let mut all_sent: Vec<_> = ranks.iter().map(|rank| rank.sent.iter()).collect();
    let mut heads: Vec<Option<Sent>> = all_sent.iter_mut().map(Iterator::next).collect();
    let place = |source: usize, head: &Option<Sent>| head.map(|sent| Reverse((sent.cycle, source)));
    let mut next: BinaryHeap<_> = heads.iter().enumerate().filter_map(|(source, head)| place(source, head)).collect();
    let mut messages = Packed::default();
    while let Some(Reverse((_, source))) = next.pop() {
        let Some(sent) = std::mem::replace(&mut heads[source], all_sent[source].next()) else { continue };
        next.extend(place(source, &heads[source]));
        let arrived = arrivals.get_mut(&(source as u32, sent.destination)).and_then(VecDeque::pop_front);
        let arrived = arrived.and_then(|arrived| arrived_at[sent.destination as usize].get(arrived as usize));
        messages.push(message(source as u32, &sent, arrived.copied()));
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
        matched: arrived.and_then(|arrived| arrived.matched),
        received: arrived.and_then(|arrived| arrived.received),
        is_unexpected: arrived.is_some_and(|arrived| arrived.is_unexpected),
        place: arrived.map_or(0, |arrived| arrived.place),
    }
}
