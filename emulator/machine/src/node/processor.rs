//! A processor: a hart with its private memory, code and timing, and its next action.

use super::plan::{Midway, Plan};
use super::state::State;
use super::tohost::ToHost;
use crate::polling::{Detector, Round};
use crate::watch::{Completed, Engine, Moment, Observer, Observers};
use rankine_bus::{Access, Clock, Device, NodeId, Ram, Shows};
use rankine_hart::{Code, Hart};
use rankine_program::{CallTracker, CurrentCall, Registers};
use std::any::Any;
use std::collections::VecDeque;

/// A processor's number: its node, and its place there. Place 0 runs the rank's program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessorId {
    pub node: NodeId,
    pub index: u32,
}

impl ProcessorId {
    /// The processor that runs a rank's program.
    pub fn of_rank(rank: NodeId) -> ProcessorId {
        ProcessorId { node: rank, index: 0 }
    }

    /// The value of `mhartid`: the node, and above bit 16 the processor's place at its node.
    pub fn hart_number(self) -> u32 {
        self.node | self.index << 16
    }

    /// For names of files and for tables: `3`, or `3.1`.
    pub fn short(self) -> String {
        match self.index {
            0 => self.node.to_string(),
            index => format!("{}.{index}", self.node),
        }
    }
}

/// `rank 3`, or `rank 3 processor 1`.
impl std::fmt::Display for ProcessorId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.index {
            0 => write!(f, "rank {}", self.node),
            index => write!(f, "rank {} processor {index}", self.node),
        }
    }
}

/// The number of a program, and the lowest rank of its kind of node. Processors of one group share
/// decoded code.
pub type GroupKey = (usize, u32);

/// A request to memory, and the cycle of the cache miss that caused it.
#[derive(Clone, Copy, Debug)]
pub struct MemoryRequest {
    pub cycle: u64,
    pub bytes: u64,
    pub waits: bool,
}

/// The parts from which a processor is built. The hart stands at the program's first instruction.
pub struct ProcessorParts {
    pub id: ProcessorId,
    pub group: GroupKey,
    pub clock: Clock,
    pub hart: Hart,
    pub ram: Ram,
    pub code: Code,
    pub engine: Box<dyn Engine>,
    pub observers: Vec<Box<dyn Observer>>,
    /// The lowest address of the program's stack.
    pub stack_bottom: u64,
    /// Cycles for which the processor may only compute and make accesses that change nothing, while
    /// all others wait; after that it is a deadlock. None: no limit.
    pub silent_cycles: Option<u64>,
}

/// A hart with its private memory, code and timing.
pub struct Processor {
    pub id: ProcessorId,
    /// Processors of one group share decoded code.
    pub group: GroupKey,
    pub clock: Clock,
    pub hart: Hart,
    pub ram: Ram,
    pub code: Code,
    pub engine: Box<dyn Engine>,
    pub state: State,
    pub(crate) detector: Detector,
    /// The round of the polling loop that the hart is in, and the cycle at which polling began.
    pub(crate) round: Option<Round>,
    pub(crate) polls_since: u64,
    /// The processor has been taken out of its round because of the next event, after which the
    /// search for rounds begins anew: its behaviour until then depends on whether rounds were
    /// skipped.
    pub(crate) has_left_round: bool,
    /// The cycle at which the current MPI call was entered, as of the beginning of the round that
    /// was watched last.
    pub(crate) entered_before_round: Option<u64>,
    pub(crate) plan: Plan,
    /// Requests that the memory port has not received yet, in order of time.
    pub(crate) asked: VecDeque<MemoryRequest>,
    /// A stretch that a halt has interrupted.
    pub(crate) midway: Option<Midway>,
    pub tohost: Option<ToHost>,
    /// The MPI call that the program is in.
    pub(crate) calls: CallTracker,
    pub(crate) observers: Observers,
    /// Number of events that may have changed anything in the node's devices or memory.
    pub(crate) version: u64,
    /// Instructions of polling rounds that were skipped; part of the hart's count.
    pub skipped_instructions: u64,
    /// The lowest address of the program's stack, to recognise an overflow.
    pub stack_bottom: u64,
    silent_cycles: Option<u64>,
    /// The cycle of the processor's last action: a call to the host, a shared access that may have
    /// changed something, or an event that touched its node.
    pub(crate) acted_cycle: u64,
}

