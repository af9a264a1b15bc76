//! The tail-called form of the engine: one handler for each operation, which ends by calling the
//! next handler.
//!
//! The values that change with every instruction are passed in the six argument registers of the C
//! calling convention. An optimising build turns the call at a handler's end into a jump, so the
//! stack does not grow. The language does not guarantee this optimisation. Builds without it use
//! [`crate::careful`] only ([`TAIL_CALLS`]), and a test runs every handler so often that the stack
//! would overflow if one of them did not jump. For the same reason nothing here passes on the
//! address of a local variable. A body that meets an uncommon case switches to the careful form
//! before it has changed anything.

use crate::any::AnyTiming;
use crate::context::{Context, Frame, Mode, Next, Pause, Plan, Unpaid, View, Why, paid};
use crate::entry::{ENTRY_BYTES, Entry, Erased, Handler, Operation, distance};
use crate::exit::Exit;
use crate::ops::{atomic, bitmanip, control, double, integer, memory, muldiv, single, system};
use crate::record::{Content, is_simple};
use crate::state::{FETCHED, Hart};
use crate::windowed::tell_access;
use rankine_bus::Width;
use rankine_isa::{Op, Xlen};
use rankine_timing::{Note, Paid, Quickly, Shape, Timing};

/// Does this build turn the calls into jumps?
pub const TAIL_CALLS: bool = cfg!(all(not(debug_assertions), any(target_arch = "x86_64", target_arch = "aarch64")));

/// A handler. Its arguments are the entry to execute, the hart, the frame, the cycles with the
/// entry's account, [`Context::memory`] and the host address of memory.
pub type Quick<T> = unsafe extern "C" fn(*const Entry, &mut Hart, &mut Frame<'_, T>, u64, u64, *mut u8);

/// Executes instructions by the handlers for one timing, from an entry that has such a handler.
/// `cycles` include its account.
///
/// # Safety
/// The timing of the frame has that type, or a type with the same layout. The entries of the
/// current span have handlers for it.
pub type Enter = unsafe fn(*const Entry, &mut Hart, &mut Frame<'_, AnyTiming<'_>>, u64);

/// [`Enter`] for this timing and register width.
pub fn enter_for<T: Timing>(xlen: Xlen) -> Enter {
    match xlen {
        Xlen::Rv64 => enter::<true, T>,
        Xlen::Rv32 => enter::<false, T>,
    }
}

/// See [`Enter`].
///
/// # Safety
/// As for [`Enter`].
unsafe fn enter<const X64: bool, T: Timing>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, AnyTiming<'_>>,
    cycles: u64,
) {
    let any: *mut AnyTiming<'_> = frame.timing;
    let frame = std::ptr::from_mut(frame);
    // SAFETY: the caller promises the type of the timing. Both frames have the same layout, and their timing is exchanged
    // while nobody else has them.
    unsafe {
        let quick = &mut *frame.cast::<Frame<'_, T>>();
        std::ptr::write(&raw mut quick.timing, (*any).timing_of::<T>());
        let (memory, host) = (quick.memory(), quick.view.host);
        dispatch(Context::<Plan<X64, false, T>>::new(ip, hart, quick, cycles, memory, host));
        std::ptr::write(&raw mut (*frame).timing, &mut *any);
    }
}

/// Continues in a handler.
#[inline(always)]
fn go_on<M: Mode>(cx: Context<'_, '_, M>, handler: Quick<M::T>) {
    let Context { hart, frame, cycles, ip, memory, host, .. } = cx;
    // SAFETY: handlers are called with `ip` at an entry of the current span or at one of the two behind it, and are
    // those for this timing: `engine::run` has checked that.
    unsafe { handler(ip, hart, frame, cycles, memory, host) }
}

/// Calls the handler of the current entry, unless records must be taken first.
#[inline(always)]
pub fn dispatch<M: Mode>(cx: Context<'_, '_, M>) {
    if M::T::RECORDED && cx.frame.tape.is_full() {
        return pause(cx, Pause::GoOn);
    }
    // SAFETY: `ip` is at an entry, which names a handler for this timing.
    let handler = unsafe { std::mem::transmute::<Erased, Quick<M::T>>((*cx.ip).quick) };
    go_on(cx, handler)
}

