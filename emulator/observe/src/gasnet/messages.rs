//! Adds up active messages by kind, and the messages, puts and gets of each pair of ranks.

use crate::mpi_view::{Distribution, Flow, joined};
use crate::recording::{ActiveMessage, Recording};
use rankine_program::mpi::Direction;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The active messages of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KindMessages {
    /// `short request`, and so on.
    pub kind: String,
    /// Are the messages for handlers of the library, which puts, gets and barriers consist of? Else
    /// they are for handlers of programs.
    pub is_library: bool,
    pub messages: u64,
    /// Bytes of payload.
    pub bytes: u64,
    /// Messages whose handler had not begun when the run ended, without those to nodes without a
    /// hart.
    pub unhandled: u64,
    /// Cycles from sending to the begin of the handler, for handled messages that a program sent.
    pub latency: Option<Distribution>,
}

/// The messages, puts and gets between ranks: pairs of ranks in order, without pairs that had none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GasnetMatrix {
    /// Active messages, including those of the library.
    pub requests: Vec<Flow>,
    pub replies: Vec<Flow>,
    /// Calls that put. The source is the rank that calls.
    pub puts: Vec<Flow>,
    /// Calls that get. The destination is the rank that calls.
    pub gets: Vec<Flow>,
}

pub(super) fn by_kind(recording: &Recording) -> Vec<KindMessages> {
    let mut kinds: BTreeMap<_, Vec<&ActiveMessage>> = BTreeMap::new();
    for message in &recording.active {
        let head = message.head;
        kinds.entry((head.is_library(), head.category, head.is_reply)).or_default().push(message);
    }
    let of_kind = |((is_library, category, is_reply), all): ((bool, _, bool), Vec<&ActiveMessage>)| {
        let latency = |message: &&ActiveMessage| Some((message.handled?.saturating_sub(message.sent?), 1));
        let is_unhandled = |message: &&&ActiveMessage| message.handled.is_none() && has_hart(recording, message);
        KindMessages {
            kind: crate::recording::active_kind(category, is_reply).to_owned(),
            is_library,
            messages: all.len() as u64,
            bytes: all.iter().map(|message| message.bytes).fold(0, u64::saturating_add),
            unhandled: all.iter().filter(is_unhandled).count() as u64,
            latency: Distribution::of(all.iter().filter_map(latency).collect()),
        }
    };
    kinds.into_iter().map(of_kind).collect()
}

/// Does a hart receive this message?
fn has_hart(recording: &Recording, message: &ActiveMessage) -> bool {
    let receiver = recording.index_of(message.destination).map(|index| &recording.ranks[index]);
    receiver.is_some_and(|rank| !rank.processors.is_empty())
}

impl GasnetMatrix {
    pub(super) fn of(recording: &Recording) -> GasnetMatrix {
        let messages = |is_reply| {
            let of_kind = recording.active.iter().filter(move |message| message.head.is_reply == is_reply);
            joined(of_kind.map(|message| flow(message.source, message.destination, 1, message.bytes)))
        };
        GasnetMatrix {
            requests: messages(false),
            replies: messages(true),
            puts: transfers(recording, Direction::Put),
            gets: transfers(recording, Direction::Get),
        }
    }
}

fn transfers(recording: &Recording, direction: Direction) -> Vec<Flow> {
    let calls = recording.ranks.iter().flat_map(|rank| rank.calls.iter().map(move |call| (rank.rank, call)));
    joined(calls.filter_map(|(rank, call)| {
        let remote = call.remote.filter(|remote| remote.direction == direction)?;
        let times = call.repeats.saturating_add(1);
        let bytes = remote.bytes.saturating_mul(times);
        Some(match direction {
            Direction::Get => flow(remote.node, rank, times, bytes),
            _ => flow(rank, remote.node, times, bytes),
        })
    }))
}

fn flow(source: u32, destination: u32, messages: u64, bytes: u64) -> Flow {
    Flow { source, destination, messages, bytes }
}
