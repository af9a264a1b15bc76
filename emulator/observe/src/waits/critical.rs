//! The critical path of a run: from its end back, always to the rank for which the current one
//! waited. Work on the path taken away makes the run shorter; work elsewhere does not.

use super::spans::{Span, Spans};
use crate::recording::{Message, Recording};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The longest path that is followed. A longer one begins later than the run.
const STEPS_MAX: usize = 1 << 16;

/// The time of one rank on the path, in cycles. Between two steps, the path follows a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub rank: u32,
    pub from: u64,
    pub to: u64,
}

/// A part of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// A call site, `computing`, or `messages under way`.
    pub what: String,
    pub cycles: u64,
}

/// The critical path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriticalPath {
    /// In order of time.
    pub steps: Vec<Step>,
    /// Most cycles first.
    pub shares: Vec<Share>,
}

/// What a rank waited for: from then on it is on the path, and before that another rank is.
#[derive(Clone, Copy)]
struct Held {
    until: u64,
    /// The rank (an index) for which it waited, and the cycle up to which that one is on the path.
    by: usize,
    from: u64,
}

pub(super) fn of(recording: &Recording, spans: &Spans) -> CriticalPath {
    let held = held(recording, spans);
    let last = recording.ranks.iter().enumerate().max_by_key(|(index, rank)| (rank.cycles, Reverse(*index)));
    let Some((mut rank, mut to)) = last.map(|(index, rank)| (index, rank.cycles)) else {
        return CriticalPath::default();
    };
    let mut path = Vec::new();
    while path.len() < STEPS_MAX {
        let events = &held[rank];
        let before = events.partition_point(|event| event.until <= to);
        // An event at which nothing was gained would let the search stand still.
        let event = events[..before].iter().rev().find(|event| event.from < to);
        path.push((rank, event.map_or(0, |event| event.until), to));
        match event {
            Some(event) => (rank, to) = (event.by, event.from),
            None => break,
        }
    }
    path.reverse();
    let shares = shares(spans, &path);
    let step = |&(rank, from, to): &(usize, u64, u64)| Step { rank: recording.ranks[rank].rank, from, to };
    CriticalPath { steps: path.iter().map(step).collect(), shares }
}

/// By index of the rank and in order of time, the events that ended a wait for another rank.
fn held(recording: &Recording, spans: &Spans) -> Vec<Vec<Held>> {
    let mut held = vec![Vec::new(); recording.ranks.len()];
    for message in recording.messages.iter() {
        let ends = [message.source, message.destination].map(|rank| recording.index_of(rank));
        let [Some(source), Some(destination)] = ends else { continue };
        if let Some(until) = received_late(spans, destination, &message) {
            held[destination].push(Held { until, by: source, from: message.sent });
        }
        if let Some(late) = spans.late_receiver([source, destination], &message) {
            held[source].push(Held { until: late.entered, by: destination, from: late.entered });
        }
    }
    for of_all in spans.collectives() {
        let Some((last, &Span { entered: until, .. })) = spans.last_of(&of_all) else { continue };
        for (rank, &call) in of_all.iter().enumerate() {
            let span = spans.of_ranks[rank][call];
            if span.waiting > 0 && span.entered < until && until <= span.left {
                held[rank].push(Held { until, by: last, from: until });
            }
        }
    }
    for events in &mut held {
        events.sort_by_key(|event| event.until);
    }
    held
}

/// The cycle at which a message ended a wait of its receiver: the receive was posted before.
fn received_late(spans: &Spans, destination: usize, message: &Message) -> Option<u64> {
    let (arrived, received) = (message.arrived?, message.received?);
    let span = spans.of_ranks[destination][spans.at(destination, received)?];
    (!message.is_unexpected && span.waiting > 0 && span.entered < arrived).then_some(arrived.max(message.sent))
}

/// How the path's time is divided: by call site, computing, and messages under way.
fn shares(spans: &Spans, path: &[(usize, u64, u64)]) -> Vec<Share> {
    let mut sites: BTreeMap<usize, u64> = BTreeMap::new();
    let (mut computing, mut under_way) = (0, 0);
    for (index, &(rank, from, to)) in path.iter().enumerate() {
        let calls = &spans.of_ranks[rank];
        let first = calls.partition_point(|span| span.left <= from);
        let mut in_calls = 0;
        for span in calls[first..].iter().take_while(|span| span.entered < to) {
            let cycles = span.left.min(to).saturating_sub(span.entered.max(from));
            *sites.entry(span.site).or_default() += cycles;
            in_calls += cycles;
        }
        computing += (to - from).saturating_sub(in_calls);
        under_way += path.get(index + 1).map_or(0, |next| next.1.saturating_sub(to));
    }
    let mut shares: Vec<Share> =
        sites.into_iter().map(|(site, cycles)| Share { what: spans.sites[site].clone(), cycles }).collect();
    shares.push(Share { what: "computing".into(), cycles: computing });
    shares.push(Share { what: "messages under way".into(), cycles: under_way });
    shares.retain(|share| share.cycles > 0);
    shares.sort_by_key(|share| Reverse(share.cycles));
    shares
}
