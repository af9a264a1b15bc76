//! Loads, stores and `fence`.

use crate::context::{Context, Mode, Next, Why};
use crate::entry::{Entry, Handler};
use crate::exit::Exit;
use rankine_bus::{Access, Kind, Width};

/// The register value of a load, given the zero-extended value in memory. Also used for loads that
/// the machine completes, and for `lr`.
#[inline(always)]
pub fn loaded(handler: Handler, raw: u64) -> u64 {
    match handler {
        Handler::Lb => raw as i8 as u64,
        Handler::Lh => raw as i16 as u64,
        Handler::Lw | Handler::LrW => raw as i32 as u64,
        Handler::Flw => boxed(raw as u32),
        _ => raw,
    }
}

/// A single-precision value in a floating-point register: NaN-boxed.
#[inline(always)]
pub fn boxed(single: u32) -> u64 {
    0xffff_ffff_0000_0000 | u64::from(single)
}

/// The access of an integer load or store outside private memory; none for other operations.
/// `value` is the value of rs2.
#[inline(always)]
pub fn integer_access(handler: Handler, addr: u64, value: u64) -> Option<Access> {
    let (width, is_store) = match handler {
        Handler::Lb | Handler::Lbu => (Width::B1, false),
        Handler::Lh | Handler::Lhu => (Width::B2, false),
        Handler::Lw | Handler::Lwu => (Width::B4, false),
        Handler::Ld => (Width::B8, false),
        Handler::Sb => (Width::B1, true),
        Handler::Sh => (Width::B2, true),
        Handler::Sw => (Width::B4, true),
        Handler::Sd => (Width::B8, true),
        _ => return None,
    };
    let kind = if is_store { Kind::Store(value & width.mask()) } else { Kind::Load };
    Some(Access { addr, width, kind })
}

macro_rules! loads {
    ($($name:ident $op:ident $int:ty;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            match cx.read::<$int>(cx.address(e)) {
                Ok(raw) => {
                    cx.set_x(e.rd, loaded(Handler::$op, raw));
                    Next::Sequential
                }
                Err(stopped) => stopped.into(),
            }
        }
    )*};
}

macro_rules! stores {
    ($($name:ident $int:ty;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            cx.write::<$int>(cx.address(e), |cx| cx.x(e.rs2))
        }
    )*};
}

loads! {
    lb Lb u8;
    lh Lh u16;
    lw Lw u32;
    lbu Lbu u8;
    lhu Lhu u16;
    lwu Lwu u32;
    ld Ld u64;
}

stores! {
    sb u8;
    sh u16;
    sw u32;
    sd u64;
}

/// A fence with an empty predecessor or successor set orders nothing.
#[inline(always)]
pub fn fence<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
    if e.imm & 0xf0 == 0 || e.imm & 0x0f == 0 {
        return Next::Sequential;
    }
    cx.stop(Why::Exit(Exit::Shared(Access { addr: 0, width: Width::B1, kind: Kind::Fence }))).into()
}
