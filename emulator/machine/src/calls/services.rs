//! Calls of programs to the host, and the end of a rank's program.

use crate::machine::Machine;
use crate::node::{ProcessorId, State};
use crate::order::End;
use rankine_bus::Time;
use rankine_hart::{Trap, cause};
use rankine_host::Outcome;
use rankine_isa::Xlen;
use rankine_program::Lifecycle;
use tracing::{debug, trace};

impl Machine {
    pub(crate) fn ecall(&mut self, id: ProcessorId) -> bool {
        let now = self.now;
        let processor = &mut self.nodes[id.node as usize].processors[id.index as usize];
        processor.detector.reset();
        let args: [u64; 7] = std::array::from_fn(|i| processor.hart.x[10 + i]);
        let rv32 = processor.hart.xlen() == Xlen::Rv32;
        trace!(target: "host", time = now.0, node = id.node, processor = id.index, number = processor.hart.x[17], "ecall");
        let outcome = self.host.ecall((id.node, id.index), now, rv32, processor.hart.x[17], args, &mut processor.ram);
        self.host_outcome(id, outcome)
    }

    pub(crate) fn ebreak(&mut self, id: ProcessorId) -> bool {
        let now = self.now;
        let processor = &mut self.nodes[id.node as usize].processors[id.index as usize];
        processor.detector.reset();
        if !processor.is_semihosting() {
            let trap = Trap { cause: cause::BREAKPOINT, tval: processor.hart.pc };
            self.end = Some(End::Fault { processor: id, trap, why: None });
            return false;
        }
        let rv32 = processor.hart.xlen() == Xlen::Rv32;
        trace!(target: "host", time = now.0, node = id.node, processor = id.index, operation = processor.hart.x[10], "semihosting");
        let (operation, parameter) = (processor.hart.x[10], processor.hart.x[11]);
        let outcome = self.host.semihosting((id.node, id.index), now, operation, parameter, &mut processor.ram, rv32);
        self.host_outcome(id, outcome)
    }

    /// Carries out the host's answer. Returns true if the hart goes on.
    fn host_outcome(&mut self, id: ProcessorId, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Return(value) => {
                let cycles = self.host.take_moved().map_or(0, |bytes| self.pace.file_cycles(bytes));
                self.finish_call(id, value as u64, cycles);
            }
            Outcome::Begins => {
                self.programs_left += 1;
                self.finish_call(id, 0, 0);
            }
            Outcome::Sleep { ps } => self.finish_sleep(id, Time(ps)),
            Outcome::CodeChanged { addr, bytes } => {
                self.processor_mut(id).flush_code(addr, bytes);
                self.finish_call(id, 0, 0);
            }
            Outcome::Waits => return false,
            Outcome::Exit(status) => self.exit_program(id, status),
            Outcome::Signal(signal) => self.end = Some(End::Signal { processor: id, signal }),
            Outcome::NobodyReads => self.end = Some(End::NobodyReads { processor: id }),
            Outcome::WritesTooMuch => self.end = Some(End::WritesTooMuch { processor: id }),
            Outcome::Fatal { code, message } => self.end = Some(End::MpiFatal { processor: id, code, message }),
            Outcome::Host(message) => self.end = Some(End::Host { processor: id, message }),
            Outcome::Unknown(number) => self.end = Some(End::UnknownCall { processor: id, number }),
        }
        self.end.is_none() && !matches!(self.processor(id).state, State::Exited(_))
    }

    /// A call returns 0 after a sleep. A sleep beyond the end of simulated time ends there.
    fn finish_sleep(&mut self, id: ProcessorId, sleep: Time) {
        let rest = Time::END - self.now;
        let cycles = self.processor(id).clock.cycle_ceil(sleep.min(rest));
        self.finish_call(id, 0, cycles);
    }

    /// A call returns `value`, after `further` cycles beyond those of any call.
    fn finish_call(&mut self, id: ProcessorId, value: u64, further: u64) {
        let cycles = self.pace.call_cycles + further;
        let node = &mut self.nodes[id.node as usize];
        let processor = &mut node.processors[id.index as usize];
        processor.complete(&node.devices, None, |hart| hart.finish_call(Some(value), cycles));
    }

    /// A processor's program has ended. The node's devices keep working, because other nodes may
    /// still need the contents of its memory.
    pub(crate) fn exit_program(&mut self, id: ProcessorId, status: i32) {
        let now = self.now;
        let processor = self.processor(id);
        if matches!(processor.calls.lifecycle(), Lifecycle::Initialized | Lifecycle::Finalizing) {
            self.end = Some(End::LeftMpi { processor: id, status });
        } else {
            debug!(target: "sched", time = now.0, node = id.node, processor = id.index, status, "exits");
            self.end_program(id, status);
        }
    }

    /// The processor does not act any more. If nodes have further processors, the run ends with the
    /// last program of a rank, because the further processors wait for new work for ever.
    pub(crate) fn end_program(&mut self, id: ProcessorId, status: i32) {
        self.processor_mut(id).state = State::Exited(status);
        if id.index > 0 {
            return;
        }
        self.programs_left -= 1;
        if self.programs_left == 0 && self.has_further {
            self.end = Some(End::Finished);
            self.ended_by = Some(id);
        }
    }
}
