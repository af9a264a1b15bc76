//! Compressed instructions: 16-bit encodings. Each is expanded to its base operation. Unprivileged
//! specification, chapter "C". Hints expand to operations on x0.

use super::{bare, bits, sign_extend};
use crate::{Compressed, Extensions, Instr, Op, Xlen};

const RA: u8 = 1;
const SP: u8 = 2;

/// Expansion of `identity`.
fn expand(identity: Compressed, op: Op, rd: u8, rs1: u8, rs2: u8, imm: i32) -> Instr {
    Instr { rd, rs1, rs2, imm, compressed: Some(identity), ..bare(op, 2) }
}

pub fn decode(half: u16, xlen: Xlen, ext: &Extensions) -> Option<Instr> {
    if !ext.c {
        return None;
    }
    let word = u32::from(half);
    let instr = match word & 3 {
        0 => quadrant0(word, xlen),
        1 => quadrant1(word, xlen),
        _ => quadrant2(word, xlen),
    }?;
    instr.op.exists(xlen, ext).then_some(instr)
}

/// The full register number in bits 7 to 11.
fn wide_rd(word: u32) -> u8 {
    bits(word, 7, 5) as u8
}

/// The full register number in bits 2 to 6.
fn wide_rs2(word: u32) -> u8 {
    bits(word, 2, 5) as u8
}

/// The three-bit register number at `low`: x8 to x15.
fn narrow(word: u32, low: u32) -> u8 {
    8 + bits(word, low, 3) as u8
}

/// The immediate of the CI format, signed.
fn imm6(word: u32) -> i32 {
    sign_extend(bits(word, 12, 1) << 5 | bits(word, 2, 5), 6)
}

fn quadrant0(word: u32, xlen: Xlen) -> Option<Instr> {
    use Compressed as C;
    let (base, other) = (narrow(word, 7), narrow(word, 2));
    let offset4 = (bits(word, 10, 3) << 3 | bits(word, 6, 1) << 2 | bits(word, 5, 1) << 6) as i32;
    let offset8 = (bits(word, 10, 3) << 3 | bits(word, 5, 2) << 6) as i32;
    let load = |identity, op, offset| Some(expand(identity, op, other, base, 0, offset));
    let store = |identity, op, offset| Some(expand(identity, op, 0, base, other, offset));
    match (bits(word, 13, 3), xlen) {
        (0b000, _) => addi4spn(word),
        (0b001, _) => load(C::Fld, Op::Fld, offset8),
        (0b010, _) => load(C::Lw, Op::Lw, offset4),
        (0b011, Xlen::Rv32) => load(C::Flw, Op::Flw, offset4),
        (0b011, Xlen::Rv64) => load(C::Ld, Op::Ld, offset8),
        (0b101, _) => store(C::Fsd, Op::Fsd, offset8),
        (0b110, _) => store(C::Sw, Op::Sw, offset4),
        (0b111, Xlen::Rv32) => store(C::Fsw, Op::Fsw, offset4),
        (0b111, Xlen::Rv64) => store(C::Sd, Op::Sd, offset8),
        _ => None,
    }
}

/// A zero immediate is reserved, and the all-zero word is defined to be illegal.
fn addi4spn(word: u32) -> Option<Instr> {
    let imm = bits(word, 11, 2) << 4 | bits(word, 7, 4) << 6 | bits(word, 6, 1) << 2 | bits(word, 5, 1) << 3;
    (imm != 0).then(|| expand(Compressed::Addi4spn, Op::Addi, narrow(word, 2), SP, 0, imm as i32))
}

fn quadrant1(word: u32, xlen: Xlen) -> Option<Instr> {
    use Compressed as C;
    let rd = wide_rd(word);
    let branch = |identity, op| Some(expand(identity, op, 0, narrow(word, 7), 0, branch_offset(word)));
    match (bits(word, 13, 3), xlen) {
        (0b000, _) => Some(expand(C::Addi, Op::Addi, rd, rd, 0, imm6(word))),
        (0b001, Xlen::Rv32) => Some(expand(C::Jal, Op::Jal, RA, 0, 0, jump_offset(word))),
        (0b001, Xlen::Rv64) => (rd != 0).then(|| expand(C::Addiw, Op::Addiw, rd, rd, 0, imm6(word))),
        (0b010, _) => Some(expand(C::Li, Op::Addi, rd, 0, 0, imm6(word))),
        (0b011, _) if rd == SP => addi16sp(word),
        (0b011, _) => (imm6(word) != 0).then(|| expand(C::Lui, Op::Lui, rd, 0, 0, imm6(word) << 12)),
        (0b100, _) => arithmetic(word, xlen),
        (0b101, _) => Some(expand(C::J, Op::Jal, 0, 0, 0, jump_offset(word))),
        (0b110, _) => branch(C::Beqz, Op::Beq),
        _ => branch(C::Bnez, Op::Bne),
    }
}

fn addi16sp(word: u32) -> Option<Instr> {
    let imm = sign_extend(
        bits(word, 12, 1) << 9
            | bits(word, 6, 1) << 4
            | bits(word, 5, 1) << 6
            | bits(word, 3, 2) << 7
            | bits(word, 2, 1) << 5,
        10,
    );
    (imm != 0).then(|| expand(Compressed::Addi16sp, Op::Addi, SP, SP, 0, imm))
}

