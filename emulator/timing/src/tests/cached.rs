//! Tests of the timing with caches: misses, free accesses, write-backs.

use super::*;
use crate::{Replacement, TimingParams};
use rankine_isa::Xlen;

fn cached(shape: usize, size: u64) -> Cached {
    let replacement = |bit: usize| if shape >> bit & 1 == 1 { Replacement::Lru } else { Replacement::RoundRobin };
    let params = CacheParams {
        l1i_bytes: 128,
        l1i_ways: 2,
        l1i_line_bytes: 32 << (shape >> 2 & 1),
        l1i_replacement: replacement(0),
        l1d_bytes: size,
        l1d_ways: 1 << (shape >> 1 & 1),
        l1d_line_bytes: 32 << (shape >> 2 & 1),
        l1d_replacement: replacement(3),
        l1d_write_back: shape >> 4 & 1 == 1,
        l1d_write_allocate: shape >> 5 & 1 == 1,
        l2_bytes: if shape >> 6 & 1 == 1 { 1024 } else { 0 },
        l2_ways: 2,
        l2_line_bytes: 64 << (shape >> 7 & 1),
        l2_replacement: replacement(8),
        l2_holds_code: shape >> 9 & 1 == 1,
        l2_hit_cycles: 7,
        memory_read_cycles: 50,
        memory_write_cycles: 9,
        misses_outstanding: 1,
        memory_banks: if shape >> 10 & 1 == 1 { 2 } else { 0 },
        memory_row_bytes: 128,
        memory_open_row_cycles: 40,
    };
    Cached::new(Pipeline::new(TimingParams::default(), Xlen::Rv64), params, &(0x1000..0x2_0000)).unwrap()
}

/// Accesses that are marked as free are free: without the marks every access costs the same.
#[test]
fn free_accesses_are() {
    // Miri takes a thousand times as long.
    for shape in (0..1 << 11).step_by(if cfg!(miri) { 171 } else { 1 }) {
        let mut one = cached(shape, 256 << (shape % 3));
        let mut other = one.clone();
        let mut state = shape as u64;
        for step in 0..if cfg!(miri) { 10 } else { 400 } {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (addr, bytes) = (0x1000 + (state >> 33) % 0x800, 1 << (state >> 60 & 3));
            let kind = state >> 50 & 7;
            other.is_usual = false;
            let is_free = |cached: &Cached, bit| cached.marks.get(addr - 0x1000) & bit != 0 && addr % bytes == 0;
            let access = |cached: &mut Cached| match kind {
                0..=2 if is_free(cached, FREE_LOAD) => 0,
                0..=2 => cached.access(addr, bytes, false).cycles,
                3..=5 if is_free(cached, FREE_STORE) => 0,
                3..=5 => cached.access(addr, bytes, true).cycles,
                6 => cached.fetch(addr & !1, 4),
                _ if state >> 53 & 15 == 0 => {
                    cached.flush_code();
                    0
                }
                _ => {
                    // Whole lines of the usual length, and other ranges.
                    match state >> 57 & 1 {
                        1 => cached.packets_written_from_outside(addr & !63, 64 * bytes, 64),
                        _ => cached.written_from_outside(addr, 40 * bytes),
                    }
                    0
                }
            };
            other.marks.remove(0, 0x1f000, FREE_FETCH | FREE_LOAD | FREE_STORE);
            assert_eq!(access(&mut one), access(&mut other), "shape {shape:#x} step {step}");
            assert_eq!(one.counts, other.counts, "shape {shape:#x} step {step}");
            assert_eq!(one.counts_outside, other.counts_outside, "shape {shape:#x} step {step}");
        }
    }
}

