//! The programs with MPI names, such as `mpirun`: each starts the `rankine` beside it with one
//! additional word in front.

#[path = "closed.rs"]
mod closed;

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// Replaces this process by `rankine WORD ARGUMENTS…`; returns only if that fails.
pub fn rankine(word: &str) -> ExitCode {
    let beside = std::env::current_exe()
        .ok()
        .and_then(|path| path.canonicalize().ok())
        .map(|path| path.with_file_name("rankine"));
    let program = beside.filter(|path| path.exists()).unwrap_or_else(|| "rankine".into());
    for fd in closed::OUTPUTS.into_iter().filter(|fd| closed::was_closed(*fd)) {
        // SAFETY: nothing of this process uses what the runtime has opened there.
        unsafe { libc::close(fd) };
    }
    let cause = Command::new(&program).arg(word).args(std::env::args_os().skip(1)).exec();
    let mut stderr = std::io::stderr();
    let _ = writeln!(
        stderr,
        "rankine: cannot start {}: {cause}; install the `rankine` program beside this one",
        program.display()
    );
    ExitCode::from(125)
}
