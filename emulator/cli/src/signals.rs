//! Signals to a run: those that end it, and SIGUSR1, which asks where everybody is.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Set by Ctrl-C and the signals of batch systems: the run ends and writes what it has.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Which signal it was.
static SIGNAL: AtomicI32 = AtomicI32::new(libc::SIGINT);
/// Set by SIGUSR1.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Those that end the run.
const ENDING: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

type Handler = extern "C" fn(libc::c_int);

extern "C" fn on_ending(signal: libc::c_int) {
    SIGNAL.store(signal, Ordering::Relaxed);
    INTERRUPTED.store(true, Ordering::Relaxed);
    // A second one ends the program at once.
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

/// Catches them from now on.
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

/// Has somebody asked where everybody is?
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// As [`is_asked`]; the question is answered then.
pub fn take_question() -> bool {
    ASKED.swap(false, Ordering::Relaxed)
}
