//! Double precision: RV32D and RV64D.

use super::float::{bits_from_x, bits_to_x, bodies, compare, compute, convert, enabled, from_x, inject_sign, to_x};
use super::memory::loaded;
use crate::context::{Context, Mode, Next, Stopped};
use crate::entry::{Entry, Handler};
use crate::fp::{self, F32, F64, Format, Int};

const SIGN: u64 = F64::SIGN;

bodies! {
    fld |cx, e| load(cx, e);
    fsd |cx, e| enabled(cx).map(|()| cx.write::<u64>(cx.address(e), |cx| cx.f(e.rs2)));

    fmadd_d |cx, e| compute::<M, F64>(cx, e, fp::fma::<F64>);
    fmsub_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, c| fp::fma::<F64>(env, a, b, c ^ SIGN));
    fnmsub_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, c| fp::fma::<F64>(env, a ^ SIGN, b, c));
    fnmadd_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, c| fp::fma::<F64>(env, a ^ SIGN, b, c ^ SIGN));
    fadd_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, _| fp::add::<F64>(env, a, b));
    fsub_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, _| fp::sub::<F64>(env, a, b));
    fmul_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, _| fp::mul::<F64>(env, a, b));
    fdiv_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, _| fp::div::<F64>(env, a, b));
    fsqrt_d |cx, e| compute::<M, F64>(cx, e, |env, a, _, _| fp::sqrt::<F64>(env, a));
    fmin_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, _| fp::min::<F64>(env, a, b));
    fmax_d |cx, e| compute::<M, F64>(cx, e, |env, a, b, _| fp::max::<F64>(env, a, b));

    fsgnj_d |cx, e| inject_sign::<M, F64>(cx, e, |_, b| b);
    fsgnjn_d |cx, e| inject_sign::<M, F64>(cx, e, |_, b| !b);
    fsgnjx_d |cx, e| inject_sign::<M, F64>(cx, e, |a, b| a ^ b);

    feq_d |cx, e| compare::<M, F64>(cx, e, fp::eq::<F64>);
    flt_d |cx, e| compare::<M, F64>(cx, e, fp::lt::<F64>);
    fle_d |cx, e| compare::<M, F64>(cx, e, fp::le::<F64>);

    fcvt_s_d |cx, e| convert::<M, F64, F32>(cx, e, fp::narrow);
    fcvt_d_s |cx, e| convert::<M, F32, F64>(cx, e, fp::widen);
    fcvt_w_d |cx, e| to_x::<M, F64>(cx, e, Int::I32);
    fcvt_wu_d |cx, e| to_x::<M, F64>(cx, e, Int::U32);
    fcvt_l_d |cx, e| to_x::<M, F64>(cx, e, Int::I64);
    fcvt_lu_d |cx, e| to_x::<M, F64>(cx, e, Int::U64);
    fcvt_d_w |cx, e| from_x::<M, F64>(cx, e, Int::I32);
    fcvt_d_wu |cx, e| from_x::<M, F64>(cx, e, Int::U32);
    fcvt_d_l |cx, e| from_x::<M, F64>(cx, e, Int::I64);
    fcvt_d_lu |cx, e| from_x::<M, F64>(cx, e, Int::U64);

    fmv_x_d |cx, e| bits_to_x(cx, e, |bits| bits);
    fmv_d_x |cx, e| bits_from_x(cx, e, |bits| bits);
    fclass_d |cx, e| bits_to_x(cx, e, fp::class::<F64>);
}

#[inline(always)]
fn load<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Result<Next, Stopped> {
    enabled(cx)?;
    let raw = cx.read::<u64>(cx.address(e))?;
    cx.set_f(e.rd, loaded(Handler::Fld, raw));
    Ok(Next::Sequential)
}
