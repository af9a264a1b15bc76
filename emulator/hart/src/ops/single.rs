//! Single precision: RV32F and RV64F.

use super::float::{bits_from_x, bits_to_x, bodies, compare, compute, enabled, from_x, inject_sign, to_x};
use super::integer::word;
use super::memory::{boxed, loaded};
use crate::context::{Context, Mode, Next, Stopped};
use crate::entry::{Entry, Handler};
use crate::fp::{self, F32, Format, Int};

const SIGN: u64 = F32::SIGN;

bodies! {
    flw |cx, e| load(cx, e);
    fsw |cx, e| enabled(cx).map(|()| cx.write::<u32>(cx.address(e), |cx| cx.f(e.rs2)));

    fmadd_s |cx, e| compute::<M, F32>(cx, e, fp::fma::<F32>);
    fmsub_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, c| fp::fma::<F32>(env, a, b, c ^ SIGN));
    fnmsub_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, c| fp::fma::<F32>(env, a ^ SIGN, b, c));
    fnmadd_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, c| fp::fma::<F32>(env, a ^ SIGN, b, c ^ SIGN));
    fadd_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, _| fp::add::<F32>(env, a, b));
    fsub_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, _| fp::sub::<F32>(env, a, b));
    fmul_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, _| fp::mul::<F32>(env, a, b));
    fdiv_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, _| fp::div::<F32>(env, a, b));
    fsqrt_s |cx, e| compute::<M, F32>(cx, e, |env, a, _, _| fp::sqrt::<F32>(env, a));
    fmin_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, _| fp::min::<F32>(env, a, b));
    fmax_s |cx, e| compute::<M, F32>(cx, e, |env, a, b, _| fp::max::<F32>(env, a, b));

    fsgnj_s |cx, e| inject_sign::<M, F32>(cx, e, |_, b| b);
    fsgnjn_s |cx, e| inject_sign::<M, F32>(cx, e, |_, b| !b);
    fsgnjx_s |cx, e| inject_sign::<M, F32>(cx, e, |a, b| a ^ b);

    feq_s |cx, e| compare::<M, F32>(cx, e, fp::eq::<F32>);
    flt_s |cx, e| compare::<M, F32>(cx, e, fp::lt::<F32>);
    fle_s |cx, e| compare::<M, F32>(cx, e, fp::le::<F32>);

    fcvt_w_s |cx, e| to_x::<M, F32>(cx, e, Int::I32);
    fcvt_wu_s |cx, e| to_x::<M, F32>(cx, e, Int::U32);
    fcvt_l_s |cx, e| to_x::<M, F32>(cx, e, Int::I64);
    fcvt_lu_s |cx, e| to_x::<M, F32>(cx, e, Int::U64);
    fcvt_s_w |cx, e| from_x::<M, F32>(cx, e, Int::I32);
    fcvt_s_wu |cx, e| from_x::<M, F32>(cx, e, Int::U32);
    fcvt_s_l |cx, e| from_x::<M, F32>(cx, e, Int::I64);
    fcvt_s_lu |cx, e| from_x::<M, F32>(cx, e, Int::U64);

    fmv_x_w |cx, e| bits_to_x(cx, e, word);
    fmv_w_x |cx, e| bits_from_x(cx, e, |bits| boxed(bits as u32));
    fclass_s |cx, e| bits_to_x(cx, e, |bits| fp::class::<F32>(F32::unbox(bits)));
}

#[inline(always)]
fn load<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Result<Next, Stopped> {
    enabled(cx)?;
    let raw = cx.read::<u32>(cx.address(e))?;
    cx.set_f(e.rd, loaded(Handler::Flw, raw));
    Ok(Next::Sequential)
}
