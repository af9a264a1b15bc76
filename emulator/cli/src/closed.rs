//! Standard streams that were closed when the process began (`>&-`). Rust's runtime opens
//! `/dev/null` in their place before `main`, where output would be lost unseen, so this looks
//! earlier. (What the descriptor is later tells nothing: a user may have opened `/dev/null`.)

use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// The outputs of a process.
pub const OUTPUTS: [RawFd; 2] = [libc::STDOUT_FILENO, libc::STDERR_FILENO];

/// Which of them were closed.
static CLOSED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// The C library calls the functions in this section before `main`, where Rust's runtime begins.
#[used]
// SAFETY: the section holds addresses of functions, and this is one that needs no runtime.
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    for (fd, closed) in OUTPUTS.into_iter().zip(&CLOSED) {
        // SAFETY: the call asks for the flags of a descriptor, which may be closed.
        let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
        closed.store(flags < 0, Ordering::Relaxed);
    }
}

/// Was this output closed when the process began?
pub fn was_closed(fd: RawFd) -> bool {
    OUTPUTS.into_iter().zip(&CLOSED).any(|(output, closed)| output == fd && closed.load(Ordering::Relaxed))
}
