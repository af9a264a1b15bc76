//! The output of a log's lines.

use crate::commit::Buffer;
use std::io::Write;

/// Bytes of a log that are collected before they are written: few enough for the host's nearest
/// caches.
const BUFFER_BYTES: usize = 1 << 14;

pub struct Sink {
    /// The user's name of the log.
    name: String,
    /// Text that is not written yet.
    pub buffer: Buffer,
    out: Box<dyn Write + Send>,
    /// Has any line been written, apart from the heading?
    is_reached: bool,
    problem: Option<String>,
}

/// The log cannot be written, so no more lines are wanted.
pub struct Broken;

/// How a log differs from the request, in words.
pub enum Unfinished {
    Lost(String),
    NeverBegun(String),
}

impl Sink {
    /// `out` is flushed once, at the end.
    pub fn new(name: String, out: Box<dyn Write + Send>) -> Sink {
        Sink { name, buffer: Buffer::default(), out, is_reached: false, problem: None }
    }

    /// A line has been added to the buffer.
    pub fn grown(&mut self) -> Result<(), Broken> {
        self.is_reached = true;
        if self.buffer.len() >= BUFFER_BYTES { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), Broken> {
        if self.problem.is_none()
            && let Err(error) = self.out.write_all(self.buffer.as_bytes())
        {
            self.problem = Some(error.to_string());
        }
        self.buffer.clear();
        if self.problem.is_some() { Err(Broken) } else { Ok(()) }
    }

    /// The run has ended: writes the rest of the log.
    pub fn finish(&mut self) -> Result<(), Unfinished> {
        if self.write().is_ok()
            && let Err(error) = self.out.flush()
        {
            self.problem = Some(error.to_string());
        }
        match &self.problem {
            Some(problem) => Err(Unfinished::Lost(format!("{}: {problem}; the rest of it is lost", self.name))),
            None if !self.is_reached => {
                Err(Unfinished::NeverBegun(format!("{}: its window was never reached", self.name)))
            }
            None => Ok(()),
        }
    }
}
