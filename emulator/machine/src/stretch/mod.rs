//! Stretches: the private work of a hart between two places in the global order.
//!
//! A stretch sees memory as it is at the stretch's place. The first stretch after a shared access
//! has that access's place and is short. If it ends without a shared access, a longer one follows;
//! its place is where the stretch before it began. So a hart that computes runs ahead of the
//! others, the farther the longer it computes. Events at places in between do not affect it. This
//! concerns simulated time only: host threads change none of it.

mod hooks;
mod threads;

pub(crate) use threads::Workers;

use crate::node::{Midway, Node, Plan, Processor, ProcessorId, State};
use crate::watch::{Stores, Watching};
use rankine_bus::{Device, Kind, Time};
use rankine_hart::Exit;
use rankine_program::Marks;
use rankine_program::mpi::MpiCalls;

/// Addresses of a program at which the machine looks.
pub struct Points {
    pub calls: MpiCalls,
    /// Set if an observer wants marks.
    pub marks: Option<Marks>,
}

/// The rules of all stretches of a run.
pub struct Rules {
    /// By program.
    pub points: Vec<Points>,
    /// Cycles of a first stretch, and of the longest stretch.
    pub first_cycles: u64,
    pub longest_cycles: u64,
    /// No hart runs beyond the cycle of this time.
    pub last: Time,
}

impl Node {
    /// Runs a processor to its next shared access, or for the planned cycles. Plans the next
    /// stretch. If the hart halts midway, the next call runs the rest.
    pub(crate) fn stretch(&mut self, id: ProcessorId, rules: &Rules) {
        let Node { processors, devices, .. } = self;
        processors[id.index as usize].stretch(devices, rules);
    }
}

impl Processor {
    fn stretch(&mut self, devices: &[Box<dyn Device>], rules: &Rules) {
        let midway = self
            .midway
            .take()
            .unwrap_or_else(|| Midway { began: self.hart.cycles, cycles: self.plan.cycles.max(rules.first_cycles) });
        let Midway { began, cycles } = midway;
        let limit = self.clock.cycle(rules.last).saturating_add(1);
        let ended = self.run_until(devices, rules, began.saturating_add(cycles).min(limit));
        self.tell_now(devices, |observer, at| observer.stretch_ended(at));
        let Some(state) = ended else {
            (self.state, self.midway) = (State::Running, Some(midway));
            return;
        };
        self.state = state;
        self.plan = match self.state {
            State::Running => Plan { cycles: (2 * cycles).min(rules.longest_cycles), place_cycle: began },
            _ => Plan::default(),
        };
    }

    /// Returns none if the hart has halted.
    fn run_until(&mut self, devices: &[Box<dyn Device>], rules: &Rules, until: u64) -> Option<State> {
        loop {
            if self.observers.must_halt(&self.hart) {
                return None;
            }
            let exit = self.run_engine(until);
            if std::mem::take(&mut self.hart.impure) {
                self.detector.reset();
            }
            match exit {
                Exit::Hook => self.reach_hook(devices, rules),
                Exit::Returned => self.leave_call(devices, rules),
                Exit::Shared(access) if access.kind == Kind::Fence && devices.is_empty() => {
                    self.complete(devices, None, |hart| hart.finish_fence(1));
                }
                // An observer has asked for a pause.
                Exit::Budget if self.hart.cycles < until => {}
                Exit::Budget if self.jumps_to_itself() => return Some(State::Spinning),
                // An observer may ask for a halt behind this instruction.
                Exit::Watched if self.tohost.is_none() || self.observers.must_halt(&self.hart) => {}
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

    /// Runs the engine up to a cycle, or to a pause that an observer has asked for.
    fn run_engine(&mut self, until: u64) -> Exit {
        let Processor { hart, ram, code, engine, observers, detector, tohost, .. } = self;
        let mut pause = until.min(engine.stretch_began(hart));
        for observer in observers.list_mut() {
            pause = pause.min(observer.stretch_began(hart));
        }
        // For a bare program, stores to `tohost` are watched in place of polling.
        let stores = match tohost {
            Some(tohost) => Some(Stores::ToHost(tohost)),
            None => detector.watched.as_mut().map(Stores::Round),
        };
        let wants_all = observers.wants().instructions;
        let watching = Watching { stores, observers: wants_all.then(|| observers.list_mut()) };
        engine.run(hart, ram, code, watching, pause)
    }
}
