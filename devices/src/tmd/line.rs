//! One direction of a link between two boards: words one after the other, and bit errors (Saldaña
//! 2006 §3.1, §3.3).
//!
//! Time on the line is counted in hundredths of a cycle. A word begins when it is handed over, or
//! when the word before has ended, if that is later. It takes `occc_word_hundredths`: 64 for 4
//! bytes at 6.25 bytes a cycle, which is 2.5 Gb/s with 8b/10b at 40 MHz. The receiver has it
//! `occc_fixed_cycles` after its end, rounded up to a whole cycle.

use super::params::TmdParams;
use crate::netif::ids::UnitId;
use std::collections::VecDeque;

/// Hundredths of a cycle.
const CYCLE: u64 = 100;

/// `occc_bit_errors` counts errors out of this many bits.
const ERRORS_OF: u128 = 1_000_000_000;

/// A pseudo-random sequence (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// A packet without errors, whose words the receiver may hand on before it has all of them.
pub struct Early {
    pub sequence: u32,
    /// When the last word would come if all words were there at once.
    pub begin: u64,
    /// (word, when the receiver has it).
    pub words: Vec<(u32, u64)>,
}

/// A frame that has been sent completely.
struct Frame {
    arrival: u64,
    words: Vec<u32>,
    is_early: bool,
}

pub struct Line {
    word_hundredths: u64,
    fixed_cycles: u64,
    /// When the word before has ended, in hundredths of a cycle.
    free: u64,
    /// A bit is flipped if its random number is below this.
    threshold: u64,
    random: Random,
    frames: VecDeque<Frame>,
    early: VecDeque<Early>,
    pub receiver: UnitId,
}

/// Bits of a frame that are flipped: (word, mask).
pub type Errors = Vec<(usize, u32)>;

impl Line {
    /// `number` makes its sequence of errors different from that of other lines.
    pub fn new(params: &TmdParams, number: usize, receiver: UnitId) -> Line {
        let threshold = (u128::from(params.occc_bit_errors) << 64) / ERRORS_OF;
        // The state must not be zero. Neighbouring seeds give unrelated sequences.
        let seed = params.occc_seed.wrapping_add(number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Line {
            word_hundredths: u64::from(params.occc_word_hundredths),
            fixed_cycles: u64::from(params.occc_fixed_cycles),
            free: 0,
            threshold: u64::try_from(threshold).unwrap_or(u64::MAX),
            random: Random(seed),
            frames: VecDeque::new(),
            early: VecDeque::new(),
            receiver,
        }
    }

    /// The first cycle, `cycle` or a later one, in which a frame can begin.
    pub fn free_in(&self, cycle: u64) -> u64 {
        cycle.max(self.free / CYCLE)
    }

    /// The errors that a frame of so many words will have.
    pub fn errors(&mut self, words: usize) -> Errors {
        let mut errors = Errors::new();
        let bits = if self.threshold > 0 { u32::BITS } else { 0 };
        for index in 0..words {
            let hit = (0..bits).filter(|_| self.random.next() < self.threshold).fold(0, |hit, bit| hit | 1 << bit);
            if hit != 0 {
                errors.push((index, hit));
            }
        }
        errors
    }

    /// The cycle in which a frame that begins in `cycle` arrives if its words follow each other
    /// without a gap.
    pub fn arrival(&self, cycle: u64, words: usize) -> u64 {
        let end = self.free.max(cycle * CYCLE) + self.word_hundredths * words as u64;
        end.div_ceil(CYCLE) + self.fixed_cycles
    }

    /// Sends a word in `cycle`. Returns the cycle in which the receiver has it.
    pub fn send(&mut self, cycle: u64) -> u64 {
        self.free = self.free.max(cycle * CYCLE) + self.word_hundredths;
        self.free.div_ceil(CYCLE) + self.fixed_cycles
    }

    /// From now on the receiver may look at the words of the packet that is being sent.
    pub fn begin_early(&mut self, early: Early) {
        self.early.push_back(early);
    }

    pub fn add_early(&mut self, word: u32, arrival: u64) {
        if let Some(early) = self.early.back_mut() {
            early.words.push((word, arrival));
        }
    }

    /// The last word of a frame has been sent.
    pub fn end(&mut self, arrival: u64, mut words: Vec<u32>, errors: &Errors, is_early: bool) {
        errors.iter().for_each(|&(index, hit)| words[index] ^= hit);
        self.frames.push_back(Frame { arrival, words, is_early });
    }

    /// The next frame that has arrived by `cycle`.
    pub fn receive(&mut self, cycle: u64) -> Option<Vec<u32>> {
        self.frames.front().filter(|frame| frame.arrival <= cycle)?;
        let frame = self.frames.pop_front()?;
        if frame.is_early {
            self.early.pop_front();
        }
        Some(frame.words)
    }

    /// Word `index` of the packet with this sequence number, if that packet is the one that comes
    /// and the word can be handed on.
    pub fn early_word(&self, sequence: u32, index: usize, cycle: u64) -> Option<u32> {
        let early = self.early.front().filter(|early| early.sequence == sequence && early.begin <= cycle)?;
        early.words.get(index).filter(|(_, arrival)| *arrival <= cycle).map(|(word, _)| *word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(word_hundredths: u64, errors_of_billion: u128, seed: u64) -> Line {
        Line {
            word_hundredths,
            fixed_cycles: 10,
            free: 0,
            threshold: ((errors_of_billion << 64) / ERRORS_OF) as u64,
            random: Random(seed),
            frames: VecDeque::new(),
            early: VecDeque::new(),
            receiver: UnitId(0),
        }
    }

    /// Words that are there at once take 0.64 cycles each, and arrive in whole cycles.
    #[test]
    fn times() {
        let mut line = line(64, 0, 1);
        assert_eq!((line.free_in(5), line.arrival(5, 6)), (5, 10 + 9));
        let arrivals: Vec<_> = (0..6).map(|_| line.send(5)).collect();
        assert_eq!(arrivals, [16, 17, 17, 18, 19, 19], "5.64, 6.28, 6.92, 7.56, 8.20, 8.84");
        assert_eq!((line.free_in(5), line.free_in(9), line.send(20)), (8, 9, 31));
    }

    #[test]
    fn errors() {
        // Miri needs minutes for the bits of more words.
        let (words, expected) = if cfg!(miri) { (1000, 10..60) } else { (100_000, 2900..3500) };
        let errors = |errors_of_billion, seed| line(64, errors_of_billion, seed).errors(words);
        assert_eq!(errors(0, 7), []);
        for seed in 1..5 {
            let these = errors(1_000_000, seed);
            let bits: u32 = these.iter().map(|(_, hit)| hit.count_ones()).sum();
            assert!(expected.contains(&bits), "{bits} of {}", words * 32 / 1000);
            assert!(these == errors(1_000_000, seed), "another sequence of the same seed");
        }
        let mut line = line(64, 0, 1);
        line.end(3, vec![0, 0], &vec![(1, 5)], false);
        assert_eq!((line.receive(2), line.receive(3), line.receive(9)), (None, Some(vec![0, 5]), None));
    }
}
