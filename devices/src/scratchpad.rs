//! The scratchpad: bytes, and a type for each line. Only the contents of special lines are here;
//! their behaviour is in `counter`, `queue` and `ni`.

use crate::regs::ni as regs;

/// Words of a line, on every platform (Katsamani 2010 §3.1.2: a message of five words fills a line
/// of eight).
pub const LINE_WORDS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineType {
    /// Belongs to a cache; not addressable as scratchpad.
    Cache,
    Plain,
    Counter,
    Command,
    Queue,
    MultiQueue,
}

impl LineType {
    pub fn from_tag(tag: u64) -> Option<LineType> {
        match tag {
            regs::TAG_CACHE => Some(LineType::Cache),
            regs::TAG_SCRATCHPAD => Some(LineType::Plain),
            regs::TAG_COUNTER => Some(LineType::Counter),
            regs::TAG_COMMAND => Some(LineType::Command),
            regs::TAG_QUEUE => Some(LineType::Queue),
            regs::TAG_MRQUEUE => Some(LineType::MultiQueue),
            _ => None,
        }
    }

    pub fn tag(self) -> u64 {
        match self {
            LineType::Cache => regs::TAG_CACHE,
            LineType::Plain => regs::TAG_SCRATCHPAD,
            LineType::Counter => regs::TAG_COUNTER,
            LineType::Command => regs::TAG_COMMAND,
            LineType::Queue => regs::TAG_QUEUE,
            LineType::MultiQueue => regs::TAG_MRQUEUE,
        }
    }
}

/// Why a tag write was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagRefused {
    BadTag,
    LastWay,
}

/// A word of a special line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub line: usize,
    pub index: usize,
}

/// What every [`Word`] must be.
const WITHIN: &str = "a word within the scratchpad";

pub struct Scratchpad {
    bytes: Vec<u8>,
    types: Vec<LineType>,
    word_bytes: usize,
    /// Ways of the cache that the scratchpad is carved out of; 0 if it is a memory of its own.
    cache_ways: usize,
    /// Grows with each change but the quiet ones.
    pub changes: u64,
}

impl Scratchpad {
    /// `bytes` must be a multiple of a line's bytes, times the ways if there are any; a word has 4
    /// or 8 bytes.
    pub fn new(bytes: usize, word_bytes: usize, cache_ways: usize) -> Scratchpad {
        let lines = bytes / (LINE_WORDS * word_bytes);
        let reset = if cache_ways > 0 { LineType::Cache } else { LineType::Plain };
        Scratchpad { bytes: vec![0; bytes], types: vec![reset; lines], word_bytes, cache_ways, changes: 0 }
    }

    pub fn line_bytes(&self) -> usize {
        LINE_WORDS * self.word_bytes
    }

    pub fn lines(&self) -> usize {
        self.types.len()
    }

    pub fn line_type(&self, line: usize) -> LineType {
        self.types[line]
    }

    /// Writes a line's tag. A new type clears the line.
    pub fn set_tag(&mut self, line: usize, tag: u64) -> Result<(), TagRefused> {
        let new = LineType::from_tag(tag).ok_or(TagRefused::BadTag)?;
        if new == LineType::Cache && self.cache_ways == 0 {
            return Err(TagRefused::BadTag);
        }
        if new == self.types[line] {
            return Ok(());
        }
        if self.types[line] == LineType::Cache && self.cached_ways(line) == 1 {
            return Err(TagRefused::LastWay);
        }
        self.types[line] = new;
        self.changes += 1;
        let at = line * self.line_bytes();
        let end = at + self.line_bytes();
        self.bytes[at..end].fill(0);
        Ok(())
    }

    /// (sets and ways of the cache, the set of this line, ways of that set that are still cache);
    /// none without a cache.
    pub fn cache_set(&self, line: usize) -> Option<((usize, usize), usize, usize)> {
        let sets = self.lines().checked_div(self.cache_ways)?;
        Some(((sets, self.cache_ways), line % sets, self.cached_ways(line)))
    }

    /// Ways of this line's set that are still cache: line index = way * sets + set.
    fn cached_ways(&self, line: usize) -> usize {
        let sets = self.lines() / self.cache_ways;
        self.types.iter().skip(line % sets).step_by(sets).filter(|&&kind| kind == LineType::Cache).count()
    }

    /// Are all lines of these bytes of a type that `accepts`? False outside the scratchpad.
    pub fn all(&self, offset: u64, len: usize, accepts: impl Fn(LineType) -> bool) -> bool {
        let Some(range) = self.range(offset, len) else { return false };
        let behind = range.end + self.line_bytes() - 1;
        self.types[self.line_at(range.start)..self.line_at(behind)].iter().all(|&kind| accepts(kind))
    }

    /// The bytes at `offset`, whatever the lines' types, unless one belongs to a cache.
    pub fn read(&self, offset: u64, len: usize) -> Option<&[u8]> {
        let readable = self.all(offset, len, |kind| kind != LineType::Cache);
        self.range(offset, len).filter(|_| readable).map(|range| &self.bytes[range])
    }

