//! The window of a hart that executes out of order. Instructions wait in the window for operands
//! and data, while later ones go on.
//!
//! Instructions enter the window in order, as fast as the groups of the static schedule issue. Each
//! then has two cycles. It is *ready* when its result is there: its latency after the last of its
//! operands. It is *complete* when it leaves the window, in order. The hart waits in four cases
//! only: the window is full; a branch was mispredicted; an instruction works alone (atomics, CSRs,
//! fences, calls); a load or store leaves private memory.
//!
//! [`crate::misses`] counts misses. A store that misses occupies a slot, and nothing waits for it.
//! A load does not wait for earlier stores, because they forward their data.

use crate::Pipeline;
use crate::misses::Misses;
use crate::pipeline::{is_alone, shifts_by_constant};
use rankine_isa::{Bank, Class, Instr, Op};

/// The properties of an operation that a window needs. Functions that take a shape are inlined, so
/// that a constant shape costs the host nothing.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    class: Class,
    /// Register banks of the destination, rs1, rs2, rs3.
    banks: [Option<Bank>; 4],
    shifts_by_constant: bool,
}

impl Shape {
    pub const fn of(op: Op) -> Shape {
        Shape { class: op.class(), banks: op.format().banks(), shifts_by_constant: shifts_by_constant(op) }
    }

    /// Does the instruction wait until all before it are complete?
    #[inline(always)]
    pub const fn is_alone(self) -> bool {
        is_alone(self.class)
    }

    /// Is it a plain load or store?
    #[inline(always)]
    pub const fn accesses(self) -> bool {
        self.loads() || matches!(self.class, Class::Store | Class::FpStore)
    }

    #[inline(always)]
    const fn loads(self) -> bool {
        matches!(self.class, Class::Load | Class::FpLoad)
    }

    #[inline(always)]
    const fn is_branch(self) -> bool {
        matches!(self.class, Class::Branch)
    }

    /// Index of the operation's latency with this immediate.
    #[inline(always)]
    fn latency_index(self, imm: i32) -> usize {
        if self.shifts_by_constant {
            SHIFTS + (imm & 63) as usize
        } else if self.is_branch() {
            BRANCHES + usize::from(imm < 0)
        } else {
            self.class as usize
        }
    }
}

/// The operands of an instruction. Destination x0 is given as [`NO_REGISTER`]. Operands that the
/// format does not have are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    pub rs3: u8,
    pub imm: i32,
}

/// Number of an integer register that nothing reads.
pub const NO_REGISTER: u8 = 32;

/// In place of a register: the instruction works alone.
const ALONE: u8 = u8::MAX;

/// Number of registers: integer registers, the one that nothing reads, then floating-point
/// registers.
const REGISTERS: usize = 65;

/// Order of the latencies: by class, then shifts by constants, then forward and backward branches.
const SHIFTS: usize = Class::FpMove as usize + 1;
const BRANCHES: usize = SHIFTS + 64;
const LATENCIES: usize = BRANCHES + 2;

/// The state of the window. All times are cycles of the hart.
#[derive(Clone, Debug)]
pub struct Window {
    /// When the value of each register is ready.
    ready: [u64; REGISTERS],
    /// When the last instructions leave. The n-th is at n modulo the length, which is a power of
    /// two.
    complete: Box<[u64]>,
    /// Most instructions in the window.
    size: u64,
    /// Number of the current instruction.
    number: u64,
    misses: Misses,
    /// Cycles of the access of the current or next instruction that are not accounted for yet.
    missed: u64,
    current: Current,
    /// Cycles from operands to result without a miss, by [`Shape::latency_index`].
    latencies: [u32; LATENCIES],
    /// Are backward branches predicted as taken and forward ones as not taken? Else there is no
    /// prediction.
    predicts: bool,
}

/// The current instruction, if it accesses memory or branches.
#[derive(Clone, Copy, Debug, Default)]
struct Current {
    begins: u64,
    /// When its operands are ready, at `begins` or later.
    operands: u64,
    /// For a plain load, the index of its destination in `ready`; [`ALONE`] for an instruction that
    /// works alone; [`NO_REGISTER`] for others.
    load: u8,
}

