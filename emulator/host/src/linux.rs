//! Further calls of the GNU C library, which static programs of GNU/Linux make.
//!
//! There is one process with one thread, without signals from outside and without protection of
//! memory. So calls about them have nothing to do. Others are refused with `ENOSYS`; the library
//! then goes on without them.

use super::Outcome;
use super::errno::{Errno, Result};
use super::guest::Caller;
use super::numbers;

/// Most pieces of a `writev` (Linux's UIO_MAXIOV).
const PIECES_MAX: u64 = 1024;

/// The operation in a futex call's second argument, and the one that wakes waiting threads.
const FUTEX_OPERATION: u64 = 0x7f;
const FUTEX_WAKE: u64 = 1;

const PS_PER_MICROSECOND: u64 = 1_000_000;

/// The usual mask of permissions, which every call of `umask` finds.
const UMASK_BEFORE: i64 = 0o022;

impl Caller<'_> {
    /// Calls that need no other kind of answer than a number; none if it is another call.
    pub(super) fn linux_call(&mut self, number: u64, args: [u64; 7]) -> Option<Result<i64>> {
        Some(match number {
            numbers::SET_TID_ADDRESS | numbers::GETTID => Ok(self.pid()),
            numbers::GETUID | numbers::GETEUID | numbers::GETGID | numbers::GETEGID => Ok(0),
            // Permissions of new files are the host's matter.
            numbers::UMASK => Ok(UMASK_BEFORE),
            numbers::RT_SIGACTION
            | numbers::RT_SIGPROCMASK
            | numbers::SCHED_YIELD
            | numbers::MPROTECT
            | numbers::MUNMAP
            | numbers::MADVISE => Ok(0),
            // No other thread waits; and a thread that waits for another one would do so for ever.
            numbers::FUTEX if args[1] & FUTEX_OPERATION == FUTEX_WAKE => Ok(0),
            numbers::FUTEX
            | numbers::FCNTL
            | numbers::PPOLL
            | numbers::READLINKAT
            | numbers::SET_ROBUST_LIST
            | numbers::SCHED_GETAFFINITY
            | numbers::SYSINFO
            | numbers::CLONE
            | numbers::MREMAP
            | numbers::PRLIMIT64
            | numbers::RSEQ
            | numbers::CLONE3 => Err(Errno::NOSYS),
            numbers::GETRUSAGE => self.getrusage(args[1]),
            // Memory is given by `brk`.
            numbers::MMAP => Err(Errno::NOMEM),
            _ => return None,
        })
    }

    /// The time since the start is the program's own; nothing else is counted. A Linux of 64 bits has 18
    /// words there: seconds and microseconds of the program and of the system, and 14 counts.
    fn getrusage(&mut self, to: u64) -> Result<i64> {
        let mut words = [0; 18];
        let microseconds = self.now.0 / PS_PER_MICROSECOND;
        (words[0], words[1]) = (microseconds / 1_000_000, microseconds % 1_000_000);
        self.store_words(self.unsigned(to), &words)?;
        Ok(0)
    }

    /// The bytes of all pieces, one piece after the other, up to the first that is not written whole.
    pub(super) fn writev(&mut self, fd: u64, pieces: u64, count: u64) -> Outcome {
        let failed = |Errno(number)| Outcome::Return(-i64::from(number));
        let count = self.unsigned(count);
        if count > PIECES_MAX {
            return failed(Errno::INVAL);
        }
        let mut written = 0;
        for index in 0..count {
            let at = self.unsigned(pieces).wrapping_add(index * 2 * self.word_bytes() as u64);
            let [from, bytes] = match self.load_words(at) {
                Ok(piece) => piece,
                Err(error) => return if written > 0 { Outcome::Return(written) } else { failed(error) },
            };
            match self.write_outcome([fd, from, bytes, 0, 0, 0, 0]) {
                Outcome::Return(done) if done >= 0 => {
                    written += done;
                    if (done as u64) < self.unsigned(bytes) {
                        break;
                    }
                }
                Outcome::Return(_) if written > 0 => break,
                other => return other,
            }
        }
        Outcome::Return(written)
    }

    /// The caller has written code from `start` to `end`: for example gfortran's trampolines, short
    /// functions on the stack for procedures within procedures.
    pub(super) fn flush_icache(&self, start: u64, end: u64) -> Outcome {
        let (start, end) = (self.unsigned(start), self.unsigned(end));
        Outcome::CodeChanged { addr: start, bytes: end.saturating_sub(start) }
    }

    /// A sleep of a given span. No clock but those that simulated time moves can be waited for, so a
    /// sleep until a point in time is refused.
    pub(super) fn clock_nanosleep(&mut self, flags: u64, request: u64) -> Outcome {
        match flags as i32 {
            0 => self.nanosleep(request),
            _ => Outcome::Return(-i64::from(Errno::INVAL.0)),
        }
    }
}
