//! Predecoded instructions: the entries that the engine executes, and the accounts from which it
//! derives its counters.

use rankine_isa::{Bank, Instr, Op, Reg};
use rankine_timing::{Cost, Executed, GRANULE, JumpKind};

macro_rules! define_handlers {
    ($($group:ident $xlen:literal $ext:ident { $($op:ident $function:ident $text:literal $format:ident $class:ident;)* })*) => {
        /// The body that executes an entry: one for each operation, and some of the engine itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        pub enum Handler {
            $($($op,)*)*
            /// `jalr x0, 0(ra)`.
            Return,
            /// Not a legal instruction of this hart.
            Illegal,
            /// Not decoded yet.
            Undecoded,
            /// Marks the end of a span of entries.
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
    /// Is it for instructions that may go to pc + immediate?
    pub const fn is_relative(self) -> bool {
        use Handler::{Beq, Bge, Bgeu, Blt, Bltu, Bne, Jal};
        matches!(self, Beq | Bne | Blt | Bge | Bltu | Bgeu | Jal)
    }

    /// Is it for instructions? False for handlers of the engine itself.
    #[inline(always)]
    pub fn is_instruction(self) -> bool {
        self as u16 <= Handler::Return as u16
    }

    /// Is it a jump?
    pub fn jumps(self) -> bool {
        matches!(self, Handler::Jal | Handler::Jalr | Handler::Return)
    }

    /// The operation of the handler; none for handlers of the engine itself.
    pub fn op(self) -> Option<Op> {
        match self {
            Handler::Return => Some(Op::Jalr),
            other => Op::ALL.get(other as usize).copied(),
        }
    }
}

/// Index of the register slot that receives writes to x0.
pub const DISCARD: u8 = 32;

/// Bytes of an entry. The engine uses it to convert pc differences to entry differences.
pub const ENTRY_BYTES: u64 = 16;

/// Host bytes of the entries of a granule of code.
pub const GRANULE_BYTES: u64 = GRANULE / 2 * ENTRY_BYTES;

/// Host distance between the entries of two addresses that lie `bytes` apart.
#[inline(always)]
pub fn distance(bytes: i64) -> isize {
    (bytes * (ENTRY_BYTES as i64 / 2)) as isize
}

/// A tail-called handler with its type erased, see [`crate::quick`].
pub type Erased = unsafe extern "C" fn();

/// The hot half of a predecoded instruction: the data to execute it. There is one for every 2-byte
/// parcel of code. Each has an [`Account`].
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Entry {
    pub quick: Erased,
    /// The immediate. If the format rounds: rounding mode in bits 7 to 0, rs3 in bits 15 to 8.
    pub imm: i32,
    /// Destination; [`DISCARD`] instead of x0.
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    pub len: u8,
}

impl Entry {
    pub fn rm(&self) -> u8 {
        self.imm as u8
    }

    pub fn rs3(&self) -> u8 {
        (self.imm >> 8) as u8
    }
}

/// The cold half of a predecoded instruction, used when control transfers or leaves the engine.
///
/// While the engine runs, its counters are *ahead*: they include all instructions from the current
/// one to the end of the straight stretch of code. So a step to the next instruction changes no
/// counter. A transfer subtracts the account of the entry it leaves and adds the account of the
/// entry at which it arrives.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Account {
    /// Static cycles from here to the end of the stretch.
    pub cycles: u64,
    /// The value that `cycles` must have when control transfers after this instruction.
    pub leave: u64,
    /// Instructions from here to the end of the stretch.
    pub instret: u64,
    pub handler: Handler,
    /// Static cost in cycles.
    pub cost: u16,
    /// Additional cost of a taken branch.
    pub taken: i16,
    /// Length in bytes if a tail-called handler may execute the instruction, else 0.
    pub quick_len: u8,
    /// May it go to pc + immediate, and does that lie in the line of code in which the instruction
    /// ends? If so, the target is already fetched.
    pub stays: bool,
}

const _: () = assert!(size_of::<Entry>() as u64 == ENTRY_BYTES && size_of::<Account>().is_power_of_two());

impl Account {
    pub fn operation(&self) -> Operation {
        Operation { handler: self.handler, len: self.quick_len, stays: self.stays }
    }

    /// Chains the account to that of the next instruction, `behind`.
    pub fn chain(&mut self, behind: &Account) {
        self.cycles = behind.cycles.wrapping_add(u64::from(self.cost));
        self.leave = behind.cycles.wrapping_sub(i64::from(self.taken) as u64);
        self.instret = behind.instret + 1;
    }
}

/// A predecoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Parcel {
    pub entry: Entry,
    pub account: Account,
}

