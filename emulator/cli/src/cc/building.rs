//! Says on standard error how far the building of a library is: on a terminal in a line that
//! changes, elsewhere in a line now and then.

use rankine_bus::counted;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::tell::tell;

/// The least time between two changes of the line on a terminal, and between two lines elsewhere.
const CHANGE: Duration = Duration::from_millis(100);
const NEXT_LINE: Duration = Duration::from_secs(5);

/// A library that is being built.
pub(super) struct Building {
    /// The library, in words.
    what: String,
    files: usize,
    is_quiet: bool,
    is_terminal: bool,
    began: Instant,
    state: Mutex<State>,
}

struct State {
    done: usize,
    told: Instant,
    /// Is the number of files on the terminal's last line?
    is_shown: bool,
}

impl Building {
    /// Begins a library of this number of files. If `is_quiet`, nothing is said.
    pub fn begin(what: String, files: usize, is_quiet: bool) -> Building {
        let now = Instant::now();
        let state = Mutex::new(State { done: 0, told: now, is_shown: false });
        let building = Building { what, files, is_quiet, is_terminal: io::stderr().is_terminal(), began: now, state };
        if !is_quiet {
            tell!(
                "rankine: compiling {}, once: {}; this takes some seconds",
                building.what,
                counted(files as u64, "file")
            );
        }
        building
    }

    /// One more file is compiled.
    pub fn step(&self) {
        let mut state = self.state();
        state.done += 1;
        if self.is_quiet || state.told.elapsed() < if self.is_terminal { CHANGE } else { NEXT_LINE } {
            return;
        }
        state.told = Instant::now();
        let line = format!("rankine: building {}: {} of {} files", self.what, state.done, self.files);
        if self.is_terminal {
            state.is_shown = true;
            let _ = write!(io::stderr(), "\r\x1b[K{line}"); // a terminal that is gone needs no line
        } else {
            tell!("{line}");
        }
    }

    /// All files are compiled: says how long it took.
    pub fn end(self) {
        self.clear();
        if !self.is_quiet {
            tell!("rankine: {} is compiled, in {:.0} s", self.what, self.began.elapsed().as_secs_f64());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn clear(&self) {
        if std::mem::take(&mut self.state().is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K"); // as above
        }
    }
}

/// If building fails, the error begins a line of its own.
impl Drop for Building {
    fn drop(&mut self) {
        self.clear();
    }
}
