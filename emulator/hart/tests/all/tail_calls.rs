//! Handlers must call the next one by a jump. This test runs every operation, and every pair, in a
//! long loop on a small stack. The stack would overflow if a handler left a return address on it
//! each time. It runs with caches of one line, too, so that every round misses.

use crate::common::{BASE, Machine, SIZE};
use rankine_hart::Exit;
use rankine_isa::{Class, Instr, Op, Reg, decode, parse_isa};
use rankine_timing::Timing;
use std::collections::BTreeMap;

/// Builds without tail calls cannot overflow the stack this way, and are slow.
const ROUNDS: u64 = if cfg!(debug_assertions) { 10 } else { 20_000 };
const STACK: usize = 96 * 1024;

/// The loop's counter, and registers that hold the address of the instruction behind the one under test.
const COUNTER: u8 = 31;
const LINKS: [u8; 2] = [1, 12];

/// addi x31,x31,-1; bnez x31 without its offset; ecall.
const LOOP: [u32; 3] = [0xffff_8f93, 0x000f_9063, 0x0000_0073];

/// lb x28,64(x29), from another line than the words under test access; and nops, so that the loop is longer than a line.
const MISSES: [u32; 9] = [0x040e_8e03, 0x13, 0x13, 0x13, 0x13, 0x13, 0x13, 0x13, 0x13];

/// Does the instruction leave the handlers by design?
fn leaves(op: Op) -> bool {
    matches!(op.class(), Class::FenceI | Class::System | Class::Csr)
}

/// Does it leave the loop intact if registers hold addresses of memory and [`LINKS`] have their
/// values?
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

/// Instruction words that include every operation.
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

/// A harmless word for each operation and length.
fn cases(isa: &str) -> Vec<u32> {
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
    cases.into_values().collect()
}

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}

#[test]
fn every_handler_ends_in_a_jump() {
    for isa in ["rv64gc", "rv32gc"] {
        on_a_small_stack(move || cases(isa).into_iter().for_each(|word| check(isa, &[word], &[], &mut ())));
    }
}

/// Without a window and with one.
#[test]
fn every_miss_ends_in_a_jump() {
    for (isa, window) in [("rv64gc", 1), ("rv32gc", 1), ("rv64gc", 16), ("rv32gc", 16)] {
        let (xlen, _) = parse_isa(isa).unwrap();
        let mut timing = crate::timed::cached(xlen, |params, caches| {
            params.window = window;
            (caches.l1i_bytes, caches.l1d_bytes) = (32, 32);
        });
        on_a_small_stack(move || {
            for word in cases(isa) {
                let before = timing.counts();
                check(isa, &[word], &MISSES, &mut timing);
                let counts = timing.counts();
                let what = format!("{isa} {word:08x}, window {window}");
                assert!(counts.l1i_misses - before.l1i_misses > ROUNDS, "{what}: code does not miss");
                let misses = counts.l1d_misses - before.l1d_misses;
                assert!(misses > ROUNDS || !is_access(isa, word), "{what}: data does not miss");
            }
        });
    }
}

/// With records, on a tape that has more records than the stack has room for.
#[test]
fn every_recorded_handler_ends_in_a_jump() {
    for isa in ["rv64gc", "rv32gc"] {
        let (xlen, _) = parse_isa(isa).unwrap();
        let cached = crate::timed::cached(xlen, |_, caches| (caches.l1i_bytes, caches.l1d_bytes) = (32, 32));
        let mut timing = crate::recorded::Recording::with_tape(cached, 50 * ROUNDS as usize);
        on_a_small_stack(move || {
            for word in cases(isa) {
                timing.forget();
                check(isa, &[word], &MISSES, &mut timing);
                assert!(timing.seen.len() > 10 * ROUNDS as usize, "{isa} {word:08x}: {} records", timing.seen.len());
            }
        });
    }
}

