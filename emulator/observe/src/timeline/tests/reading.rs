//! A timeline as a viewer would show it, and checks that it agrees with the recording.

use crate::recording::{Message, MpiCall, Recording};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A slice that was read, with times in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slice {
    pub name: String,
    pub begin: u64,
    pub end: u64,
    pub notes: BTreeMap<String, Value>,
    /// The arrows that leave it, and those that come to it.
    pub out: BTreeSet<u64>,
    pub into: BTreeSet<u64>,
}

/// (nanosecond, value)
pub type Counter = Vec<(u64, u64)>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    pub ranks: Vec<Rank>,
    pub under_way: Counter,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rank {
    pub name: String,
    pub program: Option<String>,
    pub has_hart: bool,
    pub calls: Vec<Slice>,
    /// The messages that it sent.
    pub messages: Vec<Slice>,
    pub unexpected: Counter,
    /// The states of its further processor.
    pub lane: Vec<Slice>,
}

fn ns(recording: &Recording, cycles: u64) -> u64 {
    (u128::from(cycles) * 1_000_000_000 / u128::from(recording.clock_hz.max(1))) as u64
}

/// Checks that `timeline` agrees with `recording`.
pub fn check(recording: &Recording, timeline: &Timeline) {
    assert_eq!(timeline.ranks.len(), recording.ranks.len());
    for (shown, rank) in timeline.ranks.iter().zip(&recording.ranks) {
        assert_eq!(shown.name, format!("rank {}", rank.rank));
        assert_eq!(shown.program, recording.programs.get(rank.program).map(|program| program.path.clone()));
        assert_eq!(shown.has_hart, rank.has_hart());
        assert_eq!(shown.calls.len(), rank.calls.len());
        for (index, (slice, call)) in shown.calls.iter().zip(rank.calls.iter()).enumerate() {
            let functions = recording.programs.get(rank.program).map_or(&[][..], |program| &program.functions);
            let name = functions.get(call.function as usize).map_or("unknown function", |function| &function.name);
            assert_eq!(slice.name, name);
            let next = rank.calls.get(index + 1).map_or(rank.cycles, |next| next.entered);
            let end = if call.repeats > 0 { next } else { call.left };
            assert_eq!((slice.begin, slice.end), (ns(recording, call.entered), ns(recording, end)), "{name}");
            check_call(slice, &call);
        }
        assert!(shown.calls.windows(2).all(|pair| pair[0].end <= pair[1].begin));
        let unexpected = rank.unexpected.iter().map(|(at, count)| (ns(recording, at), u64::from(count)));
        assert_eq!(shown.unexpected, [(0, 0)].into_iter().chain(unexpected).collect::<Counter>());
        let states = rank.lanes().flat_map(|(_, lane)| lane.states.iter());
        let states = states.map(|state| (state.name(), ns(recording, state.begin), ns(recording, state.end)));
        assert!(shown.lane.iter().map(|slice| (slice.name.as_str(), slice.begin, slice.end)).eq(states));
        let sent = recording.messages.iter().filter(|message| message.source == rank.rank);
        assert_eq!(shown.messages.len(), sent.clone().count());
        sent.zip(&shown.messages).for_each(|(message, slice)| check_message(recording, slice, &message));
    }
    check_arrows(recording, timeline);
    let unheard = recording.messages.iter().filter(|message| message.received.is_none()).count() as u64;
    assert_eq!(timeline.under_way.first(), Some(&(0, 0)));
    assert_eq!(timeline.under_way.last().map(|last| last.1), Some(unheard));
}

