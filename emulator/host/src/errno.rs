//! Error numbers of calls: Linux's generic ones (asm-generic/errno-base.h, asm-generic/errno.h).

use super::Outcome;
use std::io;

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Errno(pub i32);

pub(super) type Result<T> = std::result::Result<T, Errno>;

impl Errno {
    pub(super) const NOENT: Errno = Errno(2);
    pub(super) const SRCH: Errno = Errno(3);
    pub(super) const INTR: Errno = Errno(4);
    pub(super) const IO: Errno = Errno(5);
    pub(super) const BADF: Errno = Errno(9);
    pub(super) const AGAIN: Errno = Errno(11);
    pub(super) const NOMEM: Errno = Errno(12);
    pub(super) const ACCES: Errno = Errno(13);
    pub(super) const FAULT: Errno = Errno(14);
    pub(super) const BUSY: Errno = Errno(16);
    pub(super) const EXIST: Errno = Errno(17);
    pub(super) const NOTDIR: Errno = Errno(20);
    pub(super) const ISDIR: Errno = Errno(21);
    pub(super) const INVAL: Errno = Errno(22);
    pub(super) const NFILE: Errno = Errno(23);
    pub(super) const MFILE: Errno = Errno(24);
    pub(super) const NOTTY: Errno = Errno(25);
    pub(super) const FBIG: Errno = Errno(27);
    pub(super) const NOSPC: Errno = Errno(28);
    pub(super) const SPIPE: Errno = Errno(29);
    pub(super) const ROFS: Errno = Errno(30);
    pub(super) const PIPE: Errno = Errno(32);
    pub(super) const RANGE: Errno = Errno(34);
    pub(super) const NAMETOOLONG: Errno = Errno(36);
    pub(super) const NOSYS: Errno = Errno(38);
    pub(super) const LOOP: Errno = Errno(40);
    pub(super) const OVERFLOW: Errno = Errno(75);
    /// No number of Linux: the limit of [`super::written`] is reached. Programs do not see it,
    /// because the run ends.
    pub(super) const WRITTEN: Errno = Errno(i32::MAX);
}

/// The message if the host has no more file descriptors.
pub(super) fn no_descriptors() -> Outcome {
    Outcome::Host(
        "the programs have more files open than this computer allows the emulator; raise the limit (`ulimit -n`) or let fewer ranks \
         have files open"
            .to_owned(),
    )
}

impl From<io::Error> for Errno {
    /// Linux hosts on x86-64, AArch64 and RISC-V use the generic numbers.
    fn from(error: io::Error) -> Errno {
        match error.raw_os_error() {
            // The emulator, not the program, has no descriptor left. Programs do not see this
            // error.
            Some(libc::EMFILE) => Errno::NFILE,
            Some(number) => Errno(number),
            None if error.kind() == io::ErrorKind::BrokenPipe => Errno::PIPE,
            None if error.kind() == io::ErrorKind::TimedOut => Errno::INTR,
            None => Errno::IO,
        }
    }
}
