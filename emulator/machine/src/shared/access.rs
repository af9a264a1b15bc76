//! Shared accesses: a load, a store or a fence of a processor reaches the device that answers.

use crate::machine::Machine;
use crate::node::{ProcessorId, State};
use crate::order::End;
use rankine_bus::{Access, Fault, Kind, Reply, Request};
use rankine_hart::Trap;

/// Cost of a refused access if the program handles the fault. It is not 0, so that time goes on in
/// a loop of such accesses.
const REFUSED_CYCLES: u64 = 1;

impl Machine {
    /// Performs a shared access. Returns true if the processor can go on.
    pub(crate) fn access(&mut self, id: ProcessorId, access: Access) -> bool {
        let is_of_all = self.is_of_all(&access);
        let is_pure = if is_of_all { access.kind == Kind::Load } else { self.nodes[id.node as usize].is_pure(&access) };
        let reads_clock = !is_pure && self.nodes[id.node as usize].reads_clock(&access);
        if !is_pure && !reads_clock && self.concerns_pollers(id, &access, is_of_all) {
            // The rounds of the other processors come first; then this access is repeated.
            return false;
        }
        if !is_pure {
            let processor = self.processor_mut(id);
            if !reads_clock {
                processor.detector.reset();
            }
            processor.acted_cycle = processor.hart.cycles;
        } else if self.suspend_polling(id, access) {
            return false;
        }
        match self.route(id, access) {
            Reply::Done { value, latency } => {
                let node = &mut self.nodes[id.node as usize];
                let processor = &mut node.processors[id.index as usize];
                let (clock, parcel) = (reads_clock.then_some(processor.hart.cycles), processor.hart.waiting());
                processor.complete(&node.devices, Some(access), |hart| match access.kind {
                    Kind::Load => hart.finish_load(value, latency),
                    Kind::Store(_) | Kind::Atomic => hart.finish_store(latency),
                    Kind::Fence => hart.finish_fence(latency),
                });
                processor.detector.accessed(&processor.hart, parcel, clock);
                self.end.is_none() && !matches!(self.processor(id).state, State::Exited(_))
            }
            Reply::Stall => {
                self.processor_mut(id).state = State::Stalled(access);
                false
            }
            Reply::Fault(fault) => self.refuse(id, access, fault),
        }
    }

    /// Is this an access to the device that all nodes share?
    fn is_of_all(&self, access: &Access) -> bool {
        access.kind != Kind::Fence && self.shared.as_ref().is_some_and(|shared| shared.answers(access.addr))
    }

    /// Before an access that may change values that other processors see: brings those that poll to
    /// the round in which they would be now. Returns true if any of them was suspended.
    fn concerns_pollers(&mut self, id: ProcessorId, access: &Access, is_of_all: bool) -> bool {
        if is_of_all {
            if self.perform_all_polling(id) {
                return true;
            }
            self.shared_stores += 1;
        } else if self.nodes[id.node as usize].processors.len() > 1 && access.kind != Kind::Fence {
            if self.perform_polling_at(id.node, Some(id), self.now) {
                return true;
            }
            let others = self.nodes[id.node as usize].processors.iter_mut().filter(|other| other.id != id);
            others.for_each(|other| other.touch());
        }
        false
    }

    /// Passes an access to the device at its address.
    fn route(&mut self, id: ProcessorId, access: Access) -> Reply {
        if access.kind == Kind::Fence {
            return self.fence(id);
        }
        let node = &self.nodes[id.node as usize];
        if node.control.answers(access.addr) {
            let (reply, request) = self.call_control(id.node, access);
            self.carry_out(id, request);
            return reply;
        }
        let device = node.device_at(access.addr);
        if let Some(shared) = self.shared.as_mut().filter(|shared| shared.answers(access.addr)) {
            return shared.access(self.now, id.node, access);
        }
        match device {
            Some(device) if access.kind != Kind::Atomic => {
                self.accessor = Some(id);
                let reply = self.call_device(id.node, device, |device, cx| device.access(cx, access));
                self.accessor = None;
                reply
            }
            _ => Reply::Fault(Fault::Unmapped),
        }
    }

    /// Carries out the request to the simulator that a program has made by an access.
    fn carry_out(&mut self, id: ProcessorId, request: Option<Request>) {
        match request {
            Some(Request::Exit(status)) => self.exit_program(id, status),
            Some(Request::Put(byte)) => self.host.put(id.node, byte),
            None => {}
        }
    }

    /// A fence is complete when it is complete at every device of the node.
    fn fence(&mut self, id: ProcessorId) -> Reply {
        let mut longest = 1;
        for device in 0..self.nodes[id.node as usize].devices.len() {
            match self.call_device(id.node, device, |device, cx| device.fence(cx)) {
                Reply::Done { latency, .. } => longest = longest.max(latency),
                other => return other,
            }
        }
        Reply::Done { value: 0, latency: longest }
    }

    /// A refused access is an access fault in the program. Returns true if the program handles it.
    fn refuse(&mut self, id: ProcessorId, access: Access, fault: Fault) -> bool {
        let hart = &mut self.processor_mut(id).hart;
        let trap = Trap { cause: hart.access_fault(access.kind), tval: access.addr };
        if hart.raise(trap) {
            hart.cycles += REFUSED_CYCLES;
            return true;
        }
        self.end = Some(End::Fault { processor: id, trap, why: Some(fault) });
        false
    }
}
