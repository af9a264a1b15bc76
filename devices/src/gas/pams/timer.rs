//! The timer: a register that counts cycles. Its value is computed when it is read.

/// The timer's last value: it stays below an unset threshold, which is never reached.
pub const TIMER_MAX: u32 = u32::MAX - 1;

/// A threshold that is not set.
pub const UNSET: u32 = u32::MAX;

/// 32 bits, 0 in cycle 0, one more in each cycle up to [`TIMER_MAX`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Timer {
    value: u32,
    /// The cycle in which it had that value.
    since: u64,
}

impl Timer {
    /// Its value in `cycle`, which is not before the last correction.
    pub fn at(self, cycle: u64) -> u32 {
        let value = u64::from(self.value).saturating_add(cycle.saturating_sub(self.since));
        u32::try_from(value).map_or(TIMER_MAX, |value| value.min(TIMER_MAX))
    }

    /// Adds `offset` in `cycle`, modulo 2^32: the next cycle sees it.
    pub fn correct(&mut self, cycle: u64, offset: u32) {
        let value = self.at(cycle).wrapping_add(offset).wrapping_add(1);
        *self = Timer { value: value.min(TIMER_MAX), since: cycle + 1 };
    }

    /// The first cycle from `cycle` on in which it is `threshold` or more; none if the threshold is
    /// not set.
    pub fn reaches(self, cycle: u64, threshold: u32) -> Option<u64> {
        let missing = threshold.saturating_sub(self.at(cycle));
        (threshold != UNSET).then(|| cycle + u64::from(missing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_and_stays_below_an_unset_threshold() {
        let timer = Timer::default();
        assert_eq!((timer.at(0), timer.at(17)), (0, 17));
        let last = u64::from(TIMER_MAX);
        assert_eq!((timer.at(last - 1), timer.at(last), timer.at(last + 5)), (TIMER_MAX - 1, TIMER_MAX, TIMER_MAX));
        assert_eq!(timer.at(u64::MAX), TIMER_MAX);
        assert_eq!((timer.reaches(3, 17), timer.reaches(20, 17)), (Some(17), Some(20)));
        assert_eq!((timer.reaches(3, UNSET), timer.reaches(3, TIMER_MAX)), (None, Some(last)));
    }

    #[test]
    fn corrections_are_seen_in_the_next_cycle() {
        let mut timer = Timer::default();
        timer.correct(10, 100);
        assert_eq!((timer.at(11), timer.at(12), timer.reaches(11, 200)), (111, 112, Some(100)));
        timer.correct(12, (-50_i32) as u32);
        assert_eq!(timer.at(13), 63);
    }
}
