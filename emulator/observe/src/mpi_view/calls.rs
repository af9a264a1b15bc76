//! Sums of MPI calls, by function and by call site.

use super::{Distribution, Tally};
use crate::recording::{MpiCall, RankRecording, Recording};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The cost of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The number of calls, including repetitions and the call in progress at the end.
    pub calls: u64,
    /// Bytes, as far as the arguments tell them; see [`MpiCall::bytes`].
    pub bytes: u64,
    /// Cycles between entering and leaving. A call in progress counts up to the end.
    pub cycles: u64,
    /// Cycles spent waiting; a part of `cycles`.
    pub wait_cycles: u64,
}

/// The [`Cost`] of one rank's calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankCost {
    pub rank: u32,
    #[serde(flatten)]
    pub cost: Cost,
}

/// The [`Cost`] of some calls of all ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    #[serde(flatten)]
    pub total: Cost,
    /// In order of rank, without ranks that made no such call.
    pub by_rank: Vec<RankCost>,
}

/// The calls of one function from one place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallSite {
    pub place: String,
    pub function: String,
    #[serde(flatten)]
    pub spent: Spent,
    /// The distribution of cycles for each call, without calls in progress.
    pub each: Option<Distribution>,
}

impl Cost {
    /// The cost of a call and its repetitions.
    fn of(call: &MpiCall) -> Cost {
        let calls = times(call);
        Cost {
            calls,
            bytes: call.bytes.unwrap_or(0).saturating_mul(calls),
            cycles: cycles(call).saturating_mul(calls),
            wait_cycles: call.wait_cycles,
        }
    }

    pub fn add(&mut self, other: &Cost) {
        for (sum, more) in [
            (&mut self.calls, other.calls),
            (&mut self.bytes, other.bytes),
            (&mut self.cycles, other.cycles),
            (&mut self.wait_cycles, other.wait_cycles),
        ] {
            *sum = sum.saturating_add(more);
        }
    }
}

impl Spent {
    /// Adds a cost. Costs must come in order of rank.
    fn add(&mut self, rank: u32, cost: &Cost) {
        self.total.add(cost);
        match self.by_rank.last_mut() {
            Some(last) if last.rank == rank => last.cost.add(cost),
            _ => self.by_rank.push(RankCost { rank, cost: *cost }),
        }
    }
}

/// How often the call was made, with its repetitions.
fn times(call: &MpiCall) -> u64 {
    call.repeats.saturating_add(1)
}

fn cycles(call: &MpiCall) -> u64 {
    call.left.saturating_sub(call.entered)
}

/// The name of the function that is called.
fn function_name<'a>(recording: &'a Recording, rank: &RankRecording, call: &MpiCall) -> &'a str {
    let program = recording.programs.get(rank.program);
    program.and_then(|program| program.functions.get(call.function as usize)).map_or("unknown", |found| &found.name)
}

/// The calls of functions for whose names `is_meant` returns true: all together, and by function.
pub(crate) fn by_function(recording: &Recording, is_meant: impl Fn(&str) -> bool) -> (Cost, BTreeMap<String, Spent>) {
    let mut total = Cost::default();
    let mut functions: BTreeMap<&str, Spent> = BTreeMap::new();
    for rank in &recording.ranks {
        for call in rank.calls.iter() {
            let name = function_name(recording, rank, &call);
            if is_meant(name) {
                let cost = Cost::of(&call);
                total.add(&cost);
                functions.entry(name).or_default().add(rank.rank, &cost);
            }
        }
    }
    (total, functions.into_iter().map(|(name, spent)| (name.to_owned(), spent)).collect())
}

/// A call site while its calls are added up.
#[derive(Default)]
struct Site {
    spent: Spent,
    /// Cycles of each call.
    each: Tally,
}

/// Calls by place and function, those with most cycles first.
pub(super) fn by_site(recording: &Recording, place: &dyn Fn(usize, u64) -> String) -> Vec<CallSite> {
    let mut places: BTreeMap<(usize, u64), String> = BTreeMap::new();
    for rank in &recording.ranks {
        for call in rank.calls.iter() {
            let at = (rank.program, call.return_address);
            places.entry(at).or_insert_with(|| place(at.0, at.1));
        }
    }
    let mut sites: BTreeMap<(&str, &str), Site> = BTreeMap::new();
    for rank in &recording.ranks {
        for call in rank.calls.iter() {
            let place = places.get(&(rank.program, call.return_address)).map_or("", String::as_str);
            let site = sites.entry((place, function_name(recording, rank, &call))).or_default();
            site.spent.add(rank.rank, &Cost::of(&call));
            if !call.is_under_way {
                site.each.add(cycles(&call), times(&call));
            }
        }
    }
    let mut sites: Vec<CallSite> = sites
        .into_iter()
        .map(|((place, function), Site { spent, each })| CallSite {
            place: place.to_owned(),
            function: function.to_owned(),
            spent,
            each: each.finish(),
        })
        .collect();
    // The sort is stable, so call sites with equal cycles stay in order of place.
    sites.sort_by_key(|site| std::cmp::Reverse(site.spent.total.cycles));
    sites
}
