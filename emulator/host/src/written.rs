//! The limit of what programs write to files.

use super::errno::{Errno, Result};

/// What a new file or directory counts, in bytes: a block of the disk.
pub(super) const NEW_BYTES: u64 = 4096;

/// Counts what the programs of a run have written to files, together.
#[derive(Default)]
pub(super) struct Written {
    bytes: u64,
    /// The most bytes; none if there is no limit.
    most: Option<u64>,
}

impl Written {
    pub(super) fn new(most: Option<u64>) -> Written {
        Written { bytes: 0, most }
    }

    /// Is there a limit?
    pub(super) fn is_limited(&self) -> bool {
        self.most.is_some()
    }

    /// Counts `bytes` that are about to be written. If the sum exceeds the limit, returns
    /// [`Errno::WRITTEN`], and the bytes must not be written.
    pub(super) fn add(&mut self, bytes: u64) -> Result<()> {
        let Some(most) = self.most else { return Ok(()) };
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > most { Err(Errno::WRITTEN) } else { Ok(()) }
    }
}
