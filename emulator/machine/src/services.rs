//! Calls of programs to the host, and the end of a rank.

use crate::host::Outcome;
use crate::machine::{End, Machine};
use crate::node::State;
use rankine_bus::{NodeId, Time};
use rankine_hart::{Trap, cause};
use rankine_isa::Xlen;
use rankine_observe::Lifecycle;
use tracing::{debug, trace};

impl Machine {
    pub(crate) fn ecall(&mut self, id: NodeId) -> bool {
        let node = &mut self.nodes[id as usize];
        node.detector.reset();
        let args: [u64; 7] = std::array::from_fn(|i| node.hart.x[10 + i]);
        let rv32 = node.hart.xlen() == Xlen::Rv32;
        trace!(target: "host", time = self.now.0, node = id, number = node.hart.x[17], "ecall");
        let outcome = self.host.ecall(id, self.now, rv32, node.hart.x[17], args, &mut node.ram);
        self.host_outcome(id, outcome)
    }

    pub(crate) fn ebreak(&mut self, id: NodeId) -> bool {
        let node = &mut self.nodes[id as usize];
        node.detector.reset();
        if !node.is_semihosting() {
            let trap = Trap { cause: cause::BREAKPOINT, tval: node.hart.pc };
            self.end = Some(End::Fault { rank: id, trap, why: None });
            return false;
        }
        let rv32 = node.hart.xlen() == Xlen::Rv32;
        trace!(target: "host", time = self.now.0, node = id, operation = node.hart.x[10], "semihosting");
        let (operation, parameter) = (node.hart.x[10], node.hart.x[11]);
        let outcome = self.host.semihosting(id, self.now, operation, parameter, &mut node.ram, rv32);
        self.host_outcome(id, outcome)
    }

    /// Carries out what the host answered; true when the hart goes on.
    fn host_outcome(&mut self, id: NodeId, outcome: Outcome) -> bool {
        let call_cycles = self.call_cycles;
        let node = &mut self.nodes[id as usize];
        match outcome {
            Outcome::Return(value) => node.complete(None, |hart| hart.finish_call(Some(value as u64), call_cycles)),
            Outcome::Sleep { ps } => {
                let cycles = self.clock.cycle_ceil(Time(ps));
                node.complete(None, |hart| hart.finish_call(Some(0), call_cycles + cycles));
            }
            Outcome::Waits => return false,
            Outcome::Exit(status) => self.exit_rank(id, status),
            Outcome::Signal(signal) => self.end = Some(End::Signal { rank: id, signal }),
            Outcome::Fatal { code, message } => self.end = Some(End::MpiFatal { rank: id, code, message }),
            Outcome::Unknown(number) => self.end = Some(End::UnknownCall { rank: id, number }),
        }
        self.end.is_none() && !matches!(self.nodes[id as usize].state, State::Exited(_))
    }

    /// A rank's program has ended. Its devices keep working: others may still need what its memory holds.
    pub(crate) fn exit_rank(&mut self, id: NodeId, status: i32) {
        let node = &mut self.nodes[id as usize];
        if matches!(node.calls.lifecycle(), Lifecycle::Initialized | Lifecycle::Finalizing) {
            self.end = Some(End::LeftMpi { rank: id, status });
        } else {
            debug!(target: "sched", time = self.now.0, node = id, status, "exits");
            node.state = State::Exited(status);
        }
    }
}
