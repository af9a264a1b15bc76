//! What a processor does next.

use rankine_bus::Access;
use rankine_hart::Trap;

/// What a processor does next. Its hart's cycle counter says when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It goes on with private work.
    Running,
    /// It makes this shared access.
    Access(Access),
    /// It asks the port of memory for what its caches miss, in the middle of an instruction.
    Asking,
    /// It calls the host: `ecall` or `ebreak` at its pc.
    Ecall,
    Ebreak,
    /// An exception that no trap handler takes.
    Trapped(Trap),
    /// A device does not answer this access yet.
    Stalled(Access),
    /// It is suspended in a polling loop, at this access, until an event shows something that the loop looks at.
    Polling(Access),
    /// A jump to itself: nothing can bring it on.
    Spinning,
    /// It waits for an interrupt, and no device has any.
    Waiting,
    Exited(i32),
}
