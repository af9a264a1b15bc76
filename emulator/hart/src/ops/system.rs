//! CSR accesses, calls to the environment, returns from traps, `fence.i`, `wfi`.

use crate::context::{Context, Mode, Next, Why};
use crate::entry::Entry;
use crate::exit::{Exit, cause};
use crate::state::Hart;
use rankine_isa::csr;

#[inline(always)]
pub fn fence_i<M: Mode>(cx: &mut Context<'_, '_, M>, _: &Entry) -> Next {
    cx.hart.impure = true;
    Next::Refetch
}

/// If the program has a trap vector, it gets a trap; else the environment handles the call.
#[inline(always)]
pub fn ecall<M: Mode>(cx: &mut Context<'_, '_, M>, _: &Entry) -> Next {
    if cx.hart.csr.mtvec == 0 {
        return cx.stop(Why::Exit(Exit::Ecall)).into();
    }
    cx.trap(cause::MACHINE_ECALL, 0).into()
}

/// The instruction sequence that makes an `ebreak` a call to the host: `slli x0,x0,31` before and
/// `srai x0,x0,7` after it (RISC-V Semihosting 0.4, §2.1). The host gets the call first, even if
/// the program handles other breakpoints.
pub const SEMIHOSTING: [u32; 3] = [0x01f0_1013, 0x0010_0073, 0x4070_5013];

#[inline(always)]
pub fn ebreak<M: Mode>(cx: &mut Context<'_, '_, M>, _: &Entry) -> Next {
    let around = |place: usize, offset: u64| {
        let word = cx.frame.view.read::<u32>(cx.wrap(cx.pc().wrapping_add(offset)));
        word == Some(u64::from(SEMIHOSTING[place]))
    };
    if cx.hart.csr.mtvec == 0 || (around(0, 4_u64.wrapping_neg()) && around(2, 4)) {
        return cx.stop(Why::Exit(Exit::Ebreak)).into();
    }
    cx.trap(cause::BREAKPOINT, cx.pc()).into()
}

#[inline(always)]
pub fn mret<M: Mode>(cx: &mut Context<'_, '_, M>, _: &Entry) -> Next {
    let target = cx.hart.csr.leave_trap();
    // The address may be odd if the platform has set it.
    Next::Absolute(cx.wrap(target) & !1)
}

#[inline(always)]
pub fn wfi<M: Mode>(_: &mut Context<'_, '_, M>, _: &Entry) -> Next {
    Next::Wait
}

/// Combination of the old value of a CSR and the operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combine {
    Replace,
    Set,
    Clear,
}

macro_rules! csr_accesses {
    ($($register:ident $immediate:ident $combine:ident;)*) => {$(
        #[inline(always)]
        pub fn $register<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            let operand = cx.x(e.rs1);
            access(cx, e, operand, Combine::$combine)
        }

        #[inline(always)]
        pub fn $immediate<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry) -> Next {
            access(cx, e, u64::from(e.rs1), Combine::$combine)
        }
    )*};
}

csr_accesses! {
    csrrw csrrwi Replace;
    csrrs csrrsi Set;
    csrrc csrrci Clear;
}

#[inline(always)]
fn access<M: Mode>(cx: &mut Context<'_, '_, M>, e: &Entry, operand: u64, combine: Combine) -> Next {
    if !M::CAREFUL {
        return Next::Stop;
    }
    cx.count();
    // Setting or clearing by x0 or by a zero immediate writes nothing, so it is legal for read-only
    // registers.
    let writes = combine == Combine::Replace || e.rs1 != 0;
    match swap(cx.hart, e.imm as u16, operand, writes.then_some(combine)) {
        Some(old) => {
            cx.set_x(e.rd, old);
            Next::Sequential
        }
        None => cx.stop(Why::Illegal).into(),
    }
}

/// Reads a CSR and writes it if `combine` is given. Returns the old value, or none if the access is
/// illegal.
#[inline(never)]
fn swap(hart: &mut Hart, number: u16, operand: u64, combine: Option<Combine>) -> Option<u64> {
    let is_fp = matches!(number, csr::FFLAGS | csr::FRM | csr::FCSR);
    if is_fp && hart.csr.fp_is_off() {
        return None;
    }
    let old = hart.read_csr(number)?;
    hart.impure |= combine.is_some() || is_counter(number);
    if let Some(combine) = combine {
        let new = match combine {
            Combine::Replace => operand,
            Combine::Set => old | operand,
            Combine::Clear => old & !operand,
        };
        hart.write_csr(number, new).then_some(())?;
    }
    Some(old)
}

fn is_counter(number: u16) -> bool {
    matches!(
        number,
        csr::MCYCLE | csr::MINSTRET | csr::MCYCLEH | csr::MINSTRETH | csr::CYCLE..=csr::INSTRET | csr::CYCLEH..=csr::INSTRETH
    )
}
