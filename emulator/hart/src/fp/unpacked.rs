//! Finite non-zero numbers split into sign, exponent and significand, and rounding them to a
//! format.

use super::{Env, Format, Round, flag};

/// The number (-1)^negative × significand / 2^63 × 2^exponent, with bit 63 of the significand set.
#[derive(Clone, Copy, Debug)]
pub struct Unpacked {
    pub negative: bool,
    pub exponent: i32,
    pub significand: u64,
}

/// `value` shifted right. If any bit that is shifted out was set, the lowest bit is set.
pub fn shift_right_sticky(value: u128, by: u32) -> u128 {
    if by >= 128 {
        return u128::from(value != 0);
    }
    value >> by | u128::from(value & ((1 << by) - 1) != 0)
}

impl Unpacked {
    /// Splits a finite non-zero number.
    pub fn new<F: Format>(bits: u64) -> Unpacked {
        let field = ((bits & F::INFINITY) >> F::FRACTION) as i32;
        let fraction = bits & ((1 << F::FRACTION) - 1);
        let negative = F::is_negative(bits);
        let at_top = 63 - F::FRACTION;
        if field != 0 {
            let significand = (1 << F::FRACTION | fraction) << at_top;
            return Unpacked { negative, exponent: field - F::BIAS, significand };
        }
        let lead = fraction.leading_zeros();
        let exponent = F::LEAST + at_top as i32 - lead as i32;
        Unpacked { negative, exponent, significand: fraction << lead }
    }

    /// The number (-1)^negative × value / 2^127 × 2^exponent. Its lowest bit may be sticky. `value`
    /// is not zero.
    pub fn from_wide(negative: bool, exponent: i32, value: u128) -> Unpacked {
        let lead = value.leading_zeros();
        let significand = shift_right_sticky(value << lead, 64) as u64;
        Unpacked { negative, exponent: exponent - lead as i32, significand }
    }

    /// Rounds to the format. The lowest bit of the significand may be sticky.
    pub fn round<F: Format>(self, env: &mut Env) -> u64 {
        let tiny = self.exponent < F::LEAST;
        let significand = if tiny {
            shift_right_sticky(u128::from(self.significand), (F::LEAST - self.exponent) as u32) as u64
        } else {
            self.significand
        };
        let (kept, inexact) = self.rounded::<F>(significand, env.round);
        // A carry out of the fraction moves into the exponent field by itself.
        let field = if tiny { 0 } else { (self.exponent + F::BIAS - 1) as u64 };
        if field >= (1 << F::EXPONENT) - 2 || (field << F::FRACTION) + kept >= F::INFINITY {
            return self.overflow::<F>(env);
        }
        if inexact {
            env.raise(flag::INEXACT);
            if tiny && !self.rounds_up_to_normal::<F>(env.round) {
                env.raise(flag::UNDERFLOW);
            }
        }
        F::sign(self.negative) | ((field << F::FRACTION) + kept)
    }

    /// The bits of `significand` that fit the format, rounded, and whether any were lost.
    fn rounded<F: Format>(&self, significand: u64, round: Round) -> (u64, bool) {
        let dropped = 63 - F::FRACTION;
        let (kept, rest, half) = (significand >> dropped, significand & ((1 << dropped) - 1), 1 << (dropped - 1));
        let up = match round {
            Round::NearestEven => rest > half || rest == half && kept & 1 == 1,
            Round::NearestAway => rest >= half,
            Round::TowardsZero => false,
            Round::Down => self.negative && rest != 0,
            Round::Up => !self.negative && rest != 0,
        };
        (kept + u64::from(up), rest != 0)
    }

    /// Tininess is detected after rounding: a number below the normal range is not tiny if it would
    /// round up to a normal one with an unbounded exponent.
    fn rounds_up_to_normal<F: Format>(&self, round: Round) -> bool {
        self.exponent == F::LEAST - 1 && self.rounded::<F>(self.significand, round).0 == 2 << F::FRACTION
    }

    fn overflow<F: Format>(&self, env: &mut Env) -> u64 {
        env.raise(flag::OVERFLOW | flag::INEXACT);
        let to_infinity = match env.round {
            Round::NearestEven | Round::NearestAway => true,
            Round::TowardsZero => false,
            Round::Down => self.negative,
            Round::Up => !self.negative,
        };
        F::sign(self.negative) | if to_infinity { F::INFINITY } else { F::INFINITY - 1 }
    }
}
