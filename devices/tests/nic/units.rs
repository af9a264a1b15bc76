//! The two units inside the interface: their registers, the headers and requests that they get, and
//! waiting while one of them is full.

use crate::world::*;
use rankine_bus::{Reply, Width};
use rankine_devices::regs::alpu;
use rankine_devices::regs::nic as regs;

fn world(change: impl Fn(&mut rankine_devices::alpu::AlpuParams)) -> World {
    let mut alpu_params = alpu_params();
    change(&mut alpu_params);
    let mut world = World::disabled(2, Some(&alpu_params), |_| {});
    for node in 0..2 {
        world.set(node, regs::REG_CONTROL, 1);
        for base in [POSTED, UNEXPECTED] {
            unit_store(&mut world, node, base + alpu::REG_CTRL, alpu::CTRL_ENABLE);
        }
    }
    world.bus.run();
    world
}

fn unit_store(world: &mut World, node: u32, addr: u64, value: u64) {
    let reply = world.bus.store(node, addr, Width::B4, value);
    assert!(matches!(reply, Reply::Done { .. }), "{addr:#x}: {reply:?}");
}

/// A load of a unit, however long it takes.
fn unit_load(world: &mut World, node: u32, addr: u64) -> u64 {
    loop {
        match world.bus.load(node, addr, Width::B4) {
            Reply::Done { value, .. } => return value,
            Reply::Stall => assert!(world.bus.step(), "{addr:#x}"),
            other => panic!("{addr:#x}: {other:?}"),
        }
    }
}

/// Puts entries with these match bits into a unit; their tags count from 1.
fn insert(world: &mut World, node: u32, base: u64, entries: &[u64]) {
    unit_store(world, node, base + alpu::REG_COMMAND, alpu::COMMAND_START_INSERT);
    for (tag, bits) in (1..).zip(entries) {
        unit_store(world, node, base + alpu::REG_MATCH_LOW, bits & 0xffff_ffff);
        unit_store(world, node, base + alpu::REG_MATCH_HIGH, bits >> 32);
        unit_store(world, node, base + alpu::REG_TAG, tag);
        world.run_ns(10);
    }
    unit_store(world, node, base + alpu::REG_COMMAND, alpu::COMMAND_STOP_INSERT);
    world.bus.run();
    assert_eq!(result(world, node, base).0, alpu::RESULT_START_ACK);
}

/// Kind and value of the unit's oldest result.
fn result(world: &mut World, node: u32, base: u64) -> (u64, u64) {
    let result = unit_load(world, node, base + alpu::REG_RESULT);
    (result >> alpu::RESULT_KIND_SHIFT, result & alpu::RESULT_VALUE_MASK)
}

/// Headers of the kinds that are matched are looked up with all 42 bits, in the order in which the
/// processor gets them.
#[test]
fn headers() {
    let mut world = world(|_| {});
    let bits = [0x3ff_0000_0001, 0x1ff_0000_0001, 0x3ff_0000_0002];
    insert(&mut world, 1, POSTED, &bits);
    let packets = [
        (regs::PACKET_EAGER, bits[2], Some(3)),
        (regs::PACKET_CLEAR, bits[0], None),
        (regs::PACKET_REQUEST, bits[1], Some(2)),
        (regs::PACKET_ACKNOWLEDGE, bits[1], None),
        (regs::PACKET_EAGER_SYNCHRONOUS, bits[0], Some(1)),
    ];
    for (packet, bits, _) in packets {
        world.send(0, 1, header(packet, bits));
    }
    world.bus.run();
    for (packet, bits, tag) in packets {
        assert_eq!(world.oldest(1)[0], bits as u32);
        world.pop(1);
        if let Some(tag) = tag {
            assert_eq!(result(&mut world, 1, POSTED), (alpu::RESULT_SUCCESS, tag), "packet {packet}");
        }
    }
    assert_eq!(result(&mut world, 1, POSTED), (alpu::RESULT_NONE, 0));
    assert_eq!(world.statistic(1, "posted alpu: headers delivered"), 3);
    assert_eq!(world.statistic(1, "posted alpu: matches"), 3);
    assert_eq!(world.statistic(1, "unexpected alpu: matches"), 0);
}

/// Requests with bit 7 in their kind are looked up with their mask.
#[test]
fn requests() {
    let mut world = world(|_| {});
    insert(&mut world, 0, UNEXPECTED, &[0x3ff_0000_0011, 0x3ff_0000_0012]);
    (0..16).for_each(|i| world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32 + 80 * i));
    let rows = [
        (regs::REQUEST_KIND_SEND, 0x3ff_0000_0011, 0, None),
        (regs::REQUEST_KIND_RECEIVE, 0x3ff_0000_0012, 0, Some((alpu::RESULT_SUCCESS, 2))),
        (regs::REQUEST_KIND_PROBE, 0x3ff_0000_0011, 0, None),
        (regs::REQUEST_KIND_RECEIVE, 0x1ff_0000_0011, 0, Some((alpu::RESULT_FAILURE, 0))),
        (regs::REQUEST_KIND_TAKE, 0x3ff_0000_9999, 0xffff | 3 << 48, Some((alpu::RESULT_SUCCESS, 1))),
        (regs::REQUEST_KIND_TAKE_WAIT, 0x3ff_0000_0011, 0, Some((alpu::RESULT_FAILURE, 0))),
    ];
    for (cookie, (kind, bits, mask, _)) in (1..).zip(rows) {
        assert_ne!(world.request(0, kind, bits, mask, cookie), Reply::Stall);
    }
    world.bus.run();
    for (cookie, (kind, _, _, expected)) in (1..).zip(rows) {
        let entry = world.get(0, regs::REG_REQUEST);
        assert_eq!(world.word(0, u64::from(entry) + regs::ENTRY_COOKIE_LOW), cookie);
        if let Some(expected) = expected {
            assert_eq!(result(&mut world, 0, UNEXPECTED), expected, "kind {kind:#x}");
        }
    }
    assert_eq!(result(&mut world, 0, UNEXPECTED), (alpu::RESULT_NONE, 0));
}

