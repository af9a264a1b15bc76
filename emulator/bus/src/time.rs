//! Simulated time: integer picoseconds, and the clocks that divide it into cycles.

use std::ops::{Add, AddAssign, Sub};

/// A point in simulated time, or a span of it, in picoseconds. 2^64 ps is about 213 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    pub const ZERO: Time = Time(0);
    pub const MAX: Time = Time(u64::MAX);
    /// Where simulated time ends: nothing happens at this time or later. The last 2^50 ps before
    /// [`Time::MAX`] are left free, so that cycle counts up to shortly after `END` do not wrap, for
    /// any clock.
    pub const END: Time = Time(u64::MAX - (1 << 50));
}

impl Add for Time {
    type Output = Time;
    fn add(self, span: Time) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, span: Time) {
        *self = *self + span;
    }
}

impl Sub for Time {
    type Output = Time;
    fn sub(self, earlier: Time) -> Time {
        Time(self.0 - earlier.0)
    }
}

/// A clock: its period in picoseconds. All clocks start together at time zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    period_ps: u64,
}

impl Clock {
    /// The clock of `hz` cycles a second, its period rounded to the nearest picosecond.
    ///
    /// # Panics
    /// If `hz` is zero or above 1 THz. Platform files are checked before.
    pub fn from_hz(hz: u64) -> Clock {
        assert!(hz > 0 && hz <= 1_000_000_000_000, "clock of {hz} Hz");
        Clock { period_ps: (1_000_000_000_000 + hz / 2) / hz }
    }

    pub fn period(self) -> Time {
        Time(self.period_ps)
    }

    /// The span of `cycles` cycles.
    pub fn span(self, cycles: u64) -> Time {
        Time(cycles.saturating_mul(self.period_ps))
    }

    /// The cycle that has begun at `time`.
    pub fn cycle(self, time: Time) -> u64 {
        time.0 / self.period_ps
    }

    /// The first cycle edge at or after `time`, as a cycle number.
    pub fn cycle_ceil(self, time: Time) -> u64 {
        time.0.div_ceil(self.period_ps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_and_spans() {
        for (hz, period, time, cycle, ceil) in
            [(1_000_000_000, 1000, 1999, 1, 2), (75_000_000, 13_333, 13_333, 1, 1), (40_000_000, 25_000, 1, 0, 1)]
        {
            let clock = Clock::from_hz(hz);
            assert_eq!(clock.period(), Time(period));
            assert_eq!((clock.cycle(Time(time)), clock.cycle_ceil(Time(time))), (cycle, ceil));
            assert_eq!(clock.span(3), Time(3 * period));
        }
    }
}