impl Window {
    /// For a pipeline with a window of at least two instructions. `misses` is the number of
    /// outstanding misses, at least one; `line_bytes` is the length of a line.
    pub(crate) fn new(pipeline: &Pipeline, misses: usize, line_bytes: u64) -> Window {
        let size = usize::from(pipeline.window());
        debug_assert!(size > 1);
        let instr = |op, imm| Instr { op, rd: 0, rs1: 0, rs2: 0, rs3: 0, rm: 0, len: 4, imm, compressed: None };
        let mut latencies = [0; LATENCIES];
        for (&op, imm) in Op::ALL.iter().flat_map(|op| (-1..64).map(move |imm| (op, imm))) {
            let shape = Shape::of(op);
            if imm >= 0 || shape.is_branch() {
                let (own, stall) = pipeline.latency(&instr(op, imm));
                latencies[shape.latency_index(imm)] = u32::from(own.max(1)) + u32::from(stall);
            }
        }
        Window {
            ready: [0; REGISTERS],
            complete: vec![0; size.next_power_of_two()].into(),
            size: size as u64,
            number: 0,
            misses: Misses::new(misses, line_bytes),
            missed: 0,
            current: Current::default(),
            latencies,
            predicts: pipeline.prediction(&instr(Op::Beq, 0)).is_some(),
        }
    }

    /// Where the completion time of the n-th instruction is kept.
    #[inline(always)]
    fn place(&mut self, number: u64) -> &mut u64 {
        let place = number as usize & (self.complete.len() - 1);
        // SAFETY: the length is a power of two, so that the number below it that is masked is one of the ring.
        unsafe { self.complete.get_unchecked_mut(place) }
    }

    /// Cycles from `cycle` until only the current instruction is under way.
    pub fn drain(&mut self, cycle: u64) -> u64 {
        let before = *self.place(self.number.wrapping_sub(1));
        before.max(self.misses.last()).saturating_sub(cycle)
    }

    /// An instruction issues at `cycle`. Returns the cycles that the hart waits before it.
    #[inline(always)]
    pub fn issue(&mut self, shape: Shape, of: Operands, cycle: u64) -> u64 {
        let before = *self.place(self.number);
        let number = self.number.wrapping_add(1);
        self.number = number;
        let free =
            if shape.is_alone() { before.max(self.misses.last()) } else { *self.place(number.wrapping_sub(self.size)) };
        let begins = cycle.max(free);
        let mut operands = begins;
        for (bank, register) in shape.banks.into_iter().skip(1).zip([of.rs1, of.rs2, of.rs3]) {
            if let Some(bank) = bank {
                operands = operands.max(*self.ready(place_of(bank, register)));
            }
        }
        let latency = u64::from(self.latencies[shape.latency_index(of.imm)]);
        let ready = operands + latency;
        let destination = shape.banks[0].map(|bank| place_of(bank, of.rd));
        if let Some(destination) = destination {
            *self.ready(destination) = ready;
        }
        *self.place(number) = before.max(ready);
        if shape.is_alone() || shape.accesses() || shape.is_branch() {
            let other = if shape.is_alone() { ALONE } else { NO_REGISTER };
            let load = destination.filter(|_| shape.loads()).unwrap_or(other);
            self.current = Current { begins, operands, load };
        }
        begins - cycle
    }

    /// When the register with this index is ready.
    #[inline(always)]
    fn ready(&mut self, place: u8) -> &mut u64 {
        let place = usize::from(place);
        debug_assert!(place < REGISTERS);
        // SAFETY: numbers of registers are below 32, but for `NO_REGISTER`, an integer register.
        unsafe { self.ready.get_unchecked_mut(place) }
    }

    /// The access of the current or next instruction takes `cycles` cycles beyond its static cost.
    pub fn miss(&mut self, cycles: u64) {
        self.missed += cycles;
    }

    /// May the current instruction's access wait for a line? If not, [`Window::access`] need not be
    /// called.
    #[inline(always)]
    pub fn may_wait(&self) -> bool {
        self.missed > 0 || self.current.begins < self.misses.last()
    }

    /// The current instruction accesses `bytes` bytes at `addr`, with the cycles given to
    /// [`Window::miss`]. Returns the cycles that the hart waits: zero unless the instruction works
    /// alone.
    pub fn access(&mut self, addr: u64, bytes: u64) -> u64 {
        let missed = std::mem::take(&mut self.missed);
        let Current { begins, operands, load } = self.current;
        if load == ALONE {
            return missed;
        }
        let there = self.misses.access(addr, bytes, begins, operands, missed);
        if load != NO_REGISTER && there > operands {
            // The result is delayed as much as the data.
            let ready = *self.ready(load) + (there - operands);
            *self.ready(load) = ready;
            let complete = self.place(self.number);
            *complete = ready.max(*complete);
        }
        0
    }

    /// The current instruction has transferred control, or not. If this was mispredicted, returns
    /// the cycles that the hart waits from `cycle` on, else zero.
    #[inline(always)]
    pub fn resolve(&self, shape: Shape, of: Operands, taken: bool, cycle: u64) -> u64 {
        if !shape.is_branch() || self.predicts && taken == (of.imm < 0) {
            return 0;
        }
        self.current.operands.saturating_sub(cycle)
    }
}

