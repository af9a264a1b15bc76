//! Waits whose cause is another rank, added up by call site.

use super::spans::Spans;
use crate::recording::{Message, Recording};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Why a call waited. Names as in the literature on MPI's wait states (Scalasca).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A receive was entered before the send of its message.
    LateSender,
    /// A send by rendezvous, or the wait for its end, was entered before the receiving call.
    LateReceiver,
    /// A collective call was entered before the last rank entered it.
    Collective,
}

impl Cause {
    pub fn name(self) -> &'static str {
        match self {
            Cause::LateSender => "late sender",
            Cause::LateReceiver => "late receiver",
            Cause::Collective => "wait at collective",
        }
    }
}

/// The waits of one call site for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    pub cause: Cause,
    /// Function and place of the calls that wait.
    pub site: String,
    /// Function and place of the calls for which they wait: the send, the receive, or the
    /// collective call of the last rank.
    pub other: String,
    /// The rank that caused most of it.
    pub rank: u32,
    pub calls: u64,
    /// Cycles lost, of all ranks together.
    pub cycles: u64,
}

/// The wait of one call.
#[derive(Clone, Copy)]
struct Lost {
    cause: Cause,
    cycles: u64,
    /// The call site and the rank (an index) that caused it.
    other: usize,
    rank: usize,
}

/// Waits by rank and index of the call. A call that completes several messages waits for the latest.
type ByCall = BTreeMap<(usize, usize), Lost>;

pub(super) fn of(recording: &Recording, spans: &Spans) -> Vec<Wait> {
    let mut by_call = ByCall::new();
    for message in recording.messages.iter().filter(|message| !message.is_collective) {
        point_to_point(recording, spans, &message, &mut by_call);
    }
    collectives(spans, &mut by_call);
    summed(recording, spans, &by_call)
}

fn keep(by_call: &mut ByCall, call: (usize, usize), lost: Lost) {
    let known = by_call.entry(call).or_insert(lost);
    if lost.cycles > known.cycles {
        *known = lost;
    }
}

fn point_to_point(recording: &Recording, spans: &Spans, message: &Message, by_call: &mut ByCall) {
    let ends = [message.source, message.destination].map(|rank| recording.index_of(rank));
    let ([Some(source), Some(destination)], Some(received)) = (ends, message.received) else { return };
    let at = |rank: usize, cycle| Some((spans.at(rank, cycle)?, rank));
    let (Some((send, _)), Some((receive, _))) = (at(source, message.sent), at(destination, received)) else { return };
    let (sending, receiving) = (spans.of_ranks[source][send], spans.of_ranks[destination][receive]);
    let late = sending.entered.saturating_sub(receiving.entered).min(receiving.waiting);
    if late > 0 {
        let lost = Lost { cause: Cause::LateSender, cycles: late, other: sending.site, rank: source };
        keep(by_call, (destination, receive), lost);
    }
    if let Some(late) = spans.late_receiver([source, destination], message) {
        let waiting = spans.of_ranks[source][late.sending];
        let cycles = late.entered.saturating_sub(message.sent.max(waiting.entered)).min(waiting.waiting);
        let lost = Lost { cause: Cause::LateReceiver, cycles, other: late.site, rank: destination };
        keep(by_call, (source, late.sending), lost);
    }
}

fn collectives(spans: &Spans, by_call: &mut ByCall) {
    for of_all in spans.collectives() {
        let Some((last, latest)) = spans.last_of(&of_all) else { return };
        for (rank, &call) in of_all.iter().enumerate() {
            let span = &spans.of_ranks[rank][call];
            let cycles = latest.entered.saturating_sub(span.entered).min(span.waiting);
            if cycles > 0 {
                keep(by_call, (rank, call), Lost { cause: Cause::Collective, cycles, other: latest.site, rank: last });
            }
        }
    }
}

fn summed(recording: &Recording, spans: &Spans, by_call: &ByCall) -> Vec<Wait> {
    /// Calls, cycles, and cycles by the rank that caused them.
    #[derive(Default)]
    struct Sum(u64, u64, BTreeMap<usize, u64>);
    let mut sums: BTreeMap<(Cause, usize, usize), Sum> = BTreeMap::new();
    for (&(rank, call), lost) in by_call {
        let site = spans.of_ranks[rank][call].site;
        let Sum(calls, cycles, ranks) = sums.entry((lost.cause, site, lost.other)).or_default();
        *calls += 1;
        *cycles = cycles.saturating_add(lost.cycles);
        let of_rank = ranks.entry(lost.rank).or_default();
        *of_rank = of_rank.saturating_add(lost.cycles);
    }
    let wait = |((cause, site, other), Sum(calls, cycles, ranks)): ((Cause, usize, usize), Sum)| {
        let most = ranks.iter().max_by_key(|(rank, cycles)| (**cycles, Reverse(**rank))).map_or(0, |(rank, _)| *rank);
        let rank = recording.ranks.get(most).map_or(0, |rank| rank.rank);
        Wait { cause, site: spans.sites[site].clone(), other: spans.sites[other].clone(), rank, calls, cycles }
    };
    let mut waits: Vec<Wait> = sums.into_iter().map(wait).collect();
    waits.sort_by_key(|wait| Reverse(wait.cycles));
    waits
}
