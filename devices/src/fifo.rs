//! FIFOs between state machines: words fall through, one a cycle, and what happens in a cycle is seen in the next
//! one, so that the order in which the machines are called within a cycle does not matter. Cycles are the clock of the machines; of a reader on
//! another clock the writer learns later ([`Fifo::pop_behind`]).

use std::collections::VecDeque;

/// A cycle in which everything that has happened is visible.
pub const LATE: u64 = u64::MAX;

/// A FIFO of at most `depth` words.
#[derive(Clone, Debug)]
pub struct Fifo<W> {
    depth: usize,
    words: VecDeque<(W, u64)>,
    /// The cycle of the last removal: its place is free from the next one on, and so is the next word.
    last_pop: Option<u64>,
    /// Places whose words a reader on another clock has taken: each is free after this cycle.
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

    /// Since which cycle the oldest word has been visible.
    pub fn front_since(&self) -> Option<u64> {
        self.words.front().map(|(_, visible)| *visible)
    }

    pub fn has_room(&self, cycle: u64) -> bool {
        let behind = self.behind.iter().rev().take_while(|free| **free >= cycle).count();
        self.words.len() + usize::from(self.last_pop == Some(cycle)) + behind < self.depth
    }

    /// Puts a word in `cycle`, in which there is room.
    pub fn push(&mut self, cycle: u64, word: W) {
        self.words.push_back((word, cycle + 1));
    }

    /// Takes the oldest word in `cycle`.
    pub fn pop(&mut self, cycle: u64) -> Option<W> {
        let (word, _) = self.words.pop_front()?;
        self.last_pop = Some(cycle);
        Some(word)
    }

    /// Takes the oldest word for a reader on another clock, who may take several in a cycle. Its place is free after `cycle`, which
    /// may be to come and is never lower than that of the word before.
    pub fn pop_behind(&mut self, cycle: u64) -> Option<W> {
        let (word, _) = self.words.pop_front()?;
        // More places than there are cannot be waited for.
        if self.behind.len() >= self.depth {
            self.behind.pop_front();
        }
        self.behind.push_back(cycle);
        Some(word)
    }

    /// How many words can be seen in `cycle`.
    pub fn visible(&self, cycle: u64) -> usize {
        self.words.iter().take_while(|(_, visible)| *visible <= cycle).count()
    }

    /// How many words there are, with those that cannot be seen yet.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Are all places taken, with those of words that cannot be seen yet?
    pub fn is_full(&self) -> bool {
        self.words.len() >= self.depth
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How full it is, for people.
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
