//! Decodes instruction words. Each extension group has a file that finds the operation. Operands
//! are then extracted according to the format.

mod base;
mod bitmanip;
mod compressed;
mod double;
mod single64;

use crate::{Extensions, Format, Instr, Op, Xlen};

/// The instruction that begins with the low bits of `word`; none if a hart of this register width
/// and these extensions has no such instruction. Reserved encodings give none, too. If the low 16
/// bits of `word` are a compressed instruction, the rest does not matter.
pub fn decode(word: u32, xlen: Xlen, ext: &Extensions) -> Option<Instr> {
    if word & 3 != 3 {
        return compressed::decode(word as u16, xlen, ext);
    }
    let op = base::op(word)
        .or_else(|| single64::op(word))
        .or_else(|| double::op(word))
        .or_else(|| bitmanip::op(word, xlen))?;
    let instr = operands(op, word);
    (op.exists(xlen, ext) && is_legal(&instr, word, xlen)).then_some(instr)
}

/// Checks of fields that do not select the operation.
fn is_legal(instr: &Instr, word: u32, xlen: Xlen) -> bool {
    match instr.op.format() {
        // Unprivileged specification, RV32I: shift amounts of 32 and more are reserved.
        Format::Shift => xlen == Xlen::Rv64 || instr.imm < 32,
        Format::LoadReserved => bits(word, 20, 5) == 0,
        // Rounding modes 5 and 6 are reserved.
        format if format.rounds() => !matches!(instr.rm, 5 | 6),
        _ => true,
    }
}

/// `count` bits of `word` from bit `low` up.
fn bits(word: u32, low: u32, count: u32) -> u32 {
    (word >> low) & ((1 << count) - 1)
}

/// The low `count` bits of `value`, sign-extended.
fn sign_extend(value: u32, count: u32) -> i32 {
    ((value << (32 - count)) as i32) >> (32 - count)
}

/// An instruction without operands.
fn bare(op: Op, len: u8) -> Instr {
    Instr { op, rd: 0, rs1: 0, rs2: 0, rs3: 0, rm: 0, len, imm: 0, compressed: None }
}

/// Takes the operands of `op` from its 32-bit encoding.
fn operands(op: Op, word: u32) -> Instr {
    let format = op.format();
    let [rd, rs1, rs2, rs3] = format.banks();
    let field = |bank: Option<_>, low| bank.map_or(0, |_| bits(word, low, 5) as u8);
    Instr {
        rd: field(rd, 7),
        rs1: if format == Format::CsrImm { bits(word, 15, 5) as u8 } else { field(rs1, 15) },
        rs2: field(rs2, 20),
        rs3: field(rs3, 27),
        rm: if format.rounds() { bits(word, 12, 3) as u8 } else { 0 },
        imm: immediate(op, word),
        ..bare(op, 4)
    }
}

fn immediate(op: Op, word: u32) -> i32 {
    match op.format() {
        Format::U => (word & 0xffff_f000) as i32,
        Format::J => sign_extend(
            bits(word, 31, 1) << 20 | bits(word, 12, 8) << 12 | bits(word, 20, 1) << 11 | bits(word, 21, 10) << 1,
            21,
        ),
        Format::B => sign_extend(
            bits(word, 31, 1) << 12 | bits(word, 7, 1) << 11 | bits(word, 25, 6) << 5 | bits(word, 8, 4) << 1,
            13,
        ),
        Format::I | Format::Load | Format::LoadF | Format::Jalr => sign_extend(bits(word, 20, 12), 12),
        Format::Store | Format::StoreF => sign_extend(bits(word, 25, 7) << 5 | bits(word, 7, 5), 12),
        Format::Shift => bits(word, 20, 6) as i32,
        Format::Fence | Format::Csr | Format::CsrImm => bits(word, 20, 12) as i32,
        Format::LoadReserved | Format::Amo => bits(word, 25, 2) as i32,
        _ => 0,
    }
}
