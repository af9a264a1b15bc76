//! Packets between two interfaces: headers, payload, credits, data cut into packets, copies.

use crate::world::*;
use rankine_bus::Reply;
use rankine_devices::regs::nic as regs;

/// Match bits of context 1, source 2 and tag 3.
const MATCH: u64 = 1 << 31 | 2 << 16 | 3;

#[test]
fn an_eager_message() {
    let mut world = World::new(3);
    let payload = pattern(64);
    world.fill(2, MEMORY + 8, &payload);
    world.send_bytes(2, 1, header(regs::PACKET_EAGER, 0x2ab << 32 | MATCH), MEMORY + 8, 64);
    // The payload is read when the engine begins, 40 ns from now.
    world.run_ns(50);
    world.fill(2, MEMORY + 8, &[0; 64]);
    let began = world.ns() - 50;
    world.until(|world| world.has_header(1));
    assert_eq!(world.ns() - began, 40 + 48 + 200, "engine, 24 flits of 2 ns, wire");
    let kind = 2 << 16 | 8 << 10 | 0x2ab;
    assert_eq!(world.oldest(1), [MATCH as u32, kind, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]);
    world.copy(1, 0, MEMORY + 100, 64);
    world.run_ns(40 + 31);
    assert_eq!(world.bytes(1, MEMORY + 100, 64), [0; 64], "shows nothing early");
    world.run_ns(1);
    assert_eq!(world.bytes(1, MEMORY + 100, 64), payload);
    world.pop(1);
    assert_eq!(world.oldest(1), [0; 8]);
    assert!(!world.has_header(1));
    for (node, name, expected) in [
        (2, "packets sent", 1),
        (2, "bytes sent", 64),
        (1, "packets received", 1),
        (1, "bytes received", 64),
        (1, "headers", 1),
        (1, "most headers waiting", 1),
        (1, "copies", 1),
        (1, "bytes copied", 64),
    ] {
        assert_eq!(world.statistic(node, name), expected, "{name} of node {node}");
    }
}

/// A payload can be copied in parts and to both memories. Its header can be popped before the
/// copies are written.
#[test]
fn payload_outlives_its_header() {
    let mut world = World::new(2);
    let payload = pattern(1000);
    world.fill(0, NIC_MEMORY, &payload);
    world.send_bytes(0, 1, header(regs::PACKET_EAGER, MATCH), NIC_MEMORY, 1000);
    world.until(|world| world.has_header(1));
    world.copy(1, 0, MEMORY, 1000);
    world.copy(1, 0, NIC_MEMORY, 500);
    world.pop(1);
    // This copy reads from where the first copy still writes. It gets the bytes that the first copy
    // will have written.
    world.copy(1, NIC_MEMORY + 100, MEMORY + 4096, 450);
    world.fill(1, NIC_MEMORY + 500, &[0xaa; 50]);
    world.bus.run();
    assert_eq!(world.bytes(1, MEMORY, 1000), payload);
    assert_eq!(world.bytes(1, NIC_MEMORY, 500), &payload[..500]);
    assert_eq!(world.bytes(1, MEMORY + 4096, 400), &payload[100..500]);
    assert_eq!(world.bytes(1, MEMORY + 4096 + 400, 50), [0; 50], "as it was at the command");
}

