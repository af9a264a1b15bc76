//! Requests of a hart to a memory that others use, too.

/// A line that an access moves between the caches and a memory that others use, too: a line that it
/// reads or displaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Cycles from the beginning of the access, without waiting for others.
    pub after: u64,
    pub bytes: u64,
    /// Does the hart wait for the line? Else the line goes through a buffer.
    pub waits: bool,
}

/// The requests of the current or last access, and how long the hart has waited.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asking {
    /// Do others use the memory, too? Else no requests are recorded.
    pub is_shared: bool,
    asked: Vec<Asked>,
    /// Cycles of the access so far.
    pub elapsed: u64,
    /// Cycles waited for others, beyond what the lines take alone, since the start.
    waited: u64,
}

impl Asking {
    /// The access moves a line of `bytes` bytes now. `waits`: the hart waits for it.
    pub fn ask(&mut self, bytes: u64, waits: bool) {
        if self.is_shared {
            self.asked.push(Asked { after: self.elapsed, bytes, waits });
        }
    }

    /// Are there requests that nobody has taken?
    pub fn asks(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Returns the requests in order, and the cycles of their access without waiting for others.
    pub fn take(&mut self) -> (Vec<Asked>, u64) {
        (std::mem::take(&mut self.asked), self.elapsed)
    }

    /// The hart has waited `cycles` cycles for others.
    pub fn wait(&mut self, cycles: u64) {
        self.waited += cycles;
    }

    /// Cycles waited for others since the start; none if the memory is not shared.
    pub fn waited(&self) -> Option<u64> {
        self.is_shared.then_some(self.waited)
    }
}