/// Leaves the engine.
#[inline(always)]
fn pause<M: Mode>(cx: Context<'_, '_, M>, pause: Pause) {
    cx.frame.ip = cx.ip;
    cx.frame.cycles = cx.cycles;
    cx.frame.pause = pause;
}

/// Goes to the entry `to` of the current span and continues there, unless the cycle limit is
/// reached. `STAYS`: the target begins in the line of code that was fetched last.
#[inline(always)]
fn transfer<const STAYS: bool, M: Mode>(mut cx: Context<'_, '_, M>, to: *const Entry, jumps: bool) {
    if cx.depart(to, jumps) {
        return go_on(cx, over::<M>);
    }
    cx.arrive();
    if M::T::DYNAMIC && !STAYS && !cx.is_free_fetch(0) { go_on(cx, refetch::<M>) } else { dispatch(cx) }
}

/// Leaves the engine because the cycle limit is reached.
#[cold]
#[inline(never)]
extern "C" fn over<M: Mode>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, M::T>,
    cycles: u64,
    memory: u64,
    host: *mut u8,
) {
    let mut cx = Context::<M>::new(ip, hart, frame, cycles, memory, host);
    cx.arrive();
    pause(cx, Pause::Budget)
}

/// Pays for fetching the line of the current entry, to which control has transferred.
#[cold]
#[inline(never)]
extern "C" fn refetch<M: Mode>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, M::T>,
    cycles: u64,
    memory: u64,
    host: *mut u8,
) {
    let mut cx = Context::<M>::new(ip, hart, frame, cycles, memory, host);
    if cx.fetch(2) {
        return pause(cx, Pause::Stop);
    }
    dispatch(cx)
}

/// Pays for fetching the current instruction, in which a line of code begins, and tries again. The
/// fetch is then free.
#[cold]
#[inline(never)]
extern "C" fn fetch_line<const X64: bool, T: Timing>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, T>,
    cycles: u64,
    memory: u64,
    host: *mut u8,
) {
    let mut cx = Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host);
    // SAFETY: `ip` is at an entry.
    if cx.fetch(unsafe { (*ip).len }) {
        cx.frame.paid = FETCHED;
        return pause(cx, Pause::Stop);
    }
    dispatch(cx)
}

/// Goes to an address.
#[inline(always)]
fn jump<M: Mode>(cx: Context<'_, '_, M>, target: u64) {
    match cx.frame.entry(target) {
        Some(to) => transfer::<false, _>(cx, to, true),
        None => pause(cx, Pause::Elsewhere(target)),
    }
}

/// Lets the careful form execute the current instruction.
#[inline(always)]
fn hand_over<M: Mode>(cx: Context<'_, '_, M>) {
    pause(cx, Pause::HandOver)
}

/// Pays for the access at which the current instruction has stopped, and tries again.
#[inline(always)]
fn pay<const X64: bool, T: Timing>(cx: Context<'_, '_, Plan<X64, false, T>>, access: Unpaid) {
    if !T::DYNAMIC {
        return hand_over(cx);
    }
    let handler = match (access.is_store, access.width) {
        (false, Width::B1) => refill::<X64, T, 1, false>,
        (false, Width::B2) => refill::<X64, T, 2, false>,
        (false, Width::B4) => refill::<X64, T, 4, false>,
        (false, Width::B8) => refill::<X64, T, 8, false>,
        (true, Width::B1) => refill::<X64, T, 1, true>,
        (true, Width::B2) => refill::<X64, T, 2, true>,
        (true, Width::B4) => refill::<X64, T, 4, true>,
        (true, Width::B8) => refill::<X64, T, 8, true>,
    };
    let Context { hart, frame, cycles, ip, host, .. } = cx;
    handler(ip, hart, frame, cycles, access.offset, host)
}

