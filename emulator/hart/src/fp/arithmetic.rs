//! Floating-point addition, multiplication, division, square root and fused multiply-add.

use super::unpacked::{Unpacked, shift_right_sticky};
use super::{Env, Format, Round, flag};

// Zero results of the host are exact for a sum, and for a product with a zero factor; the host
// gives them the right sign.

#[inline(always)]
pub fn add<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if env.host_may_do() {
        let sum = F::host_add(a, b);
        if F::is_plainly_normal(sum) || F::is_zero(sum) {
            return sum;
        }
    }
    if env.gives_up() { 0 } else { soft_add::<F>(env, a, b) }
}

#[inline(always)]
pub fn sub<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if env.host_may_do() {
        let difference = F::host_sub(a, b);
        if F::is_plainly_normal(difference) || F::is_zero(difference) {
            return difference;
        }
    }
    if env.gives_up() { 0 } else { soft_add::<F>(env, a, negated_unless_nan::<F>(b)) }
}

#[inline(always)]
pub fn mul<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if env.host_may_do() {
        let product = F::host_mul(a, b);
        if F::is_plainly_normal(product) || F::is_zero(product) && (F::is_zero(a) || F::is_zero(b)) {
            return product;
        }
    }
    if env.gives_up() { 0 } else { soft_mul::<F>(env, a, b) }
}

#[inline(always)]
pub fn div<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if env.host_may_do() {
        let quotient = F::host_div(a, b);
        if F::is_plainly_normal(quotient) {
            return quotient;
        }
    }
    if env.gives_up() { 0 } else { soft_div::<F>(env, a, b) }
}

#[inline(always)]
pub fn sqrt<F: Format>(env: &mut Env, a: u64) -> u64 {
    if env.host_may_do() {
        let root = F::host_sqrt(a);
        if F::is_plainly_normal(root) {
            return root;
        }
    }
    if env.gives_up() { 0 } else { soft_sqrt::<F>(env, a) }
}

/// a × b + c, rounded once.
#[inline(always)]
pub fn fma<F: Format>(env: &mut Env, a: u64, b: u64, c: u64) -> u64 {
    if env.host_may_do() {
        let result = F::host_fma(a, b, c);
        if F::is_plainly_normal(result) || F::is_zero(result) && (F::is_zero(a) || F::is_zero(b)) {
            return result;
        }
    }
    if env.gives_up() { 0 } else { soft_fma::<F>(env, a, b, c) }
}

fn negated_unless_nan<F: Format>(a: u64) -> u64 {
    if F::is_nan(a) { a } else { a ^ F::SIGN }
}

/// The result if an operand is a NaN; else none.
fn nan_among<F: Format>(env: &mut Env, operands: &[u64]) -> Option<u64> {
    if operands.iter().any(|&bits| F::is_signaling(bits)) {
        env.raise(flag::INVALID);
    }
    operands.iter().any(|&bits| F::is_nan(bits)).then_some(F::NAN)
}

fn invalid<F: Format>(env: &mut Env) -> u64 {
    env.raise(flag::INVALID);
    F::NAN
}

/// A zero that is the exact sum of numbers of these signs.
fn zero_sum<F: Format>(env: &Env, a_negative: bool, b_negative: bool) -> u64 {
    F::sign(if a_negative == b_negative { a_negative } else { env.round == Round::Down })
}

#[inline(never)]
fn soft_add<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if let Some(nan) = nan_among::<F>(env, &[a, b]) {
        return nan;
    }
    match (F::is_infinite(a), F::is_infinite(b)) {
        (true, true) if a != b => return invalid::<F>(env),
        (true, _) => return a,
        (_, true) => return b,
        _ => (),
    }
    match (F::is_zero(a), F::is_zero(b)) {
        (true, true) => return zero_sum::<F>(env, F::is_negative(a), F::is_negative(b)),
        (true, false) => return b,
        (false, true) => return a,
        _ => (),
    }
    let wide = |bits| {
        let number = Unpacked::new::<F>(bits);
        (number.negative, number.exponent, u128::from(number.significand) << 64)
    };
    sum::<F>(env, wide(a), wide(b))
}

/// Sum of two numbers (-1)^negative × value / 2^127 × 2^exponent, with bit 127 of the values set.
/// Their low 20 bits are zero, so the sticky bit of the shift below has no effect.
fn sum<F: Format>(env: &mut Env, a: (bool, i32, u128), b: (bool, i32, u128)) -> u64 {
    let (large, small) = if (a.1, a.2) >= (b.1, b.2) { (a, b) } else { (b, a) };
    // One bit of room for a carry.
    let exponent = large.1 + 1;
    let (x, y) = (large.2 >> 1, shift_right_sticky(small.2 >> 1, (large.1 - small.1) as u32));
    let value = if large.0 == small.0 { x + y } else { x - y };
    if value == 0 {
        return zero_sum::<F>(env, a.0, b.0);
    }
    Unpacked::from_wide(large.0, exponent, value).round::<F>(env)
}

