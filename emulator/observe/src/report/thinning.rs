//! Reduces the number of items to draw: joins calls that are close together, and messages of the
//! same ranks at about the same time.

use crate::packed::Packed;
use crate::recording::{Lane, LaneState, Message, MpiCall, RankRecording, Recording};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most calls, and the most messages, that are drawn one by one.
pub(super) const ITEMS_MAX: usize = 20_000;

/// The cycles of a bin, chosen so that there are at most [`ITEMS_MAX`] bins of all ranks and calls
/// across their borders. None if there are few enough calls.
pub(super) fn call_bin(ranks: &[RankRecording]) -> Option<u64> {
    if ranks.iter().map(|rank| rank.calls.len()).sum::<usize>() <= ITEMS_MAX {
        return None;
    }
    let bins_a_rank = (ITEMS_MAX / 2 / ranks.len()).max(1) as u64;
    let cycles = ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0);
    Some((cycles / bins_a_rank).saturating_add(1))
}

/// Groups of consecutive calls within one bin, by their indices.
pub(super) fn groups(rank: &RankRecording, bin: Option<u64>) -> Vec<Range<usize>> {
    let Some(bin) = bin else { return (0..rank.calls.len()).map(|index| index..index + 1).collect() };
    let bin_of = |call: MpiCall| {
        let first = call.entered / bin;
        (first == call.end() / bin && !call.is_under_way).then_some(first)
    };
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut before = None;
    for (index, call) in rank.calls.iter().enumerate() {
        let bin = bin_of(call);
        match groups.last_mut().filter(|_| bin.is_some() && bin == before) {
            Some(last) => last.end = index + 1,
            None => groups.push(index..index + 1),
        }
        before = bin;
    }
    groups
}

/// The spans in which a processor polled: begin, end, and cycles of polling in it. If all ranks
/// together have more than [`ITEMS_MAX`] states, a span may also contain short times of computing.
pub(super) fn polling(recording: &Recording, lane: &Lane) -> Vec<(u64, u64, u64)> {
    let all: usize = recording.ranks.iter().flat_map(|rank| rank.lanes()).map(|(_, lane)| lane.states.len()).sum();
    let lanes = recording.ranks.iter().flat_map(|rank| rank.lanes()).count();
    let end = lane.states.last().map_or(0, |state| state.end);
    let bin = if all <= ITEMS_MAX { None } else { Some(end / (ITEMS_MAX / 2 / lanes).max(1) as u64 + 1) };
    let mut spans: Vec<(u64, u64, u64)> = Vec::new();
    for LaneState { begin, end, .. } in lane.states.iter().filter(|state| state.is_polling) {
        match spans.last_mut().filter(|last| bin.is_some_and(|bin| last.0 / bin == end / bin)) {
            Some(last) => (last.1, last.2) = (end, last.2 + (end - begin)),
            None => spans.push((begin, end, end - begin)),
        }
    }
    spans
}

/// One message, or several.
#[derive(Clone, Copy)]
pub(super) struct Arrow {
    pub first: Message,
    /// The number of the first message among those of point-to-point calls, from 1 on; 0 if it is of
    /// a collective.
    pub number: u64,
    /// The bytes of all its messages.
    pub bytes: u64,
    pub count: u64,
}

/// Messages are drawn as one only if these properties are equal.
fn alike(message: &Message) -> (u32, u32, u32, bool, bool) {
    (message.source, message.destination, message.place, message.is_collective, message.received.is_some())
}

/// At most [`ITEMS_MAX`] arrows, in order of time. If there are too many, those with most bytes are
/// kept.
pub(super) fn arrows(messages: &Packed<Message>, cycles: u64) -> Vec<Arrow> {
    let mut own = 0;
    let arrows = messages.iter().map(|first| {
        own += u64::from(!first.is_collective);
        Arrow { first, number: if first.is_collective { 0 } else { own }, bytes: first.bytes, count: 1 }
    });
    if messages.len() <= ITEMS_MAX {
        return arrows.collect();
    }
    let kinds = messages.iter().map(|message| alike(&message)).collect::<BTreeSet<_>>().len();
    let bin = (cycles / (ITEMS_MAX / kinds).max(1) as u64).saturating_add(1);
    let mut joined: BTreeMap<_, Arrow> = BTreeMap::new();
    for arrow in arrows {
        let bin = (alike(&arrow.first), arrow.first.sent / bin);
        let one = joined.entry(bin).or_insert(Arrow { bytes: 0, count: 0, ..arrow });
        one.bytes = one.bytes.saturating_add(arrow.bytes);
        one.count += 1;
    }
    let mut arrows: Vec<Arrow> = joined.into_values().collect();
    arrows.sort_by_key(|arrow| Reverse(arrow.bytes));
    arrows.truncate(ITEMS_MAX);
    arrows.sort_by_key(|arrow| (arrow.first.sent, arrow.first.source, arrow.first.destination));
    arrows
}
