//! Compares the decoder and disassembler with `objdump` over the encoding space: every compressed
//! encoding, and pseudo-random 32-bit words, on RV32 and RV64.

use rankine_isa::{Extensions, Op, Xlen, csr, decode, disassemble};
use std::collections::HashSet;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const OBJDUMP: &str = "riscv64-unknown-elf-objdump";

/// The address of the words. Branches from here reach neither end of a 32-bit address space.
const BASE: u64 = 0x4000_0000;

/// The text that objdump prints for a word; none if it prints raw data.
type Text = Option<String>;

/// Disassembles `words` of `size` bytes each, placed consecutively from [`BASE`].
fn objdump(words: &[u32], size: usize, xlen: Xlen) -> Vec<Text> {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()[..size].to_vec()).collect();
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("rankine-isa-{}-{number}.o", std::process::id()));
    std::fs::write(&path, object(&bytes, xlen)).expect("temporary file");
    let output = Command::new(OBJDUMP)
        .args(["-d", "-z", "-M", "no-aliases"])
        .arg(&path)
        .output()
        .unwrap_or_else(|e| panic!("{OBJDUMP} (package binutils-riscv64-unknown-elf): {e}"));
    std::fs::remove_file(&path).expect("temporary file");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("objdump writes text");
    let lines: Vec<Text> = text.lines().filter_map(instruction).collect();
    assert_eq!(lines.len(), words.len(), "objdump saw other instruction boundaries");
    lines
}

/// An object file with `code` at [`BASE`] and an attribute with the extensions of
/// [`Extensions::ALL`]. For a raw binary file objdump assumes RV64GC.
fn object(code: &[u8], xlen: Xlen) -> Vec<u8> {
    let names = b"\0.text\0.riscv.attributes\0";
    let attributes = attributes(&format!("rv{}{}", xlen.bits(), Extensions::ALL.names()));
    let wide = xlen == Xlen::Rv64;
    let (header, section) = if wide { (64u64, 64u64) } else { (52, 40) };
    let mut file = b"\x7fELF\0\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    file[4] = if wide { 2 } else { 1 };
    let half = |file: &mut Vec<u8>, value: u64| file.extend((value as u16).to_le_bytes());
    let word = |file: &mut Vec<u8>, value: u64| file.extend((value as u32).to_le_bytes());
    let address = |file: &mut Vec<u8>, value: u64| file.extend(&value.to_le_bytes()[..if wide { 8 } else { 4 }]);
    let contents = header + 4 * section;
    // Relocatable, RISC-V, version 1; no entry, no segments; section headers behind this header.
    [1, 243].iter().for_each(|&value| half(&mut file, value));
    word(&mut file, 1);
    [0, 0, header].iter().for_each(|&value| address(&mut file, value));
    word(&mut file, 0);
    [header, 0, 0, section, 4, 3].iter().for_each(|&value| half(&mut file, value));
    // Name, type, flags, address, contents: none, code, attributes, names.
    let mut at = contents;
    for (name, kind, flags, addr, bytes) in
        [(0, 0, 0, 0, &[][..]), (1, 1, 6, BASE, code), (7, 0x7000_0003, 0, 0, &attributes[..]), (0, 3, 0, 0, names)]
    {
        [name, kind].iter().for_each(|&value| word(&mut file, value));
        [flags, addr, at, bytes.len() as u64].iter().for_each(|&value| address(&mut file, value));
        [0, 0].iter().for_each(|&value| word(&mut file, value));
        [1, 0].iter().for_each(|&value| address(&mut file, value));
        at += bytes.len() as u64;
    }
    [code, &attributes, names].iter().for_each(|bytes| file.extend_from_slice(bytes));
    file
}

/// Contents of `.riscv.attributes`. RISC-V ELF psABI, "Attributes": tag 5 is the ISA string.
fn attributes(isa: &str) -> Vec<u8> {
    let counted = |head: &[u8], body: Vec<u8>| {
        let length = (head.len() + 4 + body.len()) as u32;
        [head, &length.to_le_bytes(), &body].concat()
    };
    let file = counted(&[1], [&[5], isa.as_bytes(), &[0]].concat());
    let vendor = [b"riscv\0", &file[..]].concat();
    [b"A", &counted(&[], vendor)[..]].concat()
}

/// The instruction of an output line; none if the line has no instruction.
fn instruction(line: &str) -> Option<Text> {
    let (address, rest) = line.split_once(":\t")?;
    u64::from_str_radix(address.trim(), 16).ok()?;
    let (_, text) = rest.split_once('\t')?;
    let text = text.split(" #").next().unwrap_or_default().trim();
    Some((!text.starts_with('.')).then(|| text.to_string()))
}

