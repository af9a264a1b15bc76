//! Watches a processor for the checks of its program's MPI calls.

use super::functions::CheckFunctions;
use super::log::RankLog;
use crate::keeping::Share;
use rankine_machine::{Moment, Observer};
use rankine_program::mpi::MpiCalls;
use rankine_program::{CurrentCall, MarkEvent, OPERANDS_MAX};
use std::sync::Arc;

/// Keeps the log of a processor whose program has these `functions`.
pub struct CheckObserver {
    pub functions: Arc<CheckFunctions>,
    pub log: RankLog,
}

impl CheckObserver {
    pub fn new(functions: Arc<CheckFunctions>, share: Share) -> CheckObserver {
        CheckObserver { functions, log: RankLog::new(share) }
    }

    /// Adds the marks that a further processor of the node has passed. `cycle` converts its cycles
    /// into ours.
    pub fn take_over(&mut self, further: &mut CheckObserver, cycle: &dyn Fn(u64) -> u64) {
        self.log.take_over(&mut further.log, cycle);
    }
}

impl Observer for CheckObserver {
    fn call_entered(&mut self, at: &Moment<'_>, _: &MpiCalls, call: &CurrentCall) {
        let read = &mut |addr, into: &mut [u8]| at.read(addr, into);
        self.log.enter(&self.functions, call, &at.registers(), read);
    }

    fn call_left(&mut self, at: &Moment<'_>, call: &CurrentCall) {
        let read = &mut |addr, into: &mut [u8]| at.read(addr, into);
        self.log.leave(&self.functions, call.function, &at.registers(), at.cycle(), read);
    }

    fn mark_passed(&mut self, at: &Moment<'_>, event: MarkEvent, operands: [u64; OPERANDS_MAX]) {
        self.log.mark(event, operands, at.cycle());
    }
}
