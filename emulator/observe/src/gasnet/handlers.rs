//! Adds up the runs of GASNet handlers.

use crate::mpi_view::Distribution;
use crate::recording::{HandlerRun, RankRecording, Recording};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The runs of one handler.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HandlerCost {
    pub handler: u8,
    /// The name of the program's function; empty for a handler of the library.
    pub function: String,
    pub runs: u64,
    /// The cycles of runs that ended, including what the handler sends.
    pub cycles: u64,
    /// The distribution of cycles for each run.
    pub each: Option<Distribution>,
    /// In order of rank, without ranks that had no run.
    pub by_rank: Vec<RankRuns>,
}

/// A rank's runs of a handler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankRuns {
    pub rank: u32,
    pub runs: u64,
    pub cycles: u64,
}

/// The runs of a handler while they are added up.
#[derive(Default)]
struct Runs {
    each: Vec<(u64, u64)>,
    by_rank: Vec<RankRuns>,
}

impl Runs {
    /// Adds a run. Runs must come in order of rank.
    fn add(&mut self, rank: u32, run: &HandlerRun) {
        let cycles = run.end.map(|end| end.saturating_sub(run.begin));
        self.each.extend(cycles.map(|cycles| (cycles, 1)));
        if self.by_rank.last().is_none_or(|last| last.rank != rank) {
            self.by_rank.push(RankRuns { rank, ..RankRuns::default() });
        }
        if let Some(last) = self.by_rank.last_mut() {
            last.runs += 1;
            last.cycles = last.cycles.saturating_add(cycles.unwrap_or(0));
        }
    }
}

/// The costs by handler number and function. `function` is as in [`super::GasnetView::of`].
pub(super) fn by_handler(recording: &Recording, function: &dyn Fn(usize, u64) -> String) -> Vec<HandlerCost> {
    let mut handlers: BTreeMap<(u8, String), Runs> = BTreeMap::new();
    for rank in &recording.ranks {
        let names = names(rank, function);
        for run in &rank.handlers {
            let handler = run.head.handler;
            let name = names.get(&handler).cloned().unwrap_or_default();
            handlers.entry((handler, name)).or_default().add(rank.rank, run);
        }
    }
    let cost = |((handler, function), Runs { each, by_rank }): ((u8, String), Runs)| HandlerCost {
        handler,
        function,
        runs: by_rank.iter().map(|rank| rank.runs).sum(),
        cycles: by_rank.iter().map(|rank| rank.cycles).fold(0, u64::saturating_add),
        each: Distribution::of(each),
        by_rank,
    };
    handlers.into_iter().map(cost).collect()
}

fn names(rank: &RankRecording, function: &dyn Fn(usize, u64) -> String) -> BTreeMap<u8, String> {
    let functions = rank.handler_functions.iter();
    functions.map(|(handler, address)| (*handler, function(rank.program, *address))).collect()
}
