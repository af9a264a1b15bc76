//! The window of a hart that executes out of order: instructions wait in it for operands and data, while those behind go on.
//!
//! Instructions come into the window in order and as fast as groups of the static schedule issue. From there each has two
//! cycles: *ready*, when its result is there, which is its latency behind the last of its operands; and *complete*, when it
//! leaves, in order. The hart waits in four cases only. The window is full. A branch was predicted wrong. An instruction works
//! alone (atomics, CSRs, fences, calls). A load or store leaves private memory.
//!
//! Misses are counted in [`crate::misses`]. A store that misses occupies a slot, and nothing waits for it. A load does not
//! wait for stores in front of it, which forward what they store.

use crate::Pipeline;
use crate::misses::Misses;
use crate::pipeline::{is_alone, shifts_by_constant};
use rankine_isa::{Bank, Class, Instr, Op};

/// What a window must know of an operation. Functions that take it are inlined: where the operation is a constant, nothing of
/// it is left.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    class: Class,
    /// Of the destination, rs1, rs2, rs3.
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

    /// Where latencies of the operation with this immediate stand.
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

/// The operands of an instruction. Destination x0 comes as [`NO_REGISTER`]; what the format has not is not looked at.
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

/// No place of a register: the instruction works alone.
const ALONE: u8 = u8::MAX;

/// Integer registers and the one that nothing reads, then floating-point registers.
const REGISTERS: usize = 65;

/// Latencies stand by class, then those of shifts by constants, then those of forward and of backward branches.
const SHIFTS: usize = Class::FpMove as usize + 1;
const BRANCHES: usize = SHIFTS + 64;
const LATENCIES: usize = BRANCHES + 2;

/// What is under way. All times are cycles of the hart.
#[derive(Clone, Debug)]
pub struct Window {
    /// When the value of each register is ready.
    ready: [u64; REGISTERS],
    /// When the last instructions leave: the n-th at n modulo the length, which is a power of two.
    complete: Box<[u64]>,
    /// Instructions that there is room for.
    size: u64,
    /// Number of the current instruction.
    number: u64,
    misses: Misses,
    /// Cycles of the current or next instruction's access that have not been counted yet.
    missed: u64,
    current: Current,
    /// From operands to result, if nothing is missed: see [`Shape::latency_index`].
    latencies: [u32; LATENCIES],
    /// Are backward branches expected to be taken, and forward ones not? Else nothing is expected.
    predicts: bool,
}

/// The current instruction, if it accesses memory or branches.
#[derive(Clone, Copy, Debug, Default)]
struct Current {
    begins: u64,
    /// When its operands are ready, at `begins` or later.
    operands: u64,
    /// Of a plain load, where the time of its destination stands; [`NO_REGISTER`] for others, or [`ALONE`].
    load: u8,
}

impl Window {
    /// For a pipeline that has a window, of at least two instructions; with room for so many outstanding misses, at least one,
    /// of lines of `line_bytes`.
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

    /// Where the n-th instruction stands in the ring.
    #[inline(always)]
    fn place(&mut self, number: u64) -> &mut u64 {
        let place = number as usize & (self.complete.len() - 1);
        // SAFETY: the length is a power of two, so that the number below it that is masked is one of the ring.
        unsafe { self.complete.get_unchecked_mut(place) }
    }

    /// Cycles from this one until nothing but the current instruction is under way.
    pub fn drain(&mut self, cycle: u64) -> u64 {
        let before = *self.place(self.number.wrapping_sub(1));
        before.max(self.misses.last()).saturating_sub(cycle)
    }

    /// An instruction comes at `cycle`. The cycles that the hart waits first.
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

    /// When the register there is ready.
    #[inline(always)]
    fn ready(&mut self, place: u8) -> &mut u64 {
        let place = usize::from(place);
        debug_assert!(place < REGISTERS);
        // SAFETY: numbers of registers are below 32, but for `NO_REGISTER`, an integer register.
        unsafe { self.ready.get_unchecked_mut(place) }
    }