/// Bytes of data, and the packets that they are cut into.
#[test]
fn data_is_cut() {
    for (bytes, packets) in [(0, 1), (1, 1), (1024, 1), (1025, 2), (5000, 5), (20_000, 20)] {
        let mut world = World::new(2);
        let payload = pattern(bytes);
        world.fill(0, MEMORY, &payload);
        world.open(0, 9..=9);
        world.stage_completion(0, 9);
        world.stage_transmit(0, data_header(MEMORY + 0x2_0000), MEMORY, bytes as u32);
        world.set(0, regs::REG_TRANSMIT, 1 | regs::TRANSMIT_NOTIFY as u32);
        world.until(|world| world.has_header(1));
        assert_eq!(world.bytes(1, MEMORY + 0x2_0000, bytes), payload, "written before the header is there");
        let mut expected = data_header(MEMORY + 0x2_0000 + 1024 * (packets - 1));
        expected[regs::HEADER_KIND] |= regs::HEADER_KIND_LAST as u32;
        assert_eq!(world.oldest(1), expected, "{bytes} bytes");
        world.pop(1);
        world.bus.run();
        assert!(!world.has_header(1), "one header a command");
        assert_eq!(world.host(0, regs::HOST_COMPLETION_COOKIE), 9);
        assert_eq!(world.statistic(0, "packets sent"), packets, "{bytes} bytes");
        assert_eq!(world.statistic(1, "bytes received"), bytes as u64);
        assert_eq!(world.statistic(1, "headers"), 1);
    }
}

/// The engine waits for a credit, and all commands wait behind. Half of the credits come back at a
/// time.
#[test]
fn credits() {
    for (credits, pops, sent) in [(1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 1, 4), (4, 2, 6), (5, 3, 7), (8, 3, 8)] {
        let mut world = World::with(3, |p| p.credits = credits);
        let name = format!("{credits} credits, {pops} pops");
        for _ in 0..credits + 3 {
            world.send(0, 1, header(regs::PACKET_CLEAR, 0));
        }
        world.send(0, 2, header(regs::PACKET_CLEAR, 0));
        world.bus.run();
        assert_eq!(world.statistic(0, "packets sent"), credits.into(), "{name}");
        assert_eq!(world.waiting(0), ["the transmit engine waits for a credit of node 1; 3 commands wait behind"]);
        assert_eq!(world.statistic(0, "waiting for credits, ns"), 0, "{name}");
        (0..pops).for_each(|_| world.pop(1));
        world.bus.run();
        assert_eq!(world.statistic(0, "packets sent"), sent, "{name}");
        assert_eq!(world.statistic(0, "waiting for credits, ns") > 0, sent > credits.into(), "{name}");
        for _ in 0..100 {
            if world.has_header(1) {
                world.pop(1);
            }
            world.bus.run();
        }
        assert_eq!(world.statistic(0, "packets sent"), u64::from(credits) + 4, "{name}");
        assert!(world.has_header(2), "{name}");
    }
}

/// A place is free when its payload is copied. Packets wait for a place.
#[test]
fn places_of_headers() {
    let mut world = World::with(2, |p| p.header_fifo = 2);
    for _ in 0..3 {
        world.send_bytes(0, 1, header(regs::PACKET_EAGER, MATCH), MEMORY, 1000);
    }
    world.send_bytes(0, 1, data_header(MEMORY), MEMORY, 8);
    world.bus.run();
    assert_eq!(world.statistic(1, "headers"), 2);
    let lines = ["2 headers wait for the NIC processor", "2 packets wait for a place for a header"];
    assert_eq!(world.waiting(1), lines);
    world.copy(1, 0, MEMORY, 1000);
    world.pop(1);
    // The place is not free yet, whatever happens meanwhile.
    world.set(1, regs::REG_CONTROL, 1);
    world.run_ns(20 + 20 + 499);
    assert_eq!(world.statistic(1, "headers"), 2);
    world.run_ns(1);
    assert_eq!(world.statistic(1, "headers"), 3);
    world.bus.run();
    assert_eq!(world.waiting(1), ["2 headers wait for the NIC processor", "1 packet waits for a place for a header"]);
    world.pop(1);
    world.run_ns(20);
    assert_eq!(world.statistic(1, "headers"), 4, "that of the data");
}

