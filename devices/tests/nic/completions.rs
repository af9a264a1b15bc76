//! Completions: the words and times at the host, places, and copies that completions wait for.

use crate::world::*;
use rankine_bus::Reply;
use rankine_devices::regs::nic as regs;

fn arrived(world: &mut World) -> u64 {
    world.host_status(0, regs::HOST_STATUS_COMPLETIONS_MASK)
}

#[test]
fn contents() {
    let mut world = World::new(1);
    world.open(0, 0x1111_2222_3333_4444..=0x1111_2222_3333_4444);
    world.stage_completion(0, 0x1111_2222_3333_4444);
    world.set(0, regs::REG_COMPLETION_BYTES, 0x8000_0001);
    world.set(0, regs::REG_COMPLETION_HANDLE, 0x5555_6666);
    world.set(0, regs::REG_COMPLETION_EPOCH, 0x7777_8888);
    world.set(0, regs::REG_COMPLETION, 0x8000_0000 | 0x7abc << 16 | 0xfffe);
    world.set(0, regs::REG_EPOCH, 0xdead_beef);
    assert_eq!(world.until(|world| arrived(world) == 1), 120, "bus and host");
    world.bus.run();
    assert_eq!(world.host_status(0, regs::HOST_STATUS_EPOCH_MASK), 0xdead_beef);
    assert_eq!(world.host(0, regs::HOST_COMPLETION_COOKIE), 0x1111_2222_3333_4444);
    let envelope = world.host(0, regs::HOST_COMPLETION_ENVELOPE);
    for (mask, expected) in [
        (regs::ENVELOPE_BYTES_MASK, 0x8000_0001),
        (regs::ENVELOPE_TAG_MASK, 0xfffe),
        (regs::ENVELOPE_SOURCE_MASK, 0x7abc),
        (regs::ENVELOPE_FLAG, 1),
    ] {
        assert_eq!((envelope & mask) >> mask.trailing_zeros(), expected, "{mask:#x}");
    }
    assert_eq!(world.host(0, regs::HOST_COMPLETION_DETAIL), 0x7777_8888_5555_6666);
    assert_eq!(world.waiting(0), ["1 completions wait for the host"]);
    world.host_set(0, regs::HOST_COMPLETION_POP, 0);
    assert_eq!(arrived(&mut world), 0);
    assert_eq!(world.host(0, regs::HOST_COMPLETION_COOKIE), 0);
    assert_eq!(world.waiting(0), [""; 0]);
}

/// A completion does not arrive before the copies that were given before it, and none overtakes
/// another.
#[test]
fn order_behind_copies() {
    let mut world = World::new(1);
    world.open(0, 1..=5);
    let begin = world.ns();
    world.complete(0, 1);
    // 20 ns bus, 20 ns set-up, 2000 bytes at 2 bytes a ns: done at 1040.
    world.fill(0, NIC_MEMORY, &pattern(2000));
    world.copy(0, NIC_MEMORY, MEMORY, 2000);
    world.complete(0, 2);
    world.run_ns(10);
    world.complete(0, 3);
    // This copy begins when the first one is done, and takes 1000 bytes more, until 1540.
    world.copy(0, NIC_MEMORY, MEMORY + 4096, 1000);
    world.complete(0, 4);
    for (count, ns) in [(1, 120), (3, 1140), (4, 1640)] {
        world.until(|world| arrived(world) == count);
        assert_eq!(world.ns() - begin, ns, "{count} completions");
    }
    for cookie in 1..=4 {
        assert_eq!(world.host(0, regs::HOST_COMPLETION_COOKIE), cookie);
        world.host_set(0, regs::HOST_COMPLETION_POP, 0);
    }
    world.run_ns(1000);
    world.complete(0, 5);
    assert_eq!(world.until(|world| arrived(world) == 1), 120, "all copies are done");
    assert_eq!((world.statistic(0, "copies"), world.statistic(0, "bytes copied")), (2, 3000));
}

#[test]
fn places_hold_the_processor() {
    let mut world = World::with(1, |p| p.completion_fifo = 2);
    world.open(0, 1..=3);
    (1..=2).for_each(|cookie| world.complete(0, cookie));
    assert_eq!(world.status(0, regs::STATUS_COMPLETIONS_MASK), 0);
    world.stage_completion(0, 3);
    assert_eq!(world.store(0, regs::REG_COMPLETION, 0), Reply::Stall);
    world.bus.run();
    let lines = ["the NIC processor waits for a place for a completion", "2 completions wait for the host"];
    assert_eq!(world.waiting(0)[..2], lines);
    world.bus.woken.clear();
    world.host_set(0, regs::HOST_COMPLETION_POP, 0);
    assert_eq!(world.bus.woken, [0]);
    assert_ne!(world.store(0, regs::REG_COMPLETION, 0), Reply::Stall);
    assert_eq!(world.statistic(0, "completions"), 3);
}

/// Commands with NOTIFY reserve a place for a completion, and wait in the engine as long as there
/// is no place.
#[test]
fn promised_completions() {
    let mut world = World::with(2, |p| p.completion_fifo = 2);
    world.open(0, 1..=3);
    world.complete(0, 1);
    world.stage_transmit(0, header(regs::PACKET_EAGER, 0), MEMORY, 64);
    for (cookie, places) in [(2, 0), (3, 0)] {
        world.stage_completion(0, cookie);
        world.set(0, regs::REG_TRANSMIT, 1 | regs::TRANSMIT_NOTIFY as u32);
        assert_eq!(world.status(0, regs::STATUS_COMPLETIONS_MASK), places);
    }
    let begin = world.ns();
    world.until(|world| arrived(world) == 2);
    // 40 ns until the engine begins, 96 bytes at 4 a cycle of 2 ns, 100 ns to the host.
    assert_eq!(world.ns() - begin, 40 + 48 + 100);
    world.bus.run();
    let lines = [
        "the transmit engine waits for a place for its completion; 0 commands wait behind",
        "2 completions wait for the host",
    ];
    assert_eq!(world.waiting(0), lines);
    for cookie in 1..=3 {
        world.bus.run();
        assert_eq!(world.host(0, regs::HOST_COMPLETION_COOKIE), cookie);
        assert_eq!(world.host(0, regs::HOST_COMPLETION_ENVELOPE), 0);
        world.host_set(0, regs::HOST_COMPLETION_POP, 0);
    }
    assert_eq!(world.status(0, regs::STATUS_COMPLETIONS_MASK), 2);
}
