//! Multiplication and division: RV32M and RV64M.

use super::integer::word;
use crate::context::{Context, Mode, Next};
use crate::entry::Entry;

macro_rules! compute {
    ($($name:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            let ($a, $b) = (cx.rs1(e), cx.x(e.rs2));
            cx.set_x(e.rd, Context::<M>::fit($value));
            Next::Sequential
        }
    )*};
}

compute! {
    mul |a, b| a.wrapping_mul(b);
    mulh |a, b| high::<M>(i128::from(a as i64) * i128::from(b as i64));
    mulhsu |a, b| high::<M>(i128::from(a as i64) * i128::from(unsigned::<M>(b)));
    mulhu |a, b| high::<M>((u128::from(unsigned::<M>(a)) * u128::from(unsigned::<M>(b))) as i128);
    div |a, b| divide(a, b);
    divu |a, b| divide_unsigned(unsigned::<M>(a), unsigned::<M>(b));
    rem |a, b| remainder(a, b);
    remu |a, b| remainder_unsigned(unsigned::<M>(a), unsigned::<M>(b));

    mulw |a, b| word(a.wrapping_mul(b));
    divw |a, b| word(divide(word(a), word(b)));
    divuw |a, b| word(divide_unsigned(u64::from(a as u32), u64::from(b as u32)));
    remw |a, b| word(remainder(word(a), word(b)));
    remuw |a, b| word(remainder_unsigned(u64::from(a as u32), u64::from(b as u32)));
}

/// A register as an unsigned number.
#[inline(always)]
fn unsigned<M: Mode>(value: u64) -> u64 {
    if M::X64 { value } else { u64::from(value as u32) }
}

/// The upper half of a product of two registers.
#[inline(always)]
fn high<M: Mode>(product: i128) -> u64 {
    (product >> if M::X64 { 64 } else { 32 }) as u64
}

// Unprivileged specification, table "Semantics for division by zero and division overflow". 32-bit
// operands cannot overflow in 64 bits; the wrap happens when the result is narrowed.

#[inline(always)]
fn divide(a: u64, b: u64) -> u64 {
    if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }
}

#[inline(always)]
fn divide_unsigned(a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(u64::MAX)
}

#[inline(always)]
fn remainder(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }
}

#[inline(always)]
fn remainder_unsigned(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}
