//! A progress line on standard error for long runs, shown if standard error is a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter runs show no progress line; longer ones update it at this interval.
const INTERVAL: Duration = Duration::from_millis(1000);

pub struct Progress {
    wanted: bool,
    started: Instant,
    last: Instant,
    shown: bool,
}

impl Progress {
    pub fn new(quiet: bool) -> Progress {
        let now = Instant::now();
        Progress { wanted: !quiet && std::io::stderr().is_terminal(), started: now, last: now, shown: false }
    }

    pub fn tick(&mut self, cycle: u64) {
        if !self.wanted || self.last.elapsed() < INTERVAL {
            return;
        }
        self.last = Instant::now();
        self.shown = true;
        let seconds = self.started.elapsed().as_secs_f64();
        let million = cycle as f64 / 1e6;
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[Krankine: {seconds:.0} s, cycle {million:.1} million ({:.1} million per second)",
            million / seconds
        );
        let _ = std::io::stderr().flush();
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
