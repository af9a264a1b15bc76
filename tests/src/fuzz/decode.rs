//! Any word as an instruction: decoding and disassembly, for all register widths and sets of extensions.

use rankine_isa::{Extensions, Instr, Reg, Xlen, decode, disassemble};

/// Words of an input that are looked at.
const WORDS: usize = 64;

pub fn check(input: &[u8]) {
    for bytes in input.chunks_exact(4).take(WORDS) {
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        for xlen in [Xlen::Rv32, Xlen::Rv64] {
            let instr = decode(word, xlen, &Extensions::GCB);
            if let Some(instr) = &instr {
                check_instr(word, instr, xlen);
            }
            for ext in (0..256).map(extensions) {
                // Fewer extensions only take instructions away.
                let found = decode(word, xlen, &ext);
                let expected = instr.filter(|instr| instr.op.exists(xlen, &ext) && (ext.c || instr.len == 4));
                assert!(found == expected, "{word:08x} {xlen:?} {}: {found:?}, not {expected:?}", ext.letters());
            }
        }
    }
}

fn extensions(set: u32) -> Extensions {
    let has = |bit: u32| set >> bit & 1 != 0;
    let [m, a, f, d, c] = [has(0), has(1), has(2) || has(3), has(3), has(4)];
    Extensions { i: true, m, a, f, d, c, zba: has(5), zbb: has(6), zbs: has(7) }
}

fn check_instr(word: u32, instr: &Instr, xlen: Xlen) {
    let place = || format!("{word:08x} {xlen:?}: {instr:?}");
    assert!(instr.op.exists(xlen, &Extensions::GCB), "{}", place());
    assert_eq!(instr.len, if word & 3 == 3 { 4 } else { 2 }, "{}", place());
    assert_eq!(instr.compressed.is_some(), instr.len == 2, "{}", place());
    assert!(registers(instr).iter().all(|number| *number < 32), "{}", place());
    assert!(instr.rm < 8, "{}", place());
    if instr.len == 2 {
        let other = decode(word ^ 0xffff_0000, xlen, &Extensions::GCB);
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
