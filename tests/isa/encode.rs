//! Encodes an operation and its operands as a word: the inverse of the decoder, found by trying words on the decoder.

use rankine_isa::{Extensions, Format, Op, Xlen, decode};
use std::collections::HashMap;

/// Operands. Fields that an operation's format lacks are ignored.
#[derive(Clone, Copy, Default)]
pub struct Fields {
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    pub rs3: u8,
    pub rm: u8,
    /// Immediate, shift amount, ordering bits, or CSR number.
    pub imm: i32,
}

/// Encoder for one kind of hart.
pub struct Encoder {
    xlen: Xlen,
    ext: Extensions,
    /// One word of each operation. Its operands are overwritten.
    words: HashMap<Op, u32>,
}

impl Encoder {
    pub fn new(xlen: Xlen, ext: Extensions) -> Encoder {
        let mut words = HashMap::new();
        // Opcodes that end in 111 belong to longer encodings.
        for opcode in (0..32).filter(|opcode| opcode & 7 != 7) {
            for upper in 0..1 << 12 {
                for funct3 in 0..8 {
                    let word = upper << 20 | funct3 << 12 | opcode << 2 | 3;
                    if let Some(instr) = decode(word, xlen, &ext) {
                        words.entry(instr.op).or_insert(word);
                    }
                }
            }
        }
        Encoder { xlen, ext, words }
    }

    /// The operations that the hart has, in the order of the instruction table.
    pub fn ops(&self) -> Vec<Op> {
        Op::ALL.iter().copied().filter(|op| self.words.contains_key(op)).collect()
    }

    /// The word for an operation with these operands.
    ///
    /// # Panics
    /// If the hart lacks the operation, or an operand does not fit.
    pub fn word(&self, op: Op, fields: Fields) -> u32 {
        let mut word = registers(op, self.words[&op], fields);
        word = immediate(op.format(), word, fields.imm);
        if op.format() == Format::Shift {
            // In shifts of words, the sixth bit of the shift amount is part of the opcode.
            word = [6, 5]
                .map(|width| put(word, 20, width, fields.imm as u32))
                .into_iter()
                .find(|&word| self.decoded(word) == Some(op))
                .unwrap_or_else(|| panic!("no encoding of {op:?}"));
        }
        assert_eq!(self.decoded(word), Some(op), "{word:08x}");
        word
    }

    fn decoded(&self, word: u32) -> Option<Op> {
        decode(word, self.xlen, &self.ext).map(|instr| instr.op)
    }
}

/// Puts `value` into the `count` bits of `word` from bit `low` up.
fn put(word: u32, low: u32, count: u32, value: u32) -> u32 {
    let mask = (1 << count) - 1;
    word & !(mask << low) | (value & mask) << low
}

fn registers(op: Op, mut word: u32, fields: Fields) -> u32 {
    let format = op.format();
    let numbers = [fields.rd, fields.rs1, fields.rs2, fields.rs3];
    for ((bank, number), low) in format.banks().iter().zip(numbers).zip([7, 15, 20, 27]) {
        if bank.is_some() {
            word = put(word, low, 5, u32::from(number));
        }
    }
    if format == Format::CsrImm {
        word = put(word, 15, 5, u32::from(fields.rs1));
    }
    if format.rounds() {
        word = put(word, 12, 3, u32::from(fields.rm));
    }
    word
}

fn immediate(format: Format, word: u32, imm: i32) -> u32 {
    let imm = imm as u32;
    match format {
        Format::I | Format::Load | Format::LoadF | Format::Jalr | Format::Csr | Format::CsrImm => {
            put(word, 20, 12, imm)
        }
        Format::Store | Format::StoreF => put(put(word, 7, 5, imm), 25, 7, imm >> 5),
        Format::U => put(word, 12, 20, imm >> 12),
        Format::B => put(put(put(put(word, 8, 4, imm >> 1), 25, 6, imm >> 5), 7, 1, imm >> 11), 31, 1, imm >> 12),
        Format::J => put(put(put(put(word, 21, 10, imm >> 1), 20, 1, imm >> 11), 12, 8, imm >> 12), 31, 1, imm >> 20),
        Format::LoadReserved | Format::Amo => put(word, 25, 2, imm),
        Format::Fence => put(word, 20, 8, imm),
        _ => word,
    }
}
