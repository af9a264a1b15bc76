//! Integer computation: RV32I and RV64I.

use crate::context::{Context, Mode, Next};
use crate::entry::Entry;

/// Defines bodies that compute rd from two values: rs1, and rs2, the shift amount in rs2, or the
/// immediate.
macro_rules! compute {
    ($($name:ident $second:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            let ($a, $b) = (cx.rs1(e), compute!(@$second cx e));
            cx.set_x(e.rd, Context::<M>::fit($value));
            Next::Sequential
        }
    )*};
    (@rs2 $cx:ident $e:ident) => { $cx.x($e.rs2) };
    (@amount $cx:ident $e:ident) => { $cx.amount($e, if M::X64 { 63 } else { 31 }) };
    (@word_amount $cx:ident $e:ident) => { $cx.amount($e, 31) };
    (@imm $cx:ident $e:ident) => { $e.imm as i64 as u64 };
}

#[inline(always)]
pub fn lui<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    cx.set_x(e.rd, e.imm as i64 as u64);
    Next::Sequential
}

#[inline(always)]
pub fn auipc<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    cx.set_x(e.rd, Context::<M>::fit(cx.pc().wrapping_add(e.imm as i64 as u64)));
    Next::Sequential
}

compute! {
    addi imm |a, b| a.wrapping_add(b);
    slti imm |a, b| u64::from((a as i64) < b as i64);
    sltiu imm |a, b| u64::from(a < b);
    xori imm |a, b| a ^ b;
    ori imm |a, b| a | b;
    andi imm |a, b| a & b;
    slli imm |a, b| shift_left::<M>(a, b);
    srli imm |a, b| shift_right::<M>(a, b);
    srai imm |a, b| shift_right_signed::<M>(a, b);
    add rs2 |a, b| a.wrapping_add(b);
    sub rs2 |a, b| a.wrapping_sub(b);
    sll amount |a, b| shift_left::<M>(a, b);
    slt rs2 |a, b| u64::from((a as i64) < b as i64);
    sltu rs2 |a, b| u64::from(a < b);
    xor rs2 |a, b| a ^ b;
    srl amount |a, b| shift_right::<M>(a, b);
    sra amount |a, b| shift_right_signed::<M>(a, b);
    or rs2 |a, b| a | b;
    and rs2 |a, b| a & b;

    addiw imm |a, b| word(a.wrapping_add(b));
    slliw imm |a, b| word(a << (b & 31));
    srliw imm |a, b| word(u64::from(a as u32 >> (b & 31)));
    sraiw imm |a, b| (a as i32 >> (b & 31)) as u64;
    addw rs2 |a, b| word(a.wrapping_add(b));
    subw rs2 |a, b| word(a.wrapping_sub(b));
    sllw word_amount |a, b| word(a << b);
    srlw word_amount |a, b| word(u64::from(a as u32 >> b));
    sraw word_amount |a, b| (a as i32 >> b) as u64;
}

/// The low word, sign-extended.
#[inline(always)]
pub fn word(value: u64) -> u64 {
    value as i32 as u64
}

#[inline(always)]
fn shift_left<M: Mode>(a: u64, b: u64) -> u64 {
    a << (b & if M::X64 { 63 } else { 31 })
}

#[inline(always)]
fn shift_right<M: Mode>(a: u64, b: u64) -> u64 {
    if M::X64 { a >> (b & 63) } else { u64::from(a as u32 >> (b & 31)) }
}

/// RV32 values are sign-extended, so a 64-bit shift gives the result of a 32-bit one.
#[inline(always)]
fn shift_right_signed<M: Mode>(a: u64, b: u64) -> u64 {
    (a as i64 >> (b & if M::X64 { 63 } else { 31 })) as u64
}
