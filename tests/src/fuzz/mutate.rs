//! Changes kept inputs into new ones. The sequence is fixed, so that every finding can be repeated.

/// Maximum length of a new input.
const BYTES_MAX: usize = 8192;
/// Maximum number of changes of one input.
const CHANGES_MAX: usize = 6;
/// Maximum length of a piece that a change moves, inserts or removes.
const PIECE_BYTES: usize = 64;
/// Values at which arithmetic often goes wrong.
const EDGES: [u64; 12] =
    [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, u64::MAX];

/// An endless sequence of random numbers, determined by its start value (splitmix64: Steele, Lea, Flood, OOPSLA 2014).
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`; 0 if `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        self.next().checked_rem(end as u64).unwrap_or(0) as usize
    }
}

/// A copy of one of the `seeds`, changed in a few places. There must be at least one seed.
pub fn mutant(seeds: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut input = seeds[numbers.below(seeds.len())].clone();
    for _ in 0..=numbers.below(CHANGES_MAX) {
        let other = &seeds[numbers.below(seeds.len())];
        change(&mut input, other, numbers);
    }
    input.truncate(BYTES_MAX);
    input
}

/// Changes an input in one place. Some changes copy bytes from `other`.
fn change(input: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) {
    let at = numbers.below(input.len() + 1);
    let until = (at + 1 + numbers.below(PIECE_BYTES)).min(input.len());
    match numbers.below(7) {
        0 if at < input.len() => input[at] ^= 1 << numbers.below(8),
        1 if at < input.len() => input[at] = numbers.next() as u8,
        2 => {
            let edge = EDGES[numbers.below(EDGES.len())].to_le_bytes();
            let bytes = &edge[..1 << numbers.below(4)];
            input.iter_mut().skip(at).zip(bytes).for_each(|(to, from)| *to = *from);
        }
        3 => drop(input.drain(at.min(until)..until)),
        4 => {
            let piece = input[at.min(until)..until].to_vec();
            let to = numbers.below(input.len() + 1);
            input.splice(to..to, piece);
        }
        5 => {
            let from = numbers.below(other.len() + 1);
            let to = (from + 1 + numbers.below(PIECE_BYTES)).min(other.len());
            input.splice(at..at, other[from.min(to)..to].iter().copied());
        }
        _ => {
            let from = numbers.below(other.len() + 1);
            input.splice(at.., other[from..].iter().copied());
        }
    }
}