/// With a profile: reports to it need no stack, and control departs as often as it arrives.
#[test]
fn every_profiled_handler_ends_in_a_jump() {
    for isa in ["rv64gc", "rv32gc"] {
        let (xlen, _) = parse_isa(isa).unwrap();
        let cached = crate::timed::cached(xlen, |_, caches| (caches.l1i_bytes, caches.l1d_bytes) = (32, 32));
        let mut timing = crate::timed::Profiling::new(cached);
        on_a_small_stack(move || {
            for word in cases(isa) {
                let (jumps, paid, cycles) = (timing.jumps, timing.paid, timing.cached.counts());
                check(isa, &[word], &MISSES, &mut timing);
                let [arrivals, departures] = timing.flow();
                assert_eq!(arrivals, departures, "{isa} {word:08x}");
                let is_jump = decode_word(isa, word)
                    .is_some_and(|instr| matches!(instr.class(), Class::Jump | Class::JumpRegister));
                assert_eq!(timing.jumps - jumps, if is_jump { ROUNDS } else { 0 }, "{isa} {word:08x}");
                let misses = timing.cached.counts().l1i_misses - cycles.l1i_misses;
                assert!(timing.paid - paid >= 100 * misses, "{isa} {word:08x}: not all misses are told of");
            }
        });
    }
}

fn decode_word(isa: &str, word: u32) -> Option<Instr> {
    let (xlen, ext) = parse_isa(isa).unwrap();
    decode(word, xlen, &ext)
}

fn is_access(isa: &str, word: u32) -> bool {
    decode_word(isa, word).is_some_and(|instr| is_memory(&instr))
}

#[test]
fn every_pair_ends_in_a_jump() {
    on_a_small_stack(|| {
        let (xlen, ext) = parse_isa("rv64gc").unwrap();
        let words: Vec<(u32, Instr)> = cases("rv64gc")
            .into_iter()
            .map(|word| (word, decode(word, xlen, &ext).unwrap()))
            .filter(|(_, instr)| is_paired(instr))
            .collect();
        for (first, one) in &words {
            for (second, two) in &words {
                let spoils = |a: &Instr, b: &Instr| is_memory(b) && a.writes(Reg::X(b.rs1));
                if !spoils(one, two) && !spoils(two, one) {
                    check("rv64gc", &[*first, *second], &[], &mut ());
                }
            }
        }
    });
}

fn is_memory(instr: &Instr) -> bool {
    instr.is_load() || instr.is_store()
}

/// Is it of the kinds that occur in pairs?
fn is_paired(instr: &Instr) -> bool {
    match instr.class() {
        Class::Alu | Class::Shift | Class::Mul | Class::Branch | Class::Jump => true,
        Class::FpAdd | Class::FpMul | Class::FpFma => !is_single(instr),
        _ => is_memory(instr) && !is_single(instr),
    }
}

fn is_single(instr: &Instr) -> bool {
    instr.op.mnemonic().contains(".s") || matches!(instr.op, Op::Flw | Op::Fsw)
}

/// Runs a loop of `words`, followed by `more`.
fn check<T: Timing + 'static>(isa: &str, words: &[u32], more: &[u32], timing: &mut T) {
    let halves = words.iter().chain(more).chain(&LOOP[..1]).flat_map(|word| {
        let is_long = word & 3 == 3;
        std::iter::once(*word as u16).chain(is_long.then_some((word >> 16) as u16))
    });
    let mut halves: Vec<u16> = halves.collect();
    let len = if words[0] & 3 == 3 { 4 } else { 2 };
    // bnez x31 back to the start, in the format of branches.
    let back = -(2 * halves.len() as i32) as u32;
    let branch =
        (back >> 12 & 1) << 31 | (back >> 5 & 0x3f) << 25 | (back >> 1 & 0xf) << 8 | (back >> 11 & 1) << 7 | LOOP[1];
    halves.extend([branch, LOOP[2]].map(|word| [word as u16, (word >> 16) as u16]).as_flattened());
    halves.resize(halves.len().next_multiple_of(2), 0);
    let program: Vec<u32> = halves.chunks(2).map(|half| u32::from(half[1]) << 16 | u32::from(half[0])).collect();
    let mut machine = Machine::new(isa, &program, timing, true, &[]);
    let last = decode(words[words.len() - 1], machine.hart.xlen(), machine.hart.extensions()).unwrap();
    for number in 0..32 {
        machine.hart.set_x(number, BASE + SIZE / 2);
        machine.hart.f[number] = if is_single(&last) { 0xffff_ffff_3fc0_0000 } else { 1.5_f64.to_bits() };
    }
    for number in LINKS {
        machine.hart.set_x(usize::from(number), BASE + len);
    }
    machine.hart.set_x(usize::from(COUNTER), ROUNDS);
    // The quick forms of floating-point operations need this flag.
    machine.hart.csr.fflags = 1;
    assert_eq!(machine.run(timing, &mut (), u64::MAX), Exit::Ecall, "{isa} {words:08x?}");
    assert!(machine.hart.instret >= 3 * ROUNDS, "{isa} {words:08x?}");
}
