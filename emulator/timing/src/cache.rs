//! One set-associative cache: which line goes when another comes. Which lines are there, their marks tell.

use crate::Replacement;
use crate::marks::{GRANULE, USUAL_LINE};
use std::ops::Range;

/// Bytes of the longest line. Memories begin and end at multiples of it.
pub const LONGEST_LINE: u64 = 4096;
const WAYS_MAX: u64 = 64;

/// The lines of a cache, by their offsets from the start of memory.
#[derive(Clone, Debug)]
pub struct Cache {
    shift: u32,
    /// Sets, less one.
    mask: u64,
    ways: usize,
    is_lru: bool,
    /// Number of the line at the start of memory.
    first: u64,
    /// Entries of a set.
    row: usize,
    /// Ways, less one.
    last: u32,
    /// Set by set: the way replaced next when it is their turn, and any multiple of the number of ways; then for each way
    /// one more than its line's number from the start of memory, zero for none; with LRU, the line used last in front.
    sets: Box<[u32]>,
}

impl Cache {
    /// For a memory at these addresses. None for a size of 0; `name` is what keys of the platform begin with.
    pub fn new(
        name: &str,
        [bytes, ways, line_bytes]: [u64; 3],
        replacement: Replacement,
        memory: &Range<u64>,
    ) -> Result<Option<Cache>, String> {
        if bytes == 0 {
            return Ok(None);
        }
        if !line_bytes.is_power_of_two() || !(GRANULE..=LONGEST_LINE).contains(&line_bytes) {
            return Err(format!(
                "caches.{name}_line_bytes = {line_bytes} is no power of two from {GRANULE} to {LONGEST_LINE}"
            ));
        }
        if !(1..=WAYS_MAX).contains(&ways) {
            return Err(format!("caches.{name}_ways = {ways} is outside 1 to {WAYS_MAX}"));
        }
        let sets = bytes / (ways * line_bytes);
        if !sets.is_power_of_two() || sets * ways * line_bytes != bytes || bytes > 1 << 30 {
            return Err(format!(
                "caches.{name}_bytes = {bytes} is not {name}_ways ({ways}) times {name}_line_bytes ({line_bytes}) times a \
                 power of two, up to 1 GiB"
            ));
        }
        Ok(Some(Cache {
            shift: line_bytes.trailing_zeros(),
            mask: sets - 1,
            ways: ways as usize,
            is_lru: replacement == Replacement::Lru,
            first: memory.start / line_bytes,
            row: ways as usize + 1,
            last: ways as u32 - 1,
            sets: vec![0; (sets * (ways + 1)) as usize].into(),
        }))
    }

    /// Is this a cache of the usual kind: lines of 64 bytes, replaced in turn; a number of ways, and a place of memory,
    /// that leave little to compute?
    pub fn is_usual(&self) -> bool {
        self.line_bytes() == USUAL_LINE && !self.is_lru && self.ways.is_power_of_two() && self.first & self.mask == 0
    }

    /// As [`Cache::fill`], for a cache of the usual kind and by numbers of lines: the line that goes, plus one, or zero.
    #[inline(always)]
    pub fn fill_usual(&mut self, line: u64) -> u64 {
        let row = (line & self.mask) as usize * self.row;
        debug_assert!(self.is_usual() && row + self.row <= self.sets.len());
        // SAFETY: there are as many rows as the mask says, and one.
        let (next, lines) = unsafe {
            let row = self.sets.as_mut_ptr().add(row);
            (&mut *row, row.add(1))
        };
        let way = *next & self.last;
        *next = next.wrapping_add(1);
        // SAFETY: the row has an entry for each way behind the first.
        u64::from(unsafe { lines.add(way as usize).replace(line as u32 + 1) })
    }

    pub fn line_bytes(&self) -> u64 {
        1 << self.shift
    }

    /// Number of a line's set.
    fn set(&self, line: u64) -> usize {
        (self.first.wrapping_add(line) & self.mask) as usize
    }

    fn lines(&mut self, set: usize) -> &mut [u32] {
        &mut self.sets[set * self.row..][1..self.row]
    }

    /// Offset of the line of an entry.
    fn offset(&self, entry: u32) -> Option<u64> {
        (entry != 0).then(|| u64::from(entry - 1) << self.shift)
    }

