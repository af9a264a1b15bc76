//! The next action of a processor.

use rankine_bus::Access;
use rankine_hart::Trap;

/// The next action of a processor. Its hart's cycle counter says when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Go on with private work.
    Running,
    /// Make this shared access.
    Access(Access),
    /// Pass the requests of cache misses to the memory port, in the middle of an instruction.
    Asking,
    /// Call the host: `ecall` or `ebreak` at its pc.
    Ecall,
    Ebreak,
    /// End the run by an exception that no trap handler takes.
    Trapped(Trap),
    /// No action: a device does not answer this access yet.
    Stalled(Access),
    /// No action: it is suspended in a polling loop, at this access, until an event shows something that
    /// the loop looks at.
    Polling(Access),
    /// No action: a jump to itself, which nothing can end.
    Spinning,
    /// No action: it waits for an interrupt, and no device has interrupts.
    Waiting,
    Exited(i32),
}
