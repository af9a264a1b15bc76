//! Profiles: the caches of a hart, and with them where its instructions and cycles go.
//!
//! Nothing is counted for each instruction. Straight code is executed as often as control came to it and did not leave
//! it before, so that two counters for each place, of arrivals and departures, tell how often each instruction was
//! executed; what it costs is known ([`flow`]). What depends on addresses, misses and answers of devices, is added where
//! it happens. Calls and returns move along the tree of calls ([`tree`]).
//!
//! A round of a polling loop is a list of such events: rounds that are left out are the same list, so many times.

mod flow;
mod tree;

use flow::Flow;
use rankine_hart::Image;
use rankine_isa::Instr;
use rankine_observe::Symbols;
use rankine_observe::recording::{Counts, Profile};
use rankine_timing::{CacheCounts, Cached, Cost, Jump, Paid, Quickly, Timing};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ops::Range;
use tree::Tree;

/// Events of a round that are kept; a longer one is told by none of them.
const ROUND_EVENTS_MAX: usize = 1 << 20;

/// Caches that keep a profile.
pub struct Profiled {
    pub cached: Cached,
    flow: Flow,
    tree: Tree,
    /// What instructions have cost beyond what the flow tells, by address.
    extra: FxHashMap<u64, Counts>,
    /// Misses that have been added there.
    misses: CacheCounts,
    waited: u64,
    /// Where and when the hart last left the engine, if it is outside: the cycles since then belong to that instruction.
    outside: Option<(u64, u64)>,
    /// The events of a round of a polling loop, while one is watched.
    round: Option<Vec<Event>>,
}

/// Something that changes the profile.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Control comes to an address; is taken back where it does not stay.
    Arrive(u64),
    Return(u64),
    /// Control leaves an instruction that has retired for another place than the next one.
    Leave(u64),
    Extra(u64, Counts),
    /// A node of the tree of calls is called, or has cost this.
    Call(usize),
    Own(usize, Counts),
}

impl Profiled {
    /// For a program with code in these ranges, which begins at `entry`.
    pub fn new(cached: Cached, code: &[Range<u64>], entry: u64, symbols: &Symbols) -> Profiled {
        Profiled {
            cached,
            flow: Flow::new(code),
            tree: Tree::new(entry, symbols),
            extra: FxHashMap::default(),
            misses: CacheCounts::default(),
            waited: 0,
            outside: Some((entry, 0)),
            round: None,
        }
    }

    /// The instruction that the hart stood at has been completed outside the engine.
    pub fn complete(&mut self, pc: u64) {
        self.note(Event::Extra(pc, Counts { instructions: 1, ..Counts::default() }));
    }

    /// The hart waits for so many cycles.
    pub fn wait(&mut self, cycles: u64) {
        self.waited += cycles;
        if let Some((pc, _)) = self.outside {
            self.note(Event::Extra(pc, Counts { wait_cycles: cycles, ..Counts::default() }));
        }
    }

    /// A round of a polling loop begins, at this cycle and with so many instructions retired.
    pub fn begin_round(&mut self, cycles: u64, instret: u64) {
        self.settle(cycles, instret);
        self.round = Some(Vec::new());
    }

    /// The round ends: what has happened in it.
    pub fn end_round(&mut self, cycles: u64, instret: u64) -> Vec<Event> {
        self.settle(cycles, instret);
        self.round.take().unwrap_or_default()
    }

    /// The hart goes through `rounds` more rounds, which take so many cycles and instructions together; nothing of it is
    /// executed.
    pub fn skip(&mut self, events: &[Event], rounds: u64, cycles: u64, instructions: u64) {
        for event in events {
            self.apply(*event, rounds);
        }
        // All of it is waiting, wherever it was spent.
        for event in events {
            match *event {
                Event::Extra(..) | Event::Arrive(_) | Event::Return(_) | Event::Leave(_) | Event::Call(_) => {}
                Event::Own(node, own) => {
                    let wait_cycles = (own.cycles - own.wait_cycles) * rounds;
                    self.apply(Event::Own(node, Counts { wait_cycles, ..Counts::default() }), 1);
                }
            }
        }
        if let Some((pc, at)) = &mut self.outside {
            *at += cycles;
            let (pc, waited) = (*pc, Counts { wait_cycles: cycles, ..Counts::default() });
            self.apply(Event::Extra(pc, waited), 1);
        }
        self.tree.skip(cycles, instructions);
    }

    /// The profile up to now.
    pub fn profile(&mut self, image: &Image, cycles: u64, instret: u64) -> Profile {
        self.settle(cycles, instret);
        let mut instructions = self.flow.counts(image);
        for (pc, extra) in &self.extra {
            instructions.entry(*pc).or_default().add(extra);
        }
        instructions.retain(|_, counts| *counts != Counts::default());
        Profile { instructions, paths: self.tree.paths() }
    }

