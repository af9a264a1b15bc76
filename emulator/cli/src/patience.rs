//! Standard streams that stop waiting when a limit or a signal ends the run: a user may never type,
//! and a reader may never read.

use crate::closed;
use crate::process;
use crate::signals;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::os::fd::RawFd;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The time between two tests of the limit.
pub const WAIT: Duration = Duration::from_millis(50);
const WAIT_MS: libc::c_int = WAIT.as_millis() as libc::c_int;
/// The bytes that a pipe takes at once if it takes any (PIPE_BUF of Linux).
const PIECE_BYTES: usize = 4096;

/// The end of the run's time, if it has a limit.
static DEADLINE: OnceLock<Instant> = OnceLock::new();

/// Limits the time of the run, from now on.
pub fn limit(timeout: Option<Duration>) {
    if let Some(deadline) = timeout.and_then(|timeout| Instant::now().checked_add(timeout)) {
        let _ = DEADLINE.set(deadline);
    }
}

/// Is the run interrupted, or has its time ended?
pub fn is_over() -> bool {
    signals::is_interrupted() || DEADLINE.get().is_some_and(|deadline| Instant::now() >= *deadline)
}

/// Can `fd` be read or written, as `events` says, now or within `wait_ms`?
fn is_ready(fd: RawFd, events: libc::c_short, wait_ms: libc::c_int) -> bool {
    let mut wait = libc::pollfd { fd, events, revents: 0 };
    // SAFETY: `poll` reads and writes the one structure that it is given.
    unsafe { libc::poll(&raw mut wait, 1, wait_ms) > 0 }
}

/// Reads as [`std::io::Stdin`] does. If the run is interrupted or its time has ended, it fails with
/// a time-out.
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

/// How an output behaves when its reader takes nothing.
#[derive(Clone, Copy, PartialEq)]
enum Full {
    /// It is a regular file, which takes everything.
    Never,
    /// A write fails at once. This process has opened it so.
    Refuses,
    /// A write stands still. Only a piece after a successful `poll` does not.
    Stops,
}

/// An output such as standard output or a pipe, without a buffer. It fails with a time-out if the run is interrupted
/// or its time has ended, and the reader has taken nothing for the time `grace`.
pub struct Output {
    fd: RawFd,
    grace: Duration,
    full: Full,
}

impl Output {
    /// A stream that this process has inherited.
    pub fn new(fd: RawFd, grace: Duration) -> Output {
        // SAFETY: `fstat` fills the one structure that it is given, for which all zeros are valid.
        let is_file = unsafe {
            let mut about: libc::stat = std::mem::zeroed();
            libc::fstat(fd, &raw mut about) == 0 && about.st_mode & libc::S_IFMT == libc::S_IFREG
        };
        Output { fd, grace, full: if is_file { Full::Never } else { Full::Stops } }
    }

    /// A file that this process has opened with `O_NONBLOCK`.
    pub fn nonblocking(fd: RawFd, grace: Duration) -> Output {
        Output { fd, grace, full: Full::Refuses }
    }

    /// Waits until the reader takes something.
    fn wait(&self) -> Result<()> {
        let began = Instant::now();
        loop {
            let is_last = is_over() && began.elapsed() >= self.grace;
            if is_ready(self.fd, libc::POLLOUT, if is_last { 0 } else { WAIT_MS }) {
                return Ok(());
            }
            if is_last {
                return Err(Error::from(ErrorKind::TimedOut));
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let piece = match self.full {
            Full::Never | Full::Refuses => bytes,
            Full::Stops => {
                self.wait()?;
                &bytes[..bytes.len().min(PIECE_BYTES)]
            }
        };
        // SAFETY: the bytes outlive the call and the length is theirs.
        let written = unsafe { libc::write(self.fd, piece.as_ptr().cast(), piece.len()) };
        match usize::try_from(written) {
            Ok(written) => Ok(written),
            // It is full, or another process has filled the pipe in between: `write_all` tries again.
            Err(_) if Error::last_os_error().kind() == ErrorKind::WouldBlock => {
                self.wait()?;
                Err(ErrorKind::Interrupted.into())
            }
            Err(_) if closed::was_closed(self.fd) => Err(Error::other(process::CLOSED)),
            Err(_) => Err(Error::last_os_error()),
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
