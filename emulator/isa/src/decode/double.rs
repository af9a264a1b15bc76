//! Encodings of RV32D and RV64D: double precision.

use super::bits;
use crate::Op;

/// Value of the format field that stands for double precision.
const DOUBLE: u32 = 1;

pub fn op(word: u32) -> Option<Op> {
    match bits(word, 0, 7) {
        0b000_0111 => (bits(word, 12, 3) == 0b011).then_some(Op::Fld),
        0b010_0111 => (bits(word, 12, 3) == 0b011).then_some(Op::Fsd),
        opcode @ (0b100_0011 | 0b100_0111 | 0b100_1011 | 0b100_1111) if bits(word, 25, 2) == DOUBLE => {
            Some([Op::Fmaddd, Op::Fmsubd, Op::Fnmsubd, Op::Fnmaddd][bits(opcode, 2, 2) as usize])
        }
        0b101_0011 => op_fp(bits(word, 25, 7), bits(word, 20, 5), bits(word, 12, 3)),
        _ => None,
    }
}

fn op_fp(funct7: u32, rs2: u32, funct3: u32) -> Option<Op> {
    Some(match (funct7, rs2, funct3) {
        (0b000_0001, _, _) => Op::Faddd,
        (0b000_0101, _, _) => Op::Fsubd,
        (0b000_1001, _, _) => Op::Fmuld,
        (0b000_1101, _, _) => Op::Fdivd,
        (0b010_1101, 0, _) => Op::Fsqrtd,
        (0b001_0001, _, 0) => Op::Fsgnjd,
        (0b001_0001, _, 1) => Op::Fsgnjnd,
        (0b001_0001, _, 2) => Op::Fsgnjxd,
        (0b001_0101, _, 0) => Op::Fmind,
        (0b001_0101, _, 1) => Op::Fmaxd,
        (0b010_0000, 1, _) => Op::Fcvtsd,
        (0b010_0001, 0, _) => Op::Fcvtds,
        (0b101_0001, _, 0) => Op::Fled,
        (0b101_0001, _, 1) => Op::Fltd,
        (0b101_0001, _, 2) => Op::Feqd,
        (0b111_0001, 0, 0) => Op::Fmvxd,
        (0b111_0001, 0, 1) => Op::Fclassd,
        (0b111_1001, 0, 0) => Op::Fmvdx,
        (0b110_0001, 0, _) => Op::Fcvtwd,
        (0b110_0001, 1, _) => Op::Fcvtwud,
        (0b110_0001, 2, _) => Op::Fcvtld,
        (0b110_0001, 3, _) => Op::Fcvtlud,
        (0b110_1001, 0, _) => Op::Fcvtdw,
        (0b110_1001, 1, _) => Op::Fcvtdwu,
        (0b110_1001, 2, _) => Op::Fcvtdl,
        (0b110_1001, 3, _) => Op::Fcvtdlu,
        _ => return None,
    })
}
