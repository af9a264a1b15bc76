//! Tests of the calls that only static programs of GNU/Linux make.

use super::{Outcome, RAM_BASE, RAM_BYTES, RESULT, TestDir, World};
use rankine_bus::Memory;

/// Number, arguments, and what the caller gets.
#[test]
fn answers() {
    let mut world = World::new(&TestDir::new("linux"), |_| ());
    for (call, args, expected) in [
        (96, [RESULT, 0, 0], Outcome::Return(1001)),
        (178, [0, 0, 0], Outcome::Return(1001)),
        (174, [0, 0, 0], Outcome::Return(0)),
        (166, [0o77, 0, 0], Outcome::Return(0o022)),
        (134, [6, 0, 0], Outcome::Return(0)),
        (226, [RAM_BASE, 4096, 1], Outcome::Return(0)),
        (98, [RESULT, 129, 1], Outcome::Return(0)),
        (98, [RESULT, 128, 0], Outcome::Return(-38)),
        (165, [0, RESULT, 0], Outcome::Return(0)),
        (165, [0, 8, 0], Outcome::Return(-14)),
        (222, [0, 4096, 3], Outcome::Return(-12)),
        (259, [RESULT, RESULT + 32, 0], Outcome::CodeChanged { addr: RESULT, bytes: 32 }),
        (259, [RESULT, 0, 0], Outcome::CodeChanged { addr: RESULT, bytes: 0 }),
        (261, [0, 3, 0], Outcome::Return(-38)),
        (131, [1001, 1001, 6], Outcome::Signal(6)),
        (131, [1001, 1000, 6], Outcome::Return(-3)),
    ] {
        assert_eq!(world.call(1, call, &args), expected, "{call} {args:x?}");
    }
}

#[test]
fn sleeping() {
    let mut world = World::new(&TestDir::new("linux-sleeping"), |_| ());
    assert!(world.ram.write(RESULT, &[2_u64.to_le_bytes(), 0_u64.to_le_bytes()].concat()));
    for (flags, request, expected) in [
        (0, RESULT, Outcome::Sleep { ps: 2_000_000_000_000 }),
        (0, 8, Outcome::Return(-14)),
        (1, RESULT, Outcome::Return(-22)),
    ] {
        assert_eq!(world.call(0, 115, &[1, flags, request, 0]), expected);
    }
}

/// Pieces of a `writev`, the number that is given, and the result.
#[test]
fn pieces() {
    let text = RESULT + 0x1000;
    for (pieces, count, expected) in [
        (vec![(text, 2), (text + 2, 0), (text + 2, 3)], 3, 5),
        (vec![(text, 2), (RAM_BASE + RAM_BYTES, 2)], 2, 2),
        (vec![(RAM_BASE + RAM_BYTES, 2), (text, 2)], 2, -14),
        (vec![], 0, 0),
        (vec![(text, 2)], 1025, -22),
        (vec![(text, 2)], u64::MAX, -22),
    ] {
        let mut world = World::new(&TestDir::new("linux-pieces"), |_| ());
        world.string(text, "abcde");
        let bytes: Vec<u8> = pieces
            .iter()
            .flat_map(|(at, size): &(u64, u64)| [at.to_le_bytes(), size.to_le_bytes()])
            .flatten()
            .collect();
        assert!(world.ram.write(RESULT, &bytes));
        assert_eq!(world.value(0, 66, &[1, RESULT, count]), expected, "{pieces:x?}");
    }
    let mut world = World::new(&TestDir::new("linux-pieces"), |_| ());
    assert_eq!(world.value(0, 66, &[1, RAM_BASE + RAM_BYTES, 1]), -14);
    assert!(world.ram.write(RESULT, &[text.to_le_bytes(), 1_u64.to_le_bytes()].concat()));
    assert_eq!(world.value(0, 66, &[99, RESULT, 1]), -9, "no such file");
}
