//! Messages added up: between whom, how long they took, and how they waited.

use super::Distribution;
use crate::recording::{Message, Recording};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Messages {
    pub messages: u64,
    pub bytes: u64,
    /// Those whose receive was not complete at the end.
    pub unreceived: u64,
    /// From sent to received, of those received.
    pub latency: Option<Distribution>,
    /// By [`crate::recording::Protocol::name`], without protocols that carried no message.
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
    /// From arrived to matched, of those matched.
    pub waited: Option<Distribution>,
    /// In order of rank.
    pub longest_queues: Vec<LongestQueue>,
}

/// When most unexpected messages waited at a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongestQueue {
    pub rank: u32,
    pub messages: u32,
    /// Since when it was so long, the first time; zero when no message ever waited.
    pub at_cycle: u64,
}

/// Who sent how much to whom: pairs of ranks in order, without those that had no message.
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
        let mut by_protocol: BTreeMap<String, Vec<&Message>> = BTreeMap::new();
        for message in all {
            by_protocol.entry(message.protocol.name().to_owned()).or_default().push(message);
        }
        Messages {
            messages: all.len() as u64,
            bytes: bytes(all),
            unreceived: all.iter().filter(|message| message.received.is_none()).count() as u64,
            latency: latency(all),
            by_protocol: by_protocol
                .into_iter()
                .map(|(name, of)| {
                    let messages = of.len() as u64;
                    let (bytes, latency) = (bytes(of.iter().copied()), latency(of));
                    (name, ProtocolMessages { messages, bytes, latency })
                })
                .collect(),
            unexpected: Unexpected::of(recording),
        }
    }
}

fn bytes<'a>(messages: impl IntoIterator<Item = &'a Message>) -> u64 {
    messages.into_iter().map(|message| message.bytes).fold(0, u64::saturating_add)
}

fn latency<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Option<Distribution> {
    spans(messages.into_iter().map(|message| (Some(message.sent), message.received)))
}

/// Of the times between two moments where both are known.
fn spans(moments: impl Iterator<Item = (Option<u64>, Option<u64>)>) -> Option<Distribution> {
    Distribution::of(moments.filter_map(|(from, to)| Some((to?.saturating_sub(from?), 1))).collect())
}

impl Unexpected {
    fn of(recording: &Recording) -> Unexpected {
        let early = || recording.messages.iter().filter(|message| message.is_unexpected);
        Unexpected {
            messages: early().count() as u64,
            waited: spans(early().map(|message| (message.arrived, message.matched))),
            longest_queues: recording.ranks.iter().map(|rank| longest(rank.rank, &rank.unexpected)).collect(),
        }
    }
}

fn longest(rank: u32, queue: &[(u64, u32)]) -> LongestQueue {
    let mut longest = LongestQueue { rank, ..LongestQueue::default() };
    for &(at_cycle, messages) in queue {
        if messages > longest.messages {
            longest = LongestQueue { rank, messages, at_cycle };
        }
    }
    longest
}

impl Matrix {
    pub(super) fn of(messages: &[Message]) -> Matrix {
        let flows = |is_collective| flows(messages.iter().filter(|message| message.is_collective == is_collective));
        Matrix { point_to_point: flows(false), collective: flows(true) }
    }

    /// How many messages: of point-to-point calls, and within collective calls.
    pub fn sums(&self) -> [u64; 2] {
        [&self.point_to_point, &self.collective]
            .map(|flows| flows.iter().map(|flow| flow.messages).fold(0, u64::saturating_add))
    }

    /// Both kinds of messages together.
    pub fn all(&self) -> Vec<Flow> {
        joined(self.point_to_point.iter().chain(&self.collective).copied())
    }
}

fn flows<'a>(messages: impl Iterator<Item = &'a Message>) -> Vec<Flow> {
    joined(messages.map(|message| Flow {
        source: message.source,
        destination: message.destination,
        messages: 1,
        bytes: message.bytes,
    }))
}

/// One flow a pair, in order.
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
