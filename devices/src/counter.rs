//! A counter's arithmetic: add, trigger at exactly zero, notice an overshoot (Katsamani 2010
//! §3.1.2).

/// The outcome of an add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Counting,
    /// The value has become exactly 0: the notifications are due.
    Triggered,
    /// The value went past 0 without hitting it.
    Overshot,
}

/// Reads the low `bits` of `value` as a signed number.
pub fn sign_extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}

/// Adds `increment` to `value`: the new value and the outcome. Both are `bits` wide, and the sum
/// wraps.
pub fn add(value: u64, increment: u64, bits: u32) -> (i64, Outcome) {
    let (old, increment) = (sign_extend(value, bits), sign_extend(increment, bits));
    let sum = old.wrapping_add(increment);
    let new = sign_extend(sum as u64, bits);
    let outcome = if new == 0 {
        Outcome::Triggered
    } else if (old < 0 && sum > 0) || (old > 0 && sum < 0) {
        Outcome::Overshot
    } else {
        Outcome::Counting
    };
    (new, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Counting, Overshot, Triggered};

    #[test]
    fn adds() {
        for (value, increment, new, outcome) in [
            (-64, 64, 0, Triggered),
            (-128, 64, -64, Counting),
            (-32, 64, 32, Overshot),
            (32, -64, -32, Overshot),
            (0, 1, 1, Counting),
            (0, -1, -1, Counting),
            (5, -5, 0, Triggered),
            (0, 0, 0, Triggered),
            ((1 << 23) - 1, 1, -(1 << 23), Counting),
            (-(1 << 23), -(1 << 23), 0, Triggered),
            (1, 1 << 24, 1, Counting),
        ] {
            assert_eq!(add(value as u64, increment as u64, 24), (new, outcome), "{value} + {increment}");
        }
    }
}
