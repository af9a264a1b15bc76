//! The stretch of private work that a processor makes next.

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
    pub began: u64,
    pub cycles: u64,
}
