//! Handlers that call the next one must do so by a jump: every operation in a long loop, on a small stack that would
//! overflow were a return address left on it each time.

mod common;

use common::{BASE, Machine, SIZE};
use rankine_hart::Exit;
use rankine_isa::{Class, Instr, Op, decode, parse_isa};
use std::collections::BTreeMap;

const ROUNDS: u64 = 20_000;
const STACK: usize = 96 * 1024;

/// The loop's counter, and registers that hold the address of the instruction behind the one under test.
const COUNTER: u8 = 31;
const LINKS: [u8; 2] = [1, 12];

/// addi x31,x31,-1; bnez x31 back to the start; ecall.
const LOOP: [u32; 3] = [0xffff_8f93, 0xfe0f_9ce3, 0x0000_0073];

/// Does the instruction leave the handlers by design?
fn leaves(op: Op) -> bool {
    matches!(op.class(), Class::FenceI | Class::System | Class::Csr)
}

/// Does it leave the loop as it is, wherever registers hold addresses of memory, and [`LINKS`] what they do?
fn is_harmless(instr: &Instr) -> bool {
    let written = instr.destination().is_some();
    if written && (instr.rd == COUNTER || LINKS.contains(&instr.rd)) {
        return false;
    }
    match instr.class() {
        Class::Branch | Class::Jump => instr.imm == i32::from(instr.len),
        Class::JumpRegister => LINKS.contains(&instr.rs1) && instr.imm == 0,
        Class::Load | Class::Store | Class::FpLoad | Class::FpStore | Class::Atomic => {
            instr.rs1 != instr.rd && instr.rs1 != COUNTER && !LINKS.contains(&instr.rs1)
        }
        class => class != Class::Fence || instr.imm == 0,
    }
}

/// Instruction words among which every operation is.
fn words() -> impl Iterator<Item = u32> {
    let fields = |opcode: u32| {
        (0..0x400_u32).flat_map(move |function| {
            let (funct3, funct7) = (function & 7, function >> 3);
            [0, 1, 2, 3, 13].into_iter().flat_map(move |rs2| {
                [10, 4].map(|rd| funct7 << 25 | rs2 << 20 | 11 << 15 | funct3 << 12 | rd << 7 | opcode)
            })
        })
    };
    let jumps = [0x0040_056f, 0x0006_0567, 0x0000_8067];
    (0..0x1_0000).filter(|half| half & 3 != 3).chain((3..128).step_by(4).flat_map(fields)).chain(jumps)
}

#[test]
fn every_handler_ends_in_a_jump() {
    for isa in ["rv64gc", "rv32gc"] {
        let (xlen, ext) = parse_isa(isa).unwrap();
        let mut cases = BTreeMap::new();
        for word in words() {
            if let Some(instr) = decode(word, xlen, &ext)
                && is_harmless(&instr)
                && !leaves(instr.op)
            {
                cases.entry((instr.op as u16, instr.len, instr.is_return())).or_insert(word);
            }
        }
        for &op in Op::ALL.iter().filter(|op| op.exists(xlen, &ext) && !leaves(**op)) {
            assert!(cases.contains_key(&(op as u16, 4, false)), "no word for {}", op.mnemonic());
        }
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || cases.into_values().for_each(|word| check(isa, word)))
            .unwrap()
            .join()
            .unwrap();
    }
}

fn check(isa: &str, word: u32) {
    // A compressed instruction has a c.nop behind it.
    let (word, len) = if word & 3 == 3 { (word, 4) } else { (1 << 16 | word, 2) };
    let mut machine = Machine::new(isa, &[word, LOOP[0], LOOP[1], LOOP[2]], &(), true, &[]);
    let is_single = decode(word, machine.hart.xlen(), machine.hart.extensions()).unwrap().op.mnemonic().contains(".s");
    for number in 0..32 {
        machine.hart.set_x(number, BASE + SIZE / 2);
        machine.hart.f[number] = if is_single { 0xffff_ffff_3fc0_0000 } else { 1.5_f64.to_bits() };
    }
    for number in LINKS {
        machine.hart.set_x(usize::from(number), BASE + len);
    }
    machine.hart.set_x(usize::from(COUNTER), ROUNDS);
    // What the quick forms of floating-point operations need.
    machine.hart.csr.fflags = 1;
    assert_eq!(machine.run(&mut (), &mut (), u64::MAX), Exit::Ecall, "{isa} {word:08x}");
    assert!(machine.hart.instret >= 3 * ROUNDS, "{isa} {word:08x}");
}
