//! Checks whether the calls of a collective operation agree: function, root, reduction operation,
//! and amounts of data.

use super::call::{Call, CallRef};
use super::checker::Checker;
use super::communicators::{CommId, Operation};
use super::datatype::Datatype;
use super::findings::Kind;
use super::functions::Class;
use super::handles::FIRST_HANDLE;
use rankine_program::mpi::{IN_PLACE, operation_name};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An amount of data in one rank.
type Amount = (i64, Option<Arc<Datatype>>);

/// Gives the amount of a call, as far as it concerns a rank.
type AmountOf<'f, 'a> = &'f dyn Fn(&Call<'a>, u32) -> Amount;

/// The parameters of one side (send or receive): buffer, count or counts, type or types.
type Side = [&'static str; 3];
const SENDS: Side = ["sendbuf", "sendcount", "sendtype"];
const RECEIVES: Side = ["recvbuf", "recvcount", "recvtype"];

/// A call, another call that it disagrees with, and the difference.
type Disagreement = (CallRef, CallRef, String);

impl<'a> Checker<'a> {
    /// Remembers the datatypes that the handles of a call mean.
    pub fn name_datatypes(&mut self, call: &Call<'_>) {
        let single =
            ["datatype", "sendtype", "recvtype"].into_iter().filter(|name| call.has(name)).map(|name| call.word(name));
        let listed =
            ["sendtypes", "recvtypes"].into_iter().flat_map(|name| call.list(name)).map(|handle| *handle as u64);
        let named = single.chain(listed).filter_map(|handle| Some((handle, self.datatype(call.at.rank, handle)?)));
        let named: BTreeMap<u64, Arc<Datatype>> = named.collect();
        self.named.insert(call.at, named);
    }

    /// Compares the operations that all ranks have left.
    pub fn compare_finished(&mut self, comm: CommId) {
        while let Some(operation) = self.communicators.get_mut(comm).take_finished() {
            self.compare(comm, &operation);
            operation.entries.iter().for_each(|entry| drop(self.named.remove(&entry.call)));
        }
    }

    /// Compares the operations that are not over at the end of the run.
    pub fn compare_unfinished(&mut self, comm: CommId) {
        let kept = self.communicators.get_mut(comm).take_unfinished();
        for operation in &kept {
            self.compare(comm, operation);
        }
        self.communicators.get_mut(comm).put_unfinished(kept);
    }

    fn compare(&mut self, comm: CommId, operation: &Operation) {
        if self.communicators.get(comm).is_broken {
            return;
        }
        let known = self.communicators.get(comm);
        let mut calls: Vec<(u32, Call<'a>)> = operation
            .entries
            .iter()
            .filter_map(|entry| Some((known.rank_of(entry.call.rank)?, self.call(entry.call)?)))
            .collect();
        calls.sort_by_key(|(rank, call)| (*rank, call.at.rank));
        let by_name = |call: &Call<'_>| call.name().to_owned();
        let mut found = deviants(&calls, by_name, |one, other| {
            format!("it calls {} where rank {} calls {}", one.name(), other.at.rank, other.name())
        });
        if !found.is_empty() {
            self.communicators.get_mut(comm).is_broken = true;
        } else if known.groups.len() == 1 {
            found = self.compare_arguments(&calls);
        }
        for (one, other, text) in found {
            let cycle = self.call(one).map_or(self.cycle, |call| call.logged.entered);
            self.find_at(cycle, Kind::CollectiveMismatch, one, text, vec![(other, "calls".into())]);
        }
    }

    fn compare_arguments(&self, calls: &[(u32, Call<'a>)]) -> Vec<Disagreement> {
        let Some((_, first)) = calls.first() else { return Vec::new() };
        if first.has("root") {
            let found = deviants(
                calls,
                |call| call.int("root"),
                |one, other| {
                    format!("its root is {}, that of rank {} is {}", one.int("root"), other.at.rank, other.int("root"))
                },
            );
            if !found.is_empty() {
                return found;
            }
        }
        if first.has("op") {
            let found = deviants(calls, operation_key, |one, other| {
                let name = |call: &Call<'_>| operation_name(call.word("op")).unwrap_or("an operation of its own");
                format!("it reduces with {}, rank {} with {}", name(one), other.at.rank, name(other))
            });
            if !found.is_empty() {
                return found;
            }
        }
        self.compare_amounts(calls, &blocking_name(first))
    }

    /// Compares the amount that each rank sends with the amount that its receiver expects.
    fn compare_amounts(&self, calls: &[(u32, Call<'a>)], name: &str) -> Vec<Disagreement> {
        let root = calls[0].1.int("root");
        let at = |rank: u32| calls.iter().find(|(other, _)| *other == rank).map(|(_, call)| call);
        let root = u32::try_from(root).ok().and_then(at);
        let simple = |side: Side| move |call: &Call<'a>, _: u32| self.amount(call, side, None);
        let listed = |side: Side| move |call: &Call<'a>, rank: u32| self.amount(call, side, Some(rank));
        let none = |_: &Call<'a>| false;
        let in_place = |side: Side| move |call: &Call<'a>| call.word(side[0]) == IN_PLACE;
        match (name, root) {
            ("MPI_Bcast", Some(root)) => {
                let amount = simple(["buffer", "count", "datatype"]);
                self.with_one(calls, root, (&amount, &amount), &none)
            }
            ("MPI_Reduce", Some(root)) => {
                let amount = simple(["recvbuf", "count", "datatype"]);
                self.with_one(calls, root, (&amount, &amount), &none)
            }
            ("MPI_Allreduce" | "MPI_Scan" | "MPI_Exscan" | "MPI_Reduce_scatter_block", _) => {
                let amount = simple(["recvbuf", "count", "datatype"]);
                self.with_one(calls, &calls[0].1, (&amount, &amount), &none)
            }
            ("MPI_Gather", Some(root)) => {
                self.with_one(calls, root, (&simple(SENDS), &simple(RECEIVES)), &in_place(SENDS))
            }
            ("MPI_Gatherv", Some(root)) => {
                let expected = listed(["recvbuf", "recvcounts", "recvtype"]);
                self.with_one(calls, root, (&simple(SENDS), &expected), &in_place(SENDS))
            }
            ("MPI_Scatter", Some(root)) => {
                self.with_one(calls, root, (&simple(RECEIVES), &simple(SENDS)), &in_place(RECEIVES))
            }
            ("MPI_Scatterv", Some(root)) => {
                let expected = listed(["sendbuf", "sendcounts", "sendtype"]);
                self.with_one(calls, root, (&simple(RECEIVES), &expected), &in_place(RECEIVES))
            }
            ("MPI_Allgather" | "MPI_Alltoall", _) => {
                let (sends, receives) = (simple(SENDS), simple(RECEIVES));
                let mut found = self.with_one(calls, &calls[0].1, (&receives, &receives), &none);
                if found.is_empty() {
                    found = self.with_one(calls, &calls[0].1, (&sends, &receives), &in_place(SENDS));
                }
                found
            }
            ("MPI_Allgatherv", _) => {
                let expected = listed(["recvbuf", "recvcounts", "recvtype"]);
                self.all_with_all(calls, &simple(SENDS), &expected, &in_place(SENDS))
            }
            ("MPI_Alltoallv", _) => {
                let (sends, receives) =
                    (listed(["sendbuf", "sendcounts", "sendtype"]), listed(["recvbuf", "recvcounts", "recvtype"]));
                self.all_with_all(calls, &sends, &receives, &in_place(SENDS))
            }
            ("MPI_Alltoallw", _) => {
                let (sends, receives) =
                    (listed(["sendbuf", "sendcounts", "sendtypes"]), listed(["recvbuf", "recvcounts", "recvtypes"]));
                self.all_with_all(calls, &sends, &receives, &in_place(SENDS))
            }
            ("MPI_Reduce_scatter", _) => deviants(
                calls,
                |call| call.list("recvcounts").iter().take(calls.len()).copied().collect::<Vec<i64>>(),
                |_, other| format!("its counts differ from those of rank {}", other.at.rank),
            ),
            _ => Vec::new(),
        }
    }

    /// Compares each rank's amount with the amount that one call expects of that rank.
    fn with_one(
        &self,
        calls: &[(u32, Call<'a>)],
        one: &Call<'a>,
        (own, expected): (AmountOf<'_, 'a>, AmountOf<'_, 'a>),
        is_left_out: &dyn Fn(&Call<'a>) -> bool,
    ) -> Vec<Disagreement> {
        let mut found = Vec::new();
        for (rank, call) in calls.iter().filter(|(_, call)| !is_left_out(call)) {
            if let Some(text) = disagree(&own(call, *rank), &expected(one, *rank)) {
                let other = one.at.rank;
                found.push((call.at, one.at, format!("it has {} where rank {other} has {}", text.0, text.1)));
            }
        }
        found
    }

    /// Compares the amount that each rank sends to each other rank with the amount that the other
    /// rank expects.
    fn all_with_all(
        &self,
        calls: &[(u32, Call<'a>)],
        sends: AmountOf<'_, 'a>,
        receives: AmountOf<'_, 'a>,
        is_in_place: &dyn Fn(&Call<'a>) -> bool,
    ) -> Vec<Disagreement> {
        let mut found = Vec::new();
        for (from, sender) in calls {
            let sent = |to: u32| {
                if is_in_place(sender) {
                    let is_gather = blocking_name(sender) == "MPI_Allgatherv";
                    receives(sender, if is_gather { *from } else { to })
                } else {
                    sends(sender, to)
                }
            };
            let wrong = calls.iter().find_map(|(to, receiver)| {
                disagree(&sent(*to), &receives(receiver, *from)).map(|text| (receiver, text))
            });
            if let Some((receiver, (sent, expected))) = wrong {
                let to = receiver.at.rank;
                found.push((sender.at, receiver.at, format!("it sends rank {to} {sent}, which expects {expected}")));
            }
        }
        found
    }

    /// The amount on one side of a call. If the call has an amount for each rank, `rank` says
    /// which.
    fn amount(&self, call: &Call<'_>, [_, count, datatype]: Side, rank: Option<u32>) -> Amount {
        let of = |list: &[i64]| rank.and_then(|rank| list.get(rank as usize).copied()).unwrap_or(0);
        let count = if rank.is_some() { of(call.list(count)) } else { call.count(count) };
        let datatype = if datatype.ends_with('s') { of(call.list(datatype)) as u64 } else { call.word(datatype) };
        (count, self.named.get(&call.at).and_then(|named| named.get(&datatype)).cloned())
    }
}

/// Both amounts as text, if they differ.
fn disagree(one: &Amount, other: &Amount) -> Option<(String, String)> {
    let of = |amount: &Amount| {
        let (count, datatype) = (u64::try_from(amount.0).ok()?, amount.1.as_ref()?);
        Some((datatype.size.checked_mul(count)?, datatype.signature(count)?))
    };
    let ((bytes, signature), (other_bytes, other_signature)) = (of(one)?, of(other)?);
    let is_same = bytes == other_bytes && signature.difference(&other_signature).is_none();
    (!is_same).then(|| (signature.text(), other_signature.text()))
}

/// The calls that differ from the majority, each with a call of the majority.
fn deviants<Key: Ord>(
    calls: &[(u32, Call<'_>)],
    key: impl Fn(&Call<'_>) -> Key,
    tell: impl Fn(&Call<'_>, &Call<'_>) -> String,
) -> Vec<Disagreement> {
    let mut groups: BTreeMap<Key, Vec<&Call<'_>>> = BTreeMap::new();
    for (_, call) in calls {
        groups.entry(key(call)).or_default().push(call);
    }
    if groups.len() < 2 {
        return Vec::new();
    }
    // If groups are equally large, the one with the lowest rank counts as the majority.
    let usual = groups.values().max_by_key(|group| (group.len(), std::cmp::Reverse(group[0].at.rank)));
    let Some(usual) = usual.map(|group| group[0]) else { return Vec::new() };
    let others = calls.iter().filter(|(_, call)| key(call) != key(usual));
    others.map(|(_, call)| (call.at, usual.at, tell(call, usual))).collect()
}

/// A key for the reduction operation. Operations of programs have the same key, because their
/// handles may differ between ranks.
fn operation_key(call: &Call<'_>) -> u64 {
    call.word("op").min(FIRST_HANDLE)
}

/// The name of the blocking form of a call's function.
fn blocking_name(call: &Call<'_>) -> String {
    let name = call.name();
    match call.class() {
        Class::PrepareCollective => name.trim_end_matches("_init").to_owned(),
        Class::StartCollective => {
            let mut stem = name.trim_start_matches("MPI_I").chars();
            let first = stem.next().map(|first| first.to_ascii_uppercase());
            format!("MPI_{}{}", first.map(String::from).unwrap_or_default(), stem.as_str())
        }
        _ => name.to_owned(),
    }
}
