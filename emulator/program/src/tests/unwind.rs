//! Tests of stacks, intact and damaged, of a program with known frames.

use super::*;
use crate::Symbols;
use crate::testing::{Source, compile};
use std::collections::BTreeMap;

/// Three functions with descriptions (one has a frame pointer, one saves it), and one without a
/// description.
const PROGRAM: &str = "
.text
.globl main, outer, middle, leaf, bare
.type main, @function
main:
.cfi_startproc
    addi sp, sp, -32
.cfi_def_cfa_offset 32
    sd ra, 24(sp)
.cfi_offset 1, -8
    call outer
in_main:
    ret
.cfi_endproc
.size main, . - main
.type outer, @function
outer:
.cfi_startproc
    addi sp, sp, -48
    sd ra, 40(sp)
    sd s0, 32(sp)
    addi s0, sp, 48
.cfi_def_cfa 8, 0
.cfi_offset 1, -8
.cfi_offset 8, -16
    call middle
in_outer:
    ret
.cfi_endproc
.size outer, . - outer
.type middle, @function
middle:
.cfi_startproc
    addi sp, sp, -16
.cfi_def_cfa_offset 16
    sd ra, 8(sp)
    sd s0, 0(sp)
.cfi_offset 1, -8
.cfi_offset 8, -16
    li s0, 0
    call leaf
in_middle:
    ret
.cfi_endproc
.size middle, . - middle
.type leaf, @function
leaf:
.cfi_startproc
    nop
    ret
.cfi_endproc
.size leaf, . - leaf
.type bare, @function
bare:
    ret
.size bare, . - bare
";

/// The stack of those functions: main's frame at 0x1000-0x101f, outer's below it, middle's below
/// that.
fn stack(symbols: &Symbols) -> BTreeMap<u64, u64> {
    let label = |name: &str| symbols.address(name).expect(name);
    BTreeMap::from([
        (0xff8, label("in_main")),  // outer's return address
        (0xff0, 0x5555),            // outer's caller's s0
        (0xfc8, label("in_outer")), // middle's return address
        (0xfc0, 0x1000),            // middle's caller's s0: outer's frame pointer
        (0x1018, 0xdead),           // main's return address
    ])
}

fn unwound(program: &Arc<[u8]>, registers: &Registers, memory: &BTreeMap<u64, u64>) -> Vec<String> {
    let symbols = Symbols::load(program);
    let mut read = |addr: u64, into: &mut [u8]| {
        memory.get(&addr).map(|word| into.copy_from_slice(&word.to_le_bytes()[..into.len()])).is_some()
    };
    let outermost = |pc| symbols.at(pc).is_some_and(|(name, _)| name == "main");
    let frames = Unwinder::new(program.clone()).unwind(registers, &mut read, &outermost);
    frames.iter().map(|frame| symbols.at(frame.lookup).map_or("?", |at| at.0).to_owned()).collect()
}

#[test]
fn stacks() {
    let rv32 = PROGRAM.replace("sd ", "sw ");
    for (name, sections, program, options) in [
        ("unwind-eh", ".eh_frame", PROGRAM, &[][..]),
        ("unwind-debug", ".debug_frame", PROGRAM, &[]),
        ("unwind-rv32", ".debug_frame", &rv32, &["-march=rv32i", "-mabi=ilp32"]),
    ] {
        let source = format!(".cfi_sections {sections}\n{program}");
        check_stacks(compile(name, &[Source::Assembly(&source)], options));
    }
}

fn check_stacks(program: Arc<[u8]>) {
    let symbols = Symbols::load(&program);
    let label = |name: &str| symbols.address(name).expect(name);
    let whole = stack(&symbols);
    let mut cycle = whole.clone();
    cycle.insert(0xff8, label("in_outer"));
    cycle.insert(0xff0, 0x1000);
    let mut lost = whole.clone();
    lost.remove(&0xfc8);
    for (what, pc, ra, sp, s0, memory, expected) in [
        ("in a leaf", "leaf", "in_middle", 0xfc0, 0, &whole, "leaf middle outer main"),
        ("in a leaf that is not described", "bare", "in_middle", 0xfc0, 0, &whole, "bare middle outer main"),
        ("nowhere", "", "in_middle", 0xfc0, 0, &whole, "? middle outer main"),
        ("by the frame pointer", "in_outer", "", 0xfd0, 0x1000, &whole, "outer main"),
        ("at the outermost", "in_main", "", 0x1000, 0, &whole, "main"),
        ("a frame that is its own caller", "leaf", "in_middle", 0xfc0, 0, &cycle, "leaf middle outer outer"),
        ("a bad stack pointer", "leaf", "in_middle", 0x7000_0000, 0, &whole, "leaf middle"),
        ("a return address that cannot be read", "leaf", "in_middle", 0xfc0, 0, &lost, "leaf middle"),
        ("a return to itself", "bare", "bare", 0xfc0, 0, &whole, "bare"),
        ("nothing at all", "", "", 0, 0, &whole, "?"),
    ] {
        let at = |name: &str| if name.is_empty() { 0 } else { label(name) };
        let mut registers = Registers { x: [0; 32], pc: at(pc) };
        (registers.x[RA], registers.x[SP], registers.x[8]) = (at(ra), sp, s0);
        assert_eq!(unwound(&program, &registers, memory).join(" "), expected, "{what}");
    }
}
