//! Loads, stores and `fence`.

use crate::context::{Context, Mode, Next, Why};
use crate::entry::{Entry, Handler};
use crate::exit::Exit;
use rankine_bus::{Access, Kind, Width};

/// The register value that a load makes of the zero-extended value it found. Also for loads that the
/// machine completes, and for `lr`.
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

/// What a plain load or store accesses.
#[derive(Clone, Copy)]
pub struct Plain {
    pub bytes: u8,
    pub is_store: bool,
    pub is_float: bool,
}

/// The plain loads and stores among the handlers.
pub const PLAIN: [Option<Plain>; Handler::COUNT] = {
    const LOADS: [(Handler, u8); 9] = [
        (Handler::Lb, 1),
        (Handler::Lbu, 1),
        (Handler::Lh, 2),
        (Handler::Lhu, 2),
        (Handler::Lw, 4),
        (Handler::Lwu, 4),
        (Handler::Flw, 4),
        (Handler::Ld, 8),
        (Handler::Fld, 8),
    ];
    const STORES: [(Handler, u8); 6] =
        [(Handler::Sb, 1), (Handler::Sh, 2), (Handler::Sw, 4), (Handler::Fsw, 4), (Handler::Sd, 8), (Handler::Fsd, 8)];
    let mut table = [None; Handler::COUNT];
    let mut i = 0;
    while i < LOADS.len() {
        let is_float = matches!(LOADS[i].0, Handler::Flw | Handler::Fld);
        table[LOADS[i].0 as usize] = Some(Plain { bytes: LOADS[i].1, is_store: false, is_float });
        i += 1;
    }
    i = 0;
    while i < STORES.len() {
        let is_float = matches!(STORES[i].0, Handler::Fsw | Handler::Fsd);
        table[STORES[i].0 as usize] = Some(Plain { bytes: STORES[i].1, is_store: true, is_float });
        i += 1;
    }
    table
};

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
            cx.write::<$int>(cx.address(e), cx.x(e.rs2))
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
