//! Floating-point comparison, minimum and maximum, classification.

use super::{Env, Format, flag};
use std::cmp::Ordering;

/// Order of two numbers, none of them a NaN.
#[inline(always)]
fn order<F: Format>(a: u64, b: u64) -> Ordering {
    let key = |bits: u64| {
        let magnitude = (bits & !F::SIGN) as i64;
        if F::is_negative(bits) { -magnitude } else { magnitude }
    };
    key(a).cmp(&key(b))
}

/// A quiet comparison: only signaling NaNs are invalid.
#[inline(always)]
pub fn eq<F: Format>(env: &mut Env, a: u64, b: u64) -> bool {
    if F::is_signaling(a) || F::is_signaling(b) {
        env.raise(flag::INVALID);
    }
    !F::is_nan(a) && !F::is_nan(b) && order::<F>(a, b).is_eq()
}

/// A signaling comparison: every NaN is invalid.
#[inline(always)]
fn signaling<F: Format>(env: &mut Env, a: u64, b: u64, holds: fn(Ordering) -> bool) -> bool {
    if F::is_nan(a) || F::is_nan(b) {
        env.raise(flag::INVALID);
        return false;
    }
    holds(order::<F>(a, b))
}

#[inline(always)]
pub fn lt<F: Format>(env: &mut Env, a: u64, b: u64) -> bool {
    signaling::<F>(env, a, b, Ordering::is_lt)
}

#[inline(always)]
pub fn le<F: Format>(env: &mut Env, a: u64, b: u64) -> bool {
    signaling::<F>(env, a, b, Ordering::is_le)
}

/// minimumNumber of IEEE 754-2019: a number beats a NaN, -0 is below +0.
#[inline(always)]
pub fn min<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    pick::<F>(env, a, b, Ordering::Less)
}

/// maximumNumber of IEEE 754-2019.
#[inline(always)]
pub fn max<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    pick::<F>(env, a, b, Ordering::Greater)
}

#[inline(always)]
fn pick<F: Format>(env: &mut Env, a: u64, b: u64, wanted: Ordering) -> u64 {
    if F::is_signaling(a) || F::is_signaling(b) {
        env.raise(flag::INVALID);
    }
    match (F::is_nan(a), F::is_nan(b)) {
        (true, true) => F::NAN,
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            // Equal numbers differ in sign only, where they are zeros.
            let order = order::<F>(a, b).then(F::is_negative(b).cmp(&F::is_negative(a)));
            if order == wanted { a } else { b }
        }
    }
}

/// The class mask of `fclass`. Unprivileged specification, "Single-Precision Floating-Point Classify
/// Instruction".
#[inline(always)]
pub fn class<F: Format>(bits: u64) -> u64 {
    let negative = F::is_negative(bits);
    let magnitude = bits & !F::SIGN;
    let bit = match () {
        () if F::is_nan(bits) => return if F::is_signaling(bits) { 1 << 8 } else { 1 << 9 },
        () if magnitude == F::INFINITY => 0,
        () if magnitude >= 1 << F::FRACTION => 1,
        () if magnitude != 0 => 2,
        () => 3,
    };
    1 << if negative { bit } else { 7 - bit }
}