/// Pays for the load or store of the current instruction, and tries again. The access is then free.
/// This function has the offset of the access in place of [`Context::memory`] and reads the
/// handlers' memory values from the frame, so that it need not save registers. For the same reason
/// it leaves work that needs a call to other functions.
extern "C" fn refill<const X64: bool, T: Timing, const BYTES: u64, const STORE: bool>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, T>,
    cycles: u64,
    offset: u64,
    host: *mut u8,
) {
    fetch_ahead(host, offset);
    // SAFETY: only bodies come here, with aligned accesses of private memory that are not free.
    match unsafe { frame.timing.access_quickly(offset, STORE) } {
        Quickly::Free(paid) => {
            let cycles = pay_for(frame, ip, cycles, paid);
            retry::<X64, T>(ip, hart, frame, cycles)
        }
        Quickly::Leaves(line, paid) => {
            let cycles = pay_for(frame, ip, cycles, paid);
            write_back::<X64, T>(ip, hart, frame, cycles, line, host)
        }
        Quickly::No => refill_slowly::<X64, T, BYTES, STORE>(ip, hart, frame, cycles, offset, host),
    }
}

/// Makes the host prefetch the bytes at an offset in private memory while the caches of the guest
/// are checked. If the guest's caches do not have a line, the host's nearest cache often does not
/// have it either.
#[inline(always)]
fn fetch_ahead(host: *mut u8, offset: u64) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has SSE; a prefetch is a hint, which does not fault wherever it points to.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(host.wrapping_add(offset as usize).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (host, offset);
}

/// Pays cycles for the current instruction's access, and reports them to profile and records.
/// Returns the cycle count after that. A hart with a window does not wait here.
#[inline(always)]
fn pay_for<T: Timing>(frame: &mut Frame<'_, T>, ip: *const Entry, cycles: u64, more: u64) -> u64 {
    if T::WINDOWED
        && let Some(window) = frame.timing.window()
    {
        window.miss(more);
        return cycles;
    }
    frame.note_cycles(Note::Data, more);
    if T::PROFILED {
        let pc = frame.bias.wrapping_add(ip as u64 / (ENTRY_BYTES / 2));
        frame.timing.paid(pc, more);
    }
    cycles + more
}

/// Executes the current instruction again.
#[inline(always)]
fn retry<const X64: bool, T: Timing>(ip: *const Entry, hart: &mut Hart, frame: &mut Frame<'_, T>, cycles: u64) {
    let (memory, host) = (frame.memory(), frame.view.host);
    dispatch(Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host))
}

/// Pays for writing back the changed line that the current instruction's line has replaced, and
/// tries the instruction again.
#[inline(never)]
extern "C" fn write_back<const X64: bool, T: Timing>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, T>,
    cycles: u64,
    line: u64,
    _: *mut u8,
) {
    let paid = frame.timing.write_back(line);
    let cycles = pay_for(frame, ip, cycles, paid);
    retry::<X64, T>(ip, hart, frame, cycles)
}

/// As [`refill`], for caches of any kind. The access may not be free afterwards.
#[inline(never)]
extern "C" fn refill_slowly<const X64: bool, T: Timing, const BYTES: u64, const STORE: bool>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, T>,
    cycles: u64,
    offset: u64,
    _: *mut u8,
) {
    let (memory, View { base, host, .. }) = (frame.memory(), frame.view);
    let Paid { cycles: more, is_free } = frame.timing.access(base.wrapping_add(offset), BYTES, STORE);
    let cycles = pay_for(frame, ip, cycles, more);
    let asks = frame.timing.asks();
    if is_free && !asks {
        return retry::<X64, T>(ip, hart, frame, cycles);
    }
    frame.paid = FETCHED | paid(STORE);
    let cx = Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host);
    if asks {
        cx.frame.why = Why::Memory;
        return pause(cx, Pause::Stop);
    }
    hand_over(cx)
}

