//! A decoded instruction: the registers it reads and writes, and its class.

use crate::{Bank, Class, Compressed, Op};

/// A register operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reg {
    X(u8),
    F(u8),
}

/// A decoded instruction. Register fields that the format does not have are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instr {
    pub op: Op,
    pub rd: u8,
    /// Also the 5-bit immediate of `csrr?i`.
    pub rs1: u8,
    pub rs2: u8,
    pub rs3: u8,
    /// Rounding mode as encoded (7 = dynamic); zero if the format has none.
    pub rm: u8,
    /// Length in bytes: 2 or 4.
    pub len: u8,
    /// Immediate, sign-extended (`lui`, `auipc`: already shifted); CSR number; ordering bits.
    pub imm: i32,
    /// The compressed instruction from which this one was expanded, if any.
    pub compressed: Option<Compressed>,
}

impl Instr {
    /// Register written, if any. None for writes to x0.
    pub fn destination(&self) -> Option<Reg> {
        match self.op.format().banks()[0]? {
            Bank::X => (self.rd != 0).then_some(Reg::X(self.rd)),
            Bank::F => Some(Reg::F(self.rd)),
        }
    }

    /// Registers read: rs1, rs2, rs3 in this order; none for those that the format does not have.
    pub fn sources(&self) -> [Option<Reg>; 3] {
        let [_, banks @ ..] = self.op.format().banks();
        let fields = [self.rs1, self.rs2, self.rs3];
        std::array::from_fn(|i| {
            banks[i].map(|bank| match bank {
                Bank::X => Reg::X(fields[i]),
                Bank::F => Reg::F(fields[i]),
            })
        })
    }

    pub fn reads(&self, reg: Reg) -> bool {
        self.sources().contains(&Some(reg))
    }

    pub fn writes(&self, reg: Reg) -> bool {
        self.destination() == Some(reg)
    }

    pub fn class(&self) -> Class {
        self.op.class()
    }

    pub fn is_branch(&self) -> bool {
        self.class() == Class::Branch
    }

    pub fn is_jump(&self) -> bool {
        matches!(self.class(), Class::Jump | Class::JumpRegister)
    }

    /// Plain loads, not atomics.
    pub fn is_load(&self) -> bool {
        matches!(self.class(), Class::Load | Class::FpLoad)
    }

    /// Plain stores, not atomics.
    pub fn is_store(&self) -> bool {
        matches!(self.class(), Class::Store | Class::FpStore)
    }

    /// Does control always go elsewhere after this instruction?
    pub fn ends_sequence(&self) -> bool {
        self.is_jump() || matches!(self.op, Op::Ecall | Op::Ebreak | Op::Mret)
    }

    /// Is it `ret` in its conventional encoding: a jump to `ra` without a link?
    pub fn is_return(&self) -> bool {
        self.op == Op::Jalr && self.rd == 0 && self.rs1 == 1 && self.imm == 0
    }
}
