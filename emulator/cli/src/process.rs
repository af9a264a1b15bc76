//! The emulator as a process of this computer: limits and signals that would show through to programs.

use libc::{RLIMIT_NOFILE, SIG_IGN, SIGXFSZ, getrlimit, rlimit, setrlimit, signal};

/// Takes all file descriptors that this computer allows, and has a file that grows beyond `ulimit -f` be an error of writing (EFBIG)
/// and not the end of the process.
pub fn prepare() {
    let mut limit = rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure outlives the calls. Where a limit cannot be raised, it stays.
    unsafe {
        if getrlimit(RLIMIT_NOFILE, &mut limit) == 0 && limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        signal(SIGXFSZ, SIG_IGN);
    }
}
