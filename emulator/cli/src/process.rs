//! The emulator as a process of this computer: limits and signals that would show through to programs.

use libc::{RLIMIT_NOFILE, SIG_IGN, SIGABRT, SIGXFSZ, c_int, getrlimit, rlimit, setrlimit, sighandler_t, signal};
use rankine_session::report::EXIT_TOOL;

/// What a process says when it aborts, which Rust does where no memory or stack is left; the cause stands in the line before.
const ABORTED: &[u8] = b"rankine: this computer gives the run no more memory or stack\n  \
next step: raise the limits (`ulimit -v`, `ulimit -s`), or run fewer ranks, smaller memories or fewer observers\n";

/// Ends the process as one whose environment does not suffice.
extern "C" fn on_abort(_: c_int) {
    // SAFETY: both calls are async-signal-safe (POSIX.1-2017, 2.4.3); the bytes are static.
    unsafe {
        libc::write(libc::STDERR_FILENO, ABORTED.as_ptr().cast(), ABORTED.len());
        libc::_exit(EXIT_TOOL);
    }
}

/// Takes all file descriptors that this computer allows. A file that grows beyond `ulimit -f` becomes an error of writing (EFBIG), and
/// an abort a sentence and the exit code of the tool.
pub fn prepare() {
    let mut limit = rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure outlives the calls, and the handler does only what is async-signal-safe. Where a limit cannot be raised, it
    // stays.
    unsafe {
        if getrlimit(RLIMIT_NOFILE, &mut limit) == 0 && limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        signal(SIGXFSZ, SIG_IGN);
        signal(SIGABRT, on_abort as extern "C" fn(c_int) as sighandler_t);
    }
}