    /// The access of the current instruction, or of the next one, takes so many cycles beyond its static cost.
    pub fn miss(&mut self, cycles: u64) {
        self.missed += cycles;
    }

    /// May the current instruction's access wait for a line? If not, [`Window::access`] need not be called.
    #[inline(always)]
    pub fn may_wait(&self) -> bool {
        self.missed > 0 || self.current.begins < self.misses.last()
    }

    /// The current instruction accesses `bytes` bytes at `addr`, which takes the cycles that [`Window::miss`] has told. Those of
    /// them that the hart waits for: zero unless the instruction works alone.
    pub fn access(&mut self, addr: u64, bytes: u64) -> u64 {
        let missed = std::mem::take(&mut self.missed);
        let Current { begins, operands, load } = self.current;
        if load == ALONE {
            return missed;
        }
        let there = self.misses.access(addr, bytes, begins, operands, missed);
        if load != NO_REGISTER && there > operands {
            // As late as the data is.
            let ready = *self.ready(load) + (there - operands);
            *self.ready(load) = ready;
            let complete = self.place(self.number);
            *complete = ready.max(*complete);
        }
        0
    }

    /// The current instruction has transferred control, or not. The cycles from this one for which the hart waits if that was
    /// not expected.
    #[inline(always)]
    pub fn resolve(&self, shape: Shape, of: Operands, taken: bool, cycle: u64) -> u64 {
        if !shape.is_branch() || self.predicts && taken == (of.imm < 0) {
            return 0;
        }
        self.current.operands.saturating_sub(cycle)
    }
}

/// Where the time of a register stands.
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

    /// One instruction comes each cycle unless the hart waits. Behind an instruction: `@` the line that it accesses, `*` if that misses, for 30 cycles; `!` for a branch that was predicted
    /// wrong. At the end of each, the cycles that the hart waits, if any.
    #[test]
    fn waits() {
        for (misses, program) in [
            // A miss and what needs its data wait in the window; when it is full, the hart does.
            (2, "l5,1@1* a6,5 a7,2 a7,2 a7,2=28 a7,2 a7,2"),
            // A miss leaves in order: what stands behind is complete, but has not left.
            (2, "l5,1@1* a7,2 a7,2 a7,2 a7,2=28 a7,2"),
            // Two misses at once; a third waits for a slot, and for no more.
            (2, "l5,1@1* l6,1@2* c=31"),
            (2, "l5,1@1* l6,1@2* l7,1@3* c=59"),
            (1, "l5,1@1* l6,1@2* c=60"),
            // A pointer chase: an address that is not there yet.
            (2, "l5,1@1* l5,5@2* c=62"),
            (2, "l5,1@1* a5,5 l5,5@2* c=62"),
            // Hits: on another line meanwhile, and on the line that is on the way.
            (2, "l5,1@1* l6,1@2 b6!=1 a7,2 a7,2=27"),
            (2, "l5,1@1* l6,1@1 b6!=30"),
            (2, "l5,1@1* l6,1@1 a6,2 b6!"),
            // Only a branch that was predicted wrong waits for what it looks at.
            (2, "l5,1@1* b5 a7,2"),
            (2, "l5,1@1* b5!=31 a7,2"),
            // Stores: one that misses is waited for by nothing but what works alone, and by what needs its line.
            (1, "s5,1@1* a7,2 a7,2 a7,2 a7,2 a7,2 c=24"),
            (1, "s5,1@1* l6,1@1 b6!=30"),
            // Lines of one group, and one that comes twice as it was displaced: who needs it waits for the later one.
            (2, "s5,1@1* s5,1@65* l6,1@1 b6!=29"),
            (1, "s5,1@1* s5,1@1* l6,1@65 l6,1@1 b6!=58"),
            // Chains of hits, in the window and beyond.
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
