//! A single-reader queue's decision: which slot an arriving item gets, or why it is dropped.

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
    /// The item does not fit a slot.
    TooLong,
}

impl Queue {
    /// Byte offset, from the body's start, of the slot for an item of `len` bytes. `tail` and `head` count freely in
    /// words of `word_bytes`; a head beyond the tail, a mistake of software, looks like a full queue.
    pub fn admit(&self, len: usize, word_bytes: usize) -> Result<u64, Refused> {
        let slots = 1u64 << ((self.config & regs::QUEUE_LOG2_SLOTS_MASK) >> regs::QUEUE_LOG2_SLOTS_SHIFT);
        let slot_words = (self.config & regs::QUEUE_SLOT_WORDS_MASK) >> regs::QUEUE_SLOT_WORDS_SHIFT;
        let slot_bytes = slot_words * word_bytes as u64;
        if len as u64 > slot_bytes {
            return Err(Refused::TooLong);
        }
        let waiting = self.tail.wrapping_sub(self.head) & (u64::MAX >> (64 - 8 * word_bytes));
        if waiting >= slots { Err(Refused::Full) } else { Ok((self.tail & (slots - 1)) * slot_bytes) }
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
            (0, 0, config(2, 4), 33, 8, Err(Refused::TooLong)),
            (0, 0, config(2, 4), 17, 4, Err(Refused::TooLong)),
            (0, 0, 0, 1, 8, Err(Refused::TooLong)),
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
}
