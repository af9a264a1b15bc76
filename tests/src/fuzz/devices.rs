//! Fuzz target: any accesses by programs on two nodes to the devices of any preset.

use super::{Bytes, machine};
use rankine_platform::{Platform, presets};
use std::sync::OnceLock;

/// Maximum number of accesses of one input. Their code fits the memory.
const ACCESSES_MAX: usize = 48;
/// Bytes after an address of the C library that are accessed: the registers of one command buffer, or words of memory.
const REACH: u64 = 0x200;
const CYCLES: u64 = 20_000;

/// The address of an access is in x5, the value in x6.
const ADDRESS: u32 = 5;
const VALUE: u32 = 6;
/// Holds the upper half of a 64-bit address.
const UPPER: u32 = 7;

/// Loads, stores, atomic operations and a fence, with the address in x5, the value in x6, and the result in x7.
const OPERATIONS: &[u32] = &[
    0x0062_a023, // sw x6,0(x5)
    0x0002_a383, // lw x7,0(x5)
    0x0062_b023, // sd x6,0(x5)
    0x0002_b383, // ld x7,0(x5)
    0x0062_9023, // sh x6,0(x5)
    0x0002_d383, // lhu x7,0(x5)
    0x0062_8023, // sb x6,0(x5)
    0x0002_8383, // lb x7,0(x5)
    0x0062_a3af, // amoadd.w x7,x6,(x5)
    0x0862_a3af, // amoswap.w x7,x6,(x5)
    0x1002_a3af, // lr.w x7,(x5)
    0x1862_a3af, // sc.w x7,x6,(x5)
    0x0ff0_000f, // fence
];

/// Ends the program with status 0.
const EXIT: [u32; 3] = [0x05d0_0893, 0x0000_0513, 0x0000_0073]; // li a7,93; li a0,0; ecall

/// A preset, and the addresses that its C library is compiled with.
struct Target {
    platform: Platform,
    addresses: Vec<u64>,
}

/// The first byte chooses the preset. The other bytes describe one access after the other.
pub fn check(input: &[u8]) {
    static TARGETS: OnceLock<Vec<Target>> = OnceLock::new();
    let targets = TARGETS.get_or_init(|| presets().map(target).collect());
    let mut bytes = Bytes(input);
    let target = &targets[usize::from(bytes.byte()) % targets.len()];
    let is_wide = !target.platform.hart.isa.to_ascii_lowercase().starts_with("rv32");
    let mut code = Vec::new();
    for _ in 0..ACCESSES_MAX {
        if bytes.0.is_empty() {
            break;
        }
        access(target, &mut bytes, is_wide, &mut code);
    }
    code.extend(EXIT);
    let code: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
    machine::check_both_ways(&target.platform, &machine::program(&target.platform, &code), CYCLES);
}

fn target(preset: &str) -> Target {
    let platform = Platform::resolve(preset, &[]).expect("a preset");
    let defines = platform.library_defines().expect("a preset's addresses");
    let addresses = defines.iter().filter(|(name, _)| name.ends_with("_BASE")).map(|define| define.1);
    let memory = platform.memory.base;
    Target { addresses: addresses.chain([memory]).collect(), platform }
}

/// Appends the code of one access. Bytes choose the operation, base, offset and value, and whether
/// the address is that of another node.
fn access(target: &Target, bytes: &mut Bytes<'_>, is_wide: bool, code: &mut Vec<u32>) {
    let operation = OPERATIONS[usize::from(bytes.byte()) % OPERATIONS.len()];
    let choice = usize::from(bytes.byte());
    let base = target.addresses[choice % target.addresses.len()];
    let offset = u64::from(bytes.byte()) * 4 % REACH + u64::from(choice >= 0xf0);
    let value = match bytes.byte() {
        // A whole word, or an address, because commands need addresses.
        0xff => bytes.word() as u32,
        0xfe => target.addresses[usize::from(bytes.byte()) % target.addresses.len()] as u32,
        small => u32::from(small),
    };
    let address = base.wrapping_add(offset);
    constant(ADDRESS, address as u32, is_wide, code);
    let upper = (address >> 32) as u32 + u32::from(bytes.byte() % 4);
    if is_wide && upper != 0 {
        constant(UPPER, upper, is_wide, code);
        code.push(0x0203_9393); // slli x7,x7,32
        code.push(0x0072_e2b3); // or x5,x5,x7
    }
    constant(VALUE, value, is_wide, code);
    code.push(operation);
}

/// Appends code that puts a value into a register. If registers have 64 bits, the upper half becomes zero.
fn constant(register: u32, value: u32, is_wide: bool, code: &mut Vec<u32>) {
    let add = if is_wide { 0x1b } else { 0x13 };
    code.push(value.wrapping_add(0x800) & 0xffff_f000 | register << 7 | 0x37);
    code.push(value << 20 | register << 15 | register << 7 | add);
    if is_wide {
        code.push(32 << 20 | register << 15 | 1 << 12 | register << 7 | 0x13); // slli
        code.push(32 << 20 | register << 15 | 5 << 12 | register << 7 | 0x13); // srli
    }
}