#[test]
fn not_enabled() {
    let mut world = World::disabled(2, None, |_| {});
    world.send_bytes(0, 1, data_header(MEMORY), MEMORY, 8);
    world.send(0, 1, header(regs::PACKET_CLEAR, 0));
    world.bus.run();
    assert!(!world.has_header(1));
    assert_eq!(world.waiting(1), ["the NIC processor has not enabled its interface; 2 packets wait"]);
    world.set(1, regs::REG_CONTROL, 1);
    assert_eq!(world.until(|world| world.has_header(1)), 20);
}

#[test]
fn places_of_commands_hold_the_processor() {
    let mut world = World::with(2, |p| (p.transmit_fifo, p.copy_fifo) = (2, 2));
    (0..2).for_each(|_| world.send(0, 1, header(regs::PACKET_CLEAR, 0)));
    assert_eq!(world.status(0, regs::STATUS_TRANSMITS_MASK), 0);
    assert_eq!(world.store(0, regs::REG_TRANSMIT, 1), Reply::Stall);
    (0..2).for_each(|_| world.copy(0, NIC_MEMORY, MEMORY, 100));
    assert_eq!(world.store(0, regs::REG_COPY, 100), Reply::Stall);
    let lines = [
        "the NIC processor waits for a place for a transmit command",
        "the NIC processor waits for a place for a copy command",
    ];
    assert_eq!(world.waiting(0), lines);
    world.bus.woken.clear();
    assert_eq!(world.until(|world| !world.bus.woken.is_empty()), 56, "the first packet has left");
    assert_ne!(world.store(0, regs::REG_TRANSMIT, 1), Reply::Stall);
    assert_eq!(world.store(0, regs::REG_COPY, 100), Reply::Stall);
    world.bus.woken.clear();
    world.until(|world| !world.bus.woken.is_empty());
    assert_ne!(world.store(0, regs::REG_COPY, 100), Reply::Stall);
    world.bus.run();
    assert_eq!((world.statistic(0, "packets sent"), world.statistic(0, "copies")), (3, 3));
}

/// A command begins 40 ns after it was given. If the command before is not done then, it begins
/// when that one is done, 16 ns after that one began.
#[test]
fn commands_follow_each_other() {
    for (gap, expected) in [(0, 16), (10, 16), (16, 16), (30, 30), (36, 36), (400, 400)] {
        let mut world = World::new(2);
        world.send(0, 1, header(regs::PACKET_CLEAR, 0));
        let begin = world.ns();
        world.run_ns(gap);
        world.send(0, 1, header(regs::PACKET_CLEAR, 0));
        world.until(|world| world.statistic(1, "headers") == 2);
        assert_eq!(world.ns() - begin, 40 + 16 + 200 + expected, "{gap} ns between the commands");
    }
}

/// The departure of a credit is not taken for that of a packet behind it.
#[test]
fn credits_leave_on_their_own() {
    let mut world = World::with(2, |p| p.credits = 1);
    world.send(0, 1, header(regs::PACKET_CLEAR, 0));
    world.bus.run();
    world.open(1, 1..=1);
    world.stage_completion(1, 1);
    world.stage_transmit(1, header(regs::PACKET_EAGER, 0), MEMORY, 1024);
    world.run_ns(world.ns() % 2);
    world.set(1, regs::REG_TRANSMIT, regs::TRANSMIT_NOTIFY as u32);
    let begin = world.ns();
    world.run_ns(18);
    world.pop(1);
    world.until(|world| world.host_status(1, regs::HOST_STATUS_COMPLETIONS_MASK) == 1);
    // The credit goes at 38 ns and takes 16 ns, then the packet takes 528 ns; 100 ns to the host.
    assert_eq!(world.ns() - begin, 38 + 16 + 528 + 100);
}

/// A node may send to itself.
#[test]
fn to_itself() {
    let mut world = World::with(1, |p| p.credits = 1);
    for i in 0..3 {
        world.send(0, 0, header(regs::PACKET_CLEAR, i));
        world.bus.run();
        assert_eq!(world.oldest(0)[0], i as u32);
        world.pop(0);
    }
}
