//! Where the lines of a log go.

use crate::commit::Buffer;
use std::io::Write;

/// Bytes of a log that are kept before they are written: few enough for the host's nearest caches.
const BUFFER_BYTES: usize = 1 << 14;

pub struct Sink {
    /// What the user calls the log.
    name: String,
    /// What is not written yet.
    pub buffer: Buffer,
    out: Box<dyn Write + Send>,
    /// Has there been anything to write, beyond what stands at the beginning?
    is_reached: bool,
    problem: Option<String>,
}

/// Nothing more of the log is wanted, because it cannot be written.
pub struct Broken;

/// What a log has come to that is not as it was asked for, in words.
pub enum Unfinished {
    Lost(String),
    NeverBegun(String),
}

impl Sink {
    /// `out` is flushed once, at the end.
    pub fn new(name: String, out: Box<dyn Write + Send>) -> Sink {
        Sink { name, buffer: Buffer::default(), out, is_reached: false, problem: None }
    }

    /// A line has come into the buffer.
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

    /// The run has ended: what is left is written.
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
