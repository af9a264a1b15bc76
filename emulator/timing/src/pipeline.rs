//! The static pipeline model: issue groups, result latencies, branches.
//!
//! Straight code is scheduled once, in order. An instruction joins the group before it if the group
//! has room and nothing prevents it. It waits for the results that it reads. A group's cycles are
//! charged to its last instruction. A wait is charged to the instruction in front of the one that
//! waits. If control may come in from elsewhere between producer and reader, the wait is charged to
//! the instruction in front of that place. So a jump into the code pays for no instruction before
//! its target. Results in flight at a jump are assumed to be ready when control arrives.
//!
//! In a hart with a window ([`crate::window`]) an instruction issues without waiting for operands.
//! Only groups are scheduled here.

use crate::{Cost, Prediction, Timing, TimingParams};
use rankine_isa::{Class, Extensions, Instr, Op, Reg, Xlen};

/// An in-order pipeline described by [`TimingParams`].
#[derive(Clone, Debug)]
pub struct Pipeline {
    params: TimingParams,
    xlen: Xlen,
}

/// A group of instructions that issue together.
#[derive(Default)]
struct Group {
    first: usize,
    size: u16,
    memory: u16,
    /// Cycles until the next group may issue.
    cycles: u16,
    is_closed: bool,
}

/// A result under way: when it can be read, and the instruction that produces it.
#[derive(Clone, Copy, Default)]
struct Result {
    ready: u64,
    producer: usize,
}

/// The schedule of straight code so far.
struct Schedule {
    now: u64,
    group: Option<Group>,
    results: [Result; 64],
    costs: Vec<Cost>,
}

impl Schedule {
    fn result(&mut self, reg: Reg) -> &mut Result {
        match reg {
            Reg::X(number) => &mut self.results[usize::from(number)],
            Reg::F(number) => &mut self.results[32 + usize::from(number)],
        }
    }

    /// The result that is ready last among those that `instr` reads.
    fn last_operand(&mut self, instr: &Instr) -> Result {
        let mut last = Result::default();
        for reg in instr.sources().into_iter().flatten() {
            let result = *self.result(reg);
            if result.ready > last.ready {
                last = result;
            }
        }
        last
    }

    /// Charges the current group to the instruction in front of `next`.
    fn close(&mut self, next: usize) {
        if let Some(group) = self.group.take() {
            self.costs[next - 1].base = self.costs[next - 1].base.saturating_add(group.cycles);
            self.now += u64::from(group.cycles);
        }
    }

    /// Makes instruction `next` wait for an operand.
    fn wait(&mut self, next: usize, operand: Result, entered: &[bool]) {
        let Some(stall) = operand.ready.checked_sub(self.now).filter(|&stall| stall > 0 && next > 0) else { return };
        let behind = (operand.producer + 1..next).find(|&i| entered[i]).unwrap_or(next);
        let cost = &mut self.costs[behind - 1];
        let charged = stall.min(u64::from(u16::MAX - cost.base)) as u16;
        cost.base += charged;
        cost.taken = cost.taken.saturating_sub_unsigned(charged);
        self.now += stall;
    }
}

impl Pipeline {
    pub fn new(params: TimingParams, xlen: Xlen) -> Pipeline {
        Pipeline { params, xlen }
    }

    /// Is the cost of every instruction known when it is decoded?
    pub fn is_static(&self) -> bool {
        self.params.shift_register_per_bit == 0 && !self.has_window()
    }

    fn has_window(&self) -> bool {
        self.params.window > 1
    }

    /// Looks for an extension that the hart has although a key says, by a cost of 0, that it has no
    /// such instructions. Returns the extension and the key.
    pub fn missing_unit(&self, extensions: &Extensions) -> Option<(&'static str, &'static str)> {
        let p = &self.params;
        [
            (extensions.m, p.mul, "M", "mul"),
            (extensions.m, p.div_32, "M", "div_32"),
            (extensions.a, p.amo, "A", "amo"),
            (extensions.f, p.fp_add, "F", "fp_add"),
            (extensions.d, p.fp_div_double, "D", "fp_div_double"),
        ]
        .into_iter()
        .find(|(has, cost, ..)| *has && *cost == 0)
        .map(|(_, _, extension, key)| (extension, key))
    }

    /// An instruction's own cost, and the stall of an instruction right behind it that reads the
    /// result.
    pub(crate) fn latency(&self, instr: &Instr) -> (u16, u16) {
        let p = &self.params;
        match instr.class() {
            Class::Alu => (p.alu, 0),
            Class::Shift if shifts_by_constant(instr.op) => {
                (p.shift.saturating_add(p.shift_per_bit.saturating_mul(instr.imm as u16)), 0)
            }
            Class::Shift => (p.shift, 0),
            Class::Mul => (p.mul, p.mul_use),
            Class::Div if self.xlen == Xlen::Rv64 => (p.div_64, 0),
            Class::Div | Class::DivWord => (p.div_32, 0),
            Class::Load => (p.load, p.load_use),
            Class::FpLoad => (p.load, p.fp_load_use),
            Class::Store | Class::FpStore => (p.store, 0),
            Class::Branch => (self.branch(instr).0, 0),
            Class::Jump => (p.jump, 0),
            Class::JumpRegister => (p.jump_register, 0),
            Class::Atomic => (p.amo, p.amo_use),
            Class::Fence => (p.fence, 0),
            Class::FenceI => (p.fence_i, 0),
            Class::Csr => (p.csr, 0),
            Class::System => (p.system, 0),
            Class::FpAdd => (p.fp_add, p.fp_add_use),
            Class::FpMul => (p.fp_mul, p.fp_mul_use),
            Class::FpFma => (p.fp_fma, p.fp_fma_use),
            Class::FpDivSingle => (p.fp_div_single, 0),
            Class::FpDivDouble => (p.fp_div_double, 0),
            Class::FpSqrtSingle => (p.fp_sqrt_single, 0),
            Class::FpSqrtDouble => (p.fp_sqrt_double, 0),
            Class::FpConvert => (p.fp_convert, p.fp_convert_use),
            Class::FpCompare => (p.fp_compare, p.fp_compare_use),
            Class::FpMove => (p.fp_move, p.fp_move_use),
        }
    }

