//! Load-reserved, store-conditional and atomic read-modify-write: RV32A and RV64A.
//!
//! A hart has its private memory for itself, so these are plain accesses there. The ordering bits
//! have no effect, because all accesses of a hart happen in program order.

use crate::context::{Context, Mode, Next, Stopped, Word};
use crate::entry::{Entry, Handler};
use crate::exit::cause;
use crate::ops::memory::loaded;
use rankine_bus::{Kind, Width};
use rankine_timing::Timing;

/// The address in rs1. If it is not aligned, raises the exception `misaligned`.
#[inline(always)]
fn aligned<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry, width: Width, misaligned: u64) -> Result<u64, Stopped> {
    let addr = cx.wrap(cx.x(e.rs1));
    if addr & (width.bytes() - 1) == 0 { Ok(addr) } else { Err(cx.trap(misaligned, addr)) }
}

/// Loads. Outside private memory, the access is reported as an atomic, not as a load.
#[inline(always)]
fn read<M: Mode, V: Word>(cx: &mut Context<'_, '_, M>, addr: u64) -> Result<u64, Stopped> {
    cx.read::<V>(addr).map_err(|stopped| match M::CAREFUL && M::T::DYNAMIC && cx.frame.timing.asks() {
        true => stopped,
        false => cx.outside(addr, V::WIDTH, Kind::Atomic),
    })
}

/// Stores. If the store stops, the careful form executes the whole instruction anew, so nothing may
/// have changed before.
#[inline(always)]
fn write<M: Mode, V: Word>(cx: &mut Context<'_, '_, M>, addr: u64, value: u64) -> Result<Next, Stopped> {
    let next = cx.write::<V>(addr, |_| value);
    if matches!(next, Next::Stop | Next::Unpaid(_)) { Err(Stopped::Left) } else { Ok(next) }
}

#[inline(always)]
fn load_reserved<M: Mode, V: Word>(cx: &mut Context<'_, '_, M>, e: &Entry, op: Handler) -> Result<Next, Stopped> {
    let addr = aligned(cx, e, V::WIDTH, cause::MISALIGNED_LOAD)?;
    let raw = read::<M, V>(cx, addr)?;
    cx.hart.reservation = Some(addr);
    if M::CAREFUL && cx.frame.watch.stores {
        cx.frame.watch.observer.reserve();
    }
    cx.set_x(e.rd, loaded(op, raw));
    Ok(Next::Sequential)
}

#[inline(always)]
fn store_conditional<M: Mode, V: Word>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Result<Next, Stopped> {
    let addr = aligned(cx, e, V::WIDTH, cause::MISALIGNED_STORE)?;
    read::<M, V>(cx, addr)?;
    let reserved = cx.hart.reservation == Some(addr);
    let next = if reserved { write::<M, V>(cx, addr, cx.x(e.rs2))? } else { Next::Sequential };
    cx.hart.reservation = None;
    cx.set_x(e.rd, u64::from(!reserved));
    Ok(next)
}

#[inline(always)]
fn modify<M: Mode, V: Word>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    compute: impl FnOnce(u64, u64) -> u64,
) -> Result<Next, Stopped> {
    let addr = aligned(cx, e, V::WIDTH, cause::MISALIGNED_STORE)?;
    let raw = read::<M, V>(cx, addr)?;
    let old = if V::WIDTH == Width::B4 { raw as i32 as u64 } else { raw };
    let operand = if V::WIDTH == Width::B4 { cx.x(e.rs2) as i32 as u64 } else { cx.x(e.rs2) };
    let next = write::<M, V>(cx, addr, compute(old, operand))?;
    cx.set_x(e.rd, old);
    Ok(next)
}

macro_rules! merge {
    ($result:expr) => {
        match $result {
            Ok(next) => next,
            Err(stopped) => stopped.into(),
        }
    };
}

macro_rules! atomics {
    ($($word:ident $double:ident |$old:ident, $operand:ident| $value:expr;)*) => {$(
        #[inline(always)]
        pub fn $word<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            merge!(modify::<M, u32>(cx, e, |$old, $operand| $value))
        }

        #[inline(always)]
        pub fn $double<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            merge!(modify::<M, u64>(cx, e, |$old, $operand| $value))
        }
    )*};
}

// 32-bit words are sign-extended for the computation. This preserves both the signed and the
// unsigned order.
atomics! {
    amoswap_w amoswap_d |_old, operand| operand;
    amoadd_w amoadd_d |old, operand| old.wrapping_add(operand);
    amoxor_w amoxor_d |old, operand| old ^ operand;
    amoand_w amoand_d |old, operand| old & operand;
    amoor_w amoor_d |old, operand| old | operand;
    amomin_w amomin_d |old, operand| (old as i64).min(operand as i64) as u64;
    amomax_w amomax_d |old, operand| (old as i64).max(operand as i64) as u64;
    amominu_w amominu_d |old, operand| old.min(operand);
    amomaxu_w amomaxu_d |old, operand| old.max(operand);
}

#[inline(always)]
pub fn lr_w<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    merge!(load_reserved::<M, u32>(cx, e, Handler::LrW))
}

#[inline(always)]
pub fn lr_d<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    merge!(load_reserved::<M, u64>(cx, e, Handler::LrD))
}

#[inline(always)]
pub fn sc_w<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    merge!(store_conditional::<M, u32>(cx, e))
}

#[inline(always)]
pub fn sc_d<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    merge!(store_conditional::<M, u64>(cx, e))
}
