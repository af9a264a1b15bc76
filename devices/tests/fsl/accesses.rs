//! Each access of a hart's links, with each possible end.

use crate::world::*;
use rankine_bus::{Access, Device, Fault, Kind, Reply, Width};
use rankine_devices::fsl::{Fsl, FslParams};
use rankine_devices::regs::fsl as regs;

fn done(value: u64, latency: u64) -> Reply {
    Reply::Done { value, latency }
}

/// A word put in cycle t is visible in t + 1, in order, with its control bit; accesses have the
/// costs of the parameters.
#[test]
fn words_in_order() {
    for extra_cycles in [0, 5] {
        let mut world = World::new(FslParams { extra_cycles, ..params() });
        let (put, get) = (3 + u64::from(extra_cycles), 2 + u64::from(extra_cycles));
        assert_eq!(world.store(0, 1, regs::REG_PUT, 0x1_0000_0007), done(0, put), "32 bits of the value");
        assert_eq!(world.get(1, 1, regs::REG_STATUS), 0);
        world.at(1);
        assert_eq!(world.get(1, 1, regs::REG_STATUS), 1 << regs::STATUS_FILL_SHIFT | regs::STATUS_EXISTS);
        assert_eq!(world.store(0, 1, regs::REG_CPUT, 8), done(0, put));
        assert_eq!(world.load(1, 1, regs::REG_GET), done(7, get));
        world.at(2);
        let status = 1 << regs::STATUS_FILL_SHIFT | regs::STATUS_EXISTS | regs::STATUS_CONTROL;
        assert_eq!(world.get(1, 1, regs::REG_STATUS), status);
        assert_eq!(world.load(1, 1, regs::REG_CGET), done(8, get));
        assert_eq!(world.load(1, 0, regs::REG_FLAGS), done(0, get));
    }
}

/// The FIFO holds 16 words; the 17th put stalls and goes on one cycle after a get.
#[test]
fn depth() {
    let mut world = World::new(params());
    for word in 0..DEPTH {
        assert_eq!(world.store(0, 0, regs::REG_PUT, word), done(0, 3));
    }
    assert_eq!(world.store(0, 0, regs::REG_PUT, DEPTH), Reply::Stall);
    assert_eq!(world.bus.devices[0].waiting(), ["hart waits for a place in FSL 0 (16 of 16 words)"]);
    world.at(100);
    assert_eq!((world.bus.woken.len(), world.fill(1, 0)), (0, DEPTH));
    assert_eq!(world.get(1, 0, regs::REG_GET), 0);
    assert_eq!(world.bus.woken.len(), 0, "a place that becomes free in a cycle can be used in the next one");
    world.at(101);
    assert_eq!(world.bus.woken, [0]);
    assert_eq!(world.store(0, 0, regs::REG_PUT, DEPTH), done(0, 3));
    assert_eq!(world.bus.devices[0].waiting(), [""; 0]);
    let waited = ("waited for places, cycles", 101);
    assert!(world.bus.devices[0].statistics().contains(&waited));
    for word in 1..=DEPTH {
        world.at(101 + word);
        assert_eq!(world.get(1, 0, regs::REG_GET), word);
    }
}

/// A put and a get in the same cycle on a full FIFO: the put waits for the next cycle, whichever
/// comes first.
#[test]
fn put_and_get_on_a_full_fifo() {
    for put_first in [true, false] {
        let mut world = World::new(params());
        (0..DEPTH).for_each(|word| assert_eq!(world.store(0, 0, regs::REG_PUT, word), done(0, 3)));
        world.at(9);
        let put = |world: &mut World| world.store(0, 0, regs::REG_PUT, 99);
        let stalled = put_first.then(|| put(&mut world));
        assert_eq!(world.get(1, 0, regs::REG_GET), 0);
        assert_eq!(stalled.unwrap_or_else(|| put(&mut world)), Reply::Stall, "{put_first}");
        world.at(10);
        assert_eq!((put(&mut world), world.fill(1, 0)), (done(0, 3), DEPTH - 1));
        world.at(11);
        assert_eq!(world.fill(1, 0), DEPTH);
    }
}

/// A get without a word stalls until there is one; the other link's word does not wake it.
#[test]
fn an_empty_fifo_stalls() {
    let mut world = World::new(params());
    assert_eq!(world.load(1, 1, regs::REG_GET), Reply::Stall);
    assert_eq!(world.bus.devices[1].waiting(), ["hart waits for a word in FSL 1 (empty)"]);
    assert_eq!(world.store(0, 0, regs::REG_PUT, 1), done(0, 3));
    world.at(4);
    assert_eq!(world.bus.woken, []);
    assert_eq!(world.store(0, 1, regs::REG_PUT, 2), done(0, 3));
    world.at(5);
    assert_eq!((world.bus.woken.clone(), world.load(1, 1, regs::REG_GET)), (vec![1], done(2, 2)));
}

