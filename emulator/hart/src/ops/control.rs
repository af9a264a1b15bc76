//! Branches and jumps.

use crate::context::{Context, Mode, Next};
use crate::entry::Entry;
use crate::exit::cause;

/// Goes to pc + immediate, if instructions may begin there. For the quick form this is checked when
/// the code is decoded.
#[inline(always)]
fn relative<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry, jumps: bool) -> Next {
    if M::CAREFUL && cx.is_misaligned(e.imm as u64) {
        let target = cx.wrap(cx.pc().wrapping_add(e.imm as i64 as u64));
        return cx.trap(cause::MISALIGNED_FETCH, target).into();
    }
    Next::Relative { jumps }
}

#[inline(always)]
pub fn jal<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    let next = relative(cx, e, true);
    if matches!(next, Next::Relative { .. }) {
        link(cx, e);
    }
    next
}

#[inline(always)]
pub fn jalr<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    let target = cx.address(e) & !1;
    if cx.is_misaligned(target) {
        return cx.trap(cause::MISALIGNED_FETCH, target).into();
    }
    link(cx, e);
    Next::Absolute(target)
}

/// rd := address of the next instruction.
#[inline(always)]
fn link<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) {
    cx.set_x(e.rd, Context::<M>::fit(cx.pc().wrapping_add(u64::from(e.len))));
}

macro_rules! branches {
    ($($name:ident |$a:ident, $b:ident| $taken:expr;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            let ($a, $b) = (cx.rs1(e), cx.x(e.rs2));
            if $taken { relative(cx, e, false) } else { Next::Sequential }
        }
    )*};
}

branches! {
    beq |a, b| a == b;
    bne |a, b| a != b;
    blt |a, b| (a as i64) < b as i64;
    bge |a, b| a as i64 >= b as i64;
    bltu |a, b| a < b;
    bgeu |a, b| a >= b;
}
