//! Explains a deadlock: which ranks each rank waits for, and whether these form a circle.

use super::call::{Call, CallRef};
use super::checker::Checker;
use super::communicators::OperationId;
use super::findings::{Kind, list};
use super::functions::Class;
use super::messages::{MessageId, ReceiveId};
use super::requests::Work;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most ranks that are listed one by one.
const RANKS_TOLD: usize = 64;

/// The ranks that a rank waits for. The rank needs one rank of each set.
#[derive(Clone, Default)]
struct Waits {
    call: CallRef,
    needs: Vec<BTreeSet<u32>>,
}

impl Waits {
    fn all(&self) -> BTreeSet<u32> {
        self.needs.iter().flatten().copied().collect()
    }

    /// In words: `waits for rank 1 and for any of ranks 2, 3 in`.
    fn text(&self) -> String {
        let single: BTreeSet<u32> = self.needs.iter().filter(|set| set.len() == 1).flatten().copied().collect();
        let single: Vec<u32> = single.into_iter().collect();
        let mut parts = match single.as_slice() {
            [] => Vec::new(),
            [rank] => vec![format!("for rank {rank}")],
            ranks => vec![format!("for ranks {}", list(ranks))],
        };
        let several: BTreeSet<Vec<u32>> =
            self.needs.iter().filter(|set| set.len() > 1).map(|set| set.iter().copied().collect()).collect();
        parts.extend(several.iter().map(|ranks| format!("for any of ranks {}", list(ranks))));
        if parts.is_empty() {
            return "waits in".into();
        }
        format!("waits {} in", parts.join(" and "))
    }
}

impl<'a> Checker<'a> {
    /// Adds a finding that explains the deadlock.
    pub fn explain_deadlock(&mut self) {
        let waits: BTreeMap<u32, Waits> =
            (0..self.ranks.len() as u32).filter_map(|rank| Some((rank, self.waits_of(rank)?))).collect();
        if waits.is_empty() {
            return;
        }
        let circle = circle(&waits);
        let (message, mut told) = match &circle {
            Some(circle) => {
                let names: Vec<String> = circle.iter().chain(circle.first()).map(u32::to_string).collect();
                (format!("ranks wait for each other: {}", names.join(" → ")), circle.clone())
            }
            None => (self.without_circle(&waits), Vec::new()),
        };
        told.extend(waits.keys().filter(|rank| !told.contains(rank)).copied().collect::<Vec<u32>>());
        let Some(first) = told.first().map(|rank| waits[rank].call) else { return };
        let related = told.iter().take(RANKS_TOLD).map(|rank| (waits[rank].call, waits[rank].text())).collect();
        self.find(Kind::Deadlock, first, message, related);
    }

    /// A sentence about a deadlock without a circle, for example that a rank waits for one that has
    /// ended.
    fn without_circle(&self, waits: &BTreeMap<u32, Waits>) -> String {
        let gone = waits.iter().find_map(|(rank, waits)| {
            let other = waits.all().into_iter().find(|other| self.inputs[*other as usize].has_ended)?;
            Some(format!("rank {rank} waits for rank {other}, which has ended"))
        });
        let alone = || {
            let (rank, _) = waits.iter().find(|(_, waits)| waits.needs.is_empty())?;
            Some(format!("rank {rank} waits for an event that no rank will cause"))
        };
        gone.or_else(alone).unwrap_or_else(|| "no rank can make progress".into())
    }

    /// The ranks that a rank waits for, if it is in a call.
    fn waits_of(&self, rank: u32) -> Option<Waits> {
        let state = &self.ranks[rank as usize];
        let open = state.open.as_ref()?;
        let call = self.call(open.call)?;
        let mut needs: Vec<BTreeSet<u32>> = match call.class() {
            Class::CompleteAll => open.requests.iter().flat_map(|id| self.needs_of_request(rank, *id)).collect(),
            Class::CompleteAny | Class::CompleteSome => {
                let any = open.requests.iter().flat_map(|id| self.needs_of_request(rank, *id)).flatten();
                vec![any.collect()]
            }
            Class::Probe | Class::MatchedProbe => vec![self.senders(&call)],
            _ => self.needs_of(rank, &open.work, &call),
        };
        needs.retain(|set| !set.is_empty());
        Some(Waits { call: open.call, needs })
    }