macro_rules! define_quick {
    ($($group:ident $xlen:literal $ext:ident { $($op:ident $function:ident $text:literal $format:ident $class:ident;)* })*) => {
        /// The handlers, each with the name of the body that it executes.
        mod handlers {
            use super::*;

            $($(handler!($function $op $group::$function settle);)*)*
            handler!(ret Jalr control::jalr settle_return);

            /// The handler for operations without a handler of their own.
            pub extern "C" fn rare<const X64: bool, T: Timing>(
                ip: *const Entry,
                hart: &mut Hart,
                frame: &mut Frame<'_, T>,
                cycles: u64,
                memory: u64,
                host: *mut u8,
            ) {
                hand_over(Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host));
            }

            /// The handler for entries of the engine.
            pub extern "C" fn no_instruction<const X64: bool, T: Timing>(
                ip: *const Entry,
                hart: &mut Hart,
                frame: &mut Frame<'_, T>,
                cycles: u64,
                memory: u64,
                host: *mut u8,
            ) {
                let cx = Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host);
                pause(cx, Pause::NoInstruction);
            }
        }

        /// The handler for an operation, see [`pick_one`].
        fn pick<const X64: bool, const FIRST: bool, const STAYS: bool, T: Timing>(of: Operation) -> Erased {
            let quick: Quick<T> = match (of.handler, of.len) {
                // `STAYS` handlers are compiled only for operations that may stay in a line.
                $($((Handler::$op, 2) if const { is_compiled::<X64, T>(Op::$op, 2) } => {
                    if const { STAYS && Handler::$op.is_relative() } {
                        handlers::$function::<X64, 2, FIRST, true, T>
                    } else {
                        handlers::$function::<X64, 2, FIRST, false, T>
                    }
                })*)*
                $($((Handler::$op, 4) if const { is_compiled::<X64, T>(Op::$op, 4) } => {
                    if const { STAYS && Handler::$op.is_relative() } {
                        handlers::$function::<X64, 4, FIRST, true, T>
                    } else {
                        handlers::$function::<X64, 4, FIRST, false, T>
                    }
                })*)*
                (Handler::Return, 2) => handlers::ret::<X64, 2, FIRST, false, T>,
                (Handler::Return, 4) => handlers::ret::<X64, 4, FIRST, false, T>,
                (handler, _) if handler.op().is_some() => handlers::rare::<X64, T>,
                _ => handlers::no_instruction::<X64, T>,
            };
            // SAFETY: from one type of function pointer to another; `dispatch` turns it back before it calls.
            unsafe { std::mem::transmute::<Quick<T>, Erased>(quick) }
        }
    };
}

/// Is a handler compiled for the operation in an instruction of `len` bytes? Not if no program
/// contains it, nor if the careful form records it or a window executes it alone.
pub const fn is_compiled<const X64: bool, T: Timing>(op: Op, len: u8) -> bool {
    (X64 || op.least_xlen() == 32)
        && (len == 4 || op.has_short_form())
        && (!T::RECORDED || is_simple(op))
        && (!T::WINDOWED || !Shape::of(op).is_alone())
}

/// The handler for an operation, or one that leaves the operation to the careful form. `first`: a
/// line of code begins in the instruction.
pub fn pick_one<const X64: bool, T: Timing>(of: Operation, first: bool) -> Erased {
    if const { is_observed::<T>() } {
        let ahead: Quick<T> = look_first::<X64, T>;
        match first && of.len != 0 {
            // SAFETY: as in `pick`.
            true => unsafe { std::mem::transmute::<Quick<T>, Erased>(ahead) },
            false => pick_observed::<X64, T>(of),
        }
    } else if T::DYNAMIC && first {
        pick::<X64, true, false, T>(of)
    } else if T::DYNAMIC && of.stays {
        pick::<X64, false, true, T>(of)
    } else {
        pick::<X64, false, false, T>(of)
    }
}

/// Is a profile kept of executed instructions, or are they recorded? If so, only one handler for an
/// operation is compiled, whatever its place in a line. Several would take a third of the compile
/// time of the whole program.
const fn is_observed<T: Timing>() -> bool {
    T::DYNAMIC && (T::PROFILED || T::RECORDED)
}

/// The handler for an operation that is observed (see [`is_observed`]).
fn pick_observed<const X64: bool, T: Timing>(of: Operation) -> Erased {
    pick::<X64, false, false, T>(of)
}

