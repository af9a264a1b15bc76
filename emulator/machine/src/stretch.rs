//! Private stretches: a hart on its own memory, between two places in the global order.
//!
//! A stretch sees memory as it is at its place. The first one after a shared access has that access's place; it is
//! short, and when it ends without a shared access a longer one follows, whose place is where the one before began.
//! So a hart that computes runs ahead of the others, by more the longer it does, and nothing that they do at places
//! in between concerns it. All this speaks of simulated time only: host threads change none of it.

use crate::node::{Node, State};
use crate::watcher::Observed;
use rankine_bus::{Access, Kind};
use rankine_hart::{Exit, Hart};
use rankine_observe::Marks;
use rankine_observe::mpi::MpiCalls;

/// What all stretches of a run obey.
pub struct Rules {
    /// The MPI functions of each program.
    pub mpi_calls: Vec<MpiCalls>,
    /// The marks of each program, if somebody wants to know when they are passed.
    pub marks: Vec<Marks>,
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

impl Node {
    /// Runs the hart to its next shared access, or for the cycles planned; plans the next stretch.
    pub(crate) fn stretch(&mut self, rules: &Rules) {
        let began = self.hart.cycles;
        let cycles = self.plan.cycles.max(rules.first_cycles);
        self.state = self.run_until(rules, (began + cycles).min(rules.last_cycle.saturating_add(1)));
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
        if let (Some(watcher), Some(parcel)) = (&mut self.watcher, parcel) {
            watcher.complete(&self.hart, &mut self.ram, &parcel, pc, access);
        }
    }

    fn run_until(&mut self, rules: &Rules, until: u64) -> State {
        let mpi_calls = &rules.mpi_calls[self.program];
        loop {
            let Node { hart, ram, code, timing, .. } = self;
            let mut pause = until;
            if let Some(watcher) = &mut self.watcher {
                watcher.resume(hart);
                pause = until.min(watcher.next_edge());
            }
            let exit = if let Some(watcher) = self.watcher.as_mut().filter(|watcher| watcher.is_active()) {
                let (log, tohost) = (self.detector.watched.as_mut(), self.tohost.as_mut());
                timing.run(hart, ram, code, &mut Observed { log, tohost, watcher }, pause)
            } else if let Some(tohost) = &mut self.tohost {
                timing.run(hart, ram, code, tohost, pause)
            } else if let Some(log) = &mut self.detector.watched {
                timing.run(hart, ram, code, log, pause)
            } else {
                timing.run(hart, ram, code, &mut (), pause)
            };
            if std::mem::take(&mut self.hart.impure) {
                self.detector.reset();
            }
            match exit {
                Exit::Hook => {
                    if let Some(marks) = rules.marks.get(self.program) {
                        self.pass_marks(marks);
                    }
                    self.enter_call(mpi_calls);
                    if let Some(watcher) = &mut self.watcher {
                        watcher.at_hook(&self.hart);
                    }
                }
                Exit::Returned => self.leave_call(mpi_calls),
                Exit::Shared(access) if access.kind == Kind::Fence && self.devices.is_empty() => {
                    self.complete(None, |hart| hart.finish_fence(1));
                }
                // Where a log begins or ends, the hart only pauses.
                Exit::Budget if self.hart.cycles < until => {}
                Exit::Budget if self.jumps_to_itself() => return State::Spinning,
                Exit::Budget | Exit::Watched => return State::Running,
                Exit::Shared(access) => return State::Access(access),
                Exit::Ecall => return State::Ecall,
                Exit::Ebreak => return State::Ebreak,
                Exit::Trap(trap) => return State::Trapped(trap),
                Exit::Wfi => return State::Waiting,
            }
        }
    }
}
