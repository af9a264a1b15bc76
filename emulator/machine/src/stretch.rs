//! Private stretches: a hart on its own memory, between two places in the global order.
//!
//! A stretch sees memory as it is at its place. The first one after a shared access has that access's place; it is
//! short, and when it ends without a shared access a longer one follows, whose place is where the one before began.
//! So a hart that computes runs ahead of the others, by more the longer it does, and nothing that they do at places
//! in between concerns it. All this speaks of simulated time only: host threads change none of it.

use crate::node::{Node, State};
use crate::observed::Observed;
use rankine_bus::{Access, Kind};
use rankine_hart::{Exit, Hart};
use rankine_observe::Marks;
use rankine_observe::check::CheckFunctions;
use rankine_observe::mpi::MpiCalls;
use rankine_observe::phases::PhaseLabels;

/// What all stretches of a run obey.
pub struct Rules {
    /// The MPI functions of each program.
    pub mpi_calls: Vec<MpiCalls>,
    /// The marks of each program, if somebody wants to know when they are passed.
    pub marks: Vec<Marks>,
    /// The MPI functions of each program that are followed, if calls are checked.
    pub checks: Vec<CheckFunctions>,
    /// Where phases of calls begin in each program, if somebody wants to know.
    pub phases: Vec<PhaseLabels>,
    /// Cycles of a first stretch, and of the longest.
    pub first_cycles: u64,
    pub longest_cycles: u64,
    /// No hart goes beyond this cycle.
    pub last_cycle: u64,
}

/// The stretch that a running hart makes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// How long it is; zero: as long as a first one.
    pub cycles: u64,
    /// Where the one before began.
    pub place_cycle: u64,
}

/// A stretch that a halt has interrupted.
#[derive(Clone, Copy, Debug)]
pub struct Midway {
    began: u64,
    cycles: u64,
}

impl Node {
    /// Runs the hart to its next shared access, or for the cycles planned; plans the next stretch. A hart that halts
    /// midway does what is left the next time.
    pub(crate) fn stretch(&mut self, rules: &Rules) {
        let midway = self
            .midway
            .take()
            .unwrap_or_else(|| Midway { began: self.hart.cycles, cycles: self.plan.cycles.max(rules.first_cycles) });
        let Midway { began, cycles } = midway;
        let Some(state) = self.run_until(rules, (began + cycles).min(rules.last_cycle.saturating_add(1))) else {
            (self.state, self.midway) = (State::Running, Some(midway));
            return;
        };
        self.state = state;
        self.plan = match self.state {
            State::Running => Plan { cycles: (2 * cycles).min(rules.longest_cycles), place_cycle: began },
            _ => Plan::default(),
        };
    }

    /// Completes the instruction that the hart stands at.
    pub(crate) fn complete(&mut self, access: Option<Access>, finish: impl FnOnce(&mut Hart)) {
        let (parcel, pc) = (self.hart.waiting(), self.hart.pc);
        finish(&mut self.hart);
        if let Some(profiled) = self.timing.profiled().filter(|_| parcel.is_some()) {
            profiled.complete(pc);
        }
        if let (Some(watcher), Some(parcel)) = (self.timing.watcher(), parcel) {
            watcher.complete(&self.hart, &self.ram, &parcel, pc, access);
        }
        if let (Some(halting), Some(access)) = (&mut self.halting, access) {
            halting.completed(&access);
        }
    }

    /// None when the hart has halted.
    fn run_until(&mut self, rules: &Rules, until: u64) -> Option<State> {
        loop {
            if self.is_halted() {
                return None;
            }
            let Node { hart, ram, code, timing, .. } = self;
            let mut pause = until;
            if let Some(watcher) = timing.watcher() {
                watcher.resume(hart);
                pause = until.min(watcher.next_edge());
            }
            let halting = self.halting.as_deref_mut().filter(|halting| halting.looks_at_all());
            // Who looks for a program's end looks for no polling.
            let tohost = self.tohost.as_mut();
            let log = self.detector.watched.as_mut().filter(|_| tohost.is_none());
            let exit = timing.run(hart, ram, code, Observed { log, tohost, halting }, pause);
            if std::mem::take(&mut self.hart.impure) {
                self.detector.reset();
            }
            match exit {
                Exit::Hook => {
                    if let Some(marks) = rules.marks.get(self.program) {
                        self.pass_marks(marks);
                    }
                    self.enter_call(rules);
                    if let Some(labels) = rules.phases.get(self.program) {
                        self.pass_label(labels);
                    }
                    if let Some(watcher) = self.timing.watcher() {
                        watcher.at_hook(&self.hart);
                    }
                    if let Some(halting) = &mut self.halting {
                        halting.at_hook(self.hart.pc);
                    }
                }
                Exit::Returned => self.leave_call(rules),
                Exit::Shared(access) if access.kind == Kind::Fence && self.devices.is_empty() => {
                    self.complete(None, |hart| hart.finish_fence(1));
                }
                // Where a log begins or ends, the hart only pauses.
                Exit::Budget if self.hart.cycles < until => {}
                Exit::Budget if self.jumps_to_itself() => return Some(State::Spinning),
                // Nor does it do more behind an instruction that halts it.
                Exit::Watched if self.tohost.is_none() || self.is_halted() => {}
                Exit::Budget | Exit::Watched => return Some(State::Running),
                Exit::Shared(access) => return Some(State::Access(access)),
                Exit::Memory => {
                    self.note_asked();
                    return Some(State::Asking);
                }
                Exit::Ecall => return Some(State::Ecall),
                Exit::Ebreak => return Some(State::Ebreak),
                Exit::Trap(trap) => return Some(State::Trapped(trap)),
                Exit::Wfi => return Some(State::Waiting),
            }
        }
    }
}
