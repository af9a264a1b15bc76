//! What the caches know of each place in memory, a byte for every 32: the engine looks there before it asks them.

use std::cell::Cell;

/// Bytes of memory that a mark speaks of; no cache line is shorter.
pub const GRANULE: u64 = 32;

/// Bytes of the usual line.
pub(crate) const USUAL_LINE: u64 = 2 * GRANULE;

/// Bits of a mark: accesses of this kind, not crossing into the next granule, cost nothing and change nothing.
pub const FREE_FETCH: u8 = 1;
pub const FREE_LOAD: u8 = 2;
pub const FREE_STORE: u8 = 4;
/// The line is in the first-level instruction cache, in the data cache, changed there, in the second level, changed there.
pub(crate) const IN_CODE: u8 = 8;
pub(crate) const IN_DATA: u8 = 16;
pub(crate) const DIRTY_DATA: u8 = 32;
pub(crate) const IN_SECOND: u8 = 64;
pub(crate) const DIRTY_SECOND: u8 = 128;

/// The marks of a memory, by offset from its start.
#[derive(Clone, Debug)]
pub(crate) struct Marks(Box<[Cell<u8>]>);

impl Marks {
    pub fn new(bytes: u64) -> Marks {
        // Zero pages of the host, until they are written to.
        let zeros = vec![0_u8; bytes.div_ceil(GRANULE) as usize].into_boxed_slice();
        // SAFETY: `Cell<u8>` has the layout of `u8`, and this is the only pointer.
        Marks(unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [Cell<u8>]) })
    }

    pub fn as_slice(&self) -> &[Cell<u8>] {
        &self.0
    }

    /// The mark at `offset`; zero for what lies outside. With `USUAL`, nothing may.
    #[inline(always)]
    pub fn get<const USUAL: bool>(&self, offset: u64) -> u8 {
        let index = (offset / GRANULE) as usize;
        if USUAL {
            debug_assert!(index < self.0.len());
            // SAFETY: the caller has checked the offset, or has it from a line that was in memory when it came.
            return unsafe { self.0.get_unchecked(index) }.get();
        }
        self.0.get(index).map_or(0, Cell::get)
    }

    /// Sets bits of all granules of a line.
    #[inline(always)]
    pub fn add<const USUAL: bool>(&self, line: u64, bytes: u64, bits: u8) {
        self.change::<USUAL>(line, bytes, |mark| mark | bits);
    }

    /// Clears bits of all granules of a line: the mark of the first one until now.
    #[inline(always)]
    pub fn remove<const USUAL: bool>(&self, line: u64, bytes: u64, bits: u8) -> u8 {
        let mark = self.get::<USUAL>(line);
        self.change::<USUAL>(line, bytes, |mark| mark & !bits);
        mark
    }

    /// Changes the marks of a line. Where all lines have the usual length, its two marks are always the same, and it
    /// may not lie outside.
    #[inline(always)]
    fn change<const USUAL: bool>(&self, line: u64, bytes: u64, change: impl Fn(u8) -> u8) {
        let first = (line / GRANULE) as usize;
        if USUAL {
            debug_assert!(first + 2 <= self.0.len());
            // SAFETY: as for `get`; memory ends at a multiple of the longest line.
            let [one, other] = unsafe { [self.0.get_unchecked(first), self.0.get_unchecked(first + 1)] };
            let mark = change(one.get());
            one.set(mark);
            other.set(mark);
            return;
        }
        let marks = self.0.get(first..first + (bytes / GRANULE) as usize).unwrap_or_default();
        marks.iter().for_each(|mark| mark.set(change(mark.get())));
    }
}
