//! The known properties of a processor's instructions, computed once for each.

use super::state::State;
use crate::commit::{Known, MemoryAccess, Plain, Step, StepCost};
use rankine_isa::{Class, Instr, Op, Xlen, disassemble};
use rankine_program::Debug;
use rankine_timing::{Executed, Pipeline, Timing};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An instruction and its properties.
pub struct Learned {
    /// The CSR that it writes.
    csr: Option<u16>,
    pub known: Known,
}

impl Learned {
    /// Can its records be [`Plain`]?
    pub fn is_simple(&self) -> bool {
        !matches!(self.known.instr.class(), Class::Atomic | Class::Csr)
    }

    /// The step of a record, including other notes.
    pub fn step(&self, plain: &Plain, state: &State) -> Step {
        let mut step = plain.step(&self.known);
        if self.known.instr.class() == Class::Atomic {
            let bytes = if self.known.instr.op.mnemonic().ends_with(".w") { 4 } else { 8 };
            step.memory = Some(MemoryAccess { addr: plain.addr, bytes, stored: state.stored });
        }
        step.csr = self.csr.map(|number| (number, state.csr.unwrap_or(0)));
        step
    }
}

/// All instructions seen so far.
pub struct Book {
    debug: Arc<Debug>,
    pub xlen: Xlen,
    pipeline: Pipeline,
    learned: Vec<Learned>,
    /// Index in `learned` of the instruction seen last at an address.
    numbers: FxHashMap<u64, usize>,
}

impl Book {
    pub fn new(debug: Arc<Debug>, pipeline: Pipeline, xlen: Xlen) -> Book {
        Book { debug, xlen, pipeline, learned: Vec::new(), numbers: FxHashMap::default() }
    }

    pub fn debug(&self) -> &Debug {
        &self.debug
    }

    /// The code may have changed.
    pub fn forget(&mut self) {
        self.numbers.clear();
    }

    /// The instruction at `pc`, which has been executed; none if there is no instruction.
    pub fn find(&mut self, pc: u64, executed: &dyn Fn(u64) -> Option<Executed>) -> Option<&Learned> {
        let number = match self.numbers.get(&pc) {
            Some(number) => *number,
            None => self.learn(pc, executed(pc)?),
        };
        self.learned.get(number)
    }

    fn learn(&mut self, pc: u64, executed: Executed) -> usize {
        let Executed { instr, bits, cost } = executed;
        let place = self.debug.symbols.at(pc).map_or_else(String::new, |(name, offset)| match offset {
            0 => name.to_owned(),
            _ => format!("{name}+{offset:#x}"),
        });
        // A new number, so that formats do not find text of code that was here before.
        let number = self.learned.len();
        let alone = self.pipeline.costs(&[instr], &[true]).first().copied().unwrap_or_default();
        let (issue, stall) = (u64::from(alone.base), i64::from(cost.base) - i64::from(alone.base));
        let costs = [0, i64::from(cost.taken)].map(|branch| StepCost { issue, stall, branch, ..StepCost::default() });
        let (text, destination, accesses) = (disassemble(&instr, pc), instr.destination(), accesses(&instr));
        let known = Known { number, pc, bits, instr, text, place, destination, accesses, costs };
        self.learned.push(Learned { csr: written_csr(&instr), known });
        self.numbers.insert(pc, number);
        number
    }
}

/// Number of bytes that a plain load or store accesses, and whether it stores.
fn accesses(instr: &Instr) -> Option<(u8, bool)> {
    let is_store = matches!(instr.class(), Class::Store | Class::FpStore);
    if !is_store && !matches!(instr.class(), Class::Load | Class::FpLoad) {
        return None;
    }
    use Op::*;
    let bytes = match instr.op {
        Lb | Lbu | Sb => 1,
        Lh | Lhu | Sh => 2,
        Lw | Lwu | Sw | Flw | Fsw => 4,
        _ => 8,
    };
    Some((bytes, is_store))
}

/// The CSR that an instruction writes.
fn written_csr(instr: &Instr) -> Option<u16> {
    // csrrs and csrrc with x0 or 0 do not write; csrrw always does.
    let is_swap = matches!(instr.op, Op::Csrrw | Op::Csrrwi);
    (instr.class() == Class::Csr && (is_swap || instr.rs1 != 0)).then_some(instr.imm as u16)
}
