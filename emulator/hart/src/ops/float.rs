//! Common parts of the bodies of single and double precision.

use crate::context::{Context, Mode, Next, Stopped, Why};
use crate::entry::Entry;
use crate::fp::{Env, Format, Int, Round, from_int, to_int};

/// Encoding of "use the rounding mode in `frm`".
const DYNAMIC: u8 = 7;

/// Is floating point switched on? The quick form requires that its state is also marked dirty
/// already, so that it need not do that.
#[inline(always)]
pub fn enabled<M: Mode>(cx: &mut Context<'_, '_, M>) -> Result<(), Stopped> {
    let ready = if M::CAREFUL { !cx.hart.csr.fp_is_off() } else { cx.hart.csr.fp_is_marked_dirty() };
    if ready { Ok(()) } else { Err(cx.stop(Why::Illegal)) }
}

/// Rounding mode and flags for the instruction. A reserved mode is illegal.
#[inline(always)]
fn environment<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Result<Env, Stopped> {
    enabled(cx)?;
    let bits = if e.rm() == DYNAMIC { cx.hart.csr.frm } else { e.rm() };
    let round = Round::from_bits(bits).ok_or_else(|| cx.stop(Why::Illegal))?;
    Ok(Env { round, flags: cx.hart.csr.fflags, host_only: !M::CAREFUL, beyond_host: false })
}

/// As [`environment`], for instructions that do not round.
#[inline(always)]
fn unrounded<M: Mode>(cx: &mut Context<'_, '_, M>) -> Result<Env, Stopped> {
    enabled(cx)?;
    let flags = cx.hart.csr.fflags;
    Ok(Env { round: Round::NearestEven, flags, host_only: !M::CAREFUL, beyond_host: false })
}

/// Stores the flags. The quick form handles only operations that change no flag.
#[inline(always)]
fn leave<M: Mode>(cx: &mut Context<'_, '_, M>, env: Env) -> Result<(), Stopped> {
    if M::CAREFUL {
        cx.hart.csr.fflags = env.flags;
        cx.hart.csr.fp_is_dirty();
    } else if env.beyond_host || env.flags != cx.hart.csr.fflags {
        return Err(Stopped::Left);
    }
    Ok(())
}

/// fd := operation on up to three numbers, rounded if the format of the instruction says so.
#[inline(always)]
pub fn compute<M: Mode, F: Format>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    operation: impl FnOnce(&mut Env, u64, u64, u64) -> u64,
) -> Result<Next, Stopped> {
    let mut env = environment(cx, e)?;
    let number = |register| F::unbox(cx.f(register));
    let result = operation(&mut env, number(e.rs1), number(e.rs2), number(e.rs3()));
    leave(cx, env)?;
    cx.set_f(e.rd, F::boxed(result));
    Ok(Next::Sequential)
}

/// fd := conversion of fs1 from another format.
#[inline(always)]
pub fn convert<M: Mode, From: Format, To: Format>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    operation: impl FnOnce(&mut Env, u64) -> u64,
) -> Result<Next, Stopped> {
    let mut env = environment(cx, e)?;
    let result = operation(&mut env, From::unbox(cx.f(e.rs1)));
    leave(cx, env)?;
    cx.set_f(e.rd, To::boxed(result));
    Ok(Next::Sequential)
}

/// rd := predicate of fs1 and fs2.
#[inline(always)]
pub fn compare<M: Mode, F: Format>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    predicate: impl FnOnce(&mut Env, u64, u64) -> bool,
) -> Result<Next, Stopped> {
    let mut env = unrounded(cx)?;
    let holds = predicate(&mut env, F::unbox(cx.f(e.rs1)), F::unbox(cx.f(e.rs2)));
    leave(cx, env)?;
    cx.set_x(e.rd, u64::from(holds));
    Ok(Next::Sequential)
}

/// rd := integer nearest to fs1.
#[inline(always)]
pub fn to_x<M: Mode, F: Format>(cx: &mut Context<'_, '_, M>, e: &Entry, int: Int) -> Result<Next, Stopped> {
    let mut env = environment(cx, e)?;
    let result = to_int::<F>(&mut env, F::unbox(cx.f(e.rs1)), int);
    leave(cx, env)?;
    cx.set_x(e.rd, result);
    Ok(Next::Sequential)
}

/// fd := number nearest to the integer in rs1.
#[inline(always)]
pub fn from_x<M: Mode, F: Format>(cx: &mut Context<'_, '_, M>, e: &Entry, int: Int) -> Result<Next, Stopped> {
    let mut env = environment(cx, e)?;
    let result = from_int::<F>(&mut env, cx.x(e.rs1), int);
    leave(cx, env)?;
    cx.set_f(e.rd, F::boxed(result));
    Ok(Next::Sequential)
}

/// fd := fs1 with a sign computed from both signs.
#[inline(always)]
pub fn inject_sign<M: Mode, F: Format>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    sign: impl FnOnce(u64, u64) -> u64,
) -> Result<Next, Stopped> {
    enabled(cx)?;
    let (a, b) = (F::unbox(cx.f(e.rs1)), F::unbox(cx.f(e.rs2)));
    cx.set_f(e.rd, F::boxed(a & !F::SIGN | sign(a, b) & F::SIGN));
    Ok(Next::Sequential)
}

/// rd := value computed from the bits of fs1.
#[inline(always)]
pub fn bits_to_x<M: Mode>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    value: impl FnOnce(u64) -> u64,
) -> Result<Next, Stopped> {
    enabled(cx)?;
    cx.set_x(e.rd, value(cx.f(e.rs1)));
    Ok(Next::Sequential)
}

/// fd := value computed from the bits of rs1.
#[inline(always)]
pub fn bits_from_x<M: Mode>(
    cx: &mut Context<'_, '_, M>,
    e: &Entry,
    value: impl FnOnce(u64) -> u64,
) -> Result<Next, Stopped> {
    enabled(cx)?;
    cx.set_f(e.rd, value(cx.x(e.rs1)));
    Ok(Next::Sequential)
}

/// Defines bodies by expressions of a context and an entry.
macro_rules! bodies {
    ($($name:ident |$cx:ident, $e:ident| $body:expr;)*) => {$(
        #[inline(always)]
        pub fn $name<M: Mode>($cx: &mut Context<'_, '_, M>, $e: &Entry) -> Next {
            match $body {
                Ok(next) => next,
                Err(stopped) => stopped.into(),
            }
        }
    )*};
}

pub(crate) use bodies;
