//! One set-associative cache: which line is replaced when another is filled. The marks (`marks.rs`)
//! say which lines are present.

use crate::Replacement;
use crate::marks::{GRANULE, USUAL_LINE};
use std::ops::Range;

/// Bytes of the longest line. Memories begin and end at multiples of it.
pub const LONGEST_LINE: u64 = 4096;
const WAYS_MAX: u64 = 64;

/// A cache. Lines are named by their offsets from the start of memory.
#[derive(Clone, Debug)]
pub struct Cache {
    shift: u32,
    /// Number of sets less one.
    set_mask: usize,
    ways: usize,
    /// Ways, less one.
    way_mask: u8,
    is_lru: bool,
    /// Number of the line at the start of memory.
    first: u64,
    /// For each set, the way that is replaced next in round-robin order.
    next: Box<[u8]>,
    /// For each set, the number of ways in use. They are the first ways of the set.
    used: Box<[u8]>,
    /// An entry for each way of each set: one more than the number of its line from the start of
    /// memory; zero for no line. With LRU, the entry used last is the first of its set.
    lines: Box<[u32]>,
}

impl Cache {
    /// A cache for a memory at these addresses; none if its size is 0. `name` is the prefix of its
    /// keys in the platform.
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
        let (first, entries) = (memory.start / line_bytes, (sets * ways) as usize);
        Ok(Some(Cache {
            shift: line_bytes.trailing_zeros(),
            set_mask: sets as usize - 1,
            ways: ways as usize,
            way_mask: ways as u8 - 1,
            is_lru: replacement == Replacement::Lru,
            first,
            next: vec![0; sets as usize].into(),
            used: vec![ways as u8; sets as usize].into(),
            lines: vec![0; entries].into(),
        }))
    }

    /// Is this a cache of the usual kind? Its lines have 64 bytes and are replaced in turn. Its
    /// number of ways is a power of two, and memory begins at a line of set 0, so that little has
    /// to be computed.
    pub fn is_usual(&self) -> bool {
        self.line_bytes() == USUAL_LINE && !self.is_lru && self.ways.is_power_of_two() && self.first & self.mask() == 0
    }

    /// As [`Cache::fill`], for a cache of the usual kind. Takes and returns line numbers from the
    /// start of memory; returns -1 if no line is replaced.
    #[inline(always)]
    pub fn fill_usual(&mut self, line: i64) -> i64 {
        debug_assert!(self.is_usual() && line >= 0);
        let set = line as usize & self.set_mask;
        debug_assert!(set < self.next.len());
        // SAFETY: every set has a next way and an entry for each of its ways.
        let entry = unsafe {
            let next = self.next.get_unchecked_mut(set);
            let way = *next;
            *next = (way + 1) & self.way_mask;
            self.lines.get_unchecked_mut(set * self.ways + usize::from(way))
        };
        i64::from(std::mem::replace(entry, line as u32 + 1)) - 1
    }

    pub fn line_bytes(&self) -> u64 {
        1 << self.shift
    }

    pub fn sets(&self) -> usize {
        self.set_mask + 1
    }

    /// Are lines replaced in order of use? With one way there is no other order.
    pub fn is_by_use(&self) -> bool {
        self.is_lru || self.ways == 1
    }

    /// Sets and ways.
    pub fn shape(&self) -> (usize, usize) {
        (self.sets(), self.ways)
    }

    fn mask(&self) -> u64 {
        self.set_mask as u64
    }

    /// The set of the line at an offset, and the entry for that line.
    fn place(&self, offset: u64) -> (usize, u32) {
        let line = offset >> self.shift;
        (((self.first + line) & self.mask()) as usize, line as u32 + 1)
    }

    /// Offset of an entry's line; none for an empty entry.
    fn offset(&self, entry: u32) -> Option<u64> {
        Some(u64::from(entry.checked_sub(1)?) << self.shift)
    }

    /// The entries of a set.
    fn row(&mut self, set: usize) -> &mut [u32] {
        &mut self.lines[set * self.ways..(set + 1) * self.ways]
    }

    /// Adds the line at `offset`, which is not present. Returns the offset of the line that it
    /// replaces, if any.
    pub fn fill(&mut self, offset: u64) -> Option<u64> {
        let (set, entry) = self.place(offset);
        let (used, is_lru) = (usize::from(self.used[set]), self.is_lru);
        let next = usize::from(self.next[set]);
        // The condition avoids a division, which would take the host longer than the rest of this
        // function.
        let way = if next < used { next } else { next % used };
        self.next[set] = if way + 1 < used { way as u8 + 1 } else { 0 };
        let row = self.row(set);
        if is_lru {
            row[..used].rotate_right(1);
        }
        let old = std::mem::replace(&mut row[if is_lru { 0 } else { way }], entry);
        self.offset(old)
    }

    /// With LRU, returns the line that was used last in the set of `offset`, if it is another line.
    pub fn front(&mut self, offset: u64) -> Option<u64> {
        if !self.is_lru {
            return None;
        }
        let (set, entry) = self.place(offset);
        let front = self.row(set)[0];
        self.offset(front).filter(|_| front != entry)
    }

    /// Marks the line at `offset`, which is present, as used.
    pub fn touch(&mut self, offset: u64) {
        if self.is_lru {
            let (set, entry) = self.place(offset);
            let row = self.row(set);
            if let Some(way) = row.iter().position(|&there| there == entry) {
                row[..=way].rotate_right(1);
            }
        }
    }

    /// Removes the line at `offset`.
    pub fn forget(&mut self, offset: u64) {
        let ((set, entry), is_lru) = (self.place(offset), self.is_lru);
        let row = self.row(set);
        if let Some(way) = row.iter().position(|&there| there == entry) {
            row[way] = 0;
            if is_lru {
                // Entries with a line stay in front of empty ones.
                row[way..].rotate_left(1);
            }
        }
    }

    /// From now on a set uses `ways` ways, at least one. Returns the offsets of the lines that had
    /// to leave: at most one for each way less. With LRU, the least recently used lines leave.
    pub fn use_ways(&mut self, set: usize, ways: usize) -> Vec<u64> {
        let ways = ways.clamp(1, self.ways);
        self.used[set] = ways as u8;
        let gone: Vec<u32> = self.row(set)[ways..].iter_mut().map(std::mem::take).collect();
        gone.into_iter().filter_map(|entry| self.offset(entry)).collect()
    }

    /// Removes all lines, and returns their offsets.
    pub fn clear(&mut self) -> Vec<u64> {
        let lines = self.lines.iter().filter_map(|&entry| self.offset(entry)).collect();
        self.lines.fill(0);
        self.next.fill(0);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Two sets of two 32-byte lines. Lines are letters: a, c, e, g are in set 0, b, d in set 1;
    /// `-x` forgets x. Expected for each access: `.` is a hit, a letter is the line that is
    /// replaced, `?` means that none is.
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

    /// When ways are taken away, the lines used last stay. Ways that are given back are empty.
    #[test]
    fn ways_in_use() {
        let line = |letter: u8| 64 * u64::from(letter - b'a');
        let mut cache = Cache::new("l2", [256, 4, 32], Replacement::Lru, &(0x1000..0x4000)).unwrap().unwrap();
        for letter in *b"abcd" {
            assert_eq!(cache.fill(line(letter)), None);
        }
        assert_eq!(cache.use_ways(0, 2), [line(b'b'), line(b'a')]);
        assert_eq!(cache.fill(line(b'e')), Some(line(b'c')));
        assert_eq!(cache.use_ways(0, 3), []);
        assert_eq!(cache.fill(line(b'f')), None);
        assert_eq!(cache.fill(line(b'g')), Some(line(b'd')));
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
