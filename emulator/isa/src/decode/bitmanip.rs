//! Encodings of Zba, Zbb and Zbs. Unprivileged specification, chapter "B" for bit manipulation.

use super::bits;
use crate::{Op, Xlen};

/// Returns the operation of a word. Two instructions have different encodings on RV32 and RV64.
pub fn op(word: u32, xlen: Xlen) -> Option<Op> {
    let (funct7, rs2, funct3) = (bits(word, 25, 7), bits(word, 20, 5), bits(word, 12, 3));
    match bits(word, 0, 7) {
        0b011_0011 => registers(funct7, rs2, funct3, xlen),
        0b011_1011 => words(funct7, rs2, funct3, xlen),
        0b001_0011 if funct3 == 0b001 => immediate_left(funct7, rs2),
        0b001_0011 if funct3 == 0b101 => immediate_right(funct7, rs2, xlen),
        0b001_1011 => immediate_words(funct7, rs2, funct3),
        _ => None,
    }
}

fn registers(funct7: u32, rs2: u32, funct3: u32, xlen: Xlen) -> Option<Op> {
    Some(match (funct7, funct3) {
        (0b001_0000, 0b010) => Op::Sh1add,
        (0b001_0000, 0b100) => Op::Sh2add,
        (0b001_0000, 0b110) => Op::Sh3add,
        (0b010_0000, 0b111) => Op::Andn,
        (0b010_0000, 0b110) => Op::Orn,
        (0b010_0000, 0b100) => Op::Xnor,
        (0b000_0101, 0b100) => Op::Min,
        (0b000_0101, 0b101) => Op::Minu,
        (0b000_0101, 0b110) => Op::Max,
        (0b000_0101, 0b111) => Op::Maxu,
        (0b011_0000, 0b001) => Op::Rol,
        (0b011_0000, 0b101) => Op::Ror,
        (0b010_0100, 0b001) => Op::Bclr,
        (0b010_0100, 0b101) => Op::Bext,
        (0b011_0100, 0b001) => Op::Binv,
        (0b001_0100, 0b001) => Op::Bset,
        (0b000_0100, 0b100) if xlen == Xlen::Rv32 && rs2 == 0 => Op::ZextH,
        _ => return None,
    })
}

fn words(funct7: u32, rs2: u32, funct3: u32, xlen: Xlen) -> Option<Op> {
    Some(match (funct7, funct3) {
        (0b000_0100, 0b000) => Op::AddUw,
        (0b001_0000, 0b010) => Op::Sh1addUw,
        (0b001_0000, 0b100) => Op::Sh2addUw,
        (0b001_0000, 0b110) => Op::Sh3addUw,
        (0b011_0000, 0b001) => Op::Rolw,
        (0b011_0000, 0b101) => Op::Rorw,
        (0b000_0100, 0b100) if xlen == Xlen::Rv64 && rs2 == 0 => Op::ZextH,
        _ => return None,
    })
}

/// The lowest bit of funct7 is the highest bit of a shift amount.
fn immediate_left(funct7: u32, rs2: u32) -> Option<Op> {
    Some(match (funct7 >> 1, funct7 & 1, rs2) {
        (0b011_000, 0, 0) => Op::Clz,
        (0b011_000, 0, 1) => Op::Ctz,
        (0b011_000, 0, 2) => Op::Cpop,
        (0b011_000, 0, 4) => Op::SextB,
        (0b011_000, 0, 5) => Op::SextH,
        (0b010_010, ..) => Op::Bclri,
        (0b011_010, ..) => Op::Binvi,
        (0b001_010, ..) => Op::Bseti,
        _ => return None,
    })
}

fn immediate_right(funct7: u32, rs2: u32, xlen: Xlen) -> Option<Op> {
    Some(match (funct7 >> 1, funct7 & 1, rs2, xlen) {
        (0b011_000, ..) => Op::Rori,
        (0b010_010, ..) => Op::Bexti,
        (0b001_010, 0, 7, _) => Op::OrcB,
        (0b011_010, 0, 24, Xlen::Rv32) | (0b011_010, 1, 24, Xlen::Rv64) => Op::Rev8,
        _ => return None,
    })
}

fn immediate_words(funct7: u32, rs2: u32, funct3: u32) -> Option<Op> {
    Some(match (funct7, funct3, rs2) {
        (0b000_0100 | 0b000_0101, 0b001, _) => Op::SlliUw,
        (0b011_0000, 0b001, 0) => Op::Clzw,
        (0b011_0000, 0b001, 1) => Op::Ctzw,
        (0b011_0000, 0b001, 2) => Op::Cpopw,
        (0b011_0000, 0b101, _) => Op::Roriw,
        _ => return None,
    })
}
