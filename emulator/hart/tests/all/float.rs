//! Compares floating-point instructions with host arithmetic: rounding to nearest even, with and
//! without the inexact flag already set (which selects software or host arithmetic).

use crate::common::{BASE, Machine};
use rankine_hart::Exit;

const ECALL: u32 = 0x0000_0073;
const INEXACT: u8 = 1;

/// xorshift64; the operands need variety, not quality.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A double: any bits, a special one, or one of moderate exponent.
    fn double(&mut self) -> u64 {
        const SPECIAL: [u64; 8] = [
            0,
            1 << 63,
            0x7ff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
            0x7ff0_0000_0000_0001,
            1,
            0x0010_0000_0000_0000,
            0x7fef_ffff_ffff_ffff,
        ];
        let choice = self.next();
        match choice % 4 {
            0 => SPECIAL[(choice >> 8) as usize % SPECIAL.len()],
            1 => self.next(),
            _ => self.next() & 0x800f_ffff_ffff_ffff | (1023 - 30 + (choice >> 8) % 60) << 52,
        }
    }

    fn single(&mut self) -> u64 {
        const SPECIAL: [u32; 8] = [0, 1 << 31, 0x7f80_0000, 0x7fc0_0000, 0x7f80_0001, 1, 0x0080_0000, 0x7f7f_ffff];
        let choice = self.next();
        let bits = match choice % 4 {
            0 => SPECIAL[(choice >> 8) as usize % SPECIAL.len()],
            1 => self.next() as u32,
            _ => self.next() as u32 & 0x807f_ffff | (127 - 15 + (choice >> 8) as u32 % 30) << 23,
        };
        0xffff_ffff_0000_0000 | u64::from(bits)
    }
}

/// Runs the instruction `word` (fa0 or a0 := fa1, fa2, fa3) on operands; results in fa0 and a0.
struct Bench {
    machine: Machine,
}

impl Bench {
    fn new(word: u32) -> Bench {
        Bench { machine: Machine::new("rv64gc", &[word, ECALL], &(), true, &[]) }
    }

    fn run(&mut self, operands: [u64; 3], flags: u8, round: u8) -> (u64, u64, u8) {
        let Machine { hart, .. } = &mut self.machine;
        hart.pc = BASE;
        hart.f[11..14].copy_from_slice(&operands);
        hart.x[11] = operands[0];
        (hart.csr.fflags, hart.csr.frm) = (flags, round);
        assert_eq!(self.machine.run(&mut (), &mut (), u64::MAX), Exit::Ecall);
        let hart = &self.machine.hart;
        (hart.f[10], hart.x[10], hart.csr.fflags)
    }
}

fn canonical(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

fn canonical_single(value: f32) -> u64 {
    0xffff_ffff_0000_0000 | u64::from(if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() })
}

type Double = fn(f64, f64, f64) -> f64;
type Single = fn(f32, f32, f32) -> f32;
type ToInteger = fn(f64) -> u64;

#[test]
fn doubles() {
    let rows: [(u32, Double); 10] = [
        (0x02c5_f553, |a, b, _| a + b),
        (0x0ac5_f553, |a, b, _| a - b),
        (0x12c5_f553, |a, b, _| a * b),
        (0x1ac5_f553, |a, b, _| a / b),
        (0x5a05_f553, |a, _, _| a.sqrt()),
        (0x6ac5_f543, |a, b, c| a.mul_add(b, c)),
        (0x6ac5_f547, |a, b, c| a.mul_add(b, -c)),
        (0x6ac5_f54b, |a, b, c| (-a).mul_add(b, c)),
        (0x6ac5_f54f, |a, b, c| (-a).mul_add(b, -c)),
        (0xd225_f553, |a, _, _| a.to_bits() as i64 as f64),
    ];
    let mut random = Random(1);
    for (word, host) in rows {
        let mut bench = Bench::new(word);
        for _ in 0..50_000 {
            let operands = [random.double(), random.double(), random.double()];
            let [a, b, c] = operands.map(f64::from_bits);
            let (clean, _, flags) = bench.run(operands, 0, 0);
            let (quick, _, quick_flags) = bench.run(operands, INEXACT, 0);
            assert_eq!(clean, canonical(host(a, b, c)), "{word:08x} {operands:x?}");
            assert_eq!((quick, quick_flags), (clean, flags | INEXACT), "{word:08x} {operands:x?}");
        }
    }
}

#[test]
fn singles() {
    let rows: [(u32, Single); 7] = [
        (0x00c5_f553, |a, b, _| a + b),
        (0x08c5_f553, |a, b, _| a - b),
        (0x10c5_f553, |a, b, _| a * b),
        (0x18c5_f553, |a, b, _| a / b),
        (0x5805_f553, |a, _, _| a.sqrt()),
        (0x68c5_f543, |a, b, c| a.mul_add(b, c)),
        (0x68c5_f54f, |a, b, c| (-a).mul_add(b, -c)),
    ];
    let mut random = Random(2);
    for (word, host) in rows {
        let mut bench = Bench::new(word);
        for _ in 0..50_000 {
            let operands = [random.single(), random.single(), random.single()];
            let [a, b, c] = operands.map(|bits| f32::from_bits(bits as u32));
            let (clean, _, flags) = bench.run(operands, 0, 0);
            let (quick, _, quick_flags) = bench.run(operands, INEXACT, 0);
            assert_eq!(clean, canonical_single(host(a, b, c)), "{word:08x} {operands:x?}");
            assert_eq!((quick, quick_flags), (clean, flags | INEXACT), "{word:08x} {operands:x?}");
        }
    }
}

