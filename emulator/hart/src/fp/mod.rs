//! IEEE 754 arithmetic for RISC-V: bit-exact results and flags in every rounding mode.
//!
//! Values are raw bits in a `u64`. Software arithmetic is the reference. Host arithmetic is used if
//! it cannot differ: rounding is to nearest even, the inexact flag is already set, and the result
//! is either well inside the normal range (so no other flag can be raised) or an exact zero.

mod arithmetic;
mod compare;
mod convert;
mod format;
mod unpacked;

pub use arithmetic::{add, div, fma, mul, sqrt, sub};
pub use compare::{class, eq, le, lt, max, min};
pub use convert::{Int, from_int, narrow, to_int, widen};
pub use format::{F32, F64, Format};

/// Accrued exception flags, as in `fflags`.
pub mod flag {
    pub const INEXACT: u8 = 1;
    pub const UNDERFLOW: u8 = 2;
    pub const OVERFLOW: u8 = 4;
    pub const DIVIDE_BY_ZERO: u8 = 8;
    pub const INVALID: u8 = 16;
}

/// Rounding modes, encoded as in `frm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    NearestEven,
    TowardsZero,
    Down,
    Up,
    NearestAway,
}

impl Round {
    /// Every mode, by encoding.
    pub const ALL: [Round; 5] = [Round::NearestEven, Round::TowardsZero, Round::Down, Round::Up, Round::NearestAway];

    /// The mode of an encoding; none for the reserved ones.
    #[inline(always)]
    pub fn from_bits(bits: u8) -> Option<Round> {
        Round::ALL.get(usize::from(bits)).copied()
    }
}

/// Rounding mode and flags of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    pub round: Round,
    pub flags: u8,
    /// Must software arithmetic not be used? (The quick form.)
    pub host_only: bool,
    /// Set if the operation would need software arithmetic although `host_only` is set. The result
    /// is then meaningless.
    pub beyond_host: bool,
}

impl Env {
    #[inline(always)]
    pub fn raise(&mut self, flags: u8) {
        self.flags |= flags;
    }

    /// May host arithmetic be used, if the result allows it, too?
    #[inline(always)]
    fn host_may_do(&self) -> bool {
        self.round == Round::NearestEven && self.flags & flag::INEXACT != 0
    }

    /// Called before software arithmetic is used. Returns true if it must not be.
    #[inline(always)]
    fn gives_up(&mut self) -> bool {
        self.beyond_host = self.host_only;
        self.host_only
    }
}
