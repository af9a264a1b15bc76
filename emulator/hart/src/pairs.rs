//! Pairs: handlers for two instructions that often follow one another.
//!
//! A pair executes both bodies without the jump between them. Otherwise it does the same as two
//! single handlers. Counters change at transfers only, so they are right between the two
//! instructions, too. The second instruction keeps its own entry, for jumps to it and for stops at
//! it.
//!
//! If the second instruction takes its rs1 from the first, it gets the value from a host register.
//! Writing the guest's register, in memory, and reading it back would cost the host about five
//! cycles.

use crate::context::{Context, Frame, Next, Plan};
use crate::entry::{Entry, Erased, Handler, Operation, distance};
use crate::ops::{control, double, integer, memory, muldiv};
use crate::quick::{Quick, is_compiled, settle};
use crate::state::Hart;
use rankine_isa::Op;
use rankine_timing::Timing;

macro_rules! define_pairs {
    ($($group:ident $function:ident $op:ident: $($group2:ident $function2:ident $op2:ident),*;)*) => {
        /// The handlers: in a module named after the first body, with the name of the second.
        mod handlers {
            $(pub mod $function {
                use super::super::*;

                $(pub extern "C" fn $function2<
                    const X64: bool,
                    const LEN: i64,
                    const LEN2: i64,
                    const CHAINED: bool,
                    const STAYS: bool,
                    T: Timing,
                >(
                    ip: *const Entry,
                    hart: &mut Hart,
                    frame: &mut Frame<'_, T>,
                    cycles: u64,
                    memory: u64,
                    host: *mut u8,
                ) {
                    let mut cx = Context::<Plan<X64, false, T>>::new(ip, hart, frame, cycles, memory, host);
                    // SAFETY: handlers are called with `ip` at their entry, which has one behind it.
                    let (first, second) = unsafe { (&*ip, &*ip.wrapping_byte_offset(distance(LEN))) };
                    let next = $group::$function(&mut cx, first);
                    if !matches!(next, Next::Sequential) {
                        return settle::<X64, LEN, false, T>(cx, first, next);
                    }
                    cx.ahead = distance(LEN);
                    cx.rs1_is_result = CHAINED;
                    let next = $group2::$function2(&mut cx, second);
                    settle::<X64, LEN2, STAYS, T>(cx, second, next)
                })*
            })*
        }

        /// See [`pick_pair`].
        fn pick<const X64: bool, const STAYS: bool, T: Timing>(
            one: Operation,
            two: Operation,
            chained: bool,
        ) -> Option<Erased> {
            let quick: Quick<T> = match (one.handler, two.handler) {
                // `STAYS` handlers are compiled only for operations that may stay in a line.
                $($((Handler::$op, Handler::$op2) => {
                    if const { STAYS && Handler::$op2.is_relative() } {
                        lengths!($function $op $function2 $op2 (one.len, two.len, chained) X64 true T)
                    } else {
                        lengths!($function $op $function2 $op2 (one.len, two.len, chained) X64 false T)
                    }
                })*)*
                _ => return None,
            };
            // SAFETY: from one type of function pointer to another; `dispatch` turns it back before it calls.
            Some(unsafe { std::mem::transmute::<Quick<T>, Erased>(quick) })
        }
    };
}

/// Chooses the handler of a pair by both lengths, and by whether the second takes its rs1 from the
/// first.
macro_rules! lengths {
    ($function:ident $op:ident $function2:ident $op2:ident $lengths:tt $($rest:tt)+) => {
        match $lengths {
            (2, 2, chained) => of_lengths!($function $op 2 $function2 $op2 2 chained $($rest)+),
            (2, 4, chained) => of_lengths!($function $op 2 $function2 $op2 4 chained $($rest)+),
            (4, 2, chained) => of_lengths!($function $op 4 $function2 $op2 2 chained $($rest)+),
            (4, 4, chained) => of_lengths!($function $op 4 $function2 $op2 4 chained $($rest)+),
            _ => return None,
        }
    };
}