    /// Takes in the line at `offset`, which is not there: the line that goes.
    pub fn fill(&mut self, offset: u64) -> Option<u64> {
        let line = offset >> self.shift;
        let (set, entry) = (self.set(line), line as u32 + 1);
        let way = if self.is_lru {
            self.lines(set).rotate_right(1);
            0
        } else {
            let next = &mut self.sets[set * self.row];
            let way = *next as usize % self.ways;
            *next = (way as u32 + 1) % self.ways as u32;
            way
        };
        let old = std::mem::replace(&mut self.lines(set)[way], entry);
        self.offset(old)
    }

    /// With LRU, the line that was used last in the set of `offset`, if that is another.
    pub fn front(&mut self, offset: u64) -> Option<u64> {
        if !self.is_lru {
            return None;
        }
        let set = self.set(offset >> self.shift);
        let front = self.lines(set)[0];
        self.offset(front).filter(|front| front >> self.shift != offset >> self.shift)
    }

    /// Uses the line at `offset`, which is there.
    pub fn touch(&mut self, offset: u64) {
        if self.is_lru {
            let line = offset >> self.shift;
            let lines = self.lines(self.set(line));
            if let Some(way) = lines.iter().position(|&entry| entry == line as u32 + 1) {
                lines[..=way].rotate_right(1);
            }
        }
    }

    /// Forgets the line at `offset`.
    pub fn forget(&mut self, offset: u64) {
        let (line, is_lru) = (offset >> self.shift, self.is_lru);
        let lines = self.lines(self.set(line));
        if let Some(way) = lines.iter().position(|&entry| entry == line as u32 + 1) {
            lines[way] = 0;
            if is_lru {
                // Lines that are there stay in front of those that are not.
                lines[way..].rotate_left(1);
            }
        }
    }

    /// Forgets all lines, and gives their offsets.
    pub fn clear(&mut self) -> Vec<u64> {
        let lines = self.sets.chunks(self.row).flat_map(|set| &set[1..]);
        let offsets = lines.filter_map(|&entry| self.offset(entry)).collect();
        self.sets.fill(0);
        offsets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Two sets of two 32-byte lines. Lines as letters: a, c, e, g in set 0, b, d in set 1; `-x` forgets one. Behind each
    /// access: `.` a hit, else the line that goes, `?` for none.
    #[test]
    fn which_line_leaves() {
        for (replacement, accesses, expected) in [
            (Replacement::Lru, "a c a e a c", "? ? . c . e"),
            (Replacement::RoundRobin, "a c a e a c", "? ? . a c e"),
            (Replacement::Lru, "a c e b d a", "? ? a ? ? c"),
            (Replacement::Lru, "a c -c e c", "? ? ? a"),
            (Replacement::Lru, "a c -c e a g", "? ? ? . e"),
            (Replacement::RoundRobin, "a c -c e a c g", "? ? a ? e a"),
        ] {
            let mut cache = Cache::new("l1d", [128, 2, 32], replacement, &(0x1000..0x2000)).unwrap().unwrap();
            let (mut there, mut seen) = (HashSet::new(), Vec::new());
            for word in accesses.split(' ') {
                let offset = 32 * u64::from(word.trim_start_matches('-').as_bytes()[0] - b'a');
                if word.starts_with('-') {
                    cache.forget(offset);
                    there.remove(&offset);
                } else if there.insert(offset) {
                    let gone = cache.fill(offset + 7);
                    seen.push(gone.map_or('?', |offset| (b'a' + (offset / 32) as u8) as char));
                    gone.map(|offset| there.remove(&offset));
                } else {
                    cache.touch(offset + 7);
                    seen.push('.');
                }
            }
            let seen: Vec<String> = seen.into_iter().map(String::from).collect();
            assert_eq!(seen.join(" "), expected, "{replacement:?} {accesses}");
        }
    }

    #[test]
    fn shapes() {
        for (bytes, ways, line, message) in [
            (0, 0, 0, ""),
            (32768, 4, 64, ""),
            (49152, 3, 64, ""),
            (32768, 3, 64, "caches.x_bytes"),
            (32768, 0, 64, "caches.x_ways"),
            (32768, 4, 16, "caches.x_line_bytes"),
            (32768, 4, 48, "caches.x_line_bytes"),
            (64, 4, 64, "caches.x_bytes"),
            (1 << 40, 1, 64, "caches.x_bytes"),
        ] {
            let error =
                Cache::new("x", [bytes, ways, line], Replacement::Lru, &(0x1000..0x2000)).err().unwrap_or_default();
            assert!(
                error.contains(message) && error.is_empty() == message.is_empty(),
                "{bytes} {ways} {line}: {error}"
            );
        }
    }
}