/// Exact product of two finite non-zero numbers, as an addend of [`sum`].
fn product<F: Format>(a: u64, b: u64) -> (bool, i32, u128) {
    let (a, b) = (Unpacked::new::<F>(a), Unpacked::new::<F>(b));
    let value = u128::from(a.significand) * u128::from(b.significand);
    let lead = value.leading_zeros();
    (a.negative != b.negative, a.exponent + b.exponent + 1 - lead as i32, value << lead)
}

#[inline(never)]
fn soft_mul<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if let Some(nan) = nan_among::<F>(env, &[a, b]) {
        return nan;
    }
    let sign = F::sign(F::is_negative(a) != F::is_negative(b));
    if F::is_infinite(a) || F::is_infinite(b) {
        let zero = F::is_zero(a) || F::is_zero(b);
        return if zero { invalid::<F>(env) } else { sign | F::INFINITY };
    }
    if F::is_zero(a) || F::is_zero(b) {
        return sign;
    }
    let (negative, exponent, value) = product::<F>(a, b);
    Unpacked::from_wide(negative, exponent, value).round::<F>(env)
}

#[inline(never)]
fn soft_div<F: Format>(env: &mut Env, a: u64, b: u64) -> u64 {
    if let Some(nan) = nan_among::<F>(env, &[a, b]) {
        return nan;
    }
    let sign = F::sign(F::is_negative(a) != F::is_negative(b));
    match (F::is_infinite(a), F::is_infinite(b), F::is_zero(a), F::is_zero(b)) {
        (true, true, ..) | (.., true, true) => return invalid::<F>(env),
        (true, ..) => return sign | F::INFINITY,
        (_, true, ..) | (_, _, true, _) => return sign,
        (.., true) => {
            env.raise(flag::DIVIDE_BY_ZERO);
            return sign | F::INFINITY;
        }
        _ => (),
    }
    let (a, b) = (Unpacked::new::<F>(a), Unpacked::new::<F>(b));
    let (dividend, divisor) = (u128::from(a.significand) << 63, u128::from(b.significand));
    let quotient = (dividend / divisor) << 1 | u128::from(!dividend.is_multiple_of(divisor));
    // Significands differ by less than a factor of two, so the quotient has 63 or 64 bits before the sticky one.
    Unpacked::from_wide(a.negative != b.negative, a.exponent - b.exponent + 63, quotient).round::<F>(env)
}

#[inline(never)]
fn soft_sqrt<F: Format>(env: &mut Env, a: u64) -> u64 {
    if let Some(nan) = nan_among::<F>(env, &[a]) {
        return nan;
    }
    if F::is_zero(a) {
        return a;
    }
    if F::is_negative(a) {
        return invalid::<F>(env);
    }
    if F::is_infinite(a) {
        return a;
    }
    let a = Unpacked::new::<F>(a);
    // Makes the exponent under the root even.
    let radicand = u128::from(a.significand) << (63 + (a.exponent & 1));
    let root = radicand.isqrt();
    let value = root << 1 | u128::from(root * root != radicand);
    Unpacked::from_wide(false, (a.exponent >> 1) + 63, value).round::<F>(env)
}

#[inline(never)]
fn soft_fma<F: Format>(env: &mut Env, a: u64, b: u64, c: u64) -> u64 {
    let invalid_product = F::is_infinite(a) && F::is_zero(b) || F::is_zero(a) && F::is_infinite(b);
    // Infinity times zero is invalid even when the addend is a quiet NaN.
    if invalid_product {
        return invalid::<F>(env);
    }
    if let Some(nan) = nan_among::<F>(env, &[a, b, c]) {
        return nan;
    }
    let negative = F::is_negative(a) != F::is_negative(b);
    if F::is_infinite(a) || F::is_infinite(b) {
        let opposite = F::is_infinite(c) && F::is_negative(c) != negative;
        return if opposite { invalid::<F>(env) } else { F::sign(negative) | F::INFINITY };
    }
    if F::is_infinite(c) {
        return c;
    }
    if F::is_zero(a) || F::is_zero(b) {
        return if F::is_zero(c) { zero_sum::<F>(env, negative, F::is_negative(c)) } else { c };
    }
    let product = product::<F>(a, b);
    if F::is_zero(c) {
        return Unpacked::from_wide(product.0, product.1, product.2).round::<F>(env);
    }
    let addend = Unpacked::new::<F>(c);
    sum::<F>(env, product, (addend.negative, addend.exponent, u128::from(addend.significand) << 64))
}
