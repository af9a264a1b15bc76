//! The FIFOs between the parts of the machine (Saldaña 2006 §2.3, §3.3): words fall through, and what happens in a cycle is
//! seen in the next one, so that the order in which the parts are called within a cycle does not matter.

use super::ids::UnitId;
use crate::fsl::Word;
use rankine_bus::NodeId;
use std::collections::VecDeque;

/// A cycle in which everything that has happened is visible.
pub const LATE: u64 = u64::MAX;

/// Who is at an end of a FIFO.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A hart, through its links.
    Hart(NodeId),
    /// Parts that are called when there is something new; of several readers only one reads at a time.
    Units(Vec<UnitId>),
}

pub struct Fifo {
    /// For people, e.g. `FSL from hart 3 to its NetIf`.
    pub name: String,
    depth: usize,
    words: VecDeque<(Word, u64)>,
    /// The cycle of the last removal: its place is free from the next one on, and so is the next word.
    last_pop: Option<u64>,
    pub writer: End,
    pub readers: End,
    /// The one of the readers that has a packet under way and need be called alone.
    pub only: Option<UnitId>,
}

impl Fifo {
    pub fn new(name: String, depth: u32) -> Fifo {
        Fifo {
            name,
            depth: depth as usize,
            words: VecDeque::new(),
            last_pop: None,
            writer: End::Units(Vec::new()),
            readers: End::Units(Vec::new()),
            only: None,
        }
    }

    /// The oldest word, if it can be taken in `cycle`: one word a cycle.
    pub fn front(&self, cycle: u64) -> Option<Word> {
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
        self.words.len() + usize::from(self.last_pop == Some(cycle)) < self.depth
    }

    /// Puts a word in `cycle`.
    pub fn push(&mut self, cycle: u64, word: Word) {
        self.words.push_back((word, cycle + 1));
    }

    /// Takes the oldest word in `cycle`.
    pub fn pop(&mut self, cycle: u64) -> Option<Word> {
        let (word, _) = self.words.pop_front()?;
        self.last_pop = Some(cycle);
        Some(word)
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

    fn word(bits: u32) -> Word {
        Word { bits, control: false }
    }

    #[test]
    fn what_happens_in_a_cycle_is_seen_in_the_next() {
        let mut fifo = Fifo::new("FIFO".into(), 2);
        fifo.push(5, word(1));
        assert_eq!((fifo.front(5), fifo.front(6), fifo.has_room(5)), (None, Some(word(1)), true));
        fifo.push(6, word(2));
        assert!(!fifo.has_room(6) && !fifo.has_room(7));
        assert_eq!(fifo.pop(7), Some(word(1)));
        assert_eq!((fifo.has_room(7), fifo.front(7)), (false, None), "one word a cycle, its place from the next on");
        assert_eq!((fifo.has_room(8), fifo.front(8)), (true, Some(word(2))));
        assert_eq!(fifo.fill(), "1 of 2 words");
        assert_eq!((fifo.pop(8), fifo.pop(9), fifo.is_empty()), (Some(word(2)), None, true));
    }
}
