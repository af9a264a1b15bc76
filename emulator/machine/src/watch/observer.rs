//! The interface for observers of a run: one trait with a function for each moment, each empty by
//! default.
//!
//! An observer belongs to one processor and sees only events of that processor. So it needs no
//! lock, and it sees the same moments in the same order for any number of host threads. It does not
//! change the simulation.

use rankine_bus::{Access, Activity, Arrival, Device, Memory, Ram};
use rankine_hart::{Hart, Parcel, Retired};
use rankine_program::mpi::MpiCalls;
use rankine_program::{CurrentCall, MarkEvent, OPERANDS_MAX, Registers};
use std::any::Any;
use std::ops::ControlFlow;

/// Moments that an observer wants beyond those that every observer gets. Each of these costs host
/// time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// [`Observer::retired`], for every instruction.
    pub instructions: bool,
    /// [`Observer::must_halt`] and [`Observer::has_halted`]. The processor's stretches then stay on the main host thread.
    pub halts: bool,
    /// Polling loops are found, and [`Observer::polled`] reports them, even if no round is skipped.
    pub polling: bool,
    /// All rounds of polling loops are performed.
    pub all_rounds: bool,
    /// [`Observer::device_active`].
    pub devices: bool,
    /// [`Observer::packet_arrived`].
    pub packets: bool,
}

impl Wants {
    /// Everything that either of the two wants.
    pub fn or(self, other: Wants) -> Wants {
        Wants {
            instructions: self.instructions || other.instructions,
            halts: self.halts || other.halts,
            polling: self.polling || other.polling,
            all_rounds: self.all_rounds || other.all_rounds,
            devices: self.devices || other.devices,
            packets: self.packets || other.packets,
        }
    }
}

/// The state of a processor at a moment.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    pub hart: &'a Hart,
    pub ram: &'a Ram,
    pub devices: &'a [Box<dyn Device>],
}

impl Moment<'_> {
    /// The hart's cycle.
    pub fn cycle(&self) -> u64 {
        self.hart.cycles
    }

    /// Integer registers and pc; those of a 32-bit hart are zero-extended, as addresses are.
    pub fn registers(&self) -> Registers {
        Registers { x: std::array::from_fn(|i| self.hart.address(self.hart.x[i])), pc: self.hart.address(self.hart.pc) }
    }

    /// Reads memory, or a device that is memory of its node. Returns false if neither is at `addr`.
    pub fn read(&self, addr: u64, into: &mut [u8]) -> bool {
        self.ram.read(addr, into) || self.devices.iter().any(|device| device.peek(addr, into))
    }
}

/// An instruction that the machine has completed: a shared access, or a call to the host.
#[derive(Clone, Copy)]
pub struct Completed {
    pub pc: u64,
    /// The instruction; none if the hart has taken a trap instead.
    pub parcel: Option<Parcel>,
    pub access: Option<Access>,
}

/// The reason for which a hart has waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For the answer of a device.
    Device,
    /// For other nodes at the memory port, to fetch an instruction.
    Fetch,
    /// The same, for the access of an instruction.
    Data,
}

/// Rounds of a polling loop that were not performed. They are all like the round between the last
/// [`Observer::round_began`] and [`Observer::round_ended`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkippedRounds {
    pub rounds: u64,
    /// Cycles and instructions of one round.
    pub cycles: u64,
    pub instructions: u64,
}

/// An observer of a processor.
pub trait Observer: Any + Send {
    fn wants(&self) -> Wants {
        Wants::default()
    }

    /// The hart stands at the first instruction of an MPI function, and not inside another MPI
    /// call.
    fn call_entered(&mut self, at: &Moment<'_>, calls: &MpiCalls, call: &CurrentCall) {
        let _ = (at, calls, call);
    }

    /// The hart has returned from that call.
    fn call_left(&mut self, at: &Moment<'_>, call: &CurrentCall) {
        let _ = (at, call);
    }

    /// The hart passes a mark of the library. `operands` are the values of the mark's operands.
    fn mark_passed(&mut self, at: &Moment<'_>, event: MarkEvent, operands: [u64; OPERANDS_MAX]) {
        let _ = (at, event, operands);
    }

    /// The hart stands at an instruction that carries a hook. Calls and marks there have been
    /// reported before.
    fn hook_reached(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// The hart stands at an instruction with a shared access or a call. It is first in the global
    /// order and is about to be performed. [`Observer::must_halt`] is called next. If the hart
    /// halts, this function is called again when the run goes on.
    fn access_due(&mut self, hart: &Hart) {
        let _ = hart;
    }

    /// The hart has executed an instruction, as in [`rankine_hart::Watch::retire`]. On Break the
    /// hart stops behind it, and [`Observer::must_halt`] is called.
    fn retired(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let _ = (hart, retired);
        ControlFlow::Continue(())
    }

    /// The machine has performed the shared access or the call of the instruction at which the hart
    /// stood.
    fn completed(&mut self, at: &Moment<'_>, instruction: &Completed) {
        let _ = (at, instruction);
    }

    /// A device has written `bytes` bytes of the processor's memory.
    fn memory_written(&mut self, addr: u64, bytes: u64) {
        let _ = (addr, bytes);
    }

    /// The hart has waited in the instruction at `pc`.
    fn waited(&mut self, pc: u64, wait: Wait, cycles: u64) {
        let _ = (pc, wait, cycles);
    }

    /// A round of a possible polling loop begins. If another one begins before it ends, that one
    /// replaces it.
    fn round_began(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// The round has ended.
    fn round_ended(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// Rounds like that one were skipped. The hart's counters already include them.
    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        let _ = skipped;
    }

    /// The hart has polled from one cycle to another, and has performed all rounds.
    fn polled(&mut self, from: u64, to: u64) {
        let _ = (from, to);
    }

    /// The hart begins to run, or goes on, on its private memory. Returns the cycle at which the
    /// hart shall pause and this function shall be called again.
    fn stretch_began(&mut self, hart: &Hart) -> u64 {
        let _ = hart;
        u64::MAX
    }

    /// The hart has stopped running on its private memory.
    fn stretch_ended(&mut self, at: &Moment<'_>) {
        let _ = at;
    }

    /// A device of the node, given by its number there, reports an activity at this cycle. Reported
    /// only to the observers of the first processor or, at a node without processors, to those of
    /// the node.
    fn device_active(&mut self, device: usize, cycle: u64, activity: &Activity) {
        let _ = (device, cycle, activity);
    }

    /// A packet arrives at the node at this cycle. Reported to the same observers as
    /// [`Observer::device_active`], if they want it.
    fn packet_arrived(&mut self, cycle: u64, arrival: &Arrival) {
        let _ = (cycle, arrival);
    }

    /// The code in memory may have changed.
    fn code_changed(&mut self) {}

    /// Shall the hart halt here, between two instructions?
    fn must_halt(&mut self, hart: &Hart) -> bool {
        let _ = hart;
        false
    }

    /// Has it halted the hart? If so, the machine stands still.
    fn has_halted(&self) -> bool {
        false
    }

    /// The run is over.
    fn ended(&mut self) {}
}
