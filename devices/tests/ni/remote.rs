//! Remote stores and loads, fences, and accesses that are refused.

use crate::world::*;
use rankine_bus::{Access, Device, Fault, Kind, Reply, Width};
use rankine_devices::regs::ni as regs;

#[test]
fn stores_and_loads_of_any_width_and_space() {
    for target in [line(20) + 3, MEMORY + 5] {
        for (width, bytes) in [(Width::B1, 1), (Width::B2, 2), (Width::B4, 4), (Width::B8, 8)] {
            let mut world = World::new(4);
            let value = 0x8877_6655_4433_2211 & width.mask();
            let access = |kind| Access { addr: global(3, target), width, kind };
            assert_eq!(world.perform(0, access(Kind::Store(value))), Reply::Done { value: 0, latency: 1 });
            world.fence(0);
            world.bus.run();
            let expected = [&[0; 8][..], &value.to_le_bytes()[..bytes], &[0; 8]].concat();
            assert_eq!(world.bytes(3, target - 8 + 8, bytes), expected[8..8 + bytes]);
            assert_eq!(world.bytes(3, target + bytes as u64, 8), [0; 8], "nothing beyond {width:?}");
            assert_eq!(world.perform(1, access(Kind::Load)), Reply::Done { value, latency: 1 });
            assert_eq!(world.statistic(1, "remote loads"), 1);
        }
    }
}

/// Stores of one hart to one node take effect in order; a fence waits until they have left.
#[test]
fn stores_stay_in_order() {
    let mut world = World::new(4);
    let mut last = 0;
    for value in 1..=100 {
        world.put(0, global(3, line(9)), value);
        let seen = world.get(3, line(9));
        assert!(seen >= last && seen <= value, "{seen} after {last}");
        last = seen;
    }
    assert!(world.register(0, regs::REG_STORES_PENDING) > 0);
    world.fence(0);
    assert_eq!(world.register(0, regs::REG_STORES_PENDING), 0);
    world.bus.run();
    assert_eq!(world.get(3, line(9)), 100);
    assert!(world.statistic(0, "stalls on remote stores") > 0, "the FIFO was full at times");
}

/// The store FIFO holds `store_fifo` stores.
#[test]
fn a_full_store_fifo_stalls() {
    for depth in [1, 4, 7] {
        let mut world = World::with(2, |params| params.store_fifo = depth);
        for value in 0..u64::from(depth) {
            let reply = world.bus.store(0, global(1, line(1)), Width::B8, value);
            assert!(matches!(reply, Reply::Done { .. }), "{value} of {depth}");
        }
        assert_eq!(world.bus.store(0, global(1, line(1)), Width::B8, 99), Reply::Stall, "{depth}");
        let fence = Access { addr: 0, width: Width::B1, kind: Kind::Fence };
        assert!(!world.bus.devices[0].is_pure(&fence));
        assert_eq!(world.bus.access(0, fence), Reply::Stall);
        world.fence(0);
        assert!(world.bus.devices[0].is_pure(&fence));
    }
}

/// A store overtakes commands that wait, but no packets that are under way.
#[test]
fn stores_overtake_waiting_commands() {
    let mut world = World::new(2);
    world.tag(0, 0, regs::TAG_COMMAND);
    world.fill(0, MEMORY, &pattern(20_000, 7));
    world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, MEMORY), 0, 20_000]);
    world.put(0, global(1, line(1)), 5);
    world.until(|world| world.get(1, line(1)) == 5);
    assert_ne!(world.get(0, line(0)), 0, "the command is still in work");
    world.bus.run();
    assert_eq!(world.bytes(1, MEMORY, 20_000), pattern(20_000, 7));
}

