//! Standard streams that a limit or a signal can interrupt: nobody may ever type, or read.

use crate::signals;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::os::fd::RawFd;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time between two looks at the limit.
const WAIT_MS: libc::c_int = 50;
/// Bytes that a pipe takes at once if it takes any (PIPE_BUF of Linux).
const PIECE_BYTES: usize = 4096;

/// When the run's time is over, if it has a limit.
static DEADLINE: OnceLock<Instant> = OnceLock::new();

/// The run may take so long from now on.
pub fn limit(timeout: Option<Duration>) {
    if let Some(deadline) = timeout.and_then(|timeout| Instant::now().checked_add(timeout)) {
        let _ = DEADLINE.set(deadline);
    }
}

/// Is the run interrupted, or its time over?
fn is_over() -> bool {
    signals::is_interrupted() || DEADLINE.get().is_some_and(|deadline| Instant::now() >= *deadline)
}

/// Can `fd` be read or written, as `events` says, now or after a moment?
fn is_ready(fd: RawFd, events: libc::c_short, wait_ms: libc::c_int) -> bool {
    let mut wait = libc::pollfd { fd, events, revents: 0 };
    // SAFETY: `poll` reads and writes the one structure that it is given.
    unsafe { libc::poll(&raw mut wait, 1, wait_ms) > 0 }
}

/// Reads as [`std::io::Stdin`] does; gives up, timed out, when the run is interrupted or its time is over.
pub struct Input;

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        while !is_over() {
            if is_ready(libc::STDIN_FILENO, libc::POLLIN, WAIT_MS) {
                return std::io::stdin().read(into);
            }
        }
        Err(Error::from(ErrorKind::TimedOut))
    }
}

/// Standard output or error, nothing of it kept back; gives up, timed out, when the run is interrupted or its time is over, and whoever
/// reads has taken nothing for a while then.
pub struct Output {
    fd: RawFd,
    grace: Duration,
}

impl Output {
    pub fn new(fd: RawFd, grace: Duration) -> Output {
        Output { fd, grace }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let began = Instant::now();
        loop {
            let is_last = is_over() && began.elapsed() >= self.grace;
            if is_ready(self.fd, libc::POLLOUT, if is_last { 0 } else { WAIT_MS }) {
                break;
            }
            if is_last {
                return Err(Error::from(ErrorKind::TimedOut));
            }
        }
        let piece = &bytes[..bytes.len().min(PIECE_BYTES)];
        // SAFETY: the bytes outlive the call and the length is theirs.
        let written = unsafe { libc::write(self.fd, piece.as_ptr().cast(), piece.len()) };
        match usize::try_from(written) {
            Ok(written) => Ok(written),
            // Somebody else has filled it in between: `write_all` tries again.
            Err(_) if Error::last_os_error().kind() == ErrorKind::WouldBlock => Err(ErrorKind::Interrupted.into()),
            Err(_) => Err(Error::last_os_error()),
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