    /// Brings what belongs to the current instruction and the current node up to this cycle.
    fn settle(&mut self, cycles: u64, instret: u64) {
        self.catch_up(cycles);
        let event = self.tree.settle(self.totals(cycles, instret));
        self.note(event);
    }

    /// The cycles since the hart has left the engine belong to where it stands.
    fn catch_up(&mut self, cycles: u64) {
        if let Some((pc, at)) = &mut self.outside {
            let (pc, spent) = (*pc, cycles.saturating_sub(*at));
            *at = cycles;
            if spent > 0 {
                self.note(Event::Extra(pc, Counts { cycles: spent, ..Counts::default() }));
            }
        }
    }

    fn totals(&self, cycles: u64, instructions: u64) -> Counts {
        let CacheCounts { l1i_misses, l1d_misses, l2_misses, .. } = self.cached.counts();
        Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles: self.waited }
    }

    fn note(&mut self, event: Event) {
        if let Some(round) = self.round.as_mut().filter(|round| round.len() < ROUND_EVENTS_MAX) {
            round.push(event);
        }
        self.apply(event, 1);
    }

    fn apply(&mut self, event: Event, times: u64) {
        match event {
            Event::Arrive(pc) => self.flow.arrive(pc, times),
            Event::Return(pc) => self.flow.arrive(pc, times.wrapping_neg()),
            Event::Leave(pc) => self.flow.leave(pc, times),
            Event::Extra(pc, counts) => self.extra.entry(pc).or_default().add(&multiplied(&counts, times)),
            Event::Call(node) => self.tree.call(node, times),
            Event::Own(node, counts) => self.tree.own(node, &multiplied(&counts, times)),
        }
    }
}

fn multiplied(counts: &Counts, times: u64) -> Counts {
    let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = *counts;
    let [instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles] =
        [instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles].map(|count| count * times);
    Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles }
}

// SAFETY: the marks are those of the caches, which are never replaced.
unsafe impl Timing for Profiled {
    const DYNAMIC: bool = true;
    const PROFILED: bool = true;

    fn costs(&self, code: &[Instr], entered: &[bool]) -> Vec<Cost> {
        self.cached.costs(code, entered)
    }

    fn code_line_bytes(&self) -> u64 {
        self.cached.code_line_bytes()
    }

    fn marks(&self) -> &[Cell<u8>] {
        self.cached.marks()
    }

    fn fetch(&mut self, pc: u64, bytes: u64) -> u64 {
        self.cached.fetch(pc, bytes)
    }

    fn access(&mut self, addr: u64, bytes: u64, is_store: bool) -> Paid {
        self.cached.access(addr, bytes, is_store)
    }

    unsafe fn access_quickly(&mut self, offset: u64, is_store: bool) -> Quickly {
        // SAFETY: the caller's.
        unsafe { self.cached.access_quickly(offset, is_store) }
    }

    fn write_back(&mut self, line: u64) -> u64 {
        self.cached.write_back(line)
    }

    fn shift(&self, amount: u64) -> u64 {
        self.cached.shift(amount)
    }

    fn flush_code(&mut self) {
        self.cached.flush_code();
    }

    #[inline(never)]
    fn transferred(&mut self, from: u64, to: u64) {
        if self.round.is_none() {
            self.flow.leave(from, 1);
            self.flow.arrive(to, 1);
        } else {
            self.note(Event::Leave(from));
            self.note(Event::Arrive(to));
        }
    }

    #[inline(never)]
    fn jumped(&mut self, jump: &Jump) {
        if self.tree.moves(jump) {
            let event = self.tree.settle(self.totals(jump.cycles, jump.instret));
            self.note(event);
            if let Some(node) = self.tree.go(jump) {
                self.note(Event::Call(node));
            }
        }
    }

    #[inline(never)]
    fn entered(&mut self, pc: u64, cycles: u64) {
        self.catch_up(cycles);
        self.outside = None;
        self.note(Event::Arrive(pc));
    }

    #[inline(never)]
    fn left(&mut self, pc: u64, is_retired: bool, cycles: u64) {
        self.note(if is_retired { Event::Leave(pc) } else { Event::Return(pc) });
        self.outside = Some((pc, cycles));
    }

    #[inline(never)]
    fn paid(&mut self, pc: u64, cycles: u64) {
        let now = self.cached.counts();
        let before = std::mem::replace(&mut self.misses, now);
        if let Some((_, at)) = &mut self.outside {
            *at += cycles;
        }
        self.note(Event::Extra(
            pc,
            Counts {
                cycles,
                l1i_misses: now.l1i_misses - before.l1i_misses,
                l1d_misses: now.l1d_misses - before.l1d_misses,
                l2_misses: now.l2_misses - before.l2_misses,
                ..Counts::default()
            },
        ));
    }
}