/// Index of a register in `ready`.
#[inline(always)]
const fn place_of(bank: Bank, register: u8) -> u8 {
    match bank {
        Bank::X => register,
        Bank::F => NO_REGISTER + 1 + register,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Prediction, TimingParams};
    use rankine_isa::Xlen;

    /// An instruction: `l5,1` loads x5 from x1, `s5,1` stores x5 there, `a5,1` adds x1 and x1, `b5` branches on x5, `c` reads a
    /// CSR.
    fn instr(text: &str) -> (Shape, Operands) {
        let mut numbers = text[1..].split(',').map(|number| number.parse().unwrap_or(0));
        let (first, second) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        let (op, rd, rs1, rs2) = match &text[..1] {
            "l" => (Op::Lw, first, second, 0),
            "s" => (Op::Sw, 0, second, first),
            "a" => (Op::Add, first, second, second),
            "b" => (Op::Beq, 0, first, 0),
            _ => (Op::Csrrs, 0, 0, 0),
        };
        (Shape::of(op), Operands { rd, rs1, rs2, rs3: 0, imm: 0 })
    }

    /// A window of 4 instructions. Loads take 2 cycles, all else 1. Forward branches are expected not to be taken.
    fn pipeline() -> Pipeline {
        let branch_prediction = Prediction::Backward;
        let params = TimingParams { window: 4, load: 1, load_use: 1, branch_prediction, ..TimingParams::default() };
        Pipeline::new(params, Xlen::Rv32)
    }

    /// One instruction comes each cycle unless the hart waits. `@` is followed by the line that the
    /// instruction accesses; `*` is a miss of 30 cycles; `!` is a mispredicted branch; `=` is
    /// followed by the cycles that the hart waits, if any.
    #[test]
    fn waits() {
        for (misses, program) in [
            // A miss and the instructions that need its data wait in the window. When it is full,
            // the hart waits.
            (2, "l5,1@1* a6,5 a7,2 a7,2 a7,2=28 a7,2 a7,2"),
            // A miss leaves in order: instructions behind it are complete, but have not left.
            (2, "l5,1@1* a7,2 a7,2 a7,2 a7,2=28 a7,2"),
            // Two misses at once; a third one waits for a slot only.
            (2, "l5,1@1* l6,1@2* c=31"),
            (2, "l5,1@1* l6,1@2* l7,1@3* c=59"),
            (1, "l5,1@1* l6,1@2* c=60"),
            // A pointer chase: the address is not ready yet.
            (2, "l5,1@1* l5,5@2* c=62"),
            (2, "l5,1@1* a5,5 l5,5@2* c=62"),
            // Hits: on another line, and on a line that is on its way.
            (2, "l5,1@1* l6,1@2 b6!=1 a7,2 a7,2=27"),
            (2, "l5,1@1* l6,1@1 b6!=30"),
            (2, "l5,1@1* l6,1@1 a6,2 b6!"),
            // Only a mispredicted branch waits for its operands.
            (2, "l5,1@1* b5 a7,2"),
            (2, "l5,1@1* b5!=31 a7,2"),
            // Stores: only an instruction that works alone, or one that needs the line, waits for a
            // store that misses.
            (1, "s5,1@1* a7,2 a7,2 a7,2 a7,2 a7,2 c=24"),
            (1, "s5,1@1* l6,1@1 b6!=30"),
            // Lines of one group, and a line that is fetched twice because it was displaced: a
            // reader waits for the later one.
            (2, "s5,1@1* s5,1@65* l6,1@1 b6!=29"),
            (1, "s5,1@1* s5,1@1* l6,1@65 l6,1@1 b6!=58"),
            // Chains of hits, within the window and longer than it.
            (2, "l5,1@1 a6,5 a6,6 c=1"),
            (2, "l5,1@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1=1 l5,5@1=1 c=7"),
        ] {
            let mut window = Window::new(&pipeline(), misses, 32);
            let mut cycle = 100;
            for step in program.split(' ') {
                let (what, expected) = step.split_once('=').unwrap_or((step, "0"));
                let (text, line) = what.trim_end_matches(['*', '!']).split_once('@').unwrap_or((what, ""));
                let (shape, of) = instr(text.trim_end_matches('!'));
                let mut waits = window.issue(shape, of, cycle);
                if let Ok(line) = line.parse::<u64>() {
                    window.miss(if what.ends_with('*') { 30 } else { 0 });
                    waits += if window.may_wait() { window.access(line << 5, 4) } else { 0 };
                }
                waits += window.resolve(shape, of, what.ends_with('!'), cycle + waits);
                assert_eq!(waits.to_string(), expected, "{program}: {step}");
                cycle += waits + 1;
            }
        }
    }
}
