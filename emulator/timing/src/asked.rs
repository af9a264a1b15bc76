//! What a hart asks of a memory that others use, too.

/// A line that an access, or what it displaces, moves between caches and a memory that others use, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Cycles from the beginning of the access, as if nobody waited.
    pub after: u64,
    pub bytes: u64,
    /// Does the hart wait for it? Else it goes through a buffer.
    pub waits: bool,
}

/// What the current access asks, or the last one has asked, and how long the hart has waited.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asking {
    /// Do others use the memory, too? Else nothing is noted.
    pub is_shared: bool,
    asked: Vec<Asked>,
    /// Cycles of the access so far.
    pub elapsed: u64,
    /// Cycles waited beyond what lines take alone, since the start.
    waited: u64,
}

impl Asking {
    /// The access moves a line of so many bytes now.
    pub fn ask(&mut self, bytes: u64, waits: bool) {
        if self.is_shared {
            self.asked.push(Asked { after: self.elapsed, bytes, waits });
        }
    }

    /// Has anything been asked that nobody has taken?
    pub fn asks(&self) -> bool {
        !self.asked.is_empty()
    }

    /// What has been asked, in order, and the cycles of the access that has asked, without waiting.
    pub fn take(&mut self) -> (Vec<Asked>, u64) {
        (std::mem::take(&mut self.asked), self.elapsed)
    }

    /// The hart has waited for others.
    pub fn wait(&mut self, cycles: u64) {
        self.waited += cycles;
    }

    /// Cycles that it has waited so, if there is anything to wait for.
    pub fn waited(&self) -> Option<u64> {
        self.is_shared.then_some(self.waited)
    }
}
