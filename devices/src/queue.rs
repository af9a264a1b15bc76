//! The decisions of queues: the slot of an arriving item or reader, or the reason for a refusal.

use crate::counter::sign_extend;
use crate::regs::ni as regs;

/// The words of a queue line that matter to an arrival.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    pub tail: u64,
    pub head: u64,
    pub config: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// All slots are taken.
    Full,
    /// The item has a size that this queue does not take.
    Size,
}

impl Queue {
    /// Byte offset, from the body's start, of the slot for an item of `len` bytes. `tail` and
    /// `head` are free-running counts of `word_bytes` bytes; a head beyond the tail, a mistake of
    /// software, looks like a full queue.
    pub fn admit(&self, len: usize, word_bytes: usize) -> Result<u64, Refused> {
        let slots = 1u64 << ((self.config & regs::QUEUE_LOG2_SLOTS_MASK) >> regs::QUEUE_LOG2_SLOTS_SHIFT);
        let slot_words = (self.config & regs::QUEUE_SLOT_WORDS_MASK) >> regs::QUEUE_SLOT_WORDS_SHIFT;
        let slot_bytes = slot_words * word_bytes as u64;
        if len as u64 > slot_bytes {
            return Err(Refused::Size);
        }
        let waiting = self.tail.wrapping_sub(self.head) & (u64::MAX >> (64 - 8 * word_bytes));
        if waiting >= slots { Err(Refused::Full) } else { Ok((self.tail & (slots - 1)) * slot_bytes) }
    }
}

/// The words of a multi-reader queue's line that matter to an arrival. Item i and reader i meet, so
/// the difference of the two free-running counts says whether items or readers wait, and how many.
#[derive(Clone, Copy, Debug)]
pub struct MultiQueue {
    /// Items that have come.
    pub tail: u64,
    /// Readers that have come.
    pub head: u64,
    pub config: u64,
}

/// The decision on an item or a reader, with the slot as a byte offset from the body's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is the first of its pair and waits here.
    Waits(u64),
    /// Its counterpart waits here.
    Meets(u64),
}

/// Words of an item: as many as a message may have.
const ITEM_WORDS: std::ops::RangeInclusive<u64> = 1..=5;

/// Words of a waiting reader: response and acknowledge address.
pub const READER_WORDS: u64 = 2;

impl MultiQueue {
    /// An item of `len` bytes arrives.
    pub fn enqueue(&self, len: usize, word_bytes: usize) -> Result<Turn, Refused> {
        self.turn(self.tail, self.head, len, word_bytes)
    }

    /// A reader arrives that wants `len` bytes.
    pub fn dequeue(&self, len: usize, word_bytes: usize) -> Result<Turn, Refused> {
        self.turn(self.head, self.tail, len, word_bytes)
    }

    fn turn(&self, mine: u64, theirs: u64, len: usize, word_bytes: usize) -> Result<Turn, Refused> {
        let slots = 1u64 << ((self.config & regs::MRQUEUE_LOG2_SLOTS_MASK) >> regs::MRQUEUE_LOG2_SLOTS_SHIFT);
        let words = (self.config & regs::MRQUEUE_ITEM_WORDS_MASK) >> regs::MRQUEUE_ITEM_WORDS_SHIFT;
        if !ITEM_WORDS.contains(&words) || len as u64 != words * word_bytes as u64 {
            return Err(Refused::Size);
        }
        let slot = (mine & (slots - 1)) * words.max(READER_WORDS) * word_bytes as u64;
        let ahead = sign_extend(mine.wrapping_sub(theirs), 8 * word_bytes as u32);
        match ahead {
            ..0 => Ok(Turn::Meets(slot)),
            0.. if ahead as u64 >= slots => Err(Refused::Full),
            0.. => Ok(Turn::Waits(slot)),
        }
    }

