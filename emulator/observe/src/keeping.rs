//! The limit of the memory that observers use for their records.
//!
//! The limit is divided among processors before the run, and memory is counted from the records
//! alone. So the cycle at which the limit is reached does not depend on host threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most memory for the records of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeepMax {
    pub bytes: u64,
}

/// The least memory for a processor's records.
const SHARE_MIN: u64 = 4 << 10;

impl Default for KeepMax {
    fn default() -> KeepMax {
        KeepMax { bytes: 4 << 30 }
    }
}

impl KeepMax {
    /// The part for each of this number of shares.
    pub fn divided(self, shares: u64) -> KeepMax {
        KeepMax { bytes: (self.bytes / shares.max(1)).max(SHARE_MIN) }
    }
}

impl std::fmt::Display for KeepMax {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let units = [
            ("GiB", 1 << 30),
            ("GB", 1_000_000_000),
            ("MiB", 1 << 20),
            ("MB", 1_000_000),
            ("KiB", 1 << 10),
            ("kB", 1000),
        ];
        let fits = units.iter().find(|(_, unit)| self.bytes >= *unit && self.bytes.is_multiple_of(*unit));
        let (name, unit) = fits.copied().unwrap_or(("bytes", 1));
        write!(f, "{} {name}", self.bytes / unit)
    }
}

/// The memory that the observers of one processor share for their records.
#[derive(Debug)]
struct Room {
    most: u64,
    /// The observers of a processor are called one after the other, so plain loads and stores are
    /// enough.
    used: AtomicU64,
    /// The cycle at which the memory was used up, or `u64::MAX`.
    full_from: AtomicU64,
}

/// One observer's share of a room. The default has no limit.
#[derive(Clone, Debug)]
pub struct Share {
    room: Arc<Room>,
    /// The bytes of this observer.
    own: u64,
}

impl Default for Share {
    fn default() -> Share {
        Share::new(KeepMax { bytes: u64::MAX })
    }
}

impl Share {
    /// A share of a new room.
    pub fn new(most: KeepMax) -> Share {
        let room = Room { most: most.bytes, used: AtomicU64::new(0), full_from: AtomicU64::new(u64::MAX) };
        Share { room: Arc::new(room), own: 0 }
    }

    /// A share of the same room for another observer.
    pub fn another(&self) -> Share {
        Share { room: self.room.clone(), own: 0 }
    }

    /// Is the room full? Then no record may be added.
    pub fn is_full(&self) -> bool {
        self.room.full_from.load(Ordering::Relaxed) != u64::MAX
    }

    /// The cycle, of the processor's clock, from which on records may be missing.
    pub fn full_from(&self) -> Option<u64> {
        Some(self.room.full_from.load(Ordering::Relaxed)).filter(|cycle| *cycle != u64::MAX)
    }

    /// The observer's records have `bytes` bytes now, at this cycle.
    pub fn set(&mut self, bytes: usize, cycle: u64) {
        let bytes = bytes as u64;
        if bytes == self.own {
            return;
        }
        let Room { most, used, full_from } = &*self.room;
        let now = used.load(Ordering::Relaxed).wrapping_add(bytes).wrapping_sub(self.own);
        used.store(now, Ordering::Relaxed);
        self.own = bytes;
        if now > *most && full_from.load(Ordering::Relaxed) == u64::MAX {
            full_from.store(cycle, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
#[path = "tests/keeping.rs"]
mod tests;
