//! FIFOs between state machines: words fall through, one a cycle. A change in a cycle is seen in
//! the next one, so that the order in which the machines are called within a cycle does not matter.
//! Cycles are the clock of the machines. If the reader has another clock, the writer learns of its
//! gets later ([`Fifo::pop_behind`]).

use std::collections::VecDeque;

/// A cycle in which all changes so far are visible.
pub const LATE: u64 = u64::MAX;

/// A FIFO of at most `depth` words.
#[derive(Clone, Debug)]
pub struct Fifo<W> {
    depth: usize,
    words: VecDeque<(W, u64)>,
    /// The cycle of the last removal. From the next cycle on its place is free, and the next word
    /// can be taken.
    last_pop: Option<u64>,
    /// For each place whose word a reader on another clock has taken: the cycle after which it is
    /// free.
    behind: VecDeque<u64>,
}

impl<W: Copy> Fifo<W> {
    pub fn new(depth: u32) -> Fifo<W> {
        Fifo { depth: depth as usize, words: VecDeque::new(), last_pop: None, behind: VecDeque::new() }
    }

    /// The oldest word, if it can be taken in `cycle`: one word a cycle.
    pub fn front(&self, cycle: u64) -> Option<W> {
        if self.last_pop == Some(cycle) {
            return None;
        }
        self.words.front().filter(|(_, visible)| *visible <= cycle).map(|(word, _)| *word)
    }

    /// The cycle from which on the oldest word is visible.
    pub fn front_since(&self) -> Option<u64> {
        self.words.front().map(|(_, visible)| *visible)
    }

    pub fn has_room(&self, cycle: u64) -> bool {
        let behind = self.behind.iter().rev().take_while(|free| **free >= cycle).count();
        self.words.len() + usize::from(self.last_pop == Some(cycle)) + behind < self.depth
    }

    /// Puts a word in `cycle`. There must be room.
    pub fn push(&mut self, cycle: u64, word: W) {
        self.words.push_back((word, cycle + 1));
    }

    /// Takes the oldest word in `cycle`.
    pub fn pop(&mut self, cycle: u64) -> Option<W> {
        let (word, _) = self.words.pop_front()?;
        self.last_pop = Some(cycle);
        Some(word)
    }

    /// Takes the oldest word for a reader on another clock, which may take several words in one
    /// cycle of the machines. The place is free after `cycle`. `cycle` may lie in the future, and
    /// must not be lower than for the word before.
    pub fn pop_behind(&mut self, cycle: u64) -> Option<W> {
        let (word, _) = self.words.pop_front()?;
        // There are only `depth` places, so the oldest entry no longer matters.
        if self.behind.len() >= self.depth {
            self.behind.pop_front();
        }
        self.behind.push_back(cycle);
        Some(word)
    }

    /// Number of words that can be seen in `cycle`.
    pub fn visible(&self, cycle: u64) -> usize {
        self.words.iter().take_while(|(_, visible)| *visible <= cycle).count()
    }

    /// Number of words, including those that cannot be seen yet.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Are all places taken? Words that cannot be seen yet count.
    pub fn is_full(&self) -> bool {
        self.words.len() >= self.depth
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How full it is, for reports.
    pub fn fill(&self) -> String {
        format!("{} of {} words", self.words.len(), self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_in_a_cycle_is_seen_in_the_next() {
        let mut fifo = Fifo::new(2);
        fifo.push(5, 1);
        assert_eq!((fifo.front(5), fifo.front(6), fifo.has_room(5)), (None, Some(1), true));
        fifo.push(6, 2);
        assert!(!fifo.has_room(6) && !fifo.has_room(7));
        assert_eq!(fifo.pop(7), Some(1));
        assert_eq!((fifo.has_room(7), fifo.front(7)), (false, None), "one word a cycle, its place from the next on");
        assert_eq!((fifo.has_room(8), fifo.front(8)), (true, Some(2)));
        assert_eq!((fifo.visible(6), fifo.visible(7), fifo.len()), (0, 1, 1));
        assert_eq!(fifo.fill(), "1 of 2 words");
        assert_eq!((fifo.pop(8), fifo.pop(9), fifo.is_empty()), (Some(2), None, true));
    }
}
