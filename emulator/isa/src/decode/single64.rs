//! Encodings of RV64F: conversions between 64-bit integers and single precision.

use super::bits;
use crate::Op;

pub fn op(word: u32) -> Option<Op> {
    if bits(word, 0, 7) != 0b101_0011 {
        return None;
    }
    match (bits(word, 25, 7), bits(word, 20, 5)) {
        (0b110_0000, 2) => Some(Op::Fcvtls),
        (0b110_0000, 3) => Some(Op::Fcvtlus),
        (0b110_1000, 2) => Some(Op::Fcvtsl),
        (0b110_1000, 3) => Some(Op::Fcvtslu),
        _ => None,
    }
}
