//! One direction of a link between two boards: frames one behind the other, and bits that turn over (Saldaña 2006 §3.1, §3.3).
//!
//! Time on the line is counted in hundredths of a cycle. A frame begins when it is handed over, or when the one before has
//! ended, and takes `occc_word_hundredths` for each of its words: 64 for 4 bytes at 6.25 bytes a cycle, which is 2.5 Gb/s with
//! 8b/10b at 40 MHz. The receiver knows what it says `occc_fixed_cycles` after the end, rounded up to a whole cycle.

use super::params::TmdParams;
use super::wires::UnitId;
use std::collections::VecDeque;

/// Hundredths of a cycle.
const CYCLE: u64 = 100;

/// Bits are turned over out of so many.
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

pub struct Line {
    word_hundredths: u64,
    fixed_cycles: u64,
    /// When the frame before has ended, in hundredths of a cycle.
    free: u64,
    /// A random number below it turns a bit over.
    threshold: u64,
    random: Random,
    /// (cycle in which the receiver has it, words).
    frames: VecDeque<(u64, Vec<u32>)>,
    pub receiver: UnitId,
}

impl Line {
    /// `number` makes its sequence of errors different from that of other lines.
    pub fn new(params: &TmdParams, number: usize, receiver: UnitId) -> Line {
        let threshold = (u128::from(params.occc_bit_errors) << 64) / ERRORS_OF;
        // Any state but zero; neighbouring seeds give sequences that have nothing in common.
        let seed = params.occc_seed.wrapping_add(number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Line {
            word_hundredths: u64::from(params.occc_word_hundredths),
            fixed_cycles: u64::from(params.occc_fixed_cycles),
            free: 0,
            threshold: u64::try_from(threshold).unwrap_or(u64::MAX),
            random: Random(seed),
            frames: VecDeque::new(),
            receiver,
        }
    }

    /// The first cycle, `cycle` or a later one, in which a frame can begin.
    pub fn free_in(&self, cycle: u64) -> u64 {
        cycle.max(self.free / CYCLE)
    }

    /// Sends a frame in a cycle in which one can begin: when the receiver has it, and how many bits have turned over.
    pub fn send(&mut self, cycle: u64, mut words: Vec<u32>) -> (u64, u64) {
        let begin = self.free.max(cycle * CYCLE);
        self.free = begin + self.word_hundredths * words.len() as u64;
        let arrival = self.free.div_ceil(CYCLE) + self.fixed_cycles;
        let errors = if self.threshold > 0 { self.disturb(&mut words) } else { 0 };
        self.frames.push_back((arrival, words));
        (arrival, errors)
    }

    fn disturb(&mut self, words: &mut [u32]) -> u64 {
        let mut errors = 0;
        for word in words {
            for bit in 0..u32::BITS {
                if self.random.next() < self.threshold {
                    *word ^= 1 << bit;
                    errors += 1;
                }
            }
        }
        errors
    }

    /// The next frame that has arrived by `cycle`.
    pub fn receive(&mut self, cycle: u64) -> Option<Vec<u32>> {
        self.frames.front().filter(|(arrival, _)| *arrival <= cycle)?;
        self.frames.pop_front().map(|(_, words)| words)
    }
}
