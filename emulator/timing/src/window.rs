//! The window of a hart that executes out of order: instructions wait in it for operands and data, while those behind go on.
//!
//! Instructions come into the window in order and as fast as groups of the static schedule issue. From there each has two
//! cycles: *ready*, when its result is there, which is its latency behind the last of its operands; and *complete*, when it
//! leaves, in order. The hart waits in four cases only. The window is full. A branch was predicted wrong. An instruction works
//! alone (atomics, CSRs, fences, calls). A load or store leaves private memory.
//!
//! A miss begins when its address is ready and one of the slots for outstanding misses is free; slots are given in program
//! order. A load that finds its line on the way has its data when the line is there. A store that misses occupies a slot, and
//! nothing waits for it. A load does not wait for stores in front of it, which forward what they store.

use crate::pipeline::is_alone;
use rankine_isa::{Instr, Reg};

/// What is under way. All times are cycles of the hart.
#[derive(Clone, Debug)]
pub struct Window {
    /// When the value of each register is ready.
    ready: [u64; 64],
    /// When the last instructions leave, as many as there is room for.
    complete: Box<[u64]>,
    /// Where the current instruction stands there.
    at: usize,
    /// When the last instruction so far leaves, and when the one before it.
    last: u64,
    before: u64,
    /// When each slot for an outstanding miss is free.
    slots: Box<[u64]>,
    /// Lines on the way, and when each is there.
    lines: Vec<(u64, u64)>,
    current: Current,
}

/// The current instruction.
#[derive(Clone, Copy, Debug, Default)]
struct Current {
    begins: u64,
    is_alone: bool,
    /// When its operands are ready, at `begins` or later.
    operands: u64,
    /// From there to its result, if it misses nothing.
    latency: u64,
    /// Of a load, its destination.
    load: Option<Reg>,
    /// Of a branch, whether it is expected to be taken, if that is guessed at all.
    branch: Option<Option<bool>>,
}

impl Window {
    /// Room for so many instructions and outstanding misses, at least one each.
    pub fn new(instructions: usize, misses: usize) -> Window {
        Window {
            ready: [0; 64],
            complete: vec![0; instructions].into(),
            at: 0,
            last: 0,
            before: 0,
            slots: vec![0; misses].into(),
            lines: Vec::new(),
            current: Current::default(),
        }
    }

    /// Cycles from this one until nothing but the current instruction is under way.
    pub fn drain(&self, cycle: u64) -> u64 {
        self.lines.iter().map(|line| line.1).fold(self.before, u64::max).saturating_sub(cycle)
    }

    /// An instruction comes at `cycle`; its result is there `latency` cycles behind its operands. `expected` tells whether a
    /// branch is expected to be taken. The cycles that the hart waits first.
    pub fn issue(&mut self, instr: &Instr, cycle: u64, latency: u64, expected: Option<bool>) -> u64 {
        self.at = if self.at + 1 < self.complete.len() { self.at + 1 } else { 0 };
        self.before = self.last;
        let is_alone = is_alone(instr);
        let wait = if is_alone { self.drain(cycle) } else { self.complete[self.at].saturating_sub(cycle) };
        let begins = cycle + wait;
        let sources = instr.sources().into_iter().flatten();
        let operands = sources.map(|reg| self.ready[index(reg)]).fold(begins, u64::max);
        let destination = instr.destination();
        let load = destination.filter(|_| instr.is_load());
        let branch = instr.is_branch().then_some(expected);
        self.current = Current { begins, is_alone, operands, latency, load, branch };
        self.finish(destination, operands + latency);
        wait
    }

    /// The current instruction has its result at this cycle.
    fn finish(&mut self, destination: Option<Reg>, cycle: u64) {
        if let Some(reg) = destination {
            self.ready[index(reg)] = cycle;
        }
        self.last = self.last.max(cycle);
        self.complete[self.at] = self.last;
    }

    /// The current instruction accesses the lines `first` and `last`, which are one or neighbours, and that takes so many cycles
    /// beyond its static cost: those of them that the hart waits for.
    pub fn access(&mut self, [first, last]: [u64; 2], cycles: u64) -> u64 {
        let Current { begins, is_alone, operands, latency, load, .. } = self.current;
        if is_alone {
            return cycles;
        }
        self.lines.retain(|line| line.1 > begins);
        let on_the_way = self.lines.iter().filter(|line| (first..=last).contains(&line.0));
        let mut there = on_the_way.map(|line| line.1).fold(operands, u64::max);
        if cycles > 0 {
            let slot = self.slots.iter_mut().min().expect("a window has slots");
            *slot = operands.max(*slot) + cycles;
            there = there.max(*slot);
            self.lines.push((first, there));
            if last != first {
                self.lines.push((last, there));
            }
        }
        if load.is_some() && there > operands {
            self.finish(load, there + latency);
        }
        0
    }

    /// The current instruction has transferred control, or not. The cycles from this one for which the hart waits if that was
    /// not expected.
    pub fn resolve(&self, taken: bool, cycle: u64) -> u64 {
        let Current { operands, branch, .. } = self.current;
        match branch {
            Some(expected) if expected != Some(taken) => operands.saturating_sub(cycle),
            _ => 0,
        }
    }
}

fn index(reg: Reg) -> usize {
    match reg {
        Reg::X(number) => usize::from(number),
        Reg::F(number) => 32 + usize::from(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankine_isa::Op;

    /// An instruction: `l5,1` loads x5 from x1, `s5,1` stores x5 there, `a5,1` adds x1 and x1, `b5` branches on x5, `c` reads a
    /// CSR.
    fn instr(text: &str) -> Instr {
        let mut numbers = text[1..].split(',').map(|number| number.parse().unwrap_or(0));
        let (first, second) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        let (op, rd, rs1, rs2) = match &text[..1] {
            "l" => (Op::Lw, first, second, 0),
            "s" => (Op::Sw, 0, second, first),
            "a" => (Op::Add, first, second, second),
            "b" => (Op::Beq, 0, first, 0),
            _ => (Op::Csrrs, 0, 0, 0),
        };
        Instr { op, rd, rs1, rs2, rs3: 0, rm: 0, len: 4, imm: 0, compressed: None }
    }

    /// A window of 4 instructions, of which one comes each cycle unless the hart waits. Loads take 2 cycles, all else 1. Behind
    /// an instruction: `@` the line that it accesses, `*` if that misses, for 30 cycles; `!` for a branch that was predicted
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
            // Chains of hits, in the window and beyond.
            (2, "l5,1@1 a6,5 a6,6 c=1"),
            (2, "l5,1@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1 l5,5@1=1 l5,5@1=1 c=7"),
        ] {
            let mut window = Window::new(4, misses);
            let mut cycle = 100;
            for step in program.split(' ') {
                let (what, expected) = step.split_once('=').unwrap_or((step, "0"));
                let (text, line) = what.trim_end_matches(['*', '!']).split_once('@').unwrap_or((what, ""));
                let instr = instr(text.trim_end_matches('!'));
                let mut waits = window.issue(&instr, cycle, if instr.is_load() { 2 } else { 1 }, Some(false));
                if let Ok(line) = line.parse::<u64>() {
                    waits += window.access([line << 5; 2], if what.ends_with('*') { 30 } else { 0 });
                }
                waits += window.resolve(what.ends_with('!'), cycle + waits);
                assert_eq!(waits.to_string(), expected, "{program}: {step}");
                cycle += waits + 1;
            }
        }
    }
}
