//! Changes to a processor from outside: writes by devices and by a debugger.

use super::processor::{Processor, ProcessorId};
use super::state::State;
use crate::machine::Machine;
use rankine_bus::Memory;
use rankine_hart::{Code, Hart};
use rankine_timing::Timing;

impl Processor {
    /// A device writes to memory. Returns false if there is no memory.
    pub(crate) fn write_from_outside(&mut self, addr: u64, bytes: &[u8]) -> bool {
        self.write_packets_from_outside(addr, bytes, bytes.len())
    }

    /// The same for the bytes of several packets of `packet_bytes` bytes each.
    pub(crate) fn write_packets_from_outside(&mut self, addr: u64, bytes: &[u8], packet_bytes: usize) -> bool {
        if !self.ram.write(addr, bytes) {
            return false;
        }
        self.tell(|observer| observer.memory_written(addr, bytes.len() as u64));
        if let Some(cached) = self.engine.caches_mut() {
            cached.packets_written_from_outside(addr, bytes.len() as u64, packet_bytes as u64);
        }
        true
    }

    /// These bytes, which may be code, have been written without a `fence.i` of the hart.
    fn change_code(&mut self, addr: u64, bytes: u64) {
        self.code.changed(addr, bytes);
        self.tell(|observer| observer.code_changed());
    }

    /// The program has written code, and has told so by a call: the effects of a `fence.i`.
    pub(crate) fn flush_code(&mut self, addr: u64, bytes: u64) {
        self.change_code(addr, bytes);
        if let Some(caches) = self.engine.caches_mut() {
            caches.flush_code();
        }
    }
}

impl Machine {
    /// Writes a processor's memory, which may be code. The machine must stand still. Returns false
    /// if there is no memory.
    pub fn write_memory(&mut self, id: ProcessorId, addr: u64, bytes: &[u8]) -> bool {
        self.perform_polling(id);
        self.end_polling(id, self.now);
        let processor = self.processor_mut(id);
        processor.touch();
        processor.detector.reset();
        if !processor.ram.write(addr, bytes) {
            return false;
        }
        processor.change_code(addr, bytes.len() as u64);
        true
    }

    /// Calls `change` on a processor's hart. Returns false, without calling it, if the processor is
    /// not between two instructions.
    pub fn write_registers(&mut self, id: ProcessorId, change: impl FnOnce(&mut Hart)) -> bool {
        let processor = self.processor(id);
        if processor.hart.waiting().is_some() || processor.hart.is_midway() || processor.state != State::Running {
            return false;
        }
        self.end_polling(id, self.now);
        let processor = self.processor_mut(id);
        processor.touch();
        processor.detector.reset();
        change(&mut processor.hart);
        true
    }

    /// Sets and clears hooks in the code of all processors that share code with this one.
    pub fn change_hooks(&mut self, id: ProcessorId, set: &[u64], clear: &[u64]) {
        let group = self.processor(id).group;
        let processors = self.nodes.iter_mut().flat_map(|node| &mut node.processors);
        let codes = processors.filter(|processor| processor.group == group).map(|processor| &mut processor.code);
        Code::change_hooks(codes, set, clear);
    }
}
