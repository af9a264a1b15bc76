//! Call numbers: Linux's for RISC-V (asm-generic/unistd.h), newlib's old ones, and Rankine's own.

pub(super) const GETCWD: u64 = 17;
pub(super) const IOCTL: u64 = 29;
pub(super) const MKDIRAT: u64 = 34;
pub(super) const UNLINKAT: u64 = 35;
pub(super) const FTRUNCATE: u64 = 46;
pub(super) const FACCESSAT: u64 = 48;
pub(super) const OPENAT: u64 = 56;
pub(super) const CLOSE: u64 = 57;
pub(super) const LSEEK: u64 = 62;
pub(super) const READ: u64 = 63;
pub(super) const WRITE: u64 = 64;
pub(super) const FSTATAT: u64 = 79;
pub(super) const FSTAT: u64 = 80;
pub(super) const FSYNC: u64 = 82;
pub(super) const EXIT: u64 = 93;
pub(super) const EXIT_GROUP: u64 = 94;
pub(super) const NANOSLEEP: u64 = 101;
pub(super) const CLOCK_GETTIME: u64 = 113;
pub(super) const CLOCK_GETRES: u64 = 114;
pub(super) const KILL: u64 = 129;
pub(super) const TIMES: u64 = 153;
pub(super) const UNAME: u64 = 160;
pub(super) const GETTIMEOFDAY: u64 = 169;
pub(super) const GETPID: u64 = 172;
pub(super) const BRK: u64 = 214;
pub(super) const RENAMEAT2: u64 = 276;
pub(super) const GETRANDOM: u64 = 278;

/// Calls without a directory argument, used by newlib's port to RISC-V.
pub(super) const OPEN: u64 = 1024;
pub(super) const UNLINK: u64 = 1026;
pub(super) const ACCESS: u64 = 1033;
pub(super) const STAT: u64 = 1038;
pub(super) const TIME: u64 = 1062;

/// a0 = MPI error code, a1 = message, a2 = length of the message. Ends the whole run.
pub(super) const MPI_FATAL: u64 = 0x5240_0001;

/// About ranks that are set aside, and published names; `libmpi-c/hal/process.h` describes them.
pub(super) const SET_ASIDE: u64 = 0x5240_0002;
pub(super) const CLAIM: u64 = 0x5240_0003;
pub(super) const RELEASE: u64 = 0x5240_0004;
pub(super) const BEGIN: u64 = 0x5240_0005;
pub(super) const PUBLISH: u64 = 0x5240_0006;
pub(super) const LOOKUP: u64 = 0x5240_0007;
pub(super) const UNPUBLISH: u64 = 0x5240_0008;
