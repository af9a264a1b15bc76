//! Call numbers: Linux's for RISC-V (asm-generic/unistd.h), newlib's old ones, and Rankine's own.

pub(super) const GETCWD: u64 = 17;
pub(super) const FCNTL: u64 = 25;
pub(super) const IOCTL: u64 = 29;
pub(super) const MKDIRAT: u64 = 34;
pub(super) const UNLINKAT: u64 = 35;
pub(super) const STATFS: u64 = 43;
pub(super) const FSTATFS: u64 = 44;
pub(super) const FTRUNCATE: u64 = 46;
pub(super) const FACCESSAT: u64 = 48;
pub(super) const OPENAT: u64 = 56;
pub(super) const CLOSE: u64 = 57;
pub(super) const LSEEK: u64 = 62;
pub(super) const READ: u64 = 63;
pub(super) const WRITE: u64 = 64;
pub(super) const WRITEV: u64 = 66;
pub(super) const PPOLL: u64 = 73;
pub(super) const READLINKAT: u64 = 78;
pub(super) const FSTATAT: u64 = 79;
pub(super) const FSTAT: u64 = 80;
pub(super) const FSYNC: u64 = 82;
pub(super) const EXIT: u64 = 93;
pub(super) const EXIT_GROUP: u64 = 94;
pub(super) const SET_TID_ADDRESS: u64 = 96;
pub(super) const FUTEX: u64 = 98;
pub(super) const SET_ROBUST_LIST: u64 = 99;
pub(super) const NANOSLEEP: u64 = 101;
pub(super) const CLOCK_GETTIME: u64 = 113;
pub(super) const CLOCK_GETRES: u64 = 114;
pub(super) const CLOCK_NANOSLEEP: u64 = 115;
pub(super) const SCHED_GETAFFINITY: u64 = 123;
pub(super) const SCHED_YIELD: u64 = 124;
pub(super) const KILL: u64 = 129;
pub(super) const TGKILL: u64 = 131;
pub(super) const RT_SIGACTION: u64 = 134;
pub(super) const RT_SIGPROCMASK: u64 = 135;
pub(super) const TIMES: u64 = 153;
pub(super) const UNAME: u64 = 160;
pub(super) const GETRUSAGE: u64 = 165;
pub(super) const UMASK: u64 = 166;
pub(super) const GETTIMEOFDAY: u64 = 169;
pub(super) const GETPID: u64 = 172;
pub(super) const GETUID: u64 = 174;
pub(super) const GETEUID: u64 = 175;
pub(super) const GETGID: u64 = 176;
pub(super) const GETEGID: u64 = 177;
pub(super) const GETTID: u64 = 178;
pub(super) const SYSINFO: u64 = 179;
pub(super) const BRK: u64 = 214;
pub(super) const MUNMAP: u64 = 215;
pub(super) const MREMAP: u64 = 216;
pub(super) const CLONE: u64 = 220;
pub(super) const MMAP: u64 = 222;
pub(super) const MPROTECT: u64 = 226;
pub(super) const MADVISE: u64 = 233;
pub(super) const RISCV_FLUSH_ICACHE: u64 = 259;
pub(super) const PRLIMIT64: u64 = 261;
pub(super) const RENAMEAT2: u64 = 276;
pub(super) const GETRANDOM: u64 = 278;
pub(super) const RSEQ: u64 = 293;
pub(super) const CLONE3: u64 = 435;

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
