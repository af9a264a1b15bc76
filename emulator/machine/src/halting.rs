//! Halting ranks for a debugger: at breakpoints, after a step, when a watched place in memory is accessed. A halted
//! machine stands still between two instructions of one rank, and goes on as if it had not been halted.

use crate::group::GroupKey;
use crate::machine::Machine;
use crate::node::{Node, State};
use rankine_bus::{Access, Kind, Memory, NodeId};
use rankine_hart::{Accessed, Code, Retired, Watch};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

/// Accesses that halt a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watched {
    Stores,
    Loads,
    Both,
}

/// A watched place in the memory of every rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watchpoint {
    pub addr: u64,
    pub bytes: u64,
    pub accesses: Watched,
}

/// Why a rank has halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It is about to execute the instruction there.
    Breakpoint,
    /// Its step is done.
    Step,
    /// The instruction before its pc, or a device of its node, has accessed that place.
    Watchpoint(Watchpoint),
}

/// A rank that is to be stepped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub rank: NodeId,
    /// It goes on while it is in this range of addresses; an empty one means a single instruction.
    pub range: Range<u64>,
}

/// What halts one rank.
#[derive(Default)]
pub(crate) struct Halting {
    breakpoints: BTreeSet<u64>,
    watchpoints: Vec<Watchpoint>,
    /// The range of a step, and the instructions retired before it.
    step: Option<(Range<u64>, u64)>,
    /// A breakpoint that the step leaves without halting there.
    leaves: Option<u64>,
    halt: Option<Halt>,
}

impl Halting {
    /// Must every instruction be looked at?
    pub fn looks_at_all(&self) -> bool {
        self.step.is_some() || !self.watchpoints.is_empty()
    }

    pub fn is_stepping(&self) -> bool {
        self.step.is_some()
    }

    /// The rank stands at a hooked instruction.
    pub fn at_hook(&mut self, pc: u64) {
        if self.breakpoints.contains(&pc) && self.leaves != Some(pc) {
            self.halt = Some(Halt::Breakpoint);
        }
    }

    /// Has something halted the rank, which stands at `pc` with so many instructions retired?
    pub fn is_halted(&mut self, pc: u64, instret: u64) -> bool {
        let is_done = |(range, before): &(Range<u64>, u64)| instret > *before && !range.contains(&pc);
        if self.halt.is_none() && self.step.as_ref().is_some_and(is_done) {
            self.halt = Some(Halt::Step);
        }
        self.halt.is_some()
    }

    /// Something has accessed these bytes.
    pub fn accessed(&mut self, addr: u64, bytes: u64, is_store: bool) {
        let is_hit = |watch: &&Watchpoint| {
            let overlaps = addr.wrapping_sub(watch.addr) < watch.bytes || watch.addr.wrapping_sub(addr) < bytes;
            let wanted = match watch.accesses {
                Watched::Stores => is_store,
                Watched::Loads => !is_store,
                Watched::Both => true,
            };
            overlaps && wanted
        };
        if let Some(watchpoint) = self.watchpoints.iter().find(is_hit) {
            self.halt.get_or_insert(Halt::Watchpoint(*watchpoint));
        }
    }

    /// The machine has completed a shared access of the rank.
    pub fn completed(&mut self, access: &Access) {
        if access.kind != Kind::Fence {
            self.accessed(access.addr, access.width.bytes(), access.kind != Kind::Load);
        }
    }
}

impl Watch for Halting {
    const RETIRES: bool = true;

