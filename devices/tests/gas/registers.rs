//! Registers of a node with a hart.

use crate::world::*;
use rankine_bus::{Access, Device, Fault, Kind, Reply, Width};
use rankine_devices::regs::{fsl, gascore as regs};

#[test]
fn looking() {
    let mut world = World::new();
    for (offset, expected) in [
        (regs::REG_NODE, 7),
        (regs::REG_NODES, 20),
        (regs::REG_TOKENS, 16),
        (regs::REG_TOKENS_USED, 0),
        (regs::REG_BAD_MEMORY, 0),
        (regs::REG_SOURCE, u32::MAX),
        (0x1ffc, u32::MAX),
    ] {
        assert_eq!(world.load(7, offset), expected, "{offset:#x}");
    }
    let refused = |text: &str| Fault::Refused(text.into());
    for (offset, width, store, fault) in [
        (0x90, Width::B4, false, Fault::Unmapped),
        (regs::REG_BAD_MEMORY + 4, Width::B4, false, Fault::Unmapped),
        (0x2000, Width::B4, false, Fault::Unmapped),
        (regs::REG_NODE, Width::B8, false, Fault::Width),
        (regs::REG_NODE + 2, Width::B4, false, Fault::Width),
        (regs::REG_NODE, Width::B4, true, Fault::Direction),
        (
            CALLS * 0x20 + fsl::REG_PUT,
            Width::B4,
            true,
            refused("link 0 comes from the GAScore: the hart cannot put there"),
        ),
        (
            REQUESTS * 0x20 + fsl::REG_GET,
            Width::B4,
            false,
            refused("link 2 goes to the GAScore: the hart cannot get there"),
        ),
        (TOKENS * 0x20 + fsl::REG_NGET, Width::B4, false, refused("")),
    ] {
        let kind = if store { Kind::Store(1) } else { Kind::Load };
        let reply = world.bus.access(0, Access { addr: BASE + offset, width, kind });
        match fault {
            Fault::Refused(text) if text.is_empty() => {
                assert!(matches!(reply, Reply::Done { value: 0, .. }), "none there")
            }
            fault => assert_eq!(reply, Reply::Fault(fault), "{offset:#x}"),
        }
    }
}

/// A blocking get waits for the word and goes on in the cycle in which it can be seen.
#[test]
fn blocking() {
    let mut world = World::new();
    for agent in [0, 5] {
        world.agents[agent].takes_calls = false;
    }
    let get = Access { addr: BASE + fsl::REG_GET, width: Width::B4, kind: Kind::Load };
    assert_eq!(world.bus.access(5, get), Reply::Stall);
    assert_eq!(world.bus.devices[5].waiting(), ["hart waits for a word in FSL 1 (0 of 16 words)"]);
    world.agents[0].ask(short(5, 130, &[]));
    while world.bus.woken.is_empty() {
        world.step();
    }
    assert_eq!(world.bus.woken, [5]);
    assert_eq!(world.cycle - 1, 17 - SEQUENCER + 7 - 1, "the first of two words is seen a cycle before the last");
    assert_eq!(world.bus.access(5, get), Reply::Done { value: 0x0100_0082, latency: 2 });
}

/// The accesses of a polling hart change nothing until something happens at the node.
#[test]
fn pure_accesses() {
    let mut world = World::new();
    let load = |link: u64, register| Access { addr: BASE + link * 0x20 + register, width: Width::B4, kind: Kind::Load };
    let is_pure = |world: &World, access| world.bus.devices[0].is_pure(&access);
    assert!(is_pure(&world, load(CALLS, fsl::REG_STATUS)) && is_pure(&world, load(0, regs::REG_SOURCE)));
    assert!(!is_pure(&world, load(CALLS, fsl::REG_NGET)), "it sets the carry flag");
    world.bus.access(0, load(CALLS, fsl::REG_NGET));
    assert!(is_pure(&world, load(CALLS, fsl::REG_NGET)) && !is_pure(&world, load(CALLS, fsl::REG_GET)));
    world.agents[0].takes_calls = false;
    world.agents[4].ask(short(0, 130, &[]));
    world.run();
    assert!(!is_pure(&world, load(CALLS, fsl::REG_NGET)));
}
