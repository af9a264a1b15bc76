//! Profiles: the caches of a hart, and the places at which its instructions and cycles are spent.
//!
//! There is no counter for each instruction. An instruction in straight code is executed as often
//! as control arrived at or before it and did not depart before it. So two counters for each place,
//! arrivals and departures, give the number of its executions; the cost of one is known
//! (`flow.rs`). Costs that depend on addresses, misses and answers of devices are added when they
//! occur. Calls and returns move along the tree of calls (`tree.rs`).
//!
//! While a round of a polling loop is watched, its costs are also added up separately (`round.rs`).
//! They are added again for each skipped round.

use super::counts::{Counts, Profile};
use super::extras::Extras;
use super::flow::Flow;
use super::round::{RoundCosts, multiplied};
use super::tree::Tree;
use rankine_bus::Ram;
use rankine_hart::{Code, Exit, Hart, Image};
use rankine_isa::{Extensions, Xlen};
use rankine_machine::{Completed, Engine, Moment, Observer, SkippedRounds, Wait, Watching};
use rankine_program::Symbols;
use rankine_timing::{CacheCounts, Cached, CodeCost, Jump, Timing};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Changes of a place's counters by one arrival, one withdrawn arrival, and one departure.
const ARRIVAL: [u64; 2] = [1, 0];
const NO_ARRIVAL: [u64; 2] = [u64::MAX, 0];
const DEPARTURE: [u64; 2] = [0, 1];

/// Caches that keep a profile.
pub struct Profiled {
    pub cached: Cached,
    flow: Flow,
    /// The flow of skipped rounds of polling loops, all of which is waiting.
    waiting: Flow,
    /// Counts of code that has been discarded, by address.
    forgotten: BTreeMap<u64, Counts>,
    tree: Tree,
    /// Costs of instructions beyond those that follow from the flow, by address.
    extra: Extras,
    /// Misses that have been added to `extra`.
    misses: CacheCounts,
    waited: u64,
    /// Misses and waiting that have been added to the tree of calls.
    settled: CacheCounts,
    settled_waited: u64,
    /// If the hart is outside the engine: where and when it left. The cycles since then belong to
    /// that instruction.
    outside: Option<(u64, u64)>,
    /// Costs of the round of a polling loop so far, while one is watched; and the costs of the last
    /// round.
    round: Option<RoundCosts>,
    last_round: RoundCosts,
}

impl Profiled {
    /// For a program that begins at `entry`.
    pub fn new(cached: Cached, entry: u64, symbols: &Symbols) -> Profiled {
        Profiled {
            cached,
            flow: Flow::default(),
            waiting: Flow::default(),
            forgotten: BTreeMap::new(),
            tree: Tree::new(entry, symbols),
            extra: Extras::new(),
            misses: CacheCounts::default(),
            waited: 0,
            settled: CacheCounts::default(),
            settled_waited: 0,
            outside: Some((entry, 0)),
            round: None,
            last_round: RoundCosts::default(),
        }
    }

    /// The profile so far, of a hart that runs this code.
    pub(crate) fn profile(&mut self, code: &Code, cycles: u64, instret: u64) -> Profile {
        self.settle(cycles, instret);
        self.take_counters(&|pc| code.cost(pc));
        let mut instructions = self.forgotten.clone();
        for (pc, extra) in self.extra.iter() {
            instructions.entry(*pc).or_default().add(extra);
        }
        instructions.retain(|_, counts| *counts != Counts::default());
        Profile { instructions, paths: self.tree.paths() }
    }

    /// Adds the costs up to this cycle to the current instruction and the current node.
    fn settle(&mut self, cycles: u64, instret: u64) {
        self.catch_up(cycles);
        self.settle_node(cycles, instret);
    }

    #[inline]
    fn settle_node(&mut self, cycles: u64, instructions: u64) {
        // Between most calls there are no misses.
        let are_same = (self.settled, self.settled_waited) == (self.cached.counts(), self.waited);
        if are_same && self.round.is_none() {
            self.tree.settle_quickly(cycles, instructions);
        } else {
            self.settle_all(cycles, instructions);
        }
    }

    #[inline(never)]
    fn settle_all(&mut self, cycles: u64, instructions: u64) {
        (self.settled, self.settled_waited) = (self.cached.counts(), self.waited);
        let CacheCounts { l1i_misses, l1d_misses, l2_misses, .. } = self.settled;
        let wait_cycles = self.waited;
        let own = self.tree.settle(Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles });
        if let Some(round) = &mut self.round {
            round.own.entry(self.tree.now()).or_default().add(&own);
        }
    }

    /// Adds the cycles since the hart has left the engine to the instruction at which it stands.
    fn catch_up(&mut self, cycles: u64) {
        if let Some((pc, at)) = &mut self.outside {
            let (pc, spent) = (*pc, cycles.saturating_sub(*at));
            *at = cycles;
            if spent > 0 {
                self.add_extra(pc, Counts { cycles: spent, ..Counts::default() });
            }
        }
    }

    fn add_flow(&mut self, pc: u64, flow: [u64; 2]) {
        if let Some(round) = &mut self.round {
            round.add_flow(pc, flow);
        }
        self.flow.add(pc, flow);
    }

    fn add_extra(&mut self, pc: u64, extra: Counts) {
        if let Some(round) = &mut self.round {
            round.extra.entry(pc).or_default().add(&extra);
        }
        self.extra.at(pc).add(&extra);
    }
}

impl Observer for Profiled {
    fn completed(&mut self, _: &Moment<'_>, instruction: &Completed) {
        if instruction.parcel.is_some() {
            self.add_extra(instruction.pc, Counts { instructions: 1, ..Counts::default() });
        }
    }