    /// Most instructions in flight; 1 without a window.
    pub(crate) fn window(&self) -> u16 {
        self.params.window
    }

    /// Is a branch predicted as taken? None without prediction.
    pub(crate) fn prediction(&self, branch: &Instr) -> Option<bool> {
        match self.params.branch_prediction {
            Prediction::None => None,
            Prediction::Backward => Some(branch.imm < 0),
        }
    }

    /// Costs of a branch: not taken, and taken.
    fn branch(&self, instr: &Instr) -> (u16, u16) {
        let p = &self.params;
        match self.prediction(instr) {
            None => (p.branch_not_taken, p.branch_taken),
            Some(true) => (p.branch_mispredicted, p.branch_taken),
            Some(false) => (p.branch_not_taken, p.branch_mispredicted),
        }
    }

    /// May `instr` issue with the group in front of it? Its operands must be ready.
    fn joins(&self, schedule: &mut Schedule, instr: &Instr) -> bool {
        let Some(group) = schedule.group.as_ref() else { return false };
        let Group { first, size, memory, is_closed, .. } = *group;
        let is_memory = instr.is_load() || instr.is_store();
        let has_room = size < self.params.issue_width && (!is_memory || memory < self.params.memory_ports);
        if is_closed || !has_room || is_alone(instr.class()) {
            return false;
        }
        if self.has_window() {
            return true;
        }
        let operand = schedule.last_operand(instr);
        let writes_twice = instr.destination().is_some_and(|reg| {
            let before = *schedule.result(reg);
            before.ready > schedule.now && before.producer >= first
        });
        operand.ready <= schedule.now && !writes_twice
    }

    fn issue(&self, schedule: &mut Schedule, index: usize, instr: &Instr, entered: &[bool]) {
        let (own, stall) = self.latency(instr);
        let own = own.max(1);
        if entered[index] || !self.joins(schedule, instr) {
            schedule.close(index);
            if !self.has_window() {
                let operand = schedule.last_operand(instr);
                schedule.wait(index, operand, entered);
            }
            schedule.group = Some(Group { first: index, ..Group::default() });
        }
        let now = schedule.now;
        let Some(group) = &mut schedule.group else { return };
        group.size += 1;
        group.memory += u16::from(instr.is_load() || instr.is_store());
        group.cycles = group.cycles.max(own);
        group.is_closed = own > 1 || leaves(instr) || is_alone(instr.class());
        if let Some(reg) = instr.destination() {
            let ready = now + u64::from(own) + u64::from(stall);
            *schedule.result(reg) = Result { ready, producer: index };
        }
        if instr.is_branch() {
            let (not_taken, taken) = self.branch(instr);
            let difference = i32::from(taken.max(1)) - i32::from(not_taken.max(1));
            schedule.costs[index].taken = difference.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        }
        if instr.ends_sequence() {
            schedule.close(index + 1);
            schedule.results = [Result::default(); 64];
        }
    }

    /// Cycles beyond its static cost of a shift by an amount in a register.
    pub fn shift(&self, amount: u64) -> u64 {
        amount * u64::from(self.params.shift_register_per_bit)
    }
}

/// Shifts proper, not rotations or single-bit instructions, which a hart without a barrel shifter does not have.
pub(crate) const fn shifts_by_constant(op: Op) -> bool {
    matches!(op, Op::Slli | Op::Srli | Op::Srai | Op::Slliw | Op::Srliw | Op::Sraiw)
}

/// May control go elsewhere after this instruction?
fn leaves(instr: &Instr) -> bool {
    instr.is_branch() || instr.ends_sequence()
}

/// Do instructions of this class issue alone?
pub(crate) const fn is_alone(class: Class) -> bool {
    matches!(class, Class::Atomic | Class::Fence | Class::FenceI | Class::Csr | Class::System)
}

// SAFETY: no marks, always.
unsafe impl Timing for Pipeline {
    fn costs(&self, code: &[Instr], entered: &[bool]) -> Vec<Cost> {
        let costs = vec![Cost::default(); code.len()];
        let mut schedule = Schedule { now: 0, group: None, results: [Result::default(); 64], costs };
        for (index, instr) in code.iter().enumerate() {
            self.issue(&mut schedule, index, instr, entered);
        }
        schedule.close(code.len());
        schedule.costs
    }
}