    fn needs_of_request(&self, rank: u32, id: usize) -> Vec<BTreeSet<u32>> {
        let request = self.ranks[rank as usize].requests.get(id).filter(|request| request.is_active);
        let Some((request, call)) = request.and_then(|request| Some((request, self.call(request.call)?))) else {
            return Vec::new();
        };
        self.needs_of(rank, &request.work, &call)
    }

    /// The ranks that can complete the unfinished parts of `work`: a send, a receive and a
    /// collective operation.
    fn needs_of(&self, rank: u32, work: &Work, call: &Call<'_>) -> Vec<BTreeSet<u32>> {
        let send = work.send.and_then(|id| self.needs_of_send(id));
        let receive = work.receive.map(|id| self.needs_of_receive(id, call));
        let operation = work.operation.map(|id| self.missing(rank, id, call));
        let each = operation.into_iter().flatten().map(|rank| BTreeSet::from([rank]));
        send.into_iter().chain(receive).chain(each).collect()
    }

    fn needs_of_send(&self, id: MessageId) -> Option<BTreeSet<u32>> {
        let message = self.messages.sent.get(&id)?;
        Some(BTreeSet::from([message.receiver.filter(|_| !message.is_matched)?]))
    }

    fn needs_of_receive(&self, id: ReceiveId, call: &Call<'_>) -> BTreeSet<u32> {
        let matched = self.messages.received.get(&id).and_then(|receive| receive.matched);
        match matched.and_then(|message| self.messages.sent.get(&message)) {
            // The message is on its way.
            Some(message) => BTreeSet::from([message.call.rank]),
            None => self.senders(call),
        }
    }

    /// The ranks from which a receive or probe accepts messages.
    fn senders(&self, call: &Call<'_>) -> BTreeSet<u32> {
        let rank = call.at.rank;
        let comm = self.ranks[rank as usize].communicators.get(&call.word("comm"));
        let group = comm.and_then(|comm| self.communicators.get(*comm).other_group(rank)).unwrap_or(&[]);
        match usize::try_from(call.int("source")) {
            Ok(source) => group.get(source).copied().into_iter().collect(),
            Err(_) if call.int("source") == rankine_program::mpi::ANY_SOURCE => {
                group.iter().copied().filter(|other| *other != rank || group.len() == 1).collect()
            }
            Err(_) => BTreeSet::new(),
        }
    }

    /// The ranks that have not entered an operation.
    fn missing(&self, rank: u32, (comm, number): OperationId, call: &Call<'_>) -> Vec<u32> {
        let comm = self.communicators.get(comm);
        let Some(operation) = comm.operation(number) else { return Vec::new() };
        let is_there = |other: u32| {
            let entry = operation.entries.iter().find(|entry| entry.call.rank == other);
            entry.and_then(|entry| self.call(entry.call)).is_some_and(|entry| entry.name() == call.name())
        };
        comm.members().filter(|other| *other != rank && !is_there(*other)).collect()
    }
}

/// The shortest circle. If several are equally short, the one found first, from the lowest rank on.
fn circle(waits: &BTreeMap<u32, Waits>) -> Option<Vec<u32>> {
    let from = |start: u32| {
        let mut before: BTreeMap<u32, u32> = BTreeMap::new();
        let mut next = VecDeque::from([start]);
        while let Some(rank) = next.pop_front() {
            for other in waits.get(&rank).map(Waits::all).unwrap_or_default() {
                if other == start {
                    let mut path = vec![rank];
                    while let Some(previous) =
                        path.last().filter(|last| **last != start).and_then(|last| before.get(last))
                    {
                        path.push(*previous);
                    }
                    path.reverse();
                    return Some(path);
                }
                if let Entry::Vacant(place) = before.entry(other) {
                    place.insert(rank);
                    next.push_back(other);
                }
            }
        }
        None
    };
    let mut shortest: Option<Vec<u32>> = None;
    for found in waits.keys().filter_map(|start| from(*start)) {
        if shortest.as_ref().is_none_or(|known| found.len() < known.len()) {
            shortest = Some(found);
        }
    }
    shortest
}