    fn waited(&mut self, pc: u64, wait: Wait, cycles: u64) {
        if wait != Wait::Device {
            self.paid(pc, cycles);
            return;
        }
        self.waited += cycles;
        if let Some((pc, _)) = self.outside {
            self.add_extra(pc, Counts { wait_cycles: cycles, ..Counts::default() });
        }
    }

    fn round_began(&mut self, at: &Moment<'_>) {
        self.settle(at.hart.cycles, at.hart.instret);
        self.round = Some(RoundCosts::default());
    }

    fn round_ended(&mut self, at: &Moment<'_>) {
        self.settle(at.hart.cycles, at.hart.instret);
        self.last_round = self.round.take().unwrap_or_default();
    }

    /// All cycles of skipped rounds count as waiting.
    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        let SkippedRounds { rounds, cycles, instructions } = *skipped;
        let round = std::mem::take(&mut self.last_round);
        for (pc, [arrivals, departures]) in &round.flow {
            self.waiting.add(*pc, [arrivals.wrapping_mul(rounds), departures.wrapping_mul(rounds)]);
        }
        for (pc, extra) in &round.extra {
            let extra = Counts { wait_cycles: extra.cycles, ..*extra };
            self.extra.at(*pc).add(&multiplied(&extra, rounds));
        }
        for (node, calls) in &round.calls {
            self.tree.call(*node, calls * rounds);
        }
        for (node, own) in &round.own {
            self.tree.add(*node, &multiplied(&Counts { wait_cycles: own.cycles, ..*own }, rounds));
        }
        if let Some((_, at)) = &mut self.outside {
            *at += rounds * cycles;
        }
        self.tree.skip(rounds * cycles, rounds * instructions);
    }
}

impl Engine for Profiled {
    fn run(&mut self, hart: &mut Hart, ram: &mut Ram, code: &mut Code, mut watching: Watching<'_>, until: u64) -> Exit {
        rankine_hart::run(hart, ram, code, self, &mut watching, until)
    }

    fn image(&self, ranges: &[Range<u64>], ram: &mut Ram, xlen: Xlen, extensions: &Extensions) -> Arc<Image> {
        Code::image(ranges, ram, xlen, extensions, self)
    }

    fn caches(&self) -> Option<&Cached> {
        Some(&self.cached)
    }

    fn caches_mut(&mut self) -> Option<&mut Cached> {
        Some(&mut self.cached)
    }

    /// Updates the counts only: `rounds_skipped` adds the misses of the rounds to the profile.
    fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        self.cached.repeat_counts(misses, times);
        self.misses = self.misses.and_times(misses, times);
        self.settled = self.settled.and_times(misses, times);
    }
}

// SAFETY: the marks are those of the caches, which are never replaced; counters stay where they are until the flow is dropped.
unsafe impl Timing for Profiled {
    const PROFILED: bool = true;

    rankine_timing::costs_of!(cached);

    fn flush_code(&mut self) {
        self.cached.flush_code();
    }

    fn places(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2] {
        self.flow.span(pc, bytes)
    }

    #[inline(never)]
    fn take_counters(&mut self, cost: &dyn Fn(u64) -> Option<CodeCost>) {
        for (pc, counts) in self.flow.take(cost) {
            self.forgotten.entry(pc).or_default().add(&counts);
        }
        for (pc, counts) in self.waiting.take(cost) {
            self.forgotten.entry(pc).or_default().add(&Counts { wait_cycles: counts.cycles, ..counts });
        }
    }

    #[inline(never)]
    fn transferred(&mut self, from: u64, to: u64) {
        self.add_flow(from, DEPARTURE);
        self.add_flow(to, ARRIVAL);
    }

    #[inline]
    fn jumped(&mut self, jump: &Jump) {
        if !self.tree.moves(jump) {
            return;
        }
        self.settle_node(jump.cycles, jump.instret);
        if let Some(node) = self.tree.go(jump) {
            if let Some(round) = &mut self.round {
                *round.calls.entry(node).or_default() += 1;
            }
            self.tree.call(node, 1);
        }
    }

    #[inline(never)]
    fn entered(&mut self, pc: u64, cycles: u64) {
        self.catch_up(cycles);
        self.outside = None;
        self.add_flow(pc, ARRIVAL);
    }

    #[inline(never)]
    fn left(&mut self, pc: u64, is_retired: bool, cycles: u64) {
        self.add_flow(pc, if is_retired { DEPARTURE } else { NO_ARRIVAL });
        self.outside = Some((pc, cycles));
    }

    #[inline(never)]
    fn paid(&mut self, pc: u64, cycles: u64) {
        let now = self.cached.counts();
        let before = std::mem::replace(&mut self.misses, now);
        if let Some((_, at)) = &mut self.outside {
            *at += cycles;
        }
        let (l1i_misses, l1d_misses) = (now.l1i_misses - before.l1i_misses, now.l1d_misses - before.l1d_misses);
        let l2_misses = now.l2_misses - before.l2_misses;
        if self.round.is_some() {
            self.add_extra(pc, Counts { cycles, l1i_misses, l1d_misses, l2_misses, ..Counts::default() });
            return;
        }
        let extra = self.extra.at(pc);
        extra.cycles = extra.cycles.saturating_add(cycles);
        extra.l1i_misses = extra.l1i_misses.saturating_add(l1i_misses);
        extra.l1d_misses = extra.l1d_misses.saturating_add(l1d_misses);
        extra.l2_misses = extra.l2_misses.saturating_add(l2_misses);
    }
}
