//! Reasons why a hart stops, and exceptions.

use rankine_bus::Access;

/// Exception codes. Privileged specification, table "Machine cause register (mcause) values".
pub mod cause {
    pub const MISALIGNED_FETCH: u64 = 0;
    pub const FETCH_ACCESS: u64 = 1;
    pub const ILLEGAL_INSTRUCTION: u64 = 2;
    pub const BREAKPOINT: u64 = 3;
    pub const MISALIGNED_LOAD: u64 = 4;
    pub const LOAD_ACCESS: u64 = 5;
    pub const MISALIGNED_STORE: u64 = 6;
    pub const STORE_ACCESS: u64 = 7;
    pub const MACHINE_ECALL: u64 = 11;
}

/// An exception: `cause` is one of [`cause`], `tval` the value for `mtval`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    pub cause: u64,
    pub tval: u64,
}

/// Why [`crate::run`] returned. The hart always stands at an instruction boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The cycle limit is reached. It is checked when control transfers, so a run may overshoot by
    /// a straight stretch of code. Where it stops depends only on the hart's state and the limit.
    Budget,
    /// The instruction at pc accesses something outside private memory, or is a `fence`. It has not
    /// been performed: complete it with `finish_load`, `finish_store`, `finish_fence` or `raise`.
    Shared(Access),
    /// The instruction at pc has paid for its fetch or access, which has made a request to a memory
    /// that others use, too ([`Timing::asks`](rankine_timing::Timing::asks)). Report the cycles of
    /// waiting by [`crate::Hart::wait`]. The next run goes on in the middle of the instruction.
    Memory,
    /// `ecall` at pc, not retired, and the program has installed no trap vector.
    Ecall,
    /// `ebreak` at pc, not retired, and the program has installed no trap vector.
    Ebreak,
    /// The instruction at pc raised an exception and the program has installed no trap vector.
    Trap(Trap),
    /// A `wfi` has retired.
    Wfi,
    /// The instruction at pc carries a hook and has not been executed; the next run executes it.
    Hook,
    /// A `ret` has just jumped to [`crate::Hart::watch_return`].
    Returned,
    /// The observer asked to stop; the instruction that it saw has retired.
    Watched,
}
