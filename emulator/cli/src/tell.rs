//! Printing that never panics. When nobody reads any more, nobody is told; other output that is lost is an error at the end.

use crate::patience::Output;
use rankine_bus::printable_but;
use rankine_session::report::EXIT_TOOL;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A line on standard output.
macro_rules! say {
    ($($text:tt)*) => {{
        $crate::tell::said(format_args!($($text)*));
    }};
}

/// A line on standard error, where the tool speaks.
macro_rules! tell {
    ($($text:tt)*) => {{
        $crate::tell::told(format_args!($($text)*));
    }};
}

pub(crate) use {say, tell};

/// Why something of standard output was lost first.
static LOST: OnceLock<String> = OnceLock::new();

/// What stays in a line that is printed, whatever names of programs and files are in it: the characters that lay out text.
const LAYOUT: [char; 2] = ['\n', '\t'];

/// Prints a line on standard output.
pub fn said(line: fmt::Arguments<'_>) {
    let line = format!("{line}\n");
    printed(io::stdout().write_all(printable_but(&line, &LAYOUT).as_bytes()));
}

/// Notes what has become of something printed on standard output.
pub fn printed(result: io::Result<()>) {
    if let Err(error) = result
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        LOST.get_or_init(|| error.to_string());
    }
}

/// The exit code of a program that would end with `code`: another one, and a sentence, if something of its output is lost.
pub fn ended(code: i32) -> i32 {
    printed(io::stdout().flush());
    match LOST.get() {
        Some(error) => failed(format!("standard output is lost: it cannot be written: {error}")),
        None => code,
    }
}

/// How long a line waits for a reader of standard error once the run is over: nobody may read, and the run must end.
const GRACE: Duration = Duration::from_secs(1);

/// Prints a line on standard error, at once; not if nobody reads it and the run has been ended.
pub fn told(line: fmt::Arguments<'_>) {
    static HAS_NO_READER: AtomicBool = AtomicBool::new(false);
    if HAS_NO_READER.load(Ordering::Relaxed) {
        return;
    }
    let line = format!("{line}\n");
    let printed = Output::new(libc::STDERR_FILENO, GRACE).write_all(printable_but(&line, &LAYOUT).as_bytes());
    if printed.is_err_and(|error| error.kind() == io::ErrorKind::TimedOut) {
        HAS_NO_READER.store(true, Ordering::Relaxed);
    }
}

/// Tells of an error of the tool, its configuration or its use; gives the exit code.
pub fn failed(message: impl Display) -> i32 {
    tell!("rankine: {message}");
    EXIT_TOOL
}