/// Non-blocking accesses that fail change only the carry; the words stay as they were.
#[test]
fn non_blocking() {
    let mut world = World::new(params());
    assert_eq!(world.load(1, 0, regs::REG_NGET), done(0, 2));
    assert_eq!(world.get(1, 0, regs::REG_FLAGS), regs::FLAGS_CARRY);
    assert_eq!(world.get(1, 1, regs::REG_FLAGS), regs::FLAGS_CARRY, "flags are the hart's");
    assert_eq!(world.bus.next(), None, "nobody has been told anything");
    for word in 0..DEPTH {
        assert_eq!(world.store(0, 0, regs::REG_NPUT, word), done(0, 3));
        assert_eq!(world.get(0, 0, regs::REG_FLAGS), 0);
    }
    assert_eq!(world.store(0, 0, regs::REG_NPUT, 99), done(0, 3));
    assert_eq!(world.get(0, 0, regs::REG_FLAGS), regs::FLAGS_CARRY);
    for word in 0..DEPTH {
        world.at(word + 1);
        assert_eq!((world.get(1, 0, regs::REG_NGET), world.get(1, 0, regs::REG_FLAGS)), (word, 0));
    }
    assert_eq!(world.fill(1, 0), 0);
}

/// (control bit put, register that takes it, is there a mismatch).
#[test]
fn control_bits() {
    for (put, take, mismatch) in [
        (regs::REG_PUT, regs::REG_GET, false),
        (regs::REG_PUT, regs::REG_CGET, true),
        (regs::REG_CPUT, regs::REG_GET, true),
        (regs::REG_CPUT, regs::REG_CGET, false),
        (regs::REG_CPUT, regs::REG_NGET, true),
        (regs::REG_NPUT, regs::REG_NGET, false),
    ] {
        let mut world = World::new(params());
        assert_eq!(world.store(0, 0, put, 5), done(0, 3));
        world.at(1);
        assert_eq!(world.get(1, 0, take), 5, "the word comes in any case");
        let flag = if mismatch { regs::FLAGS_MISMATCH } else { 0 };
        assert_eq!(world.get(1, 0, regs::REG_FLAGS), flag, "{put:#x} {take:#x}");
        assert_eq!(world.store(1, 0, regs::REG_FLAGS, 0), done(0, 3));
        assert_eq!(world.get(1, 0, regs::REG_FLAGS), 0);
    }
}

/// Accesses that change nothing: looking, and failing again.
#[test]
fn what_is_pure() {
    let mut world = World::new(params());
    let pure = |world: &World, node: usize, register, kind| {
        world.bus.devices[node].is_pure(&Access { addr: BASE + register, width: Width::B4, kind })
    };
    let rows = |world: &World| {
        [
            pure(world, 1, regs::REG_STATUS, Kind::Load),
            pure(world, 1, regs::REG_FLAGS, Kind::Load),
            pure(world, 1, regs::REG_GET, Kind::Load),
            pure(world, 1, regs::REG_NGET, Kind::Load),
            pure(world, 0, regs::REG_NPUT, Kind::Store(1)),
            pure(world, 0, regs::REG_PUT, Kind::Store(1)),
            pure(world, 0, regs::REG_FLAGS, Kind::Store(0)),
            pure(world, 0, 0, Kind::Fence),
        ]
    };
    assert_eq!(rows(&world), [true, true, false, false, false, false, false, true]);
    world.get(1, 0, regs::REG_NGET);
    assert_eq!(rows(&world), [true, true, false, true, false, false, false, true]);
    (0..=DEPTH).for_each(|word| assert_eq!(world.store(0, 0, regs::REG_NPUT, word), done(0, 3)));
    assert_eq!(rows(&world), [true, true, false, true, true, false, false, true]);
    world.at(1);
    assert_eq!(rows(&world), [true, true, false, false, true, false, false, true]);
}

#[test]
fn what_is_refused() {
    let mut world = World::new(params());
    let atomic = Fault::Refused("no atomic accesses here".into());
    for (offset, width, kind, fault) in [
        (0x00, Width::B4, Kind::Store(0), Fault::Direction),
        (0x0c, Width::B4, Kind::Store(0), Fault::Direction),
        (0x10, Width::B4, Kind::Load, Fault::Direction),
        (0x1c, Width::B4, Kind::Load, Fault::Direction),
        (0x00, Width::B8, Kind::Load, Fault::Width),
        (0x02, Width::B4, Kind::Load, Fault::Width),
        (0x00, Width::B1, Kind::Load, Fault::Width),
        (0x40, Width::B4, Kind::Load, Fault::Unmapped),
        (u64::MAX - 3, Width::B4, Kind::Load, Fault::Unmapped),
        (0x00, Width::B4, Kind::Atomic, atomic),
    ] {
        let access = Access { addr: BASE.wrapping_add(offset), width, kind };
        assert!(!world.bus.devices[0].is_pure(&access));
        assert_eq!(world.bus.access(0, access), Reply::Fault(fault), "{access:x?}");
    }
    let fence = Access { addr: 0, width: Width::B1, kind: Kind::Fence };
    assert_eq!(world.bus.access(0, fence), done(0, 1));
}

#[test]
fn bad_parameters() {
    type Change = fn(&mut FslParams);
    let rows: [(Change, &str); 8] = [
        (|p| p.put_cycles = 0, "fsl.put_cycles = 0"),
        (|p| p.get_cycles = 0, "fsl.get_cycles = 0"),
        (|p| p.extra_cycles = 1001, "fsl.extra_cycles = 1001"),
        (|p| p.depth = 0, "fsl.depth = 0"),
        (|p| p.depth = 32, "fsl.depth = 32"),
        (|p| p.links = 9, "fsl.links = 9"),
        (|p| p.base = 4, "fsl.base = 0x4"),
        (|p| p.base = !0x1f, "fsl.base = 0xffff"),
    ];
    for (change, part) in rows {
        let mut params = params();
        change(&mut params);
        let error = Fsl::new(params).err().unwrap_or_default();
        assert!(error.contains(part), "{error:?} should name {part}");
    }
}
