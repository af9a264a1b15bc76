//! What may watch a hart execute.

use crate::Hart;
use rankine_isa::Instr;
use std::ops::ControlFlow;

/// An observer. What its constants switch off costs nothing.
pub trait Watch {
    /// Is [`Watch::store`] called?
    const STORES: bool = false;

    /// Is [`Watch::retire`] called?
    const RETIRES: bool = false;

    /// Before a store of `bytes` bytes to private memory (also atomics), with the zero-extended value
    /// that is there now. Break stops the run once the instruction has retired.
    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        let _ = (addr, bytes, old_value);
        ControlFlow::Continue(())
    }

    /// After the instruction at `pc` has been executed by [`crate::run`]. Registers and CSRs of `hart` are
    /// up to date; its pc and counters are not. Compressed instructions come as what they expand to.
    fn retire(&mut self, hart: &Hart, pc: u64, instr: &Instr) {
        let _ = (hart, pc, instr);
    }
}

impl Watch for () {}
