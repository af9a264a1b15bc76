//! Bit manipulation: Zba, Zbb and Zbs.

use super::integer::word;
use crate::context::{Context, Mode, Next};
use crate::entry::Entry;

/// Bodies that compute rd from rs1 alone, from rs1 and rs2, or from rs1 and the immediate.
macro_rules! compute {
    ($($name:ident $second:ident |$a:ident $(, $b:ident)?| $value:expr;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            let $a = cx.x(e.rs1);
            $(let $b = compute!(@$second cx e);)?
            cx.set_x(e.rd, Context::<M>::fit($value));
            Next::Sequential
        }
    )*};
    (@rs2 $cx:ident $e:ident) => { $cx.x($e.rs2) };
    (@imm $cx:ident $e:ident) => { $e.imm as i64 as u64 };
}

compute! {
    sh1add rs2 |a, b| (a << 1).wrapping_add(b);
    sh2add rs2 |a, b| (a << 2).wrapping_add(b);
    sh3add rs2 |a, b| (a << 3).wrapping_add(b);
    add_uw rs2 |a, b| low(a).wrapping_add(b);
    sh1add_uw rs2 |a, b| (low(a) << 1).wrapping_add(b);
    sh2add_uw rs2 |a, b| (low(a) << 2).wrapping_add(b);
    sh3add_uw rs2 |a, b| (low(a) << 3).wrapping_add(b);
    slli_uw imm |a, b| low(a) << (b & 63);

    andn rs2 |a, b| a & !b;
    orn rs2 |a, b| a | !b;
    xnor rs2 |a, b| !(a ^ b);
    clz alone |a| u64::from(if M::X64 { a.leading_zeros() } else { (a as u32).leading_zeros() });
    ctz alone |a| u64::from(if M::X64 { a.trailing_zeros() } else { (a as u32).trailing_zeros() });
    cpop alone |a| u64::from(if M::X64 { a.count_ones() } else { (a as u32).count_ones() });
    max rs2 |a, b| (a as i64).max(b as i64) as u64;
    maxu rs2 |a, b| a.max(b);
    min rs2 |a, b| (a as i64).min(b as i64) as u64;
    minu rs2 |a, b| a.min(b);
    sext_b alone |a| a as i8 as u64;
    sext_h alone |a| a as i16 as u64;
    zext_h alone |a| u64::from(a as u16);
    rol rs2 |a, b| rotate_left::<M>(a, b);
    ror rs2 |a, b| rotate_right::<M>(a, b);
    rori imm |a, b| rotate_right::<M>(a, b);
    orc_b alone |a| filled_bytes(a);
    rev8 alone |a| if M::X64 { a.swap_bytes() } else { u64::from((a as u32).swap_bytes()) };
    clzw alone |a| u64::from((a as u32).leading_zeros());
    ctzw alone |a| u64::from((a as u32).trailing_zeros());
    cpopw alone |a| u64::from((a as u32).count_ones());
    rolw rs2 |a, b| word(u64::from((a as u32).rotate_left(b as u32 & 31)));
    rorw rs2 |a, b| word(u64::from((a as u32).rotate_right(b as u32 & 31)));
    roriw imm |a, b| word(u64::from((a as u32).rotate_right(b as u32 & 31)));

    bclr rs2 |a, b| a & !bit::<M>(b);
    bclri imm |a, b| a & !bit::<M>(b);
    bext rs2 |a, b| u64::from(a & bit::<M>(b) != 0);
    bexti imm |a, b| u64::from(a & bit::<M>(b) != 0);
    binv rs2 |a, b| a ^ bit::<M>(b);
    binvi imm |a, b| a ^ bit::<M>(b);
    bset rs2 |a, b| a | bit::<M>(b);
    bseti imm |a, b| a | bit::<M>(b);
}

/// The low word, zero-extended.
#[inline(always)]
fn low(value: u64) -> u64 {
    u64::from(value as u32)
}

#[inline(always)]
fn rotate_left<M: Mode>(a: u64, b: u64) -> u64 {
    if M::X64 { a.rotate_left(b as u32 & 63) } else { u64::from((a as u32).rotate_left(b as u32 & 31)) }
}

#[inline(always)]
fn rotate_right<M: Mode>(a: u64, b: u64) -> u64 {
    if M::X64 { a.rotate_right(b as u32 & 63) } else { u64::from((a as u32).rotate_right(b as u32 & 31)) }
}

/// A word with one bit set: bit `number`, modulo the register width.
#[inline(always)]
fn bit<M: Mode>(number: u64) -> u64 {
    1 << (number & if M::X64 { 63 } else { 31 })
}

/// Fills every byte that is not zero with ones.
#[inline(always)]
fn filled_bytes(a: u64) -> u64 {
    const SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The top bit of each byte is set if the byte is not zero: the sum carries into it if the lower
    // seven bits are not zero.
    let top = (((a & SEVEN) + SEVEN) | a) & !SEVEN;
    (top >> 7) * 0xff
}