/// If a unit is full, a header or request for it waits until the unit has room, and all others wait
/// behind. None is lost or overtakes.
#[test]
fn a_full_unit_holds_back() {
    let mut world = world(|p| (p.header_fifo, p.result_fifo) = (2, 1));
    let count = 8;
    (0..16).for_each(|i| world.set(1, regs::REG_ENTRY, NIC_MEMORY as u32 + 80 * i));
    for i in 0..count {
        world.send(0, 1, header(regs::PACKET_EAGER, i));
        assert_ne!(world.request(1, regs::REQUEST_KIND_RECEIVE, i, 0, i + 1), Reply::Stall);
    }
    world.send(0, 1, header(regs::PACKET_CLEAR, 99));
    world.bus.run();
    let held = [
        "5 requests wait for a place in the header FIFO of the unexpected alpu",
        "3 requests wait for the NIC processor",
        "3 headers wait for the NIC processor",
        "5 packets wait for a place in the header FIFO of the posted alpu",
    ];
    assert_eq!(world.waiting(1)[..4], held);
    for i in 0..count {
        assert_eq!(result(&mut world, 1, POSTED), (alpu::RESULT_FAILURE, 0));
        world.bus.run();
        // Each result makes a place for a header. When the last header for the unit has come, the
        // header behind it comes, too.
        let headers = if i < 4 { i + 4 } else { count + 1 };
        assert_eq!(world.statistic(1, "headers"), headers);
        assert_eq!(world.oldest(1)[0], i as u32);
        world.pop(1);
        world.until(|world| world.status(1, regs::STATUS_REQUEST) == 1);
        let entry = world.get(1, regs::REG_REQUEST);
        assert_eq!(u64::from(world.word(1, u64::from(entry) + regs::ENTRY_COOKIE_LOW)), i + 1);
        assert_eq!(result(&mut world, 1, UNEXPECTED), (alpu::RESULT_FAILURE, 0));
        world.bus.run();
    }
    assert_eq!(world.oldest(1)[0], 99);
}

/// Loads, fences, purity and complaints of the units go through the interface.
#[test]
fn on_the_bus() {
    let mut world = world(|p| p.cells = 16);
    assert!(world.is_pure(0, POSTED + alpu::REG_RESULT, Width::B4));
    unit_store(&mut world, 0, UNEXPECTED + alpu::REG_COMMAND, 77);
    assert!(!world.is_pure(0, UNEXPECTED + alpu::REG_RESULT, Width::B4));
    assert!(world.is_pure(0, POSTED + alpu::REG_RESULT, Width::B4));
    let fence = rankine_bus::Access { addr: 0, width: Width::B8, kind: rankine_bus::Kind::Fence };
    assert_eq!(world.bus.access(0, fence), Reply::Stall);
    assert_eq!(world.waiting(0), ["processor waits for its stores to the unexpected alpu"]);
    world.bus.woken.clear();
    assert_eq!(world.until(|world| !world.bus.woken.is_empty()), 20);
    assert_eq!(world.bus.access(0, fence), Reply::Done { value: 0, latency: 1 });
    world.bus.run();
    insert(&mut world, 0, POSTED, &[7; 17]);
    let complaint = rankine_bus::Device::complaint(&world.bus.devices[0]);
    let expected = "posted alpu: entries lost, unit full: 1; unexpected alpu: commands discarded: 1";
    assert_eq!(complaint.as_deref(), Some(expected));
}

/// Without units, or before they are enabled, headers and requests come all the same.
#[test]
fn disabled_units() {
    for alpu in [None, Some(&alpu_params())] {
        let mut world = World::disabled(2, alpu, |_| {});
        (0..2).for_each(|node| world.set(node, regs::REG_CONTROL, 1));
        world.set(1, regs::REG_ENTRY, NIC_MEMORY as u32);
        world.request(1, regs::REQUEST_KIND_RECEIVE, 1, 0, 1);
        world.send(0, 1, header(regs::PACKET_EAGER, 1));
        world.bus.run();
        assert!(world.has_header(1));
        assert_eq!(world.get(1, regs::REG_REQUEST), NIC_MEMORY as u32);
        if alpu.is_some() {
            assert_eq!(world.statistic(1, "posted alpu: headers not delivered, disabled"), 1);
        }
    }
}

#[test]
fn names_of_statistics_are_unique() {
    let world = world(|_| {});
    let mut names: Vec<_> =
        rankine_bus::Device::statistics(&world.bus.devices[0]).into_iter().map(|(name, _)| name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
