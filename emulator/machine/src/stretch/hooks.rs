//! Watching a program by address: MPI functions that are entered and left, marks, hooks.

use super::Rules;
use crate::node::Processor;
use crate::watch::Moment;
use rankine_bus::{Device, Memory};
use rankine_hart::SEMIHOSTING;
use rankine_program::{CurrentCall, Marks};

/// Register numbers of the calling convention.
const RA: usize = 1;
const SP: usize = 2;

/// Jumps to themselves: `jal x0, 0` and `c.j 0`.
const JUMP_SELF: [u8; 4] = 0x0000_006f_u32.to_le_bytes();
const C_JUMP_SELF: [u8; 2] = 0xa001_u16.to_le_bytes();

impl Processor {
    /// Is the instruction at the hart's pc a jump to itself?
    pub(super) fn jumps_to_itself(&self) -> bool {
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

    /// The hart stands at an instruction that carries a hook.
    pub(super) fn reach_hook(&mut self, devices: &[Box<dyn Device>], rules: &Rules) {
        if let Some(marks) = &rules.points[self.program()].marks {
            self.pass_marks(devices, marks);
        }
        self.enter_call(devices, rules);
        self.tell_now(devices, |observer, at| observer.hook_reached(at));
    }

    /// The hart may stand at the first instruction of an MPI function.
    fn enter_call(&mut self, devices: &[Box<dyn Device>], rules: &Rules) {
        let calls = &rules.points[self.program()].calls;
        let Some(function) = calls.at(self.hart.pc).filter(|_| self.calls.current().is_none()) else { return };
        let at = Moment { hart: &self.hart, ram: &self.ram, devices };
        let registers = at.registers();
        let arguments = calls.arguments(function, &registers, &mut |addr, into| at.read(addr, into));
        let return_address = calls.return_address(&registers, &mut |addr, into| at.read(addr, into));
        let sp = registers.x[SP];
        let entered_cycle = self.hart.cycles;
        let call = CurrentCall { function, arguments, entered_cycle, return_address, sp };
        self.tell_now(devices, |observer, at| observer.call_entered(at, calls, &call));
        self.calls.enter(calls, call);
        self.hart.watch_return = registers.x[RA];
    }

    /// The hart stands at an instruction that may carry marks.
    fn pass_marks(&mut self, devices: &[Box<dyn Device>], marks: &Marks) {
        let at = Moment { hart: &self.hart, ram: &self.ram, devices };
        let registers = at.registers();
        for mark in marks.at(registers.pc) {
            let at = Moment { hart: &self.hart, ram: &self.ram, devices };
            let values = mark.values(&registers, &mut |addr, into| at.read(addr, into));
            self.tell_now(devices, |observer, at| observer.mark_passed(at, mark.event, values));
        }
    }

    /// The hart has returned to the return address of the tracked call. That can also be the same
    /// address deeper in the stack.
    pub(super) fn leave_call(&mut self, devices: &[Box<dyn Device>], rules: &Rules) {
        let sp = self.registers().x[SP];
        if self.calls.current().is_none_or(|call| call.sp != sp) {
            return;
        }
        if let Some(call) = self.calls.leave(&rules.points[self.program()].calls) {
            self.tell_now(devices, |observer, at| observer.call_left(at, &call));
            self.hart.watch_return = u64::MAX;
        }
    }
}
