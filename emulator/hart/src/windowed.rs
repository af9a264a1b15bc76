//! The tail-called form for harts with a window: handlers report each instruction to the window
//! after its body.
//!
//! A window changes cycles only, no values. So a body may be executed before the window is told of
//! its instruction. An instruction that a body leaves to the careful form has not been reported
//! yet. Misses are paid for before the instruction is tried again, as without a window. The cycles
//! go to the window first, and the hart does not wait for them here.

use crate::context::{Context, Frame, Mode, Next, Plan};
use crate::entry::{Entry, distance};
use crate::pick::has_quick;
use crate::quick::dispatch;
use crate::state::Hart;
use rankine_timing::{NO_REGISTER, Operands, Shape, Timing, Window, costs_of};

/// The timing of a hart with a window. Handlers compiled for it report instructions to the window.
/// Its layout is that of the timing inside.
#[repr(transparent)]
pub struct Windowed<T> {
    timing: T,
}

// SAFETY: all answers are those of the timing inside, unchanged.
unsafe impl<T: Timing> Timing for Windowed<T> {
    const WINDOWED: bool = true;

    costs_of!(timing);

    fn flush_code(&mut self) {
        self.timing.flush_code();
    }
}

/// Are there tail-called handlers for harts with a window and this timing? If they keep a profile
/// or records, only the careful form is used.
pub const fn has_windowed<T: Timing>() -> bool {
    has_quick::<T>() && T::DYNAMIC && !T::WINDOWED && !T::PROFILED && !T::RECORDED
}

const _: () = assert!(crate::entry::DISCARD == NO_REGISTER);

impl Entry {
    /// The operands in the form that the window needs.
    #[inline(always)]
    pub fn operands(&self) -> Operands {
        Operands { rd: self.rd, rs1: self.rs1, rs2: self.rs2, rs3: self.rs3(), imm: self.imm }
    }
}

impl<M: Mode> Context<'_, '_, M> {
    /// The hart's window, if it has one.
    #[inline(always)]
    pub fn window(&mut self) -> Option<&mut Window> {
        if M::T::WINDOWED && self.frame.timing.is_windowed() { self.frame.timing.window() } else { None }
    }

    /// Reports the current instruction, which does not work alone, to the window, if its outcome is
    /// to retire. `cycles` are those before its body, including the account. Returns whether the
    /// access must be reported, too.
    #[inline(always)]
    pub fn enter_window(&mut self, e: &Entry, shape: Shape, cycles: u64, next: Next) -> bool {
        let taken = match next {
            Next::Sequential => false,
            Next::Relative { .. } | Next::Absolute(_) => true,
            _ => return false,
        };
        let cycle = cycles.wrapping_sub(self.frame.account(self.ip).cycles);
        let Some(window) = self.window() else { return false };
        let mut waits = window.issue(shape, e.operands(), cycle);
        waits += window.resolve(shape, e.operands(), taken, cycle + waits);
        let is_told = shape.accesses() && window.may_wait();
        self.cycles += waits;
        is_told
    }
}

/// Reports the address of the current instruction's access to the window, and goes on `LEN` bytes
/// behind. The address is in place of [`Context::memory`]. The access is aligned, so it lies in one
/// line.
#[inline(never)]
pub extern "C" fn tell_access<const X64: bool, const LEN: i64, T: Timing>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, T>,
    cycles: u64,
    addr: u64,
    host: *mut u8,
) {
    if let Some(window) = frame.timing.window() {
        window.access(addr, 1);
    }
    let (ip, memory) = (ip.wrapping_byte_offset(distance(LEN)), frame.memory());
    dispatch(Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host))
}
