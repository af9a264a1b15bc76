//! Operations, their operand formats and their classes, generated from the table.

use crate::{Extensions, Xlen};

macro_rules! define_ops {
    ($($group:ident $xlen:literal $ext:ident { $($op:ident $function:ident $text:literal $format:ident $class:ident;)* })*) => {
        /// The operation of an instruction. A compressed instruction has the operation of the
        /// instruction it expands to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Op { $($($op,)*)* }

        impl Op {
            /// Every operation, in the order of the table.
            pub const ALL: &[Op] = &[$($(Op::$op,)*)*];

            /// Assembly mnemonic without ordering and rounding suffixes.
            pub const fn mnemonic(self) -> &'static str {
                match self { $($(Op::$op => $text,)*)* }
            }

            pub const fn format(self) -> Format {
                match self { $($(Op::$op => Format::$format,)*)* }
            }

            pub const fn class(self) -> Class {
                match self { $($(Op::$op => Class::$class,)*)* }
            }

            /// Does a hart of this register width and these extensions have the operation?
            pub const fn exists(self, xlen: Xlen, ext: &Extensions) -> bool {
                match self { $($(Op::$op)|* => ext.$ext && $xlen <= xlen.bits(),)* }
            }

            /// The smallest register width, in bits, that has the operation.
            pub const fn least_xlen(self) -> u32 {
                match self { $($(Op::$op)|* => $xlen,)* }
            }
        }
    };
}

crate::for_each_op!(define_ops);

impl Op {
    /// Does extension C have a 2-byte instruction for this operation?
    pub const fn has_short_form(self) -> bool {
        use Op::{
            Add, Addi, Addiw, Addw, And, Andi, Beq, Bne, Ebreak, Fld, Flw, Fsd, Fsw, Jal, Jalr, Ld, Lui, Lw, Or, Sd,
            Slli, Srai, Srli, Sub, Subw, Sw, Xor,
        };
        matches!(
            self,
            Add | Addi
                | Addiw
                | Addw
                | And
                | Andi
                | Beq
                | Bne
                | Ebreak
                | Fld
                | Flw
                | Fsd
                | Fsw
                | Jal
                | Jalr
                | Ld
                | Lui
                | Lw
                | Or
                | Sd
                | Slli
                | Srai
                | Srli
                | Sub
                | Subw
                | Sw
                | Xor
        )
    }
}

/// Register file of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bank {
    X,
    F,
}

/// The use of the fields of an instruction word, and their order in assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// No operands.
    None,
    /// rd, upper immediate.
    U,
    /// rd, offset.
    J,
    /// rd, offset(rs1), a jump.
    Jalr,
    /// rs1, rs2, offset.
    B,
    /// rd, rs1, immediate.
    I,
    /// rd, rs1, shift amount.
    Shift,
    /// rd, rs1, rs2.
    R,
    /// rd, rs1.
    Unary,
    /// rd, offset(rs1).
    Load,
    /// rs2, offset(rs1).
    Store,
    /// predecessor set, successor set: the immediate is the word's upper 12 bits.
    Fence,
    /// rd, CSR, rs1.
    Csr,
    /// rd, CSR, 5-bit immediate in the rs1 field.
    CsrImm,
    /// rd, (rs1), with ordering bits in the immediate (bit 1 aq, bit 0 rl).
    LoadReserved,
    /// rd, rs2, (rs1), with ordering bits in the immediate.
    Amo,
    /// As `Load`, to a floating-point register.
    LoadF,
    /// As `Store`, from a floating-point register.
    StoreF,
    /// fd, fs1, fs2, fs3, rounded.
    FffRound,
    /// fd, fs1, fs2, rounded.
    FfRound,
    /// fd, fs1, fs2.
    Ff,
    /// fd, fs1, rounded.
    FRound,
    /// fd, fs1; the rounding mode is encoded but has no effect.
    FExact,
    /// rd, fs1, fs2.
    FfToX,
    /// rd, fs1, rounded.
    FToXRound,
    /// rd, fs1.
    FToX,
    /// fd, rs1, rounded.
    XToFRound,
    /// fd, rs1; the rounding mode is encoded but has no effect.
    XToFExact,
    /// fd, rs1.
    XToF,
}

impl Format {
    /// The register files of rd, rs1, rs2 and rs3; none for operands that the format does not have.
    pub const fn banks(self) -> [Option<Bank>; 4] {
        const X: Option<Bank> = Some(Bank::X);
        const F: Option<Bank> = Some(Bank::F);
        match self {
            Format::None | Format::Fence => [None, None, None, None],
            Format::U | Format::J | Format::CsrImm => [X, None, None, None],
            Format::Jalr | Format::I | Format::Shift | Format::Unary | Format::Load => [X, X, None, None],
            Format::Csr | Format::LoadReserved => [X, X, None, None],
            Format::B | Format::Store => [None, X, X, None],
            Format::R | Format::Amo => [X, X, X, None],
            Format::LoadF | Format::XToF | Format::XToFRound | Format::XToFExact => [F, X, None, None],
            Format::StoreF => [None, X, F, None],
            Format::FffRound => [F, F, F, F],
            Format::FfRound | Format::Ff => [F, F, F, None],
            Format::FRound | Format::FExact => [F, F, None, None],
            Format::FfToX => [X, F, F, None],
            Format::FToX | Format::FToXRound => [X, F, None, None],
        }
    }

    /// Does the word have a rounding mode?
    pub const fn rounds(self) -> bool {
        matches!(
            self,
            Format::FffRound
                | Format::FfRound
                | Format::FRound
                | Format::FExact
                | Format::FToXRound
                | Format::XToFRound
                | Format::XToFExact
        )
    }
}

/// Classes of instructions, for timing models and profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Alu,
    Shift,
    Mul,
    /// Division and remainder of full registers.
    Div,
    /// Division and remainder of 32-bit words on RV64.
    DivWord,
    Load,
    Store,
    Branch,
    /// Jump to a fixed offset.
    Jump,
    /// Jump to an address in a register.
    JumpRegister,
    Atomic,
    Fence,
    FenceI,
    Csr,
    /// `ecall`, `ebreak`, `mret`, `wfi`.
    System,
    FpLoad,
    FpStore,
    FpAdd,
    FpMul,
    FpFma,
    FpDivSingle,
    FpDivDouble,
    FpSqrtSingle,
    FpSqrtDouble,
    FpConvert,
    /// Comparisons, minimum and maximum.
    FpCompare,
    /// Moves between register files, sign injection, classification.
    FpMove,
}

#[cfg(test)]
mod tests {
    use crate::{Op, Xlen, decode, parse_isa};

    #[test]
    fn short_forms_are_those_that_are_decoded() {
        let mut decoded: Vec<Op> = Vec::new();
        for isa in ["rv32gcb", "rv64gcb"] {
            let (xlen, extensions) = parse_isa(isa).unwrap();
            let short = |word: u32| decode(word, xlen, &extensions).filter(|instr| instr.len == 2);
            for op in (0..1 << 16).filter_map(short).map(|instr| instr.op) {
                assert!(op.has_short_form() && (xlen == Xlen::Rv64 || op.least_xlen() == 32), "{isa}: {op:?}");
                decoded.push(op);
            }
        }
        for op in Op::ALL.iter().filter(|op| op.has_short_form()) {
            assert!(decoded.contains(op), "{op:?}");
        }
    }
}
