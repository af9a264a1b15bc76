//! Printing that never panics: nobody may be reading any more, and then nobody is told.

use rankine_session::report::EXIT_TOOL;
use std::fmt::Display;

/// A line on standard output.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

/// A line on standard error, where the tool speaks.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

pub(crate) use {say, tell};

/// Tells of an error of the tool, its configuration or its use; gives the exit code.
pub fn failed(message: impl Display) -> i32 {
    tell!("rankine: {message}");
    EXIT_TOOL
}
