//! Halts processors for a debugger: at breakpoints, after a step, at an access to watched memory. A
//! halted machine stands still between two instructions of one processor. It goes on as if it had
//! not been halted.

use rankine_bus::{Kind, Memory};
use rankine_hart::{Accessed, Hart, Retired};
use rankine_isa::{Class, Op, decode};
use rankine_machine::{Completed, GroupKey, Machine, Moment, Observer, ProcessorId, Wants};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

/// The kind of accesses that halt a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watched {
    Stores,
    Loads,
    Both,
}

/// A watched range in the memory of every processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watchpoint {
    pub addr: u64,
    pub bytes: u64,
    pub accesses: Watched,
}

/// The reason why a processor has halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It is about to execute the instruction at a breakpoint.
    Breakpoint,
    /// Its step is done.
    Step,
    /// The instruction before its pc, or a device of its node, has accessed the watched range.
    Watchpoint(Watchpoint),
}

/// A request to step a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub processor: ProcessorId,
    /// The processor goes on while it is in this range of addresses. An empty range means a single
    /// instruction.
    pub range: Range<u64>,
}

/// The conditions that halt one processor.
#[derive(Default)]
pub struct Halting {
    breakpoints: BTreeSet<u64>,
    watchpoints: Vec<Watchpoint>,
    /// The range of a step, and the number of instructions retired before it.
    step: Option<(Range<u64>, u64)>,
    /// A breakpoint at which the step begins, and where it must not halt.
    leaves: Option<u64>,
    /// A breakpoint at an instruction that is performed in the global order. The processor halts
    /// when the instruction comes first in the order, so that it can be stepped without any other
    /// processor.
    due: Option<u64>,
    /// Only other processors may halt. This one goes on, and `passed` records where it would have
    /// halted.
    is_free: bool,
    passed: Option<u64>,
    halt: Option<Halt>,
}

impl Halting {
    /// The reason why the processor has halted, if it has.
    pub fn halt(&self) -> Option<Halt> {
        self.halt
    }

    /// An instruction or a device has accessed these bytes.
    fn accessed(&mut self, addr: u64, bytes: u64, is_store: bool) {
        let is_hit = |watch: &&Watchpoint| {
            let overlaps = addr.wrapping_sub(watch.addr) < watch.bytes || watch.addr.wrapping_sub(addr) < bytes;
            let wanted = match watch.accesses {
                Watched::Stores => is_store,
                Watched::Loads => !is_store,
                Watched::Both => true,
            };
            overlaps && wanted
        };
        match self.watchpoints.iter().find(is_hit) {
            Some(_) if self.is_free => self.passed = Some(addr),
            Some(watchpoint) => {
                self.halt.get_or_insert(Halt::Watchpoint(*watchpoint));
            }
            None => {}
        }
    }

    /// Does the processor halt at a breakpoint at `pc`?
    fn halts_at(&mut self, pc: u64) -> bool {
        let is_breakpoint = self.breakpoints.contains(&pc) && self.leaves != Some(pc);
        if is_breakpoint && self.is_free {
            self.passed = Some(pc);
        }
        is_breakpoint && !self.is_free
    }
}

/// Is the instruction at which the hart stands performed in the global order: a call to the host, a
/// fence, an access outside ordinary memory? A processor that halts there cannot be changed. So
/// `ebreak` does not count: a function of the program that GDB has called returns to one, and GDB
/// changes the registers there.
fn is_shared(at: &Moment<'_>) -> bool {
    let mut word = [0; 4];
    // The last instruction in memory may be a short one.
    let is_read = at.ram.read(at.hart.pc, &mut word) || at.ram.read(at.hart.pc, &mut word[..2]);
    let instr = decode(u32::from_le_bytes(word), at.hart.xlen(), at.hart.extensions()).filter(|_| is_read);
    instr.is_some_and(|instr| match instr.class() {
        Class::Fence => !at.devices.is_empty(),
        Class::System => instr.op == Op::Ecall,
        Class::Load | Class::Store | Class::FpLoad | Class::FpStore | Class::Atomic => {
            let base = at.hart.x[usize::from(instr.rs1)];
            let offset = if instr.class() == Class::Atomic { 0 } else { i64::from(instr.imm) };
            let mut byte = [0];
            !at.ram.read(at.hart.address(base.wrapping_add_signed(offset)), &mut byte)
        }
        _ => false,
    })
}

impl Observer for Halting {
    fn wants(&self) -> Wants {
        let steps = self.step.is_some();
        let instructions = steps || !self.watchpoints.is_empty();
        Wants { instructions, halts: true, all_rounds: steps, ..Wants::default() }
    }

    fn hook_reached(&mut self, at: &Moment<'_>) {
        let pc = at.hart.pc;
        if self.halts_at(pc) {
            match is_shared(at) {
                true => self.due = Some(pc),
                false => self.halt = Some(Halt::Breakpoint),
            }
        }
    }

    fn access_due(&mut self, hart: &Hart) {
        if self.due.take() == Some(hart.pc) && self.halts_at(hart.pc) {
            self.halt = Some(Halt::Breakpoint);
        }
    }

