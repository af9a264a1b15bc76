//! The `tohost`/`fromhost` convention of bare test programs: they communicate with the simulator by
//! stores to the symbol `tohost`.
//!
//! An odd value ends the program with status value/2; an even one is the address of a block {call, three arguments}
//! for the host; device 1 command 1 in the upper 16 bits is a console byte (the Berkeley host-target interface).

use crate::machine::Machine;
use crate::node::ProcessorId;
use crate::order::End;
use rankine_bus::Memory;
use rankine_host::Outcome;

impl Machine {
    /// Answers the value that the program has put into `tohost`, if any.
    pub(crate) fn check_tohost(&mut self, id: ProcessorId) {
        let processor = self.processor_mut(id);
        let Some(tohost) = processor.tohost else { return };
        let mut word = [0; 8];
        if !processor.ram.read(tohost.addr, &mut word) {
            return;
        }
        let value = u64::from_le_bytes(word);
        if value == 0 {
            return;
        }
        if value & 1 == 1 {
            self.end_program(id, (value >> 1) as i32);
            return;
        }
        match (value >> 56, value >> 48 & 0xff) {
            (1, 1) => self.host.put(id.node, value as u8),
            _ => self.tohost_call(id, value),
        }
        let processor = self.processor_mut(id);
        let answered = processor.ram.write(tohost.addr, &[0; 8])
            && tohost.fromhost.is_none_or(|fromhost| processor.ram.write(fromhost, &1_u64.to_le_bytes()));
        debug_assert!(answered, "tohost was readable");
    }

    fn tohost_call(&mut self, id: ProcessorId, block: u64) {
        let mut words = [[0; 8]; 4];
        let processor = &mut self.nodes[id.node as usize].processors[id.index as usize];
        for (i, word) in words.iter_mut().enumerate() {
            if !processor.ram.read(block.wrapping_add(8 * i as u64), word) {
                return;
            }
        }
        let [number, a0, a1, a2] = words.map(u64::from_le_bytes);
        let outcome =
            self.host.ecall((id.node, id.index), self.now, false, number, [a0, a1, a2, 0, 0, 0, 0], &mut processor.ram);
        match outcome {
            Outcome::Return(value) => {
                processor.ram.write(block, &(value as u64).to_le_bytes());
            }
            Outcome::Exit(status) => self.end_program(id, status),
            Outcome::Unknown(number) => self.end = Some(End::UnknownCall { processor: id, number }),
            Outcome::Signal(signal) => self.end = Some(End::Signal { processor: id, signal }),
            Outcome::NobodyReads => self.end = Some(End::NobodyReads { processor: id }),
            Outcome::WritesTooMuch => self.end = Some(End::WritesTooMuch { processor: id }),
            Outcome::Fatal { code, message } => self.end = Some(End::MpiFatal { processor: id, code, message }),
            Outcome::Host(message) => self.end = Some(End::Host { processor: id, message }),
            // A sleep is ignored, because nothing else runs in the meantime. `Waits` is ignored,
            // because the run is being ended. No rank of a bare program is set aside. Bare programs
            // use `fence.i`.
            Outcome::Sleep { .. } | Outcome::Waits | Outcome::Begins | Outcome::CodeChanged { .. } => {}
        }
    }
}