    /// Writes to plain lines. If any line is not plain, writes nothing and returns false.
    pub fn write_plain(&mut self, offset: u64, bytes: &[u8]) -> bool {
        if !self.all(offset, bytes.len(), |kind| kind == LineType::Plain) {
            return false;
        }
        self.changes += 1;
        self.range(offset, bytes.len()).map(|range| self.bytes[range].copy_from_slice(bytes)).is_some()
    }

    /// The word that consists of exactly these bytes, if there is one.
    pub fn word_at(&self, offset: u64, len: usize) -> Option<Word> {
        let offset = self.range(offset, len)?.start;
        let line = self.line_at(offset);
        let within = offset & (self.line_bytes() - 1);
        (len == self.word_bytes && within.is_multiple_of(len)).then_some(Word { line, index: within / len })
    }

    pub fn get(&self, word: Word) -> u64 {
        // Bytes whose number the compiler knows are one load.
        let bytes = &self.bytes[self.byte_of(word)..];
        let value = match self.word_bytes {
            8 => bytes.first_chunk().map(|eight| u64::from_le_bytes(*eight)),
            _ => bytes.first_chunk().map(|four| u32::from_le_bytes(*four).into()),
        };
        value.expect(WITHIN)
    }

    /// Sets a word to the low bytes of `value`.
    pub fn set(&mut self, word: Word, value: u64) {
        self.changes += 1;
        self.set_quietly(word, value);
    }

    /// As [`Scratchpad::set`], but `changes` does not grow: for a counter that goes on counting.
    pub fn set_quietly(&mut self, word: Word, value: u64) {
        let at = self.byte_of(word);
        let bytes = &mut self.bytes[at..];
        match self.word_bytes {
            8 => *bytes.first_chunk_mut().expect(WITHIN) = value.to_le_bytes(),
            _ => *bytes.first_chunk_mut().expect(WITHIN) = (value as u32).to_le_bytes(),
        }
    }

    pub fn line_of(&self, offset: u64) -> usize {
        self.line_at(offset as usize)
    }

    /// The line of a byte. A line's length is a power of two.
    fn line_at(&self, byte: usize) -> usize {
        byte >> self.line_bytes().trailing_zeros()
    }

    fn byte_of(&self, word: Word) -> usize {
        word.line * self.line_bytes() + word.index * self.word_bytes
    }

    fn range(&self, offset: u64, len: usize) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(len)?;
        (end <= self.bytes.len()).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_become_scratchpad_except_the_last() {
        // Two sets of four ways of 32-byte lines.
        let mut pad = Scratchpad::new(256, 4, 4);
        for (line, tag, expected) in [
            (7, regs::TAG_SCRATCHPAD, Ok(())),
            (5, regs::TAG_COUNTER, Ok(())),
            (3, regs::TAG_COMMAND, Ok(())),
            (1, regs::TAG_SCRATCHPAD, Err(TagRefused::LastWay)),
            (0, regs::TAG_SCRATCHPAD, Ok(())),
            (7, regs::TAG_CACHE, Ok(())),
            (1, regs::TAG_SCRATCHPAD, Ok(())),
            (7, 6, Err(TagRefused::BadTag)),
            (7, 0x11, Err(TagRefused::BadTag)),
        ] {
            assert_eq!(pad.set_tag(line, tag), expected, "line {line} tag {tag}");
        }
        assert_eq!(pad.read(7 * 32, 4), None, "a cache line");
        assert_eq!(Scratchpad::new(64, 8, 0).set_tag(0, regs::TAG_CACHE), Err(TagRefused::BadTag));
    }

    #[test]
    fn contents() {
        let mut pad = Scratchpad::new(256, 8, 0);
        assert!(pad.write_plain(60, &[1, 2, 3, 4, 5, 6, 7, 8]), "across lines");
        assert_eq!(pad.read(60, 8), Some(&[1, 2, 3, 4, 5, 6, 7, 8][..]));
        assert!(!pad.write_plain(250, &[0; 8]) && !pad.write_plain(u64::MAX, &[0; 8]), "outside");
        pad.set_tag(1, regs::TAG_COUNTER).unwrap();
        assert_eq!(pad.read(64, 4), Some(&[0, 0, 0, 0][..]), "a new type clears the line");
        assert!(!pad.write_plain(60, &[9; 8]), "a special line");
        assert_eq!(pad.read(60, 4), Some(&[1, 2, 3, 4][..]), "all or nothing");
        for (offset, len, word) in [
            (64, 8, Some(Word { line: 1, index: 0 })),
            (120, 8, Some(Word { line: 1, index: 7 })),
            (68, 8, None),
            (64, 4, None),
            (256, 8, None),
        ] {
            assert_eq!(pad.word_at(offset, len), word, "{offset}+{len}");
        }
    }
}