    /// Items that wait, and readers; never both.
    pub fn waiting(&self, word_bytes: usize) -> (u64, u64) {
        let items = sign_extend(self.tail.wrapping_sub(self.head), 8 * word_bytes as u32);
        (items.max(0) as u64, items.min(0).unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admission() {
        let config =
            |log2: u64, words: u64| log2 << regs::QUEUE_LOG2_SLOTS_SHIFT | words << regs::QUEUE_SLOT_WORDS_SHIFT;
        for (tail, head, config, len, word_bytes, expected) in [
            (0, 0, config(2, 4), 32, 8, Ok(0)),
            (5, 3, config(2, 4), 1, 8, Ok(32)),
            (4, 0, config(2, 4), 1, 8, Err(Refused::Full)),
            (4, 1, config(2, 4), 1, 8, Ok(0)),
            (3, 4, config(2, 4), 1, 8, Err(Refused::Full)),
            (0, 0, config(2, 4), 33, 8, Err(Refused::Size)),
            (0, 0, config(2, 4), 17, 4, Err(Refused::Size)),
            (0, 0, 0, 1, 8, Err(Refused::Size)),
            (0, 0, config(0, 1), 8, 8, Ok(0)),
            (1, 0, config(0, 1), 8, 8, Err(Refused::Full)),
            (0, u64::MAX, config(1, 1), 8, 8, Ok(0)),
            (0, u64::MAX - 1, config(1, 1), 8, 8, Err(Refused::Full)),
            (0, 0xffff_ffff, config(1, 1), 4, 4, Ok(0)),
            (u64::MAX, u64::MAX, config(31, 255), 8, 8, Ok(0x7fff_ffff * 2040)),
        ] {
            let queue = Queue { tail, head, config };
            assert_eq!(queue.admit(len, word_bytes), expected, "{queue:x?} {len}");
        }
    }

    /// Arrivals at a multi-reader queue: (tail, head, log2 of the slots, item words, bytes, word)
    /// and the decision on an item, and that on a reader.
    #[test]
    fn turns() {
        use Refused::{Full, Size};
        use Turn::{Meets, Waits};
        let last = u64::MAX;
        for (tail, head, log2, words, len, word, item, reader) in [
            (0, 0, 2, 5, 20, 4, Ok(Waits(0)), Ok(Waits(0))),
            (3, 1, 2, 5, 20, 4, Ok(Waits(60)), Ok(Meets(20))),
            (5, 1, 2, 5, 20, 4, Err(Full), Ok(Meets(20))),
            (1, 3, 2, 5, 20, 4, Ok(Meets(20)), Ok(Waits(60))),
            (1, 5, 2, 5, 20, 4, Ok(Meets(20)), Err(Full)),
            (2, 2, 0, 1, 8, 8, Ok(Waits(0)), Ok(Waits(0))),
            (1, 0, 1, 1, 8, 8, Ok(Waits(16)), Ok(Meets(0))),
            (0, 0xffff_ffff, 1, 1, 4, 4, Ok(Waits(0)), Ok(Meets(8))),
            (0xffff_ffff, 0, 1, 1, 4, 4, Ok(Meets(8)), Ok(Waits(0))),
            (last, 0, 1, 1, 8, 8, Ok(Meets(16)), Ok(Waits(0))),
            (0, last, 0, 1, 8, 8, Err(Full), Ok(Meets(0))),
            (0, 0, 2, 5, 16, 4, Err(Size), Err(Size)),
            (0, 0, 2, 5, 24, 4, Err(Size), Err(Size)),
            (0, 0, 2, 0, 0, 4, Err(Size), Err(Size)),
            (0, 0, 2, 6, 24, 4, Err(Size), Err(Size)),
            (0, 0, 31, 1, 4, 4, Ok(Waits(0)), Ok(Waits(0))),
        ] {
            let config = log2 << regs::MRQUEUE_LOG2_SLOTS_SHIFT | words << regs::MRQUEUE_ITEM_WORDS_SHIFT;
            let queue = MultiQueue { tail, head, config };
            assert_eq!((queue.enqueue(len, word), queue.dequeue(len, word)), (item, reader), "{queue:x?} {len}");
        }
    }
}