fn jump_offset(word: u32) -> i32 {
    sign_extend(
        bits(word, 12, 1) << 11
            | bits(word, 11, 1) << 4
            | bits(word, 9, 2) << 8
            | bits(word, 8, 1) << 10
            | bits(word, 7, 1) << 6
            | bits(word, 6, 1) << 7
            | bits(word, 3, 3) << 1
            | bits(word, 2, 1) << 5,
        12,
    )
}

fn branch_offset(word: u32) -> i32 {
    sign_extend(
        bits(word, 12, 1) << 8
            | bits(word, 10, 2) << 3
            | bits(word, 5, 2) << 6
            | bits(word, 3, 2) << 1
            | bits(word, 2, 1) << 5,
        9,
    )
}

/// The shift amount of a CI or CB shift; amounts of 32 and more are reserved on RV32.
fn shift_amount(word: u32, xlen: Xlen) -> Option<i32> {
    let amount = bits(word, 12, 1) << 5 | bits(word, 2, 5);
    (amount < xlen.bits()).then_some(amount as i32)
}

fn arithmetic(word: u32, xlen: Xlen) -> Option<Instr> {
    use Compressed as C;
    let rd = narrow(word, 7);
    let register = |identity, op| Some(expand(identity, op, rd, rd, narrow(word, 2), 0));
    match (bits(word, 10, 2), bits(word, 12, 1), bits(word, 5, 2)) {
        (0b00, _, _) => Some(expand(C::Srli, Op::Srli, rd, rd, 0, shift_amount(word, xlen)?)),
        (0b01, _, _) => Some(expand(C::Srai, Op::Srai, rd, rd, 0, shift_amount(word, xlen)?)),
        (0b10, _, _) => Some(expand(C::Andi, Op::Andi, rd, rd, 0, imm6(word))),
        (_, 0, 0b00) => register(C::Sub, Op::Sub),
        (_, 0, 0b01) => register(C::Xor, Op::Xor),
        (_, 0, 0b10) => register(C::Or, Op::Or),
        (_, 0, 0b11) => register(C::And, Op::And),
        (_, _, 0b00) => register(C::Subw, Op::Subw),
        (_, _, 0b01) => register(C::Addw, Op::Addw),
        _ => None,
    }
}

fn quadrant2(word: u32, xlen: Xlen) -> Option<Instr> {
    use Compressed as C;
    let (rd, rs2) = (wide_rd(word), wide_rs2(word));
    let load4 = (bits(word, 12, 1) << 5 | bits(word, 4, 3) << 2 | bits(word, 2, 2) << 6) as i32;
    let load8 = (bits(word, 12, 1) << 5 | bits(word, 5, 2) << 3 | bits(word, 2, 3) << 6) as i32;
    let store4 = (bits(word, 9, 4) << 2 | bits(word, 7, 2) << 6) as i32;
    let store8 = (bits(word, 10, 3) << 3 | bits(word, 7, 3) << 6) as i32;
    let load = |identity, op, offset| Some(expand(identity, op, rd, SP, 0, offset));
    let store = |identity, op, offset| Some(expand(identity, op, 0, SP, rs2, offset));
    match (bits(word, 13, 3), xlen) {
        (0b000, _) => Some(expand(C::Slli, Op::Slli, rd, rd, 0, shift_amount(word, xlen)?)),
        (0b001, _) => load(C::Fldsp, Op::Fld, load8),
        (0b010, _) if rd != 0 => load(C::Lwsp, Op::Lw, load4),
        (0b011, Xlen::Rv32) => load(C::Flwsp, Op::Flw, load4),
        (0b011, Xlen::Rv64) if rd != 0 => load(C::Ldsp, Op::Ld, load8),
        (0b100, _) => jump_or_move(bits(word, 12, 1) == 1, rd, rs2),
        (0b101, _) => store(C::Fsdsp, Op::Fsd, store8),
        (0b110, _) => store(C::Swsp, Op::Sw, store4),
        (0b111, Xlen::Rv32) => store(C::Fswsp, Op::Fsw, store4),
        (0b111, Xlen::Rv64) => store(C::Sdsp, Op::Sd, store8),
        _ => None,
    }
}

fn jump_or_move(bit12: bool, rd: u8, rs2: u8) -> Option<Instr> {
    use Compressed as C;
    match (bit12, rd, rs2) {
        (false, 0, 0) => None,
        (false, _, 0) => Some(expand(C::Jr, Op::Jalr, 0, rd, 0, 0)),
        (false, _, _) => Some(expand(C::Mv, Op::Add, rd, 0, rs2, 0)),
        (true, 0, 0) => Some(expand(C::Ebreak, Op::Ebreak, 0, 0, 0, 0)),
        (true, _, 0) => Some(expand(C::Jalr, Op::Jalr, RA, rd, 0, 0)),
        (true, _, _) => Some(expand(C::Add, Op::Add, rd, rd, rs2, 0)),
    }
}
