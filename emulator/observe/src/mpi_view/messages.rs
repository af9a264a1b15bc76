//! Sums of messages: between which ranks, how long they took, and how long they waited.

use super::{Distribution, Tally};
use crate::packed::Packed;
use crate::recording::{Message, Recording};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Messages {
    pub messages: u64,
    pub bytes: u64,
    /// Messages whose receive was not complete at the end.
    pub unreceived: u64,
    /// Cycles from sent to received, of messages that were received.
    pub latency: Option<Distribution>,
    /// By [`crate::recording::Protocol::name`], without protocols that no message used.
    pub by_protocol: BTreeMap<String, ProtocolMessages>,
    pub unexpected: Unexpected,
}

/// The messages of one protocol.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProtocolMessages {
    pub messages: u64,
    pub bytes: u64,
    pub latency: Option<Distribution>,
}

/// Messages that arrived before their receive was posted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unexpected {
    pub messages: u64,
    /// Cycles from arrival to match, of messages that were matched.
    pub waited: Option<Distribution>,
    /// In order of rank.
    pub longest_queues: Vec<LongestQueue>,
}

/// The largest number of unexpected messages that waited at a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongestQueue {
    pub rank: u32,
    pub messages: u32,
    /// The first cycle at which the queue had this length; zero if no message ever waited.
    pub at_cycle: u64,
}

/// The messages of each pair of ranks, in order, without pairs that had none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    pub point_to_point: Vec<Flow>,
    pub collective: Vec<Flow>,
}

/// The messages from one rank to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    pub source: u32,
    pub destination: u32,
    pub messages: u64,
    pub bytes: u64,
}

impl Messages {
    pub(super) fn of(recording: &Recording) -> Messages {
        let all = &recording.messages;
        let (mut sum, mut by_protocol, mut unreceived) = (Sum::default(), BTreeMap::<String, Sum>::new(), 0);
        for message in all.iter() {
            sum.add(&message);
            by_protocol.entry(message.protocol.name().to_owned()).or_default().add(&message);
            unreceived += u64::from(message.received.is_none());
        }
        let ProtocolMessages { messages, bytes, latency } = sum.finish();
        Messages {
            messages,
            bytes,
            unreceived,
            latency,
            by_protocol: by_protocol.into_iter().map(|(name, sum)| (name, sum.finish())).collect(),
            unexpected: Unexpected::of(recording),
        }
    }
}

/// Messages while they are added up.
#[derive(Default)]
struct Sum {
    messages: u64,
    bytes: u64,
    latency: Tally,
}

impl Sum {
    fn add(&mut self, message: &Message) {
        self.messages += 1;
        self.bytes = self.bytes.saturating_add(message.bytes);
        if let Some(received) = message.received {
            self.latency.add(received.saturating_sub(message.sent), 1);
        }
    }

    fn finish(self) -> ProtocolMessages {
        ProtocolMessages { messages: self.messages, bytes: self.bytes, latency: self.latency.finish() }
    }
}

/// The distribution of times between two moments, if both are known.
fn spans(moments: impl Iterator<Item = (Option<u64>, Option<u64>)>) -> Option<Distribution> {
    let mut tally = Tally::default();
    moments.filter_map(|(from, to)| Some(to?.saturating_sub(from?))).for_each(|span| tally.add(span, 1));
    tally.finish()
}

impl Unexpected {
    fn of(recording: &Recording) -> Unexpected {
        let early = || recording.messages.iter().filter(|message| message.is_unexpected);
        Unexpected {
            messages: early().count() as u64,
            waited: spans(early().map(|message| (message.arrived, message.matched))),
            longest_queues: recording.ranks.iter().map(|rank| longest(rank.rank, rank.unexpected.iter())).collect(),
        }
    }
}

fn longest(rank: u32, queue: impl Iterator<Item = (u64, u32)>) -> LongestQueue {
    let mut longest = LongestQueue { rank, ..LongestQueue::default() };
    for (at_cycle, messages) in queue {
        if messages > longest.messages {
            longest = LongestQueue { rank, messages, at_cycle };
        }
    }
    longest
}

impl Matrix {
    pub(super) fn of(messages: &Packed<Message>) -> Matrix {
        let flows = |is_collective| flows(messages.iter().filter(|message| message.is_collective == is_collective));
        Matrix { point_to_point: flows(false), collective: flows(true) }
    }

    /// The number of messages: of point-to-point calls, and within collective calls.
    pub fn sums(&self) -> [u64; 2] {
        [&self.point_to_point, &self.collective]
            .map(|flows| flows.iter().map(|flow| flow.messages).fold(0, u64::saturating_add))
    }

    /// Both kinds of messages together.
    pub fn all(&self) -> Vec<Flow> {
        joined(self.point_to_point.iter().chain(&self.collective).copied())
    }
}

fn flows(messages: impl Iterator<Item = Message>) -> Vec<Flow> {
    joined(messages.map(|message| Flow {
        source: message.source,
        destination: message.destination,
        messages: 1,
        bytes: message.bytes,
    }))
}

/// Joins the flows of each pair, in order.
pub(crate) fn joined(flows: impl Iterator<Item = Flow>) -> Vec<Flow> {
    let mut pairs: BTreeMap<(u32, u32), Flow> = BTreeMap::new();
    for flow in flows {
        let pair = pairs.entry((flow.source, flow.destination)).or_insert(Flow {
            source: flow.source,
            destination: flow.destination,
            ..Flow::default()
        });
        pair.messages = pair.messages.saturating_add(flow.messages);
        pair.bytes = pair.bytes.saturating_add(flow.bytes);
    }
    pairs.into_values().collect()
}
