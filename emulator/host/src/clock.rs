//! The clocks that programs see: simulated time, counted from a fixed date.

use super::Outcome;
use super::errno::{Errno, Result};
use super::guest::Caller;

/// The date at which every run begins, 2000-01-01T00:00:00Z, in seconds since 1970.
pub const EPOCH_SECONDS: u64 = 946_684_800;

const PS_PER_SECOND: u64 = 1_000_000_000_000;
const PS_PER_MICROSECOND: u64 = 1_000_000;
const PS_PER_NANOSECOND: u64 = 1000;
/// Unit of `times`: Linux's USER_HZ.
const PS_PER_TICK: u64 = PS_PER_SECOND / 100;

/// Clock numbers (linux/time.h).
const CLOCK_REALTIME: i32 = 0;
const CLOCK_REALTIME_COARSE: i32 = 5;
/// CLOCK_MONOTONIC, the processor time of process and thread, and the other clocks that count from
/// the start.
const CLOCKS_SINCE_START: [i32; 6] = [1, 2, 3, 4, 6, 7];

impl Caller<'_> {
    fn seconds_since_start(&self) -> u64 {
        self.now.0 / PS_PER_SECOND
    }

    pub(super) fn seconds_of_day(&self) -> u64 {
        EPOCH_SECONDS + self.seconds_since_start()
    }

    /// Two 64-bit numbers: `struct timespec` and `struct timeval` of 64-bit Linux, and of 32-bit C libraries whose
    /// `time_t` has 64 bits.
    fn store_time(&mut self, addr: u64, seconds: u64, fraction: u64) -> Result<i64> {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seconds.to_le_bytes());
        bytes[8..].copy_from_slice(&fraction.to_le_bytes());
        self.store(self.unsigned(addr), &bytes)?;
        Ok(0)
    }

    pub(super) fn gettimeofday(&mut self, to: u64) -> Result<i64> {
        if self.unsigned(to) == 0 {
            return Ok(0);
        }
        self.store_time(to, self.seconds_of_day(), self.now.0 % PS_PER_SECOND / PS_PER_MICROSECOND)
    }

    pub(super) fn clock_gettime(&mut self, clock: i32, to: u64) -> Result<i64> {
        let seconds = match clock {
            CLOCK_REALTIME | CLOCK_REALTIME_COARSE => self.seconds_of_day(),
            _ if CLOCKS_SINCE_START.contains(&clock) => self.seconds_since_start(),
            _ => return Err(Errno::INVAL),
        };
        self.store_time(to, seconds, self.now.0 % PS_PER_SECOND / PS_PER_NANOSECOND)
    }

    pub(super) fn clock_getres(&mut self, clock: i32, to: u64) -> Result<i64> {
        let known = [CLOCK_REALTIME, CLOCK_REALTIME_COARSE].contains(&clock) || CLOCKS_SINCE_START.contains(&clock);
        match (known, self.unsigned(to)) {
            (false, _) => Err(Errno::INVAL),
            (true, 0) => Ok(0),
            (true, _) => self.store_time(to, 0, 1),
        }
    }

    pub(super) fn time(&mut self, to: u64) -> Result<i64> {
        let seconds = self.seconds_of_day();
        if self.unsigned(to) != 0 {
            self.store(self.unsigned(to), &seconds.to_le_bytes())?;
        }
        Ok(seconds as i64)
    }

    /// A program is assumed to compute all the time: its user time is the time since the start.
    pub(super) fn times(&mut self, to: u64) -> Result<i64> {
        let ticks = self.now.0 / PS_PER_TICK;
        if self.unsigned(to) != 0 {
            self.store_words(self.unsigned(to), &[ticks, 0, 0, 0])?;
        }
        Ok(ticks as i64)
    }

    pub(super) fn nanosleep(&mut self, request: u64) -> Outcome {
        match self.span(self.unsigned(request)) {
            Ok(ps) => Outcome::Sleep { ps },
            Err(Errno(number)) => Outcome::Return(-i64::from(number)),
        }
    }

    fn span(&self, addr: u64) -> Result<u64> {
        let seconds = self.load_u64(addr)? as i64;
        let field = self.load_u64(addr.wrapping_add(8))?;
        // If `long` has 32 bits, the rest of the field is padding.
        let nanoseconds = self.signed(field);
        let seconds = u64::try_from(seconds).map_err(|_| Errno::INVAL)?;
        let nanoseconds = u64::try_from(nanoseconds).ok().filter(|&ns| ns < 1_000_000_000).ok_or(Errno::INVAL)?;
        Ok(seconds.saturating_mul(PS_PER_SECOND).saturating_add(nanoseconds * PS_PER_NANOSECOND))
    }
}
