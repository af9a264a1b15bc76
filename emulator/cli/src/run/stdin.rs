//! Standard input that a limit or a signal can interrupt: nobody may ever type.

use super::arguments::{Arguments, Gdb};
use super::signals;
use std::io::{Error, ErrorKind, Read, Result};
use std::time::{Duration, Instant};

/// Time between two looks at the limit.
const WAIT_MS: libc::c_int = 50;

/// Reads as [`std::io::Stdin`] does; gives up when the run is interrupted or its time is over.
pub struct PatientStdin {
    deadline: Option<Instant>,
}

/// What programs read of a run: nothing where the terminal is a debugger's.
pub fn of(arguments: &Arguments) -> Box<dyn Read + Send> {
    match arguments.gdb {
        Some(Gdb::Start) => Box::new(std::io::empty()),
        _ => Box::new(PatientStdin::new(arguments.timeout)),
    }
}

impl PatientStdin {
    fn new(timeout: Option<Duration>) -> PatientStdin {
        PatientStdin { deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)) }
    }

    fn is_over(&self) -> bool {
        signals::is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Read for PatientStdin {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        while !self.is_over() {
            let mut wait = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
            // SAFETY: `poll` reads and writes the one structure that it is given.
            if unsafe { libc::poll(&raw mut wait, 1, WAIT_MS) } > 0 {
                return std::io::stdin().read(into);
            }
        }
        Err(Error::from(ErrorKind::TimedOut))
    }
}
