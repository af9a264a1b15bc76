//! Signals to a run: some end it, and SIGUSR1 asks where all ranks are.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Set by Ctrl-C and by the signals of batch systems: the run ends and writes the results so far.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The signal that ended the run.
static SIGNAL: AtomicI32 = AtomicI32::new(libc::SIGINT);
/// Set by SIGUSR1.
static ASKED: AtomicBool = AtomicBool::new(false);

/// The signals that end the run.
const ENDING: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

type Handler = extern "C" fn(libc::c_int);

extern "C" fn on_ending(signal: libc::c_int) {
    SIGNAL.store(signal, Ordering::Relaxed);
    INTERRUPTED.store(true, Ordering::Relaxed);
    // A second signal ends the program at once.
    // SAFETY: `signal` is async-signal-safe (POSIX.1-2017, §2.4.3).
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

extern "C" fn on_question(_: libc::c_int) {
    ASKED.store(true, Ordering::Relaxed);
}

fn set(signal: libc::c_int, handler: libc::sighandler_t) {
    // SAFETY: the handlers do only what is async-signal-safe.
    unsafe { libc::signal(signal, handler) };
}

/// Catches these signals from now on.
pub fn catch() {
    for signal in ENDING {
        set(signal, on_ending as Handler as libc::sighandler_t);
    }
    set(libc::SIGUSR1, on_question as Handler as libc::sighandler_t);
}

/// Leaves Ctrl-C to a debugger in the same terminal.
pub fn ignore_ctrl_c() {
    set(libc::SIGINT, libc::SIG_IGN);
}

pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The signal that has ended the run, if one has.
pub fn ending() -> Option<libc::c_int> {
    is_interrupted().then(|| SIGNAL.load(Ordering::Relaxed))
}

/// Has the user asked where all ranks are (SIGUSR1)?
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// As [`is_asked`], and clears the question.
pub fn take_question() -> bool {
    ASKED.swap(false, Ordering::Relaxed)
}