/// Conversions to integers saturate like the host's, towards zero; NaNs become the largest integer.
#[test]
fn to_integers() {
    let rows: [(u32, ToInteger); 4] = [
        (0xc205_9553, |a| if a.is_nan() { i32::MAX as u64 } else { a as i32 as u64 }),
        (0xc215_9553, |a| if a.is_nan() { u64::MAX } else { a as u32 as i32 as u64 }),
        (0xc225_9553, |a| if a.is_nan() { i64::MAX as u64 } else { a as i64 as u64 }),
        (0xc235_9553, |a| if a.is_nan() { u64::MAX } else { a as u64 }),
    ];
    let mut random = Random(3);
    for (word, host) in rows {
        let mut bench = Bench::new(word);
        for _ in 0..50_000 {
            let a = random.double();
            assert_eq!(bench.run([a, 0, 0], 0, 0).1, host(f64::from_bits(a)), "{word:08x} {a:x}");
        }
    }
}

/// Directed rows: instruction, operands, rounding mode, result, flags (NX 1, UF 2, OF 4, DZ 8, NV 16).
#[test]
fn flags_and_rounding() {
    const ONE: u64 = 0x3ff0_0000_0000_0000;
    const HUGE: u64 = 0x7fef_ffff_ffff_ffff;
    const INFINITY: u64 = 0x7ff0_0000_0000_0000;
    const NAN: u64 = 0x7ff8_0000_0000_0000;
    const SIGNALING: u64 = 0x7ff0_0000_0000_0001;
    const LEAST_NORMAL: u64 = 0x0010_0000_0000_0000;
    const MINUS: u64 = 1 << 63;
    const ADD: u32 = 0x02c5_f553;
    const MUL: u32 = 0x12c5_f553;
    const DIV: u32 = 0x1ac5_f553;
    const SQRT: u32 = 0x5a05_f553;
    const FMA: u32 = 0x6ac5_f543;
    const MIN: u32 = 0x2ac5_8553;
    const MAX: u32 = 0x2ac5_9553;
    const TO_SINGLE: u32 = 0x4015_f553;
    for (word, operands, round, result, flags) in [
        (ADD, [ONE, 1, 0], 0, ONE, 1),
        (ADD, [ONE, 1, 0], 3, ONE + 1, 1),
        (ADD, [ONE, 1, 0], 2, ONE, 1),
        (ADD, [ONE, ONE | MINUS, 0], 0, 0, 0),
        (ADD, [ONE, ONE | MINUS, 0], 2, MINUS, 0),
        (ADD, [INFINITY, INFINITY | MINUS, 0], 0, NAN, 16),
        (ADD, [SIGNALING, ONE, 0], 0, NAN, 16),
        (ADD, [NAN + 5, ONE, 0], 0, NAN, 0),
        // Halfway between 1 and its successor.
        (ADD, [ONE, 0x3ca0_0000_0000_0000, 0], 0, ONE, 1),
        (ADD, [ONE, 0x3ca0_0000_0000_0000, 0], 4, ONE + 1, 1),
        (MUL, [HUGE, HUGE, 0], 0, INFINITY, 5),
        (MUL, [HUGE, HUGE, 0], 1, HUGE, 5),
        (MUL, [HUGE, HUGE | MINUS, 0], 3, HUGE | MINUS, 5),
        (MUL, [1, 1, 0], 0, 0, 3),
        (MUL, [1, 1, 0], 3, 1, 3),
        (MUL, [0, INFINITY, 0], 0, NAN, 16),
        // Exact subnormal results do not underflow.
        (MUL, [LEAST_NORMAL, 0x3fe0_0000_0000_0000, 0], 0, LEAST_NORMAL / 2, 0),
        // Below the least normal number, though it rounds to it; not below, though an operand is.
        (MUL, [LEAST_NORMAL, 0x3fef_ffff_ffff_ffff, 0], 0, LEAST_NORMAL, 3),
        (FMA, [LEAST_NORMAL, ONE, MINUS | 1], 0, LEAST_NORMAL - 1, 0),
        (FMA, [LEAST_NORMAL, 0x3fef_ffff_ffff_ffff, 1], 0, LEAST_NORMAL, 1),
        (DIV, [ONE, 0, 0], 0, INFINITY, 8),
        (DIV, [0, 0, 0], 0, NAN, 16),
        (SQRT, [ONE | MINUS, 0, 0], 0, NAN, 16),
        (SQRT, [MINUS, 0, 0], 0, MINUS, 0),
        (FMA, [INFINITY, 0, NAN], 0, NAN, 16),
        (FMA, [ONE, ONE, ONE | MINUS], 2, MINUS, 0),
        (MIN, [0, MINUS, 0], 0, MINUS, 0),
        (MAX, [MINUS, 0, 0], 0, 0, 0),
        (MIN, [NAN, ONE, 0], 0, ONE, 0),
        (MAX, [SIGNALING, ONE, 0], 0, ONE, 16),
        (MAX, [NAN + 1, NAN, 0], 0, NAN, 0),
        (TO_SINGLE, [HUGE, 0, 0], 0, 0xffff_ffff_7f80_0000, 5),
        (TO_SINGLE, [1, 0, 0], 3, 0xffff_ffff_0000_0001, 3),
    ] {
        let (actual, _, actual_flags) = Bench::new(word).run(operands, 0, round);
        assert_eq!((actual, actual_flags), (result, flags), "{word:08x} {operands:x?} mode {round}");
    }
}
