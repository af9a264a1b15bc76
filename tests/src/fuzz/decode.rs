//! Fuzz target: any word as an instruction. Decodes and disassembles it for all register widths and sets of extensions.

use rankine_isa::{Extensions, Instr, Reg, Xlen, decode, disassemble};

/// Maximum number of words of an input that are decoded.
const WORDS: usize = 64;

pub fn check(input: &[u8]) {
    for bytes in input.chunks_exact(4).take(WORDS) {
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        for xlen in [Xlen::Rv32, Xlen::Rv64] {
            let instr = decode(word, xlen, &Extensions::ALL);
            if let Some(instr) = &instr {
                check_instr(word, instr, xlen);
            }
            for ext in (0..=Extensions::ALL.bits()).map(Extensions::of).filter(|ext| ext.i && (ext.f || !ext.d)) {
                // A smaller set of extensions has fewer instructions, never different ones.
                let found = decode(word, xlen, &ext);
                let expected = instr.filter(|instr| instr.op.exists(xlen, &ext) && (ext.c || instr.len == 4));
                assert!(found == expected, "{word:08x} {xlen:?} {}: {found:?}, not {expected:?}", ext.names());
            }
        }
    }
}

fn check_instr(word: u32, instr: &Instr, xlen: Xlen) {
    let place = || format!("{word:08x} {xlen:?}: {instr:?}");
    assert!(instr.op.exists(xlen, &Extensions::ALL), "{}", place());
    assert_eq!(instr.len, if word & 3 == 3 { 4 } else { 2 }, "{}", place());
    assert_eq!(instr.compressed.is_some(), instr.len == 2, "{}", place());
    assert!(registers(instr).iter().all(|number| *number < 32), "{}", place());
    assert!(instr.rm < 8, "{}", place());
    if instr.len == 2 {
        let other = decode(word ^ 0xffff_0000, xlen, &Extensions::ALL);
        assert_eq!(Some(*instr), other, "it depends on what follows: {}", place());
    }
    let text = disassemble(instr, u64::MAX);
    let is_plain = |c: char| c == '\t' || (' '..='~').contains(&c);
    assert!(text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(is_plain), "{text:?} {}", place());
}

fn registers(instr: &Instr) -> Vec<u8> {
    let fields = [instr.rd, instr.rs1, instr.rs2, instr.rs3];
    let operands = instr.sources().into_iter().chain([instr.destination()]).flatten();
    let numbers = operands.map(|operand| match operand {
        Reg::X(number) | Reg::F(number) => number,
    });
    fields.into_iter().chain(numbers).collect()
}