/// Is this a known difference? All other differences are errors of ours.
fn is_known_difference(word: u32, xlen: Xlen, ours: &Text, theirs: &Text) -> bool {
    let mnemonic = |text: &Text| text.as_deref().and_then(|t| t.split('\t').next()).unwrap_or_default().to_string();
    match (mnemonic(ours).as_str(), mnemonic(theirs).as_str()) {
        // The unprivileged specification says that reserved fields of fences are ignored; objdump
        // refuses them.
        ("fence" | "fence.tso" | "fence.i", "") => word & 0xf00f_8f80 != 0 || word & 0x1000 != 0,
        // Conversions that are always exact may carry any rounding mode; objdump wants mode 0.
        ("fcvt.d.s" | "fcvt.d.w" | "fcvt.d.wu", "") => word & 0x7000 != 0,
        // Hints: objdump has a mnemonic of its own for a shift by zero.
        ("c.slli", "c.slli64") | ("c.srli", "c.srli64") | ("c.srai", "c.srai64") => true,
        // objdump knows many more CSRs than this hart has.
        (a, b) if a.starts_with("csrr") => a == b && csr::name((word >> 20) as u16).is_none(),
        // Illegal by definition; objdump has a name for it.
        ("", "c.unimp") => true,
        // Rounding modes 5 and 6 are reserved.
        ("", _) if theirs.as_deref().is_some_and(|text| text.ends_with(",unknown")) => true,
        // Shift amounts of 32 and more are reserved on RV32.
        ("", "c.slli" | "c.srli" | "c.srai") => xlen == Xlen::Rv32 && word & 0x1000 != 0,
        ("", "slli" | "srli" | "srai" | "rori" | "bclri" | "bexti" | "binvi" | "bseti") => {
            xlen == Xlen::Rv32 && word & 0x0200_0000 != 0
        }
        ("", "c.addi16sp") => word == 0x6101,
        // User, supervisor and debug mode, which this hart does not have.
        ("", "sret" | "uret" | "sfence.vma" | "dret") => true,
        _ => false,
    }
}

fn compare(words: &[u32], size: usize, xlen: Xlen) {
    let mut differences = Vec::new();
    for (index, (&word, theirs)) in words.iter().zip(objdump(words, size, xlen)).enumerate() {
        let ours = decode(word, xlen, &Extensions::ALL).map(|instr| disassemble(&instr, BASE + (index * size) as u64));
        if ours != theirs && !is_known_difference(word, xlen, &ours, &theirs) {
            differences.push(format!("{word:08x}: ours {ours:?}, objdump {theirs:?}"));
        }
    }
    let shown = differences.len().min(60);
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences[..shown].join("\n"));
}

#[test]
fn compressed() {
    let halves: Vec<u32> = (0..1 << 16).filter(|half| half & 3 != 3).collect();
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        compare(&halves, 2, xlen);
    }
}

/// Words compared at once.
const BATCH: usize = 200_000;

/// Number of such comparisons: enough for every operation. With RANKINE_LONG (`make test-long`)
/// they are eleven million words on RV32 and on RV64.
fn batches() -> usize {
    if std::env::var_os("RANKINE_LONG").is_some() { 55 } else { 4 }
}

/// Values of funct7 of the operations with registers and with shift amounts.
const FUNCT7: [u32; 16] = [
    0b000_0000, 0b000_0001, 0b010_0000, 0b001_0000, 0b000_0100, 0b000_0101, 0b001_0100, 0b001_0101, 0b010_0001,
    0b010_0100, 0b010_0101, 0b011_0000, 0b011_0001, 0b011_0100, 0b011_0101, 0b010_1000,
];

/// A 32-bit word of major opcode `opcode`. Most random words of an opcode are reserved. So only
/// half of them are random; the others get fields that operations have.
fn word(opcode: u32, next: &mut impl FnMut() -> u32) -> u32 {
    let word = next() & !0x7f | opcode << 2 | 3;
    let funct7 = FUNCT7[next() as usize % FUNCT7.len()] << 25;
    let computes = matches!(opcode, 0b00100 | 0b00110 | 0b01100 | 0b01110);
    match next() % 4 {
        // OP-IMM, OP-IMM-32, OP, OP-32; a small rs2 selects operations of one operand.
        1 if computes => word & 0x01ff_ffff | funct7,
        2 if computes => word & 0x007f_ffff & !(1 << 23) | funct7,
        _ if computes => word,
        // AMO and OP-FP: the upper bits of funct7, with a small rs2 that selects conversions.
        1 => word & 0x07ff_ffff & !(0x1c << 20),
        2 => word & 0xf3ff_ffff & !(0x1c << 20),
        _ => word,
    }
}

fn words(xlen: Xlen) {
    let mut state = 0x2545_f491_4f6c_dd1d_u64 ^ u64::from(xlen.bits());
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as u32
    };
    // Whole encodings that are unlikely to be generated: of SYSTEM, and the fences.
    let fixed =
        [0x0000_0073, 0x0010_0073, 0x3020_0073, 0x1050_0073, 0x1020_0073, 0x0ff0_000f, 0x8330_000f, 0x0000_100f];
    compare(&fixed, 4, xlen);
    // Opcodes that end in 111 are those of longer encodings.
    let opcodes: Vec<u32> = (0..32).filter(|opcode| opcode & 7 != 7).collect();
    let mut seen = HashSet::new();
    for _ in 0..batches() {
        let batch: Vec<u32> = (0..BATCH).map(|i| word(opcodes[i % opcodes.len()], &mut next)).collect();
        seen.extend(batch.iter().filter_map(|&word| decode(word, xlen, &Extensions::ALL)).map(|instr| instr.op));
        compare(&batch, 4, xlen);
    }
    seen.extend(fixed.iter().filter_map(|&word| decode(word, xlen, &Extensions::ALL)).map(|instr| instr.op));
    let missed: Vec<_> = Op::ALL.iter().filter(|op| op.exists(xlen, &Extensions::ALL) && !seen.contains(op)).collect();
    assert!(missed.is_empty(), "no word was one of {missed:?}");
}

#[test]
fn words_of_rv32() {
    words(Xlen::Rv32);
}

#[test]
fn words_of_rv64() {
    words(Xlen::Rv64);
}