impl Processor {
    pub fn new(parts: ProcessorParts) -> Processor {
        let ProcessorParts { id, group, clock, hart, ram, code, engine, observers, stack_bottom, silent_cycles } =
            parts;
        Processor {
            id,
            group,
            clock,
            hart,
            ram,
            code,
            engine,
            state: State::Running,
            detector: Detector::default(),
            round: None,
            polls_since: 0,
            has_left_round: false,
            entered_before_round: None,
            plan: Plan::default(),
            asked: VecDeque::new(),
            midway: None,
            tohost: None,
            calls: CallTracker::default(),
            observers: Observers::new(observers),
            version: 0,
            skipped_instructions: 0,
            stack_bottom,
            silent_cycles,
            acted_cycle: 0,
        }
    }

    /// If the processor has changed nothing outside its memory, and no event has touched its node,
    /// for longer than its limit: for how many cycles. The caller must check whether the access at
    /// which it may stand changes something.
    pub fn silent_for(&self) -> Option<u64> {
        let cycles = self.hart.cycles - self.acted_cycle;
        let can_go_on = matches!(self.state, State::Running | State::Access(_));
        (can_go_on && cycles >= self.silent_cycles?).then_some(cycles)
    }

    /// The number of the program it runs.
    pub fn program(&self) -> usize {
        self.group.0
    }

    /// The program's exit status, if it has ended.
    pub fn exit_status(&self) -> Option<i32> {
        match self.state {
            State::Exited(status) => Some(status),
            _ => None,
        }
    }

    /// The hart's integer registers and pc; those of a 32-bit hart are zero-extended, as addresses
    /// are.
    pub fn registers(&self) -> Registers {
        Moment { hart: &self.hart, ram: &self.ram, devices: &[] }.registers()
    }

    /// The outermost MPI call that the program is in.
    pub fn current_call(&self) -> Option<&CurrentCall> {
        self.calls.current()
    }

    /// The observer of this type, if the processor has one. The engine can be one, too.
    pub fn observer<T: Any>(&self) -> Option<&T> {
        self.observers.find().or_else(|| (self.engine.as_ref() as &dyn Any).downcast_ref())
    }

    /// As [`Processor::observer`].
    pub fn observer_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.observers.find_mut().or_else(|| (self.engine.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// Asks the observers again for their `Wants`. Called after one has changed them.
    pub fn ask_observers(&mut self) {
        self.observers.ask();
    }

    /// Calls `of` for the engine and all observers.
    pub(crate) fn tell(&mut self, mut of: impl FnMut(&mut dyn Observer)) {
        of(self.engine.as_mut());
        self.observers.list_mut().iter_mut().for_each(|observer| of(observer.as_mut()));
    }

    /// Calls `of` for the engine and all observers, with the present moment.
    pub(crate) fn tell_now(&mut self, devices: &[Box<dyn Device>], mut of: impl FnMut(&mut dyn Observer, &Moment<'_>)) {
        let at = Moment { hart: &self.hart, ram: &self.ram, devices };
        of(self.engine.as_mut(), &at);
        self.observers.list_mut().iter_mut().for_each(|observer| of(observer.as_mut(), &at));
    }

    /// Completes the instruction at which the hart stands.
    pub(crate) fn complete(
        &mut self,
        devices: &[Box<dyn Device>],
        access: Option<Access>,
        finish: impl FnOnce(&mut Hart),
    ) {
        let instruction = Completed { pc: self.hart.pc, parcel: self.hart.waiting(), access };
        finish(&mut self.hart);
        self.tell_now(devices, |observer, at| observer.completed(at, &instruction));
    }

    /// An event is about to touch the node, and may change state on which a suspended hart or a
    /// reservation relied.
    pub(crate) fn touch(&mut self) {
        self.show(0, &Shows::Everything);
    }

    /// As [`Processor::touch`], for an event of which only `shows` can be seen.
    pub(crate) fn show(&mut self, device: usize, shows: &Shows) {
        match shows {
            _ if std::mem::take(&mut self.has_left_round) => self.version += 1,
            Shows::Everything => self.version += 1,
            part => self.detector.show(device, part),
        }
        self.acted_cycle = self.hart.cycles;
        self.hart.reservation = None;
    }
}
