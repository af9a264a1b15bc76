//! The emulator as a process of this computer: adjusts limits and signals that programs would
//! otherwise notice.

use libc::{RLIMIT_NOFILE, SIG_IGN, SIGABRT, SIGXFSZ, c_int, getrlimit, rlimit, setrlimit, sighandler_t, signal};
use rankine_session::report::EXIT_TOOL;

/// The message of a process that aborts. Rust aborts if no memory or stack is left; the line before
/// tells the cause.
const ABORTED: &[u8] = b"rankine: this computer gives the run no more memory or stack\n  \
next step: raise the limits (`ulimit -v`, `ulimit -s`), or run fewer ranks, smaller memories or fewer observers\n";

/// Ends the process: its environment gives it too little.
extern "C" fn on_abort(_: c_int) {
    // SAFETY: both calls are async-signal-safe (POSIX.1-2017, 2.4.3); the bytes are static.
    unsafe {
        libc::write(libc::STDERR_FILENO, ABORTED.as_ptr().cast(), ABORTED.len());
        libc::_exit(EXIT_TOOL);
    }
}

/// Raises the limit of file descriptors to the most that this computer allows. A file that grows
/// beyond `ulimit -f` becomes a write error (EFBIG). An abort prints a message and ends with the
/// exit code of the tool.
pub fn prepare() {
    let mut limit = rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure outlives the calls, and the handler does only what is
    // async-signal-safe. A limit that cannot be raised stays.
    unsafe {
        if getrlimit(RLIMIT_NOFILE, &mut limit) == 0 && limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        signal(SIGXFSZ, SIG_IGN);
        signal(SIGABRT, on_abort as extern "C" fn(c_int) as sighandler_t);
    }
}