macro_rules! of_lengths {
    (
        $function:ident $op:ident $len:literal $function2:ident $op2:ident $len2:literal
        $chained:ident $x64:ident $stays:literal $t:ident
    ) => {
        if const { is_compiled::<$x64, $t>(Op::$op, $len) && is_compiled::<$x64, $t>(Op::$op2, $len2) } {
            if $chained {
                handlers::$function::$function2::<$x64, $len, $len2, true, $stays, $t>
            } else {
                handlers::$function::$function2::<$x64, $len, $len2, false, $stays, $t>
            }
        } else {
            return None;
        }
    };
}

/// The handler for a pair of instructions, if there is one. `chained`: rs1 of the second is the
/// integer register that the first writes.
pub fn pick_pair<const X64: bool, T: Timing>(one: Operation, two: Operation, chained: bool) -> Option<Erased> {
    if T::DYNAMIC && two.stays {
        pick::<X64, true, T>(one, two, chained)
    } else {
        pick::<X64, false, T>(one, two, chained)
    }
}

// Each line: group, body and operation of the first instruction, then those of the second.
define_pairs! {
    integer addi Addi: integer addi Addi, integer add Add, integer addiw Addiw, memory lw Lw, memory ld Ld,
        memory lbu Lbu, memory sw Sw, memory sd Sd, memory sb Sb, control beq Beq, control bne Bne,
        control blt Blt, control bltu Bltu, control bgeu Bgeu, control jal Jal, muldiv mulw Mulw;
    integer add Add: integer add Add, integer addi Addi, integer addiw Addiw, memory lw Lw, memory ld Ld,
        memory lbu Lbu, memory lh Lh, memory sw Sw, memory sd Sd, memory sb Sb, control beq Beq,
        control bne Bne, control bgeu Bgeu, control bltu Bltu, double fld Fld;
    integer addiw Addiw: integer addi Addi, integer addiw Addiw, integer add Add, memory lw Lw, memory ld Ld,
        memory sw Sw, control beq Beq, control bne Bne, control blt Blt, control bge Bge, integer slli Slli,
        integer srli Srli;
    integer addw Addw: integer addw Addw, integer addi Addi, control bne Bne, memory sw Sw;
    integer slli Slli: integer add Add, integer srli Srli;
    integer srli Srli: integer add Add, integer andi Andi, control beq Beq, control bne Bne;
    integer andi Andi: control beq Beq, control bne Bne, integer srli Srli, integer slli Slli;
    integer lui Lui: integer addi Addi, integer addiw Addiw;
    integer auipc Auipc: integer addi Addi, memory ld Ld, memory lw Lw;
    integer xor Xor: integer andi Andi;
    muldiv mulw Mulw: integer addw Addw;
    muldiv mul Mul: integer add Add;
    memory lw Lw: memory lw Lw, integer add Add, integer addi Addi, integer addw Addw, integer addiw Addiw,
        integer slli Slli, memory sw Sw, control beq Beq, control bne Bne, control blt Blt;
    memory lh Lh: memory lh Lh, integer addi Addi;
    memory lbu Lbu: memory lbu Lbu, integer addi Addi, control beq Beq, control bne Bne;
    memory ld Ld: memory ld Ld, integer add Add, integer addi Addi, integer addiw Addiw, memory sd Sd,
        control beq Beq, control bne Bne;
    memory sw Sw: memory sw Sw, memory lw Lw, integer addi Addi, integer addiw Addiw, control jal Jal;
    memory sd Sd: memory sd Sd, memory ld Ld, integer addi Addi;
    double fld Fld: double fld Fld, double fadd_d Faddd, double fmul_d Fmuld, double fmadd_d Fmaddd;
    double fmul_d Fmuld: double fadd_d Faddd, double fsub_d Fsubd, double fsd Fsd;
    double fadd_d Faddd: double fadd_d Faddd, double fmul_d Fmuld, double fld Fld, double fsd Fsd;
    double fsd Fsd: double fmadd_d Fmaddd, integer addi Addi;
}
