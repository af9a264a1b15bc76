//! Tests of time, memory, names and ends of the process.

use super::{Outcome, RAM_BASE, RAM_BYTES, RESULT, TestDir, World};
use crate::EPOCH_SECONDS;
use rankine_bus::{Memory, Time};

/// 3.25 s and 7 ns after the start.
const NOW: Time = Time(3_250_000_007_000);

fn world(name: &str) -> World {
    let mut world = World::new(&TestDir::new(name), |_| ());
    world.now = NOW;
    world
}

#[test]
fn clocks() {
    for rv32 in [false, true] {
        let mut world = world("clocks");
        world.rv32 = rv32;
        for (call, args, expected, seconds, fraction) in [
            (169, [RESULT, 0], 0, EPOCH_SECONDS + 3, 250_000),
            (113, [0, RESULT], 0, EPOCH_SECONDS + 3, 250_000_007),
            (113, [1, RESULT], 0, 3, 250_000_007),
            (113, [2, RESULT], 0, 3, 250_000_007),
            (114, [1, RESULT], 0, 0, 1),
            (1062, [RESULT, 0], EPOCH_SECONDS as i64 + 3, EPOCH_SECONDS + 3, 7),
            (1062, [0, 0], EPOCH_SECONDS as i64 + 3, 7, 7),
            (113, [99, RESULT], -22, 7, 7),
            (114, [99, 0], -22, 7, 7),
            (113, [0, 8], -14, 7, 7),
            (169, [8, 0], -14, 7, 7),
        ] {
            assert!(world.ram.write(RESULT, &[7_u64.to_le_bytes(), 7_u64.to_le_bytes()].concat()));
            assert_eq!(world.value(0, call, &args), expected, "{call} {args:x?}");
            assert_eq!((world.word(RESULT), world.word(RESULT + 8)), (seconds, fraction), "{call} {args:x?}");
        }
    }
}

#[test]
fn ticks() {
    for (rv32, user, rest) in [(false, 325, 0), (true, 325, 0)] {
        let mut world = world("ticks");
        world.rv32 = rv32;
        assert_eq!(world.value(0, 153, &[RESULT]), 325);
        assert_eq!((world.word(RESULT), world.word(RESULT + 8)), (user, rest));
    }
}

#[test]
fn sleeping() {
    let mut world = world("sleeping");
    for (rv32, seconds, nanoseconds, expected) in [
        (false, 1_u64, 5_u64, Outcome::Sleep { ps: 1_000_000_005_000 }),
        (false, 0, 0, Outcome::Sleep { ps: 0 }),
        (false, 1 << 62, 0, Outcome::Sleep { ps: u64::MAX }),
        (false, 0, 1_000_000_000, Outcome::Return(-22)),
        (false, 0, u64::MAX, Outcome::Return(-22)),
        (false, u64::MAX, 0, Outcome::Return(-22)),
        (true, 0, 0xdead_0000_0000_0001, Outcome::Sleep { ps: 1000 }),
    ] {
        world.rv32 = rv32;
        assert!(world.ram.write(RESULT, &[seconds.to_le_bytes(), nanoseconds.to_le_bytes()].concat()));
        assert_eq!(world.call(0, 101, &[RESULT, 0]), expected);
    }
    assert_eq!(world.call(0, 101, &[8, 0]), Outcome::Return(-14));
}

#[test]
fn endings() {
    let mut world = world("endings");
    world.string(RESULT, "MPI_Abort(comm, 7)");
    let fatal = |message: &str| Outcome::Fatal { code: 7, message: message.into() };
    for (rank, call, args, expected) in [
        (0, 93, [3, 0, 0], Outcome::Exit(3)),
        (0, 94, [u64::MAX, 0, 0], Outcome::Exit(-1)),
        (1, 129, [1001, 6, 0], Outcome::Signal(6)),
        (1, 129, [0, 15, 0], Outcome::Signal(15)),
        (1, 129, [1001, 0, 0], Outcome::Return(0)),
        (1, 129, [1000, 6, 0], Outcome::Return(-3)),
        (1, 129, [1001, 65, 0], Outcome::Return(-22)),
        (1, 129, [1001, u64::MAX, 0], Outcome::Return(-22)),
        (0, 0x5240_0001, [7, RESULT, 18], fatal("MPI_Abort(comm, 7)")),
        (0, 0x5240_0001, [7, 8, 18], fatal("")),
        (0, 0x5240_0001, [7, RESULT, 0], fatal("")),
        (0, 278, [RESULT, 8, 0], Outcome::Return(-38)),
        (0, 223, [0, 0, 0], Outcome::Unknown(223)),
        (0, u64::MAX, [0, 0, 0], Outcome::Unknown(u64::MAX)),
        (9, 93, [0, 0, 0], Outcome::Unknown(93)),
    ] {
        assert_eq!(world.call(rank, call, &args), expected, "{call} {args:x?}");
    }
}

#[test]
fn the_break() {
    let mut world = world("break");
    let (start, end) = (RAM_BASE + 0x1000, RAM_BASE + 0x3000);
    for (wanted, expected) in [
        (0, start),
        (start + 100, start + 100),
        (start - 1, start + 100),
        (end + 1, start + 100),
        (u64::MAX, start + 100),
        (end, end),
        (start + 8, start + 8),
    ] {
        assert_eq!(world.value(1, 214, &[wanted]), expected as i64, "{wanted:x}");
        if expected == end {
            assert!(world.ram.write(start, &[0xee; 0x2000]));
        }
    }
    let kept: Vec<u8> = world.bytes(start, 0x2000);
    assert!(kept[..8].iter().all(|&byte| byte == 0xee) && kept[8..].iter().all(|&byte| byte == 0));
    assert_eq!(world.value(0, 214, &[end]), 0, "a rank without a heap");
}

#[test]
fn names() {
    for (rank, rv32, node, machine) in [(0, false, "node0", "riscv64"), (1, true, "node1", "riscv32")] {
        let mut world = world("names");
        world.rv32 = rv32;
        assert_eq!(world.value(rank, 160, &[RESULT]), 0);
        assert_eq!(world.value(rank, 172, &[]), 1000 + i64::from(rank));
        for (field, name) in [(0, "Rankine"), (1, node), (4, machine)] {
            let text = world.bytes(RESULT + field * 65, 65);
            assert_eq!(text.split(|&byte| byte == 0).next(), Some(name.as_bytes()));
        }
        assert_eq!(world.value(rank, 160, &[RAM_BASE + RAM_BYTES - 100]), -14);
    }
}
