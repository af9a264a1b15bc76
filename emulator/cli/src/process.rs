//! The emulator as a process of this computer: adjusts limits and signals that programs would
//! otherwise notice.

use crate::closed;
use libc::{RLIMIT_NOFILE, SIG_IGN, SIGABRT, SIGXFSZ, c_int, getrlimit, rlimit, setrlimit, sighandler_t, signal};
use rankine_session::report::EXIT_TOOL;
use std::alloc::{GlobalAlloc, Layout, System};
use std::fs::OpenOptions;
use std::os::fd::AsRawFd;

/// The message of a process that has no memory left, or aborts. Rust aborts if no stack is left, too.
const ABORTED: &[u8] = b"rankine: this computer gives the run no more memory or stack\n  \
next step: raise the limits (`ulimit -v`, `ulimit -s`), or run fewer ranks, smaller memories or fewer observers\n";

/// Why nothing can be written to an output, in words, if it was closed when the process began.
pub const CLOSED: &str = "it was closed when rankine began; give it a file, or >/dev/null";

/// Ends the process: its environment gives it too little.
extern "C" fn on_abort(_: c_int) {
    // SAFETY: both calls are async-signal-safe (POSIX.1-2017, 2.4.3); the bytes are static.
    unsafe {
        libc::write(libc::STDERR_FILENO, ABORTED.as_ptr().cast(), ABORTED.len());
        libc::_exit(EXIT_TOOL);
    }
}

/// The system's allocator. If it has no memory left, the process says so and ends.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        on_abort(SIGABRT);
    }
    memory
}

// SAFETY: each function is that of `System`, and callers keep the same contract.
unsafe impl GlobalAlloc for Allocator {
    // SAFETY: as for `System`.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { System.alloc(layout) })
    }

    // SAFETY: as for `System`.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    // SAFETY: as for `System`.
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { System.realloc(memory, layout, bytes) })
    }

    // SAFETY: as for `System`.
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Makes every write fail to an output that was closed when the process began, also in programs
/// that this process starts.
fn close_again() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { return };
    for fd in closed::OUTPUTS.into_iter().filter(|fd| closed::was_closed(*fd)) {
        // SAFETY: both descriptors are open; the runtime has opened the second one.
        unsafe { libc::dup2(full.as_raw_fd(), fd) };
    }
}

/// Raises the limit of file descriptors to the most that this computer allows. A file that grows
/// beyond `ulimit -f` becomes a write error (EFBIG), and so does what is written to a closed output. An
/// abort prints a message and ends with the exit code of the tool.
pub fn prepare() {
    close_again();
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
