//! Printing that never panics. Output that no reader takes is dropped; if other output is lost,
//! that is an error at the end.

use crate::closed;
use crate::patience::Output;
use crate::process;
use rankine_bus::printable_but;
use rankine_session::report::EXIT_TOOL;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Prints a line on standard output.
macro_rules! say {
    ($($text:tt)*) => {{
        $crate::tell::said(format_args!($($text)*));
    }};
}

/// Prints a line on standard error, where the tool reports.
macro_rules! tell {
    ($($text:tt)*) => {{
        $crate::tell::told(format_args!($($text)*));
    }};
}

pub(crate) use {say, tell};

/// The first reason why standard output was lost.
static LOST: OnceLock<String> = OnceLock::new();
/// Was a line on standard error lost? There is nowhere to say so; the exit code does.
static ERROR_LOST: AtomicBool = AtomicBool::new(false);

/// The only control characters that are printed, whatever the names of programs and files contain:
/// those that lay out text.
const LAYOUT: [char; 2] = ['\n', '\t'];

/// Prints a line on standard output.
pub fn said(line: fmt::Arguments<'_>) {
    let line = format!("{line}\n");
    printed(io::stdout().write_all(printable_but(&line, &LAYOUT).as_bytes()));
}

/// Notes whether something was printed on standard output. A missing reader is no error.
pub fn printed(result: io::Result<()>) {
    if let Err(error) = result
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let was_closed = closed::was_closed(libc::STDOUT_FILENO);
        LOST.get_or_init(|| if was_closed { process::CLOSED.into() } else { error.to_string() });
    }
}

/// The exit code of a program that would end with `code`. If standard output was lost, reports that
/// and returns the exit code of the tool; so it does if standard error was lost.
pub fn ended(code: i32) -> i32 {
    printed(io::stdout().flush());
    match LOST.get() {
        Some(error) => failed(format!("standard output is lost: it cannot be written: {error}")),
        None if ERROR_LOST.load(Ordering::Relaxed) => EXIT_TOOL,
        None => code,
    }
}

/// The time that a line waits for a reader of standard error once the run is over. There may be no
/// reader, and the run must end.
const GRACE: Duration = Duration::from_secs(1);

/// Prints a line on standard error, at once. If no reader takes it after the run has been ended, it
/// and all later lines are dropped.
pub fn told(line: fmt::Arguments<'_>) {
    static HAS_NO_READER: AtomicBool = AtomicBool::new(false);
    if HAS_NO_READER.load(Ordering::Relaxed) {
        return;
    }
    let line = format!("{line}\n");
    let printed = Output::new(libc::STDERR_FILENO, GRACE).write_all(printable_but(&line, &LAYOUT).as_bytes());
    match printed.map_err(|error| error.kind()) {
        Ok(()) | Err(io::ErrorKind::BrokenPipe) => {}
        Err(io::ErrorKind::TimedOut) => HAS_NO_READER.store(true, Ordering::Relaxed),
        Err(_) => ERROR_LOST.store(true, Ordering::Relaxed),
    }
}

/// Reports an error of the tool, its configuration or its use; returns the exit code.
pub fn failed(message: impl Display) -> i32 {
    tell!("rankine: {message}");
    EXIT_TOOL
}
