//! A sign of life of long runs: when neither console output nor a message has come for a while, it is time to tell what the ranks do.

use rankine_machine::Machine;
use std::time::{Duration, Instant};

/// The time without progress after which it is told, if none is given.
const USUAL: Duration = Duration::from_secs(30);

/// Looks at a run now and then.
pub struct Heartbeat {
    /// Host time without progress after which it is told first; none: never.
    first: Option<Duration>,
    /// The same, for the next time: it is told again after twice the time.
    next: Duration,
    /// What had happened when progress was seen last, and when that was.
    happened: u64,
    since: Instant,
}

impl Heartbeat {
    /// `wanted` is the time without progress, zero for never; none is the usual time.
    pub fn new(wanted: Option<Duration>) -> Heartbeat {
        let first = Some(wanted.unwrap_or(USUAL)).filter(|wait| !wait.is_zero());
        Heartbeat { first, next: first.unwrap_or_default(), happened: 0, since: Instant::now() }
    }

    /// Is it time to tell what the ranks do? Then for how long nothing has happened.
    pub fn tick(&mut self, machine: &Machine) -> Option<Duration> {
        let first = self.first?;
        let (happened, now) = (machine.happened(), Instant::now());
        if happened != self.happened {
            (self.happened, self.since, self.next) = (happened, now, first);
            return None;
        }
        let silent = now - self.since;
        (silent >= self.next).then(|| {
            self.next = silent.saturating_mul(2);
            silent
        })
    }
}
