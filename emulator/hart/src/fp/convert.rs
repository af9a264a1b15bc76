//! Conversions between floating-point formats, and between floating-point numbers and integers.

use super::unpacked::{Unpacked, shift_right_sticky};
use super::{Env, F32, F64, Format, Round, flag};

/// An integer type of the conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Int {
    I32,
    U32,
    I64,
    U64,
}

impl Int {
    fn range(self) -> (i128, i128) {
        match self {
            Int::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Int::U32 => (0, i128::from(u32::MAX)),
            Int::I64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
            Int::U64 => (0, i128::from(u64::MAX)),
        }
    }

    /// The register value of `value`: 32-bit integers are sign-extended, even unsigned ones.
    fn register(self, value: i128) -> u64 {
        match self {
            Int::I32 | Int::U32 => value as i32 as u64,
            Int::I64 | Int::U64 => value as u64,
        }
    }

    /// The integer that a register holds.
    fn value(self, register: u64) -> i128 {
        match self {
            Int::I32 => i128::from(register as i32),
            Int::U32 => i128::from(register as u32),
            Int::I64 => i128::from(register as i64),
            Int::U64 => i128::from(register),
        }
    }
}

/// The number rounded to an integer by the rounding mode. If it is out of range, the nearest
/// integer in range, and the invalid flag. A NaN counts as too large.
#[inline(always)]
pub fn to_int<F: Format>(env: &mut Env, bits: u64, int: Int) -> u64 {
    let inexactness_is_known = env.flags & flag::INEXACT != 0;
    if inexactness_is_known && env.round == Round::TowardsZero && int == Int::I32 && F::is_below_2_to_31(bits) {
        return F::host_truncated(bits);
    }
    if env.gives_up() { 0 } else { soft_to_int::<F>(env, bits, int) }
}

#[inline(never)]
fn soft_to_int<F: Format>(env: &mut Env, bits: u64, int: Int) -> u64 {
    let (least, most) = int.range();
    let negative = F::is_negative(bits) && !F::is_nan(bits);
    let (value, inexact) = if F::is_zero(bits) {
        (0, false)
    } else if F::is_nan(bits) || F::is_infinite(bits) {
        (if negative { i128::MIN } else { i128::MAX }, false)
    } else {
        integer(Unpacked::new::<F>(bits), env.round)
    };
    if value < least || value > most {
        env.raise(flag::INVALID);
        return int.register(if negative { least } else { most });
    }
    if inexact {
        env.raise(flag::INEXACT);
    }
    int.register(value)
}

/// `number` rounded to an integer, and whether that changed it. A number far beyond every integer
/// type gives an integer that is beyond them, too.
fn integer(number: Unpacked, round: Round) -> (i128, bool) {
    if number.exponent > 64 {
        return (if number.negative { i128::MIN } else { i128::MAX }, false);
    }
    // Fixed point with 62 fraction bits: 2^64 < 2^66 fits. Lower bits are gathered in the lowest
    // one.
    let fixed = shift_right_sticky(u128::from(number.significand) << 63, (64 - number.exponent) as u32);
    let (whole, rest, half) = (fixed >> 62, fixed & ((1 << 62) - 1), 1 << 61);
    let up = match round {
        Round::NearestEven => rest > half || rest == half && whole & 1 == 1,
        Round::NearestAway => rest >= half,
        Round::TowardsZero => false,
        Round::Down => number.negative && rest != 0,
        Round::Up => !number.negative && rest != 0,
    };
    let magnitude = (whole + u128::from(up)) as i128;
    (if number.negative { -magnitude } else { magnitude }, rest != 0)
}

/// The number nearest to the integer in a register.
#[inline(always)]
pub fn from_int<F: Format>(env: &mut Env, register: u64, int: Int) -> u64 {
    if matches!(int, Int::I32 | Int::I64) && env.host_may_do() {
        return F::host_from(if int == Int::I32 { register as i32 as i64 } else { register as i64 });
    }
    if env.gives_up() { 0 } else { soft_from_int::<F>(env, register, int) }
}

#[inline(never)]
fn soft_from_int<F: Format>(env: &mut Env, register: u64, int: Int) -> u64 {
    let value = int.value(register);
    if value == 0 {
        return 0;
    }
    Unpacked::from_wide(value < 0, 127, value.unsigned_abs()).round::<F>(env)
}

/// Single to double precision: always exact.
#[inline(always)]
pub fn widen(env: &mut Env, single: u64) -> u64 {
    if F32::is_plainly_normal(single) {
        return f64::from(f32::from_bits(single as u32)).to_bits();
    }
    if env.gives_up() { 0 } else { convert::<F32, F64>(env, single) }
}

/// Double to single precision.
#[inline(always)]
pub fn narrow(env: &mut Env, double: u64) -> u64 {
    if env.host_may_do() {
        let single = u64::from((f64::from_bits(double) as f32).to_bits());
        if F32::is_plainly_normal(single) {
            return single;
        }
    }
    if env.gives_up() { 0 } else { convert::<F64, F32>(env, double) }
}

#[inline(never)]
fn convert<From: Format, To: Format>(env: &mut Env, bits: u64) -> u64 {
    if From::is_nan(bits) {
        if From::is_signaling(bits) {
            env.raise(flag::INVALID);
        }
        return To::NAN;
    }
    let sign = To::sign(From::is_negative(bits));
    match () {
        () if From::is_infinite(bits) => sign | To::INFINITY,
        () if From::is_zero(bits) => sign,
        () => Unpacked::new::<From>(bits).round::<To>(env),
    }
}
