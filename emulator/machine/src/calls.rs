//! What the machine sees of a program's calls: entering and leaving MPI functions, by address.

use crate::node::Node;
use crate::stretch::Rules;
use rankine_bus::{Device, Memory, Ram};
use rankine_hart::SEMIHOSTING;
use rankine_observe::phases::PhaseLabels;
use rankine_observe::{CurrentCall, Marks, Registers};

/// Register numbers of the calling convention.
const RA: usize = 1;
const SP: usize = 2;

/// Jumps to themselves: `jal x0, 0` and `c.j 0`.
const JUMP_SELF: [u8; 4] = 0x0000_006f_u32.to_le_bytes();
const C_JUMP_SELF: [u8; 2] = 0xa001_u16.to_le_bytes();

/// Reads memory, or what a device has in its stead.
fn look(ram: &Ram, devices: &[Box<dyn Device>], addr: u64, into: &mut [u8]) -> bool {
    ram.read(addr, into) || devices.iter().any(|device| device.peek(addr, into))
}

impl Node {
    /// The hart's integer registers and pc, for unwinding and for reading arguments: those of 32 bits zero-extended, as
    /// addresses are.
    pub(crate) fn registers(&self) -> Registers {
        Registers { x: std::array::from_fn(|i| self.hart.address(self.hart.x[i])), pc: self.hart.pc }
    }

    /// Is the instruction at the hart's pc a jump to itself?
    pub(crate) fn jumps_to_itself(&self) -> bool {
        self.ram.slice(self.hart.pc, 4) == Some(&JUMP_SELF) || self.ram.slice(self.hart.pc, 2) == Some(&C_JUMP_SELF)
    }

    /// Is the `ebreak` at the hart's pc a semihosting call?
    pub(crate) fn is_semihosting(&self) -> bool {
        SEMIHOSTING.iter().enumerate().all(|(i, expected)| {
            let mut word = [0; 4];
            let addr = (self.hart.pc + 4 * i as u64).wrapping_sub(4);
            self.ram.read(addr, &mut word) && u32::from_le_bytes(word) == *expected
        })
    }

    /// The hart stands at the first instruction of an MPI function.
    pub(crate) fn enter_call(&mut self, rules: &Rules) {
        let calls = &rules.mpi_calls[self.program];
        let Some(function) = calls.at(self.hart.pc).filter(|_| self.calls.current().is_none()) else { return };
        let registers = self.registers();
        let arguments =
            calls.arguments(function, &registers, &mut |addr, into| look(&self.ram, &self.devices, addr, into));
        let (return_address, sp) = (registers.x[RA], registers.x[SP]);
        let entered_cycle = self.hart.cycles;
        let call = CurrentCall { function, arguments, entered_cycle, return_address, sp };
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(calls, &call);
        }
        if let Some(phases) = &mut self.phases {
            phases.enter(function, entered_cycle);
        }
        if let (Some(log), Some(functions)) = (&mut self.check, rules.checks.get(self.program)) {
            log.enter(functions, function, &registers, entered_cycle, &mut |addr, into| {
                look(&self.ram, &self.devices, addr, into)
            });
        }
        self.calls.enter(calls, call);
        self.hart.watch_return = return_address;
    }

    /// The hart stands at an instruction that may carry marks.
    pub(crate) fn pass_marks(&mut self, marks: &Marks) {
        let registers = self.registers();
        for mark in marks.at(registers.pc) {
            let values = mark.values(&registers, &mut |addr, into| look(&self.ram, &self.devices, addr, into));
            if let Some(recorder) = &mut self.recorder {
                recorder.mark(mark.event, values, self.hart.cycles);
            }
            if let Some(log) = &mut self.check {
                log.mark(mark.event, values, self.hart.cycles);
            }
        }
    }

    /// The hart stands at an instruction with which a phase of a call may begin.
    pub(crate) fn pass_label(&mut self, labels: &PhaseLabels) {
        let begins = labels.at(self.hart.address(self.hart.pc));
        if let (Some(phases), Some(phase)) = (&mut self.phases, begins) {
            phases.begin(phase, self.hart.cycles);
        }
    }

    /// The hart has returned to where a tracked call came from, or by chance to the same address deeper down.
    pub(crate) fn leave_call(&mut self, rules: &Rules) {
        let registers = self.registers();
        let left = self.calls.current().filter(|call| call.sp == registers.x[SP]).map(|call| call.function);
        if let Some(function) = left {
            self.calls.leave(&rules.mpi_calls[self.program], self.hart.cycles);
            if let (Some(log), Some(functions)) = (&mut self.check, rules.checks.get(self.program)) {
                let cycle = self.hart.cycles;
                log.leave(functions, function, &registers, cycle, &mut |addr, into| {
                    look(&self.ram, &self.devices, addr, into)
                });
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.leave(self.hart.cycles);
            }
            if let Some(phases) = &mut self.phases {
                phases.leave(self.hart.cycles);
            }
            self.hart.watch_return = u64::MAX;
        }
    }
}
