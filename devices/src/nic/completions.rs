//! Completions on their way to the host, and the epoch that it sees.

use rankine_bus::Time;
use std::collections::VecDeque;

/// A completion, as the host reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    pub cookie: u64,
    pub envelope: u64,
    pub detail: u64,
}

/// The next completion, as far as the NIC processor has written it.
#[derive(Default)]
pub struct Staged {
    pub cookie: u64,
    pub bytes: u32,
    pub handle: u32,
    pub epoch: u32,
}

/// All completions that the host is not done with; `completion_fifo` bounds them.
#[derive(Default)]
pub struct Completions {
    pub staged: Staged,
    /// In order; the first `arrived` of them have arrived.
    pub queue: VecDeque<Completion>,
    pub arrived: usize,
    /// Time of arrival of the one put last.
    pub last_arrival: Time,
    /// The epoch that the host sees in HOST_STATUS.
    pub epoch: u32,
    pub count: u64,
}

impl Completions {
    pub fn arrived(&self) -> usize {
        self.arrived
    }

    /// The oldest that has arrived; all zero if there is none.
    pub fn oldest(&self) -> Completion {
        self.queue.front().filter(|_| self.arrived > 0).copied().unwrap_or_default()
    }

    /// A line for the report of a deadlock.
    pub fn line(&self) -> Option<String> {
        (self.arrived > 0).then(|| format!("{} completions wait for the host", self.arrived))
    }
}