/// The handler of an observed operation in whose instruction a line of code begins. It checks the
/// fetch, then calls the operation's handler.
extern "C" fn look_first<const X64: bool, T: Timing>(
    ip: *const Entry,
    hart: &mut Hart,
    frame: &mut Frame<'_, T>,
    cycles: u64,
    memory: u64,
    host: *mut u8,
) {
    let cx = Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host);
    // SAFETY: handlers are called with `ip` at their entry.
    let len = unsafe { (*ip).len };
    if !cx.is_free_fetch(u64::from(len) - 2) {
        return go_on(cx, fetch_line::<X64, T>);
    }
    let handler = pick_observed::<X64, T>(cx.frame.account(ip).operation());
    // SAFETY: `pick` has made it from a handler for this timing.
    let handler = unsafe { std::mem::transmute::<Erased, Quick<T>>(handler) };
    go_on(cx, handler)
}

/// Defines a handler: the body of its operation, and the action after it. If a line of code begins
/// in the instruction (`FIRST`), the handler first checks whether fetching is free. `STAYS` as for
/// [`transfer`].
macro_rules! handler {
    ($name:ident $op:ident $group:ident::$function:ident $settle:ident) => {
        pub extern "C" fn $name<const X64: bool, const LEN: i64, const FIRST: bool, const STAYS: bool, T: Timing>(
            ip: *const Entry,
            hart: &mut Hart,
            frame: &mut Frame<'_, T>,
            cycles: u64,
            memory: u64,
            host: *mut u8,
        ) {
            let mut cx = Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host);
            if FIRST && !cx.is_free_fetch(LEN as u64 - 2) {
                return go_on(cx, fetch_line::<X64, T>);
            }
            // SAFETY: handlers are called with `ip` at their entry.
            let e = unsafe { &*ip };
            let before = cx.cycles;
            let next = $group::$function(&mut cx, e);
            if T::RECORDED {
                cx.record(e, const { Content::of(Op::$op) }, next);
            }
            if T::WINDOWED && cx.enter_window(e, const { Shape::of(Op::$op) }, before, next) {
                cx.memory = cx.address_accessed;
                return go_on(cx, tell_access::<X64, LEN, T>);
            }
            $settle::<X64, LEN, STAYS, T>(cx, e, next)
        }
    };
}

/// Performs the action after a body.
#[inline(always)]
pub fn settle<const X64: bool, const LEN: i64, const STAYS: bool, T: Timing>(
    cx: Context<'_, '_, Plan<X64, false, T>>,
    e: &Entry,
    next: Next,
) {
    match next {
        Next::Sequential => {
            let mut cx = cx.there();
            cx.ip = cx.ip.wrapping_byte_offset(distance(LEN));
            dispatch(cx)
        }
        Next::Relative { jumps } => {
            let cx = cx.there();
            let to = cx.ip.wrapping_byte_offset(distance(i64::from(e.imm)));
            transfer::<STAYS, _>(cx, to, jumps)
        }
        Next::Absolute(target) => jump(cx.there(), target),
        Next::Stop => hand_over(cx.there()),
        Next::Unpaid(access) => pay(cx.there(), access),
        Next::Wait => pause(cx.there(), Pause::RetireAndExit(Exit::Wfi)),
        Next::Watched => pause(cx.there(), Pause::RetireAndExit(Exit::Watched)),
        Next::Refetch => pause(cx.there(), Pause::Refetch),
    }
}

/// As [`settle`], for a `ret`, which may go to the watched address.
#[inline(always)]
fn settle_return<const X64: bool, const LEN: i64, const STAYS: bool, T: Timing>(
    cx: Context<'_, '_, Plan<X64, false, T>>,
    e: &Entry,
    next: Next,
) {
    match next {
        Next::Absolute(target) if target == cx.hart.watch_return => pause(cx, Pause::Returned(target)),
        next => settle::<X64, LEN, STAYS, T>(cx, e, next),
    }
}

rankine_isa::for_each_op!(define_quick);