fn check_call(slice: &Slice, call: &MpiCall) {
    let note = |name: &str| slice.notes.get(name).cloned();
    assert_eq!(note("call site"), Some(format!("{:#x}", call.return_address).into()));
    assert_eq!(note("wait cycles"), Some(call.wait_cycles.into()));
    assert_eq!(note("cycles"), Some((call.left - call.entered).into()));
    assert_eq!(note("repeats"), (call.repeats > 0).then(|| call.repeats.into()));
    assert_eq!(note("under way"), call.is_under_way.then_some(Value::Bool(true)));
    assert_eq!(note("root"), call.root.map(Value::from));
    let communicator = call.communicator.map(|handle| match handle {
        0x101 => Value::from("MPI_COMM_WORLD"),
        _ => Value::from(format!("{handle:#x}")),
    });
    assert_eq!(note("communicator"), communicator);
    let prefixes = if call.send.is_some() && call.receive.is_some() { ["send ", "receive "] } else { ["", ""] };
    for (prefix, transfer) in prefixes.iter().zip([call.send, call.receive]).filter(|(_, one)| one.is_some()) {
        let peer = transfer.and_then(|transfer| transfer.peer).map(|peer| match peer {
            -1 => Value::from("MPI_ANY_SOURCE"),
            -3 => Value::from("MPI_PROC_NULL"),
            rank => Value::from(rank),
        });
        assert_eq!(note(&format!("{prefix}peer")), peer);
        assert_eq!(note(&format!("{prefix}bytes")), transfer.and_then(|transfer| transfer.bytes).map(Value::from));
        let tag = transfer.and_then(|transfer| transfer.tag);
        let tag = tag.map(|tag| if tag == -2 { Value::from("MPI_ANY_TAG") } else { Value::from(tag) });
        assert_eq!(note(&format!("{prefix}tag")), tag);
    }
}

fn check_message(recording: &Recording, slice: &Slice, message: &Message) {
    let run_end = recording.ranks.iter().map(|rank| rank.cycles).max().unwrap();
    let end = message.received.unwrap_or(run_end);
    assert_eq!(slice.name, format!("to rank {}", message.destination));
    assert_eq!((slice.begin, slice.end), (ns(recording, message.sent), ns(recording, end)));
    for (name, value) in [
        ("source", Some(message.source.into())),
        ("destination", Some(message.destination.into())),
        ("tag", Some(message.tag.into())),
        ("bytes", Some(message.bytes.into())),
        ("protocol", Some(message.protocol.name().into())),
        ("collective", Some(message.is_collective.into())),
        ("unexpected", Some(message.is_unexpected.into())),
        ("complete", Some(message.received.is_some().into())),
        ("arrived ns", message.arrived.map(|at| ns(recording, at).into())),
        ("matched ns", message.matched.map(|at| ns(recording, at).into())),
    ] {
        assert_eq!(slice.notes.get(name).cloned(), value, "{name}");
    }
}

/// Checks that each received message has one arrow, from the call that sent it to the call, or the
/// state of a lane, in which it was received.
fn check_arrows(recording: &Recording, timeline: &Timeline) {
    let ends = |pick: fn(&Slice) -> &BTreeSet<u64>| {
        let mut ends = BTreeMap::new();
        for (rank, shown) in timeline.ranks.iter().enumerate() {
            for slice in shown.calls.iter().chain(&shown.lane) {
                for &id in pick(slice) {
                    assert_eq!(ends.insert(id, (rank as u32, slice.begin, slice.end)), None, "arrow {id}");
                }
            }
        }
        ends
    };
    let (out, into) = (ends(|slice| &slice.out), ends(|slice| &slice.into));
    for (id, message) in recording.messages.iter().enumerate() {
        let (out, into) = (out.get(&(id as u64)), into.get(&(id as u64)));
        let Some(received) = message.received else {
            assert_eq!((out, into), (None, None));
            continue;
        };
        for (end, rank, at) in [(out, message.source, message.sent), (into, message.destination, received)] {
            let &(in_rank, begin, end) = end.expect("an arrow has two ends");
            assert!(in_rank == rank && (begin..=end).contains(&ns(recording, at)), "arrow {id}");
        }
    }
    let received = recording.messages.iter().filter(|message| message.received.is_some()).count();
    assert_eq!((out.len(), into.len()), (received, received));
}
