//! The next stretch of private work of a processor.

/// The next stretch of a running hart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Its length; zero: the length of a first stretch.
    pub cycles: u64,
    /// The cycle at which the stretch before it began.
    pub place_cycle: u64,
}

/// A stretch that a halt has interrupted.
#[derive(Clone, Copy, Debug)]
pub struct Midway {
    pub began: u64,
    pub cycles: u64,
}
