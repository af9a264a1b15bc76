//! Arrows in timelines: from the place where a message is sent to the place where it is received.

use crate::calls::CallCursor;
use crate::packed::Cursor;
use crate::recording::{LaneState, Message, RankRecording, Recording};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The arrows that begin and end at one rank: pairs (index of the call, index of the message), in
/// order.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrows {
    pub out: Vec<(u32, u32)>,
    pub into: Vec<(u32, u32)>,
    /// Arrows that end in lanes, by the processor's place, with the index of the state.
    pub into_lanes: BTreeMap<u32, Vec<(u32, u32)>>,
    /// Active messages that handlers send, and those that they handle, with the index of the
    /// handler's run.
    pub out_of_handlers: Vec<(u32, u32)>,
    pub into_handlers: Vec<(u32, u32)>,
}

impl Arrows {
    /// The arrows that end in the lane of the processor at this place.
    pub fn in_lane(&self, place: u32) -> &[(u32, u32)] {
        self.into_lanes.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// The arrows of each rank, in order of the recording's ranks. Only messages that were received
/// have arrows. An arrow begins in a call. It ends in a call, or, if a processor with a lane
/// received the message, in a state of that processor.
pub(super) fn arrows(recording: &Recording) -> Vec<Arrows> {
    let mut all = vec![Arrows::default(); recording.ranks.len()];
    let mut calls: Vec<Calls<'_>> = recording.ranks.iter().map(Calls::of).collect();
    for (index, message) in recording.messages.iter().enumerate() {
        let ends = message.received.and_then(|received| {
            let (from, to) = (recording.index_of(message.source)?, recording.index_of(message.destination)?);
            let out = calls[from].at(message.sent)?;
            Some(((from, out), (to, end_at(&mut calls[to], message.place, received)?)))
        });
        if let Some(((from, out), (to, (lane, into)))) = ends {
            all[from].out.push((out, index as u32));
            let list = match lane {
                Some(place) => all[to].into_lanes.entry(place).or_default(),
                None => &mut all[to].into,
            };
            list.push((into, index as u32));
        }
    }
    let first = recording.messages.len();
    for (index, message) in (first..).zip(&recording.active) {
        let ends = message.sent.zip(message.handled).and_then(|(sent, handled)| {
            let (from, to) = (recording.index_of(message.source)?, recording.index_of(message.destination)?);
            let out = sender_at(&mut calls[from], sent)?;
            Some(((from, out), (to, run_at(&recording.ranks[to], handled)?)))
        });
        if let Some(((from, (is_handler, out)), (to, into))) = ends {
            let of_sender = if is_handler { &mut all[from].out_of_handlers } else { &mut all[from].out };
            of_sender.push((out, index as u32));
            all[to].into_handlers.push((into, index as u32));
        }
    }
    for arrows in &mut all {
        arrows.out_of_handlers.sort_unstable();
        arrows.into_handlers.sort_unstable();
        arrows.out.sort_unstable();
        arrows.into.sort_unstable();
        arrows.into_lanes.values_mut().for_each(|list| list.sort_unstable());
    }
    all
}

/// Finds the calls of a rank by time.
struct Calls<'a> {
    rank: &'a RankRecording,
    calls: CallCursor<'a>,
    /// The lanes, each with its processor's place.
    lanes: Vec<(u32, Cursor<'a, LaneState>)>,
}

impl<'a> Calls<'a> {
    fn of(rank: &'a RankRecording) -> Calls<'a> {
        let lanes = rank.lanes().map(|(place, lane)| (place, lane.states.cursor()));
        Calls { rank, calls: rank.calls.cursor(), lanes: lanes.collect() }
    }

    /// Index of the call that the rank is in at `cycle`.
    fn at(&mut self, cycle: u64) -> Option<u32> {
        let index = self.calls.entered_by(cycle).checked_sub(1)?;
        self.calls.get(index).filter(|call| cycle <= call.end()).map(|_| index as u32)
    }
}

/// The end of an arrow that comes to the processor at a place, at a cycle. If there is a lane for
/// that place, returns it and the index of the state; else returns the index of the call.
fn end_at(calls: &mut Calls<'_>, place: u32, cycle: u64) -> Option<(Option<u32>, u32)> {
    let Some((_, states)) = calls.lanes.iter_mut().find(|(known, _)| *known == place) else {
        return Some((None, calls.at(cycle)?));
    };
    let index = states.partition_point(|state| state.begin <= cycle).checked_sub(1)?;
    (cycle <= states.get(index)?.end).then_some((Some(place), index as u32))
}

/// Gives the begin and the end of arrows.
pub(super) struct ArrowCycles<'a> {
    recording: &'a Recording,
    messages: Cursor<'a, Message>,
}

impl<'a> ArrowCycles<'a> {
    pub fn new(recording: &'a Recording) -> ArrowCycles<'a> {
        ArrowCycles { recording, messages: recording.messages.cursor() }
    }

    /// The cycle at which the message of an arrow was sent, and the cycle at which it was received
    /// or its handler began.
    pub fn of(&mut self, arrow: u64) -> Option<(u64, u64)> {
        let index = usize::try_from(arrow).ok()?;
        if let Some(message) = self.messages.get(index) {
            return Some((message.sent, message.received.unwrap_or(message.sent)));
        }
        let message = self.recording.active.get(index.checked_sub(self.recording.messages.len())?)?;
        message.sent.zip(message.handled)
    }
}

/// The sender of an active message at `cycle`: true and the index of a handler's run, or false and
/// the index of a call.
fn sender_at(calls: &mut Calls<'_>, cycle: u64) -> Option<(bool, u32)> {
    match run_at(calls.rank, cycle) {
        Some(run) => Some((true, run)),
        None => Some((false, calls.at(cycle)?)),
    }
}

/// Index of the handler's run that `rank` is in at `cycle`.
fn run_at(rank: &RankRecording, cycle: u64) -> Option<u32> {
    let index = rank.handlers.partition_point(|run| run.begin <= cycle).checked_sub(1)?;
    rank.handlers[index].end.is_none_or(|end| cycle < end).then_some(index as u32)
}

/// The messages of call `index` in `list` (see [`Arrows`]).
pub(super) fn arrows_of(list: &[(u32, u32)], index: usize) -> impl Iterator<Item = u64> {
    let first = list.partition_point(|arrow| (arrow.0 as usize) < index);
    list[first..].iter().take_while(move |arrow| arrow.0 as usize == index).map(|arrow| arrow.1.into())
}

/// The number of messages on their way (sent and not yet received) from each cycle on at which it
/// changes.
pub(super) fn under_way(recording: &Recording) -> impl Iterator<Item = (u64, u64)> {
    let mut begins = recording.messages.iter().peekable();
    // The cycles at which messages on their way are received.
    let mut ends: BinaryHeap<Reverse<u64>> = BinaryHeap::new();
    let mut count = 0_u64;
    let next = move || {
        let next_end = ends.peek().map(|Reverse(end)| *end);
        let cycle = begins.peek().map(|message| message.sent).into_iter().chain(next_end).min()?;
        while let Some(message) = begins.next_if(|message| message.sent == cycle) {
            count += 1;
            ends.extend(message.received.map(Reverse));
        }
        while ends.peek() == Some(&Reverse(cycle)) {
            ends.pop();
            count = count.saturating_sub(1);
        }
        Some((cycle, count))
    };
    std::iter::once((0, 0)).chain(std::iter::from_fn(next))
}
