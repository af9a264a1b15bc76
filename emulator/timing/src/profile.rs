//! The static pipeline model: own cost, result latency towards the next two instructions, branches.

use crate::{Cost, ProfileParams, Timing};
use rankine_isa::{Class, Instr, Xlen};

/// A scalar in-order pipeline described by [`ProfileParams`].
#[derive(Clone, Debug)]
pub struct Profile {
    params: ProfileParams,
    xlen: Xlen,
}

/// Own cost, and the stall of a reader one or two instructions later.
struct Latency {
    own: u16,
    use_next: u16,
    use_second: u16,
}

/// A result that is there when the next instruction wants it.
fn ready(own: u16) -> Latency {
    pipelined(own, 0)
}

/// A result that the next instruction waits `stall` cycles for, and the second one cycle less.
fn pipelined(own: u16, stall: u16) -> Latency {
    Latency { own, use_next: stall, use_second: stall.saturating_sub(1) }
}

impl Profile {
    pub fn new(params: ProfileParams, xlen: Xlen) -> Profile {
        Profile { params, xlen }
    }

    fn latency(&self, class: Class) -> Latency {
        let p = &self.params;
        match class {
            Class::Alu => ready(p.alu),
            Class::Shift => ready(p.shift),
            Class::Mul => pipelined(p.mul, p.mul_use),
            Class::Div if self.xlen == Xlen::Rv64 => ready(p.div_64),
            Class::Div | Class::DivWord => ready(p.div_32),
            Class::Load => Latency { own: p.load, use_next: p.load_use, use_second: p.load_use_2 },
            Class::FpLoad => pipelined(p.load, p.fp_load_use),
            Class::Store | Class::FpStore => ready(p.store),
            Class::Branch => ready(p.branch_not_taken),
            Class::Jump => ready(p.jump),
            Class::JumpRegister => ready(p.jump_register),
            Class::Atomic => pipelined(p.amo, p.amo_use),
            Class::Fence => ready(p.fence),
            Class::FenceI => ready(p.fence_i),
            Class::Csr => ready(p.csr),
            Class::System => ready(p.system),
            Class::FpAdd => pipelined(p.fp_add, p.fp_add_use),
            Class::FpMul => pipelined(p.fp_mul, p.fp_mul_use),
            Class::FpFma => pipelined(p.fp_fma, p.fp_fma_use),
            Class::FpDivSingle => ready(p.fp_div_single),
            Class::FpDivDouble => ready(p.fp_div_double),
            Class::FpSqrtSingle => ready(p.fp_sqrt_single),
            Class::FpSqrtDouble => ready(p.fp_sqrt_double),
            Class::FpConvert => pipelined(p.fp_convert, p.fp_convert_use),
            Class::FpCompare => pipelined(p.fp_compare, p.fp_compare_use),
            Class::FpMove => pipelined(p.fp_move, p.fp_move_use),
        }
    }

    /// Stall that the result of `instr` causes in the instructions behind it.
    fn interlock(instr: &Instr, latency: &Latency, next: [Option<&Instr>; 2]) -> u16 {
        let Some(result) = instr.destination() else { return 0 };
        match next {
            [Some(first), _] if first.reads(result) => latency.use_next,
            [Some(first), Some(second)] if !first.ends_sequence() && !first.writes(result) && second.reads(result) => {
                latency.use_second
            }
            _ => 0,
        }
    }
}

impl Timing for Profile {
    fn cost(&self, instr: &Instr, next: [Option<&Instr>; 2]) -> Cost {
        let latency = self.latency(instr.class());
        let base = latency.own.saturating_add(Self::interlock(instr, &latency, next)).max(1);
        let taken =
            if instr.is_branch() { self.params.branch_taken.saturating_sub(self.params.branch_not_taken) } else { 0 };
        Cost { base, taken }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankine_isa::{Extensions, decode};

    fn params() -> ProfileParams {
        ProfileParams {
            alu: 1,
            shift: 1,
            mul: 1,
            mul_use: 3,
            div_32: 20,
            div_64: 36,
            load: 1,
            load_use: 2,
            load_use_2: 1,
            store: 1,
            branch_not_taken: 1,
            branch_taken: 3,
            jump: 2,
            jump_register: 3,
            amo: 4,
            amo_use: 2,
            csr: 3,
            fence: 1,
            fence_i: 10,
            system: 5,
            fp_load_use: 2,
            fp_add: 1,
            fp_add_use: 3,
            fp_mul: 1,
            fp_mul_use: 3,
            fp_fma: 1,
            fp_fma_use: 4,
            fp_div_single: 15,
            fp_div_double: 29,
            fp_sqrt_single: 16,
            fp_sqrt_double: 30,
            fp_convert: 1,
            fp_convert_use: 2,
            fp_compare: 1,
            fp_compare_use: 1,
            fp_move: 1,
            fp_move_use: 0,
        }
    }

    #[test]
    fn costs() {
        const LW_A0: u32 = 0x0005_2503; // lw a0,0(a0)
        const ADD_A1_A0: u32 = 0x00a5_05b3; // add a1,a0,a0
        const ADD_A2_A3: u32 = 0x00d6_8633; // add a2,a3,a3
        const LI_A0: u32 = 0x0000_0513; // addi a0,zero,0
        const JAL: u32 = 0x0000_006f; // jal zero,0
        const BEQ: u32 = 0x00b5_0463; // beq a0,a1,8
        const MUL_A0: u32 = 0x02b5_0533; // mul a0,a0,a1
        const DIV_A0: u32 = 0x02b5_4533; // div a0,a0,a1
        const FADD_A0: u32 = 0x02b5_7553; // fadd.d fa0,fa0,fa1
        const LW_ZERO: u32 = 0x0005_2003; // lw zero,0(a0)
        for (xlen, words, base, taken) in [
            (Xlen::Rv64, [LW_A0, ADD_A1_A0, ADD_A2_A3], 3, 0),
            (Xlen::Rv64, [LW_A0, ADD_A2_A3, ADD_A1_A0], 2, 0),
            (Xlen::Rv64, [LW_A0, ADD_A2_A3, ADD_A2_A3], 1, 0),
            (Xlen::Rv64, [LW_A0, LI_A0, ADD_A1_A0], 1, 0),
            (Xlen::Rv64, [LW_A0, JAL, ADD_A1_A0], 1, 0),
            (Xlen::Rv64, [LW_ZERO, ADD_A2_A3, ADD_A1_A0], 1, 0),
            (Xlen::Rv64, [MUL_A0, ADD_A1_A0, ADD_A1_A0], 4, 0),
            (Xlen::Rv64, [MUL_A0, ADD_A2_A3, ADD_A1_A0], 3, 0),
            (Xlen::Rv64, [DIV_A0, ADD_A1_A0, ADD_A1_A0], 36, 0),
            (Xlen::Rv32, [DIV_A0, ADD_A1_A0, ADD_A1_A0], 20, 0),
            (Xlen::Rv64, [FADD_A0, FADD_A0, FADD_A0], 4, 0),
            (Xlen::Rv64, [BEQ, ADD_A1_A0, ADD_A1_A0], 1, 2),
            (Xlen::Rv64, [JAL, ADD_A1_A0, ADD_A1_A0], 2, 0),
        ] {
            let [instr, next, second] = words.map(|word| decode(word, xlen, &Extensions::GC).unwrap());
            let cost = Profile::new(params(), xlen).cost(&instr, [Some(&next), Some(&second)]);
            assert_eq!(cost, Cost { base, taken }, "{words:x?}");
        }
    }
}