#[test]
fn refused_accesses() {
    let mut world = World::new(4);
    world.tag(0, 1, regs::TAG_COUNTER);
    world.tag(0, 2, regs::TAG_COMMAND);
    let end = PAD + 0x1_0000;
    for (addr, width, kind, fault) in [
        (0x40, Width::B8, Kind::Load, Fault::Unmapped),
        (end - 4, Width::B8, Kind::Load, Fault::Unmapped),
        (end - 4, Width::B8, Kind::Store(0), Fault::Unmapped),
        (global(4, line(1)), Width::B8, Kind::Store(0), Fault::Unmapped),
        (global(1, 0), Width::B8, Kind::Load, Fault::Unmapped),
        (u64::MAX, Width::B8, Kind::Store(0), Fault::Unmapped),
        (u64::MAX - 7, Width::B8, Kind::Load, Fault::Unmapped),
        (line(1), Width::B4, Kind::Store(0), Fault::Width),
        (line(1) + 4, Width::B8, Kind::Store(0), Fault::Width),
        (line(1) + 4, Width::B8, Kind::Load, Fault::Width),
        (line(2), Width::B1, Kind::Store(0), Fault::Width),
        (line(1) - 4, Width::B8, Kind::Store(0), Fault::Width),
        (REGISTERS + 8, Width::B8, Kind::Load, Fault::Width),
        (REGISTERS + 6, Width::B4, Kind::Load, Fault::Width),
        (REGISTERS, Width::B4, Kind::Store(0), Fault::Direction),
        (REGISTERS + 0x100, Width::B4, Kind::Load, Fault::Unmapped),
        (TAGS, Width::B1, Kind::Load, Fault::Width),
        (TAGS + 4096, Width::B4, Kind::Load, Fault::Unmapped),
    ] {
        assert_eq!(
            world.bus.access(0, Access { addr, width, kind }),
            Reply::Fault(fault),
            "{addr:#x} {width:?} {kind:?}"
        );
    }
    for (addr, kind) in [(global(1, TAGS), Kind::Load), (global(1, REGISTERS), Kind::Store(0)), (line(5), Kind::Atomic)]
    {
        let reply = world.bus.access(0, Access { addr, width: Width::B4, kind });
        assert!(matches!(reply, Reply::Fault(Fault::Refused(_))), "{addr:#x}: {reply:?}");
    }
    assert_eq!(world.register(0, regs::REG_ERR), 0);
}

/// Another node's tag stays as it is, and the hart that stored goes on.
#[test]
fn tags_of_other_nodes() {
    for (width, tag) in [(Width::B4, regs::TAG_COUNTER), (Width::B8, regs::TAG_QUEUE), (Width::B1, 99)] {
        let mut world = World::new(2);
        let access = Access { addr: global(1, TAGS + 8), width, kind: Kind::Store(tag) };
        assert!(matches!(world.perform(0, access), Reply::Done { .. }), "{width:?}");
        world.bus.run();
        let read = world.bus.load(1, TAGS + 8, Width::B4);
        assert!(matches!(read, Reply::Done { value: regs::TAG_SCRATCHPAD, .. }), "{width:?}: {read:?}");
        assert_eq!([0, 1].map(|node| world.register(node, regs::REG_ERR)), [regs::ERR_BAD_TAG, 0], "{width:?}");
    }
}

/// Remote stores that the owner cannot take are dropped there.
#[test]
fn refused_at_the_owner() {
    for (address, width) in
        [(line(1), Width::B4), (line(2), Width::B8), (line(3), Width::B8), (line(0) + 60, Width::B8)]
    {
        let mut world = World::new(2);
        for (index, tag) in [(1, regs::TAG_COUNTER), (2, regs::TAG_COMMAND), (3, regs::TAG_QUEUE)] {
            world.tag(1, index, tag);
        }
        world.perform(0, Access { addr: global(1, address), width, kind: Kind::Store(1) });
        world.bus.run();
        assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_BAD_STORE, "{address:#x}");
        assert_eq!(world.register(0, regs::REG_ERR), 0);
    }
    let mut world = World::new(2);
    world.tag(1, 1, regs::TAG_COUNTER);
    let access = Access { addr: global(1, line(1)) + 4, width: Width::B8, kind: Kind::Load };
    assert_eq!(world.perform(0, access), Reply::Fault(Fault::Unmapped), "across words of a special line");
}

/// The own node's global addresses name the same places as its local ones.
#[test]
fn own_global_addresses() {
    let mut world = World::new(2);
    world.put(1, global(1, line(4)), 77);
    assert_eq!((world.get(1, line(4)), world.get(1, global(1, line(4)))), (77, 77));
    world.put(1, global(1, MEMORY + 16), 78);
    assert_eq!((world.bytes(1, MEMORY + 16, 1)[0], world.load(1, global(1, MEMORY + 16))), (78, 78));
    assert_eq!(world.statistic(1, "packets sent"), 0);
    for (addr, pure) in [(line(4), true), (global(1, line(4)), true), (global(0, line(4)), false), (0x40, false)] {
        let access = Access { addr, width: Width::B8, kind: Kind::Load };
        assert_eq!(world.bus.devices[1].is_pure(&access), pure, "{addr:#x}");
        assert!(!world.bus.devices[1].is_pure(&Access { kind: Kind::Store(0), ..access }));
    }
}
