//! Signs of life of long runs: if no console output and no message has come for a while, the run
//! reports what its ranks do.

use rankine_machine::Machine;
use std::time::{Duration, Instant};

/// The time without progress before the first report, if the user gives none.
const USUAL: Duration = Duration::from_secs(30);

/// Observes the progress of a run.
pub struct Heartbeat {
    /// Host time without progress before the first report; none means never.
    first: Option<Duration>,
    /// Host time without progress before the next report. It doubles after each report.
    next: Duration,
    /// The count of events and the time when progress was last seen.
    happened: u64,
    since: Instant,
}

impl Heartbeat {
    /// `wanted` is the time without progress; zero means never, and none means the usual time.
    pub fn new(wanted: Option<Duration>) -> Heartbeat {
        let first = Some(wanted.unwrap_or(USUAL)).filter(|wait| !wait.is_zero());
        Heartbeat { first, next: first.unwrap_or_default(), happened: 0, since: Instant::now() }
    }

    /// If it is time to report, returns for how long nothing has happened.
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
