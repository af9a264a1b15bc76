//! A predecoded instruction: what the engine dispatches on.

use rankine_isa::{Bank, Instr, Op, Reg};
use rankine_timing::Cost;

macro_rules! define_handlers {
    ($($group:ident $xlen:literal $ext:ident { $($op:ident $function:ident $text:literal $format:ident $class:ident;)* })*) => {
        /// The body that executes an entry: one an operation, and those of the engine itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        pub enum Handler {
            $($($op,)*)*
            /// `jalr x0, 0(ra)`.
            Return,
            /// No instruction of this hart.
            Illegal,
            /// Not decoded yet.
            Undecoded,
            /// Behind the last parcel of a span of entries.
            End,
            /// No memory to fetch from.
            NoMemory,
            /// The instruction here carries a hook.
            Hook,
        }

        impl From<Op> for Handler {
            fn from(op: Op) -> Handler {
                match op { $($(Op::$op => Handler::$op,)*)* }
            }
        }
    };
}

rankine_isa::for_each_op!(define_handlers);

impl Handler {
    /// The operation behind a handler, if it is one.
    pub fn op(self) -> Option<Op> {
        match self {
            Handler::Return => Some(Op::Jalr),
            other => Op::ALL.get(other as usize).copied(),
        }
    }
}

/// Index of the register slot that takes writes to x0.
pub const DISCARD: u8 = 32;

/// Bytes of an entry. The engine turns pc differences into entry differences with it.
pub const ENTRY_BYTES: u64 = 16;

/// A predecoded instruction. One stands for every 2-byte parcel of code.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Entry {
    pub handler: Handler,
    /// Destination; [`DISCARD`] instead of x0.
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    pub rs3: u8,
    pub rm: u8,
    pub len: u8,
    pub imm: i32,
    /// Static cost in cycles.
    pub cost: u16,
    /// Additional cost of a taken branch.
    pub taken: u16,
}

const _: () = assert!(size_of::<Entry>() as u64 == ENTRY_BYTES);

impl Entry {
    /// An entry of the engine itself.
    pub const fn bare(handler: Handler) -> Entry {
        Entry { handler, rd: 0, rs1: 0, rs2: 0, rs3: 0, rm: 0, len: 0, imm: 0, cost: 1, taken: 0 }
    }

    pub fn new(instr: &Instr, cost: Cost) -> Entry {
        let to_x0 = instr.op.format().banks()[0] == Some(Bank::X) && instr.rd == 0;
        Entry {
            handler: if instr.is_return() { Handler::Return } else { Handler::from(instr.op) },
            rd: if to_x0 { DISCARD } else { instr.rd },
            rs1: instr.rs1,
            rs2: instr.rs2,
            rs3: instr.rs3,
            rm: instr.rm,
            len: instr.len,
            imm: instr.imm,
            cost: cost.base.max(1),
            taken: cost.taken,
        }
    }

    /// The instruction, without the identity of its compressed form; none for entries of the engine.
    pub fn instr(&self) -> Option<Instr> {
        let op = self.handler.op()?;
        Some(Instr {
            op,
            rd: if self.rd == DISCARD { 0 } else { self.rd },
            rs1: self.rs1,
            rs2: self.rs2,
            rs3: self.rs3,
            rm: self.rm,
            len: self.len,
            imm: self.imm,
            compressed: None,
        })
    }

    /// Does the instruction write its result to a floating-point register?
    pub fn writes_f(&self) -> bool {
        self.instr().is_some_and(|instr| matches!(instr.destination(), Some(Reg::F(_))))
    }
}
