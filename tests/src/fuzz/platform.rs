//! Fuzz target: any text as a platform file, and a machine built from it, however unfit its numbers
//! are.
//!
//! An input that begins with a zero byte is no text, but settings of known keys: a byte each for
//! key and value. So keys get values that nobody writes, and the fuzzer need not learn their names.

use super::{Bytes, machine};
use rankine_platform::{Platform, presets};
use rankine_program::Program;
use std::path::Path;

const CYCLES: u64 = 2000;
const RANKS: u32 = 2;
/// Maximum number of settings of one input.
const SETTINGS: usize = 8;

/// Unfit and nearly fit values.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "16",
    "63",
    "64",
    "65",
    "255",
    "256",
    "1000",
    "1001",
    "4095",
    "4096",
    "4097",
    "65535",
    "65536",
    "65537",
    "0x10_0000",
    "0x7fff_ffff",
    "0x8000_0000",
    "0xffff_ffff",
    "0x1_0000_0000",
    "0x100_0000_0000",
    "0x7fff_ffff_ffff_0000",
    "0x7fff_ffff_ffff_ffff",
    "0xffff_ffff_ffff_ffff",
    "-1",
    "1e300",
    "nan",
    "true",
    "false",
    "\"\"",
    "[]",
    "{}",
    "elf",
    "rv32i",
    "rv32gc",
    "rv64gcb",
    "rv64i",
    "rdma",
    "\u{1f600}",
];

/// Code with stores to memory, scratchpad, tags and a command buffer, loads from these and from the
/// registers, and a fence.
const CODE: [u32; 12] = [
    0x0084_3023, // sd x8,0(x8)
    0x0030_0513, // li a0,3
    0x00a9_2023, // sw a0,0(x18)
    0x0084_3023, // sd x8,0(x8)
    0x0134_3423, // sd x19,8(x8)
    0x0154_3823, // sd x21,16(x8)
    0x0084_3583, // ld a1,8(x8)
    0x0004_a583, // lw a1,0(x9)
    0x0089_b023, // sd x8,0(x19)
    0x0009_b583, // ld a1,0(x19)
    0x0ff0_000f, // fence
    0x0000_006f, // j .
];

pub fn check(input: &[u8]) {
    let resolved = match input.split_first() {
        Some((0, choices)) => from_choices(Bytes(choices)),
        _ => {
            std::str::from_utf8(input).ok().map(|text| Platform::from_text("platform.toml", text, &[]).map_err(|e| e.0))
        }
    };
    match resolved {
        Some(Ok(platform)) => build(platform),
        Some(Err(message)) => assert!(!message.is_empty()),
        None => {}
    }
}

/// A preset with some keys changed.
fn from_choices(mut choices: Bytes<'_>) -> Option<Result<Platform, String>> {
    let names: Vec<&str> = presets().collect();
    let preset = names[usize::from(choices.byte()) % names.len()];
    let keys = keys(&Platform::resolve(preset, &[]).expect("a preset"));
    let mut settings = Vec::new();
    while !choices.0.is_empty() && settings.len() < SETTINGS {
        let key = &keys[usize::from(choices.byte()) % keys.len()];
        let value = match usize::from(choices.byte()) {
            known if known < VALUES.len() => VALUES[known].to_string(),
            small if small < 128 => (small - VALUES.len()).to_string(),
            _ => (choices.word() >> (choices.byte() % 64)).to_string(),
        };
        settings.push(format!("{key}={value}"));
    }
    Some(Platform::resolve(preset, &settings).map_err(|e| e.0))
}

/// All keys of a platform, as `section.key`.
fn keys(platform: &Platform) -> Vec<String> {
    let mut section = String::new();
    let mut keys = Vec::new();
    for line in platform.describe().lines() {
        match line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(name) => section = name.to_string(),
            None => keys.extend(line.split_once(" = ").map(|(key, _)| format!("{section}.{}", key.trim()))),
        }
    }
    keys
}

/// Builds a machine of the platform, if possible, and runs its first cycles.
fn build(platform: Platform) {
    assert!(!platform.describe().is_empty());
    let again = Platform::from_text("again.toml", &platform.text, &[]);
    assert_eq!(
        again.as_ref().map(Platform::describe),
        Ok(platform.describe()),
        "the resolved text is no platform file"
    );
    let code: Vec<u8> = CODE.iter().flat_map(|word| word.to_le_bytes()).collect();
    let bytes = machine::program(&platform, &code);
    let Ok(program) = Program::from_bytes(Path::new("program"), bytes.into()) else { return };
    let ranks = RANKS.min(platform.platform.nodes_max);
    match machine::load(platform, program, ranks) {
        Ok(mut loaded) => {
            machine::run(&mut loaded, true, CYCLES);
        }
        Err(message) => assert!(!message.is_empty()),
    }
}