    fn retire(&mut self, _: &rankine_hart::Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        if let Some(Accessed { addr, bytes, is_store }) = retired.access {
            self.accessed(addr, u64::from(bytes), is_store);
        }
        match self.halt.is_some() || self.step.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// What a debugger has asked of the whole machine.
#[derive(Default)]
pub(crate) struct Debugging {
    /// Breakpoints that are wanted; those that halt, which only a run of all ranks makes the same; and the hooks that are
    /// set for them, by group of nodes that share code.
    wanted: BTreeSet<u64>,
    set: BTreeSet<u64>,
    hooks: BTreeMap<GroupKey, BTreeSet<u64>>,
    watchpoints: BTreeSet<Watchpoint>,
}

impl Machine {
    /// Lets ranks halt from now on. Their stretches are not given to other host threads then.
    pub fn begin_debugging(&mut self) {
        self.debugging = Some(Box::default());
        for id in 0..self.nodes.len() {
            self.nodes[id].halting = Some(Box::default());
        }
    }

    /// Nothing halts any more.
    pub fn end_debugging(&mut self) {
        if let Some(debugging) = &mut self.debugging {
            debugging.wanted.clear();
            debugging.watchpoints.clear();
        }
        self.resume(&[], true);
        for id in 0..self.nodes.len() {
            self.nodes[id].halting = None;
        }
        self.debugging = None;
    }

    /// Wants a breakpoint, or no longer.
    pub fn set_breakpoint(&mut self, pc: u64, wanted: bool) {
        if let Some(debugging) = &mut self.debugging {
            let _ = if wanted { debugging.wanted.insert(pc) } else { debugging.wanted.remove(&pc) };
        }
    }

    /// As [`Machine::set_breakpoint`]. False when there is no such watchpoint to take away.
    pub fn set_watchpoint(&mut self, watchpoint: Watchpoint, wanted: bool) -> bool {
        let Some(debugging) = &mut self.debugging else { return false };
        if wanted {
            debugging.watchpoints.insert(watchpoint);
            return true;
        }
        debugging.watchpoints.remove(&watchpoint)
    }

    /// Before the machine goes on: some ranks step. If not `all` others are to run, as when a debugger steps off a
    /// breakpoint that it has taken away meanwhile, breakpoints stay for them: time cannot go on for one rank alone.
    pub fn resume(&mut self, steps: &[Step], all: bool) {
        let Some(mut debugging) = self.debugging.take() else { return };
        if all {
            debugging.set = debugging.wanted.clone();
        } else {
            debugging.set.extend(&debugging.wanted);
        }
        self.set_hooks(&mut debugging);
        for id in 0..self.nodes.len() {
            let node = &mut self.nodes[id];
            let step = steps.iter().find(|step| step.rank == node.id);
            let is_polling = matches!(node.state, State::Polling(_));
            let (pc, instret) = (node.hart.pc, node.hart.instret);
            if let Some(halting) = &mut node.halting {
                halting.breakpoints.clone_from(&debugging.set);
                halting.watchpoints = debugging.watchpoints.iter().copied().collect();
                halting.halt = None;
                halting.step = step.map(|step| (step.range.clone(), instret));
                halting.leaves = (step.is_some() && !debugging.wanted.contains(&pc)).then_some(pc);
            }
            if step.is_some() && is_polling {
                self.resume_polling(id as NodeId, self.now);
            }
        }
        self.debugging = Some(debugging);
    }

    /// Brings hooks in line with the breakpoints. Those that are there for other reasons stay.
    fn set_hooks(&mut self, debugging: &mut Debugging) {
        let groups: BTreeSet<GroupKey> = self.nodes.iter().filter_map(|node| node.group).collect();
        for group in groups {
            let ours = debugging.hooks.entry(group).or_default();
            let is_of_group = |node: &Node| node.group == Some(group);
            let Some(code) = self.nodes.iter().find(|node| is_of_group(node)).map(|node| &node.code) else { continue };
            let missing = debugging.set.iter().filter(|pc| !code.is_hooked(**pc));
            let (new, old): (Vec<u64>, Vec<u64>) =
                (missing.copied().collect(), ours.difference(&debugging.set).copied().collect());
            if new.is_empty() && old.is_empty() {
                continue;
            }
            let nodes = self.nodes.iter_mut().filter(|node| is_of_group(node));
            Code::change_hooks(nodes.map(|node| &mut node.code), &new, &old);
            ours.retain(|pc| debugging.set.contains(pc));
            ours.extend(new);
        }
    }

    /// Why a rank has halted, if it has.
    pub(crate) fn halted(&self, rank: NodeId) -> Option<Halt> {
        self.debugging.as_ref()?;
        self.nodes[rank as usize].halting.as_ref()?.halt
    }

    /// Writes a rank's memory, code perhaps; false if there is none.
    pub fn write_memory(&mut self, rank: NodeId, addr: u64, bytes: &[u8]) -> bool {
        self.resume_polling(rank, self.now);
        self.end_polling(rank, self.now);
        let node = &mut self.nodes[rank as usize];
        node.touch();
        node.detector.reset();
        if !node.ram.write(addr, bytes) {
            return false;
        }
        node.code.changed(addr, bytes.len() as u64);
        if let Some(watcher) = node.timing.watcher() {
            watcher.forget_code();
        }
        true
    }

    /// Lets `change` change a rank's registers, if it stands between two instructions.
    pub fn write_registers(&mut self, rank: NodeId, change: impl FnOnce(&mut rankine_hart::Hart)) -> bool {
        let node = &self.nodes[rank as usize];
        if node.hart.waiting().is_some() || node.hart.is_midway() || node.state != State::Running {
            return false;
        }
        self.end_polling(rank, self.now);
        let node = &mut self.nodes[rank as usize];
        node.touch();
        node.detector.reset();
        change(&mut node.hart);
        true
    }
}

impl Node {
    /// Has something halted the rank here?
    pub(crate) fn is_halted(&mut self) -> bool {
        let (pc, instret) = (self.hart.pc, self.hart.instret);
        self.halting.as_mut().is_some_and(|halting| halting.is_halted(pc, instret))
    }

    /// Is the rank stepped, so that it goes through its polling loops?
    pub(crate) fn is_stepping(&self) -> bool {
        self.halting.as_ref().is_some_and(|halting| halting.is_stepping())
    }

    /// Reads memory; false if there is none.
    pub fn read_memory(&self, addr: u64, into: &mut [u8]) -> bool {
        self.ram.read(addr, into)
    }
}