/// The properties by which a tail-called handler is chosen.
#[derive(Clone, Copy)]
pub struct Operation {
    pub handler: Handler,
    /// Length of the instruction: 2, 4, or 0 if no tail-called handler may execute it.
    pub len: u8,
    /// See [`Account::stays`].
    pub stays: bool,
}

/// Chooses the tail-called handlers of entries.
#[derive(Clone, Copy)]
pub struct Pick {
    /// Bytes of the lines in which code is fetched, a power of two. None if fetching is free.
    pub line_bytes: Option<u64>,
    /// For one instruction. True if a line of code begins in the instruction, so that the handler
    /// must check whether the line is fetched.
    pub one: fn(Operation, bool) -> Erased,
    /// For two consecutive instructions. True if the second takes its rs1 from the first.
    pub pair: fn(Operation, Operation, bool) -> Option<Erased>,
}

/// The kind of a jump by the calling convention.
#[inline(always)]
pub fn jump_kind(entry: &Entry, handler: Handler) -> JumpKind {
    match handler {
        Handler::Return => JumpKind::Return,
        _ if matches!(entry.rd, 1 | 5) => JumpKind::Call,
        _ => JumpKind::Plain,
    }
}

impl Parcel {
    /// An entry of the engine itself.
    pub fn bare(handler: Handler, pick: Pick) -> Parcel {
        let (cost, taken, quick_len, stays) = (1, 0, 0, false);
        let account = Account { cycles: 0, leave: 0, instret: 0, handler, cost, taken, quick_len, stays };
        Parcel {
            entry: Entry { quick: (pick.one)(account.operation(), false), imm: 0, rd: 0, rs1: 0, rs2: 0, len: 0 },
            account,
        }
    }

    /// The entry of an instruction. If it may go to pc + immediate: `near` if the target lies in
    /// the same span, `stays` if the target begins in the line of code in which the instruction
    /// ends.
    pub fn new(instr: &Instr, cost: Cost, near: bool, stays: bool, pick: Pick) -> Parcel {
        let handler = if instr.is_return() { Handler::Return } else { Handler::from(instr.op) };
        let relative = handler.is_relative();
        let to_x0 = instr.op.format().banks()[0] == Some(Bank::X) && instr.rd == 0;
        let imm = if instr.op.format().rounds() { i32::from(instr.rs3) << 8 | i32::from(instr.rm) } else { instr.imm };
        let quick_len = if relative && !near { 0 } else { instr.len };
        let (taken, stays) = if relative { (cost.taken, stays) } else { (0, false) };
        let account = Account { cycles: 0, leave: 0, instret: 0, handler, cost: cost.base, taken, quick_len, stays };
        let entry = Entry {
            quick: (pick.one)(account.operation(), false),
            imm,
            rd: if to_x0 { DISCARD } else { instr.rd },
            rs1: instr.rs1,
            rs2: instr.rs2,
            len: instr.len,
        };
        let mut parcel = Parcel { entry, account };
        parcel.account.chain(&account);
        parcel
    }

    /// The instruction, without the identity of its compressed form; none for entries of the
    /// engine.
    pub fn instr(&self) -> Option<Instr> {
        let (e, op) = (&self.entry, self.account.handler.op()?);
        let rounds = op.format().rounds();
        Some(Instr {
            op,
            rd: if e.rd == DISCARD { 0 } else { e.rd },
            rs1: e.rs1,
            rs2: e.rs2,
            rs3: if rounds { e.rs3() } else { 0 },
            rm: if rounds { e.rm() } else { 0 },
            len: e.len,
            imm: if rounds { 0 } else { e.imm },
            compressed: None,
        })
    }

    /// The instruction, with these bytes and its static cost.
    pub fn executed(&self, bits: u32) -> Option<Executed> {
        let Account { cost, taken, .. } = self.account;
        Some(Executed { instr: self.instr()?, bits, cost: Cost { base: cost, taken } })
    }

    /// The kind of jump; none if it is no jump.
    pub fn jump_kind(&self) -> Option<JumpKind> {
        self.account.handler.jumps().then(|| jump_kind(&self.entry, self.account.handler))
    }

    /// Does `second` read an integer register that this instruction writes as its rs1?
    pub fn feeds(&self, second: &Parcel) -> bool {
        let result = self.instr().and_then(|instr| instr.destination());
        let operand = second.instr().and_then(|instr| instr.sources()[0]);
        matches!(result, Some(Reg::X(_))) && result == operand
    }

    /// Does the instruction write its result to a floating-point register?
    pub fn writes_f(&self) -> bool {
        self.account.handler.op().is_some_and(|op| op.format().banks()[0] == Some(Bank::F))
    }
}