/// Requests of accesses to a shared memory: cycles after the beginning of the access, `!` if
/// the hart waits for the line or `~` if it goes through the buffer, and the bytes of the line.
/// Accesses as below.
#[test]
fn what_memory_is_asked() {
    for (shape, accesses) in [
        // No second level; changed lines leave.
        (0b00_0011_0000, "l0:0!32 l0: s0: l8:0!32,0~32 s9:0!32 f0:0!32"),
        // Both lines of a misaligned load, the second one behind the first.
        (0b00_0011_0000, "m0:0!32,50!32"),
        // Write-through: stores make requests only if there is a second level.
        (0b00_0000_0000, "s0: l0:0!32"),
        (0b00_0100_0000, "s0:0~64 l0: l16:7!64 s32:0~64,0~64 l48:7!64 l64:7!64,7~64"),
        (0b00_0111_0100, "s0:7!64 s4:7!64 l8:7!64 l16:7!64 l32:7!64,7~64"),
        // Changed lines that the second level has lost meanwhile: its whole lines are not read,
        // halves of them are.
        (0b10_0111_0100, "s0:7!64 f16:7!64 f32:7!64 l8:7!64"),
        (0b10_0111_0000, "s0:7!64 f16:7!64 f32:7!64 l8:7!64,7~64"),
        // Code beside the second level, and in it.
        (0b00_0111_0010, "f0:0!32"),
        (0b10_0111_0010, "f0:7!64 l1:"),
        // From outside: half a line has to be completed, a whole one has not.
        (0b00_0111_0010, "w0:0~64 W8: l8:"),
    ] {
        let mut cached = cached(shape, 256);
        cached.share_memory().unwrap();
        for word in accesses.split(' ') {
            let (access, expected) = word.split_once(':').unwrap();
            let addr = 0x1_0000 + 32 * access[1..].parse::<u64>().unwrap();
            let total = match &access[..1] {
                "l" => cached.access(addr, 8, false).cycles,
                "m" => cached.access(addr + 28, 8, false).cycles,
                "s" => cached.access(addr + 8, 4, true).cycles,
                "f" => cached.fetch(addr + 4, 4),
                outside => {
                    cached.asking.elapsed = 0;
                    cached.written_from_outside(addr, if outside == "w" { 32 } else { 64 });
                    0
                }
            };
            assert_eq!(cached.asks(), !expected.is_empty(), "{shape:#b} {accesses}: {word}");
            let (asked, cycles) = cached.take_asked();
            assert!(cycles == total || asked.is_empty(), "{shape:#b} {accesses}: {word}");
            let tell = |one: &Asked| format!("{}{}{}", one.after, if one.waits { '!' } else { '~' }, one.bytes);
            let told: Vec<String> = asked.iter().map(tell).collect();
            assert_eq!(told.join(","), expected, "{shape:#b} {accesses}: {word}");
        }
    }
}

/// Loads `l`, stores `s`, fetches `f` by line, writes from outside `w`. Each is followed by its
/// cost in cycles.
#[test]
fn accesses() {
    // Bits: 1 two ways, 4 write-back, 5 write-allocate, 6 second level, 9 code in it, 10 rows of four lines in two banks.
    for (shape, accesses) in [
        // Direct-mapped, 8 lines; no second level: changed lines cost when they leave.
        (0b00_0011_0000, "l0:50 l0:0 s0:0 l8:59 l0:50 s1:50 l9:59"),
        // Write-through, no allocation: stores cost nothing and bring nothing.
        (0b00_0000_0000, "s0:0 l0:50 s0:0 l8:50 l0:50"),
        // Write-through with allocation.
        (0b00_0010_0000, "s0:50 l0:0 l8:50 l0:50"),
        // Two ways, in turn; a second level of 8 sets of two 64-byte lines.
        (0b00_0111_0010, "l0:57 l0:0 l1:7 l4:57 l8:57 l0:7 s0:0 l16:57"),
        // Code in the second level, and not.
        (0b10_0111_0010, "f0:57 l0:7 f4:57 f8:57 f0:7"),
        (0b00_0111_0010, "f0:50 l0:57 f4:50 f8:50 f0:50"),
        // Data that comes from outside is in the second level afterwards.
        (0b00_0111_0010, "l0:57 w0:0 l0:7 w9:0 l9:7"),
        (0b00_0011_0000, "l0:50 w0:0 l0:50"),
        // A row stays open until its bank needs another one.
        (0b100_0011_0000, "l0:50 l1:40 l4:50 f2:40 l9:50 l2:50 l5:40"),
        // A changed line that leaves opens its row after the read that displaces it.
        (0b100_0011_0000, "s0:50 l8:59 l1:40 l9:50"),
        // A second level asks for a row only where it misses.
        (0b100_0111_0010, "l0:57 l1:7 l2:47 l4:57 l16:57 l0:7 l6:47"),
    ] {
        let mut cached = cached(shape, 256);
        for word in accesses.split(' ') {
            let (access, cycles) = word.split_once(':').unwrap();
            let addr = 0x1_0000 + 32 * access[1..].parse::<u64>().unwrap();
            let cost = match &access[..1] {
                "l" => cached.access(addr, 8, false).cycles,
                "s" => cached.access(addr + 8, 4, true).cycles,
                "f" => cached.fetch(addr + 4, 4),
                _ => {
                    cached.written_from_outside(addr, 8);
                    0
                }
            };
            assert_eq!(cost.to_string(), cycles, "{shape:#b} {accesses}: {word}");
        }
    }
}