    fn retired(&mut self, _: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        if let Some(Accessed { addr, bytes, is_store }) = retired.access {
            self.accessed(addr, u64::from(bytes), is_store);
        }
        match self.halt.is_some() || self.step.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn completed(&mut self, _: &Moment<'_>, instruction: &Completed) {
        if let Some(access) = instruction.access.filter(|access| access.kind != Kind::Fence) {
            self.accessed(access.addr, access.width.bytes(), access.kind != Kind::Load);
        }
    }

    fn memory_written(&mut self, addr: u64, bytes: u64) {
        self.accessed(addr, bytes, true);
    }

    fn must_halt(&mut self, hart: &Hart) -> bool {
        let is_done = |(range, before): &(Range<u64>, u64)| hart.instret > *before && !range.contains(&hart.pc);
        if self.halt.is_none() && self.step.as_ref().is_some_and(is_done) {
            self.halt = Some(Halt::Step);
        }
        self.halt.is_some()
    }

    fn has_halted(&self) -> bool {
        self.halt.is_some()
    }
}

/// The debugger's requests for the whole machine.
pub struct Debugging {
    /// Breakpoints that the debugger has set.
    wanted: BTreeSet<u64>,
    /// Breakpoints that halt. While only some processors may run, these can be more.
    set: BTreeSet<u64>,
    /// The hooks that are set for breakpoints, by group of processors that share code.
    hooks: BTreeMap<GroupKey, BTreeSet<u64>>,
    watchpoints: BTreeSet<Watchpoint>,
}

impl Debugging {
    /// Makes all processors able to halt.
    pub fn begin(machine: &mut Machine) -> Debugging {
        machine.attach(|_| Box::<Halting>::default());
        Debugging {
            wanted: BTreeSet::new(),
            set: BTreeSet::new(),
            hooks: BTreeMap::new(),
            watchpoints: BTreeSet::new(),
        }
    }

    /// Makes all processors unable to halt.
    pub fn end(mut self, machine: &mut Machine) {
        self.wanted.clear();
        self.watchpoints.clear();
        self.resume(machine, &[], None);
        machine.detach::<Halting>();
    }

    /// Sets or removes a breakpoint.
    pub fn set_breakpoint(&mut self, pc: u64, wanted: bool) {
        let _ = if wanted { self.wanted.insert(pc) } else { self.wanted.remove(&pc) };
    }

    /// As [`Debugging::set_breakpoint`]. Returns false if there is no such watchpoint to remove.
    pub fn set_watchpoint(&mut self, watchpoint: Watchpoint, wanted: bool) -> bool {
        if wanted {
            self.watchpoints.insert(watchpoint);
            return true;
        }
        self.watchpoints.remove(&watchpoint)
    }

    /// Called before the machine goes on. `steps`: the processors that step. `only`: the only
    /// processors that may halt, for example when a debugger steps one off a breakpoint. Simulated
    /// time cannot go on for one processor alone, so the others go on, too, even past breakpoints.
    pub fn resume(&mut self, machine: &mut Machine, steps: &[Step], only: Option<&[ProcessorId]>) {
        if only.is_none() {
            self.set = self.wanted.clone();
        } else {
            self.set.extend(&self.wanted);
        }
        self.set_hooks(machine);
        for id in machine.processor_ids() {
            let step = steps.iter().find(|step| step.processor == id);
            let is_free = only.is_some_and(|only| !only.contains(&id));
            let processor = machine.processor_mut(id);
            let (pc, instret) = (processor.hart.pc, processor.hart.instret);
            let mut may_halt = step.is_some();
            if let Some(halting) = processor.observer_mut::<Halting>() {
                // A debugger removes breakpoints to step one processor. The others would have
                // halted there.
                let breakpoints = if is_free { &self.set } else { &self.wanted };
                let watchpoints: Vec<Watchpoint> = self.watchpoints.iter().copied().collect();
                may_halt |= !breakpoints.is_subset(&halting.breakpoints) || watchpoints != halting.watchpoints;
                halting.breakpoints.clone_from(breakpoints);
                halting.watchpoints = watchpoints;
                halting.halt = None;
                halting.is_free = is_free;
                halting.step = step.map(|step| (step.range.clone(), instret));
                halting.leaves = (step.is_some() && !self.wanted.contains(&pc)).then_some(pc);
            }
            processor.ask_observers();
            if may_halt {
                // The processor may halt in the loop in which it is suspended.
                machine.perform_rounds(id);
            }
        }
    }

    /// The processors that have passed a breakpoint or a watched place since the last call, and the
    /// address.
    pub fn take_passed(machine: &mut Machine) -> Vec<(ProcessorId, u64)> {
        let mut found = Vec::new();
        for id in machine.processor_ids() {
            let halting = machine.processor_mut(id).observer_mut::<Halting>();
            found.extend(halting.and_then(|halting| halting.passed.take()).map(|at| (id, at)));
        }
        found
    }

    /// Sets and clears hooks according to the breakpoints. Hooks that exist for other reasons stay.
    fn set_hooks(&mut self, machine: &mut Machine) {
        let groups: BTreeMap<GroupKey, ProcessorId> =
            machine.processors().map(|processor| (processor.group, processor.id)).collect();
        for (group, id) in groups {
            let ours = self.hooks.entry(group).or_default();
            let code = &machine.processor(id).code;
            let missing = self.set.iter().filter(|pc| !code.is_hooked(**pc));
            let (new, old): (Vec<u64>, Vec<u64>) =
                (missing.copied().collect(), ours.difference(&self.set).copied().collect());
            if new.is_empty() && old.is_empty() {
                continue;
            }
            machine.change_hooks(id, &new, &old);
            ours.retain(|pc| self.set.contains(pc));
            ours.extend(new);
        }
    }
}
