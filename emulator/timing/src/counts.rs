//! Counters of caches.

/// Misses and write-backs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    pub l1i_misses: u64,
    pub l1d_misses: u64,
    pub l2_misses: u64,
    /// Changed lines written to memory.
    pub write_backs: u64,
}

impl CacheCounts {
    /// The counts that were added since `before`.
    pub fn since(&self, before: &CacheCounts) -> CacheCounts {
        self.with(before, u64::wrapping_sub)
    }

    /// These counts plus `times` times `more`.
    pub fn and_times(&self, more: &CacheCounts, times: u64) -> CacheCounts {
        self.with(more, |count, more| count.wrapping_add(more.wrapping_mul(times)))
    }

    fn with(&self, other: &CacheCounts, of: impl Fn(u64, u64) -> u64) -> CacheCounts {
        CacheCounts {
            l1i_misses: of(self.l1i_misses, other.l1i_misses),
            l1d_misses: of(self.l1d_misses, other.l1d_misses),
            l2_misses: of(self.l2_misses, other.l2_misses),
            write_backs: of(self.write_backs, other.write_backs),
        }
    }
}
