//! The decoder and disassembler against `objdump` over the encoding space: every compressed
//! encoding, and pseudo-random 32-bit words, on RV32 and RV64.

use rankine_isa::{Extensions, Xlen, csr, decode, disassemble};
use std::process::Command;

const OBJDUMP: &str = "riscv64-unknown-elf-objdump";

/// Where the words are taken to lie: branches reach neither end of a 32-bit address space from here.
const BASE: u64 = 0x4000_0000;

/// What objdump makes of a word: none where it prints raw data.
type Text = Option<String>;

/// Disassembles `words` of `size` bytes each, laid out one behind the other from [`BASE`].
fn objdump(words: &[u32], size: usize, xlen: Xlen) -> Vec<Text> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()[..size].to_vec()).collect();
    let path = std::env::temp_dir().join(format!("rankine-isa-{}-{size}-{}", std::process::id(), xlen.bits()));
    std::fs::write(&path, bytes).expect("temporary file");
    let machine = format!("riscv:rv{}", xlen.bits());
    let output = Command::new(OBJDUMP)
        .args(["-D", "-z", "-b", "binary", "-M", "no-aliases", "-m", &machine])
        .arg(format!("--adjust-vma={BASE:#x}"))
        .arg(&path)
        .output()
        .unwrap_or_else(|e| panic!("{OBJDUMP} (package binutils-riscv64-unknown-elf): {e}"));
    std::fs::remove_file(&path).expect("temporary file");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("objdump writes text");
    let lines: Vec<Text> = text.lines().filter_map(instruction).collect();
    assert_eq!(lines.len(), words.len(), "objdump saw other instruction boundaries");
    lines
}

/// The instruction of an output line; none when the line has none.
fn instruction(line: &str) -> Option<Text> {
    let (address, rest) = line.split_once(":\t")?;
    u64::from_str_radix(address.trim(), 16).ok()?;
    let (_, text) = rest.split_once('\t')?;
    let text = text.split(" #").next().unwrap_or_default().trim();
    Some((!text.starts_with('.')).then(|| text.to_string()))
}

/// Where the two differ knowingly. Everything else is an error of ours.
fn is_known_difference(word: u32, xlen: Xlen, ours: &Text, theirs: &Text) -> bool {
    let mnemonic = |text: &Text| text.as_deref().and_then(|t| t.split('\t').next()).unwrap_or_default().to_string();
    match (mnemonic(ours).as_str(), mnemonic(theirs).as_str()) {
        // The unprivileged specification has reserved fields of fences ignored; objdump refuses them.
        ("fence" | "fence.i", "") => word & 0xf00f_8f80 != 0 || word & 0x1000 != 0,
        // Conversions that are always exact may carry any rounding mode; objdump wants mode 0.
        ("fcvt.d.s" | "fcvt.d.w" | "fcvt.d.wu", "") => word & 0x7000 != 0,
        // Hints: a shift by zero has a mnemonic of its own in objdump.
        ("c.slli", "c.slli64") | ("c.srli", "c.srli64") | ("c.srai", "c.srai64") => true,
        // Many more CSRs have names there than this hart has registers.
        (a, b) if a.starts_with("csrr") => a == b && csr::name((word >> 20) as u16).is_none(),
        // Illegal by definition, and objdump's name for that.
        ("", "c.unimp") => true,
        // Rounding modes 5 and 6 are reserved.
        ("", _) if theirs.as_deref().is_some_and(|text| text.ends_with(",unknown")) => true,
        // Shift amounts of 32 and more are reserved on RV32.
        ("", "c.slli" | "c.srli" | "c.srai") => xlen == Xlen::Rv32 && word & 0x1000 != 0,
        ("", "slli" | "srli" | "srai") => xlen == Xlen::Rv32 && word & 0x0200_0000 != 0,
        ("", "c.addi16sp") => word == 0x6101,
        // Quad precision, user and supervisor mode: not of this hart.
        ("", other) => OTHERS.contains(&other) || other.ends_with(".q") || other.contains(".q."),
        _ => false,
    }
}

/// What objdump decodes by default and this hart has not.
const OTHERS: &[&str] = &["flq", "fsq", "sret", "uret", "sfence.vma", "dret"];

fn compare(words: &[u32], size: usize, xlen: Xlen) {
    let mut differences = Vec::new();
    for (index, (&word, theirs)) in words.iter().zip(objdump(words, size, xlen)).enumerate() {
        let ours = decode(word, xlen, &Extensions::GC).map(|instr| disassemble(&instr, BASE + (index * size) as u64));
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

/// Major opcodes of the 32-bit encodings, those of extensions that this decoder lacks included.
const OPCODES: [u32; 22] = [
    0x03, 0x07, 0x0f, 0x13, 0x17, 0x1b, 0x23, 0x27, 0x2f, 0x33, 0x37, 0x3b, 0x43, 0x47, 0x4b, 0x4f, 0x53, 0x53, 0x63,
    0x67, 0x6f, 0x73,
];

#[test]
fn words() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as u32
    };
    let system =
        [0x0000_0073, 0x0010_0073, 0x3020_0073, 0x1050_0073, 0x1020_0073, 0x0ff0_000f, 0x8330_000f, 0x0000_100f];
    let random = (0..300_000).map(|i| {
        let word = next() & !0x7f | OPCODES[i % OPCODES.len()];
        // Most words of these opcodes are reserved: half of them get a plausible funct7 and rs2.
        match next() % 4 {
            0 => word & 0x07ff_ffff & !(0x1c << 20),
            1 => word & 0xf3ff_ffff & !(0x1c << 20),
            _ => word,
        }
    });
    let words: Vec<u32> = system.into_iter().chain(random).collect();
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        compare(&words, 4, xlen);
    }
}
