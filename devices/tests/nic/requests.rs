//! Requests: the words of an entry and their time, places, order, and waiting.

use crate::world::*;
use rankine_bus::Reply;
use rankine_devices::regs::nic as regs;

const MATCH: u64 = 0x2ab_1234_5678;
const MASK: u64 = 0x0ff_0000_ffff;
const COOKIE: u64 = 0x7777_8888_9999_aaaa;

#[test]
fn contents_of_an_entry() {
    let mut world = World::new(1);
    world.fill(0, NIC_MEMORY, &[0xee; 96]);
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    world.run_ns(50);
    let mask = MASK | 0x1234 << 48;
    assert_eq!(world.request(0, regs::REQUEST_KIND_RECEIVE, MATCH, mask, COOKIE), Reply::Done { value: 0, latency: 1 });
    assert_eq!(world.until(|world| world.status(0, regs::STATUS_REQUEST) == 1), 100, "host_delay_ns");
    let untouched = 0xeeee_eeee;
    let expected = [
        (0x00, untouched),
        (regs::ENTRY_NODE, 0x0083_1234),
        (regs::ENTRY_COOKIE_LOW, 0x9999_aaaa),
        (regs::ENTRY_COOKIE_HIGH, 0x7777_8888),
        (regs::ENTRY_ADDRESS_LOW, 0x9999_aaaa),
        (regs::ENTRY_ADDRESS_HIGH, 0x7777_8889),
        (regs::ENTRY_LENGTH, 4096),
        (regs::ENTRY_HANDLE, 0x99),
        (0x20, untouched),
        (0x28, untouched),
        (regs::ENTRY_MATCH_LOW, 0x1234_5678),
        (regs::ENTRY_MATCH_HIGH, 0x2ab),
        (regs::ENTRY_MASK_LOW, 0xffff),
        (regs::ENTRY_MASK_HIGH, 0x0ff),
        (0x3c, untouched),
        (0x4c, untouched),
        (0x50, untouched),
    ];
    for (offset, word) in expected {
        assert_eq!(world.word(0, NIC_MEMORY + offset), word, "offset {offset:#x}");
    }
    assert_eq!(world.get(0, regs::REG_REQUEST), NIC_MEMORY as u32);
    assert_eq!(world.get(0, regs::REG_REQUEST), 0);
}

/// Requests come in order, each into the oldest entry. A request is ready when request, entry and
/// ENABLE have all arrived.
#[test]
fn order_and_times() {
    for (request_at, entry_at, enable_at, ready_at) in
        [(0, 0, 0, 100), (0, 90, 0, 110), (50, 0, 0, 150), (0, 0, 300, 320), (10, 400, 5, 420)]
    {
        let mut world = World::disabled(1, None, |_| {});
        while world.status(0, regs::STATUS_REQUEST) == 0 {
            let ns = world.ns();
            assert!(ns < 1000, "no request is ready");
            if ns == request_at {
                (1..=3).for_each(|cookie| assert_ne!(world.request(0, 1, 0, 0, cookie), Reply::Stall));
            }
            if ns == entry_at {
                (0..3).for_each(|i| world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32 + 80 * i));
            }
            if ns == enable_at {
                world.set(0, regs::REG_CONTROL, 1);
            }
            world.run_ns(1);
        }
        assert_eq!(world.ns(), ready_at, "request {request_at}, entry {entry_at}, enable {enable_at}");
        for i in 0..3 {
            let entry = world.get(0, regs::REG_REQUEST);
            assert_eq!(entry, NIC_MEMORY as u32 + 80 * i);
            assert_eq!(world.word(0, u64::from(entry) + regs::ENTRY_COOKIE_LOW), i + 1);
        }
    }
}

/// The host submits a request and the NIC processor takes it. Returns the line of the report of a
/// deadlock.
fn told(world: &mut World, kind: u64, match_bits: u64, mask: u64) -> String {
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    world.request(0, kind, match_bits, mask, COOKIE);
    world.until(|world| world.status(0, regs::STATUS_REQUEST) == 1);
    world.get(0, regs::REG_REQUEST);
    let lines = world.waiting(0);
    world.complete(0, COOKIE);
    world.bus.run();
    world.host_set(0, regs::HOST_COMPLETION_POP, 0);
    assert_eq!(world.waiting(0), [""; 0], "completed");
    lines[0].clone()
}

#[test]
fn taken_and_not_completed() {
    let tag_7_from_3 = 3 << 16 | 7;
    for (kind, match_bits, mask, expected) in [
        (regs::REQUEST_KIND_RECEIVE, tag_7_from_3, 0, "receive of tag 7 from rank 3"),
        (regs::REQUEST_KIND_RECEIVE, tag_7_from_3, 0x7fff, "receive of any tag from rank 3"),
        (regs::REQUEST_KIND_RECEIVE, tag_7_from_3, 0x7fff_0000, "receive of tag 7 from any rank"),
        (regs::REQUEST_KIND_RECEIVE, tag_7_from_3 | 0x8000, 0, "receive of a collective call from rank 3"),
        (regs::REQUEST_KIND_SEND, tag_7_from_3, 2 << 48, "send of tag 7 to node 2"),
        (regs::REQUEST_KIND_SYNCHRONOUS, tag_7_from_3, 2 << 48, "synchronous send of tag 7 to node 2"),
        (regs::REQUEST_KIND_PROBE_WAIT, tag_7_from_3, 0, "probe of tag 7 from rank 3"),
        (regs::REQUEST_KIND_TAKE_WAIT, tag_7_from_3, 0, "matching probe of tag 7 from rank 3"),
        (regs::REQUEST_KIND_RECEIVE_MATCHED, 0, 0, "receive of a probed message"),
        (regs::REQUEST_KIND_CANCEL, 0, 0, "cancellation of a receive"),
        (regs::REQUEST_KIND_CANCEL_SEND, 0, 2 << 48, "cancellation of a send"),
        (0x55, 0, 0, "request of kind 0x55"),
    ] {
        let mut world = World::new(1);
        // 20 ns until it is enabled, 100 ns to the interface, two cycles a nanosecond.
        let line = format!("the NIC processor took a {expected} at cycle 240 and has not completed it");
        assert_eq!(told(&mut world, kind, match_bits, mask), line);
    }
}

#[test]
fn who_waits_for_whom() {
    let mut world = World::new(1);
    world.open(0, 1..=6);
    let lines = world.waiting(0);
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[4], "… and 2 more requests that it has not completed");
    assert!(lines[5].starts_with("the host waits for the NIC processor to complete a request; there is no header"));
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    world.request(0, regs::REQUEST_KIND_SEND, 0, 0, 7);
    world.bus.run();
    let lines = world.waiting(0);
    assert_eq!(lines[0], "1 request waits for the NIC processor");
    assert_eq!(lines[6], "the host waits for the NIC processor to complete a request");
}

/// A cancellation that succeeds ends the receive that it names; a cancellation that fails leaves it
/// open.
#[test]
fn cancelled_requests() {
    for (flag, left) in [(1 << 31, 0), (0, 1)] {
        let mut world = World::new(1);
        // The helper puts the cookie into the address, below a bit that is part of the cookie here.
        world.open(0, 0x1_0000_0001..=0x1_0000_0001);
        world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
        world.request(0, regs::REQUEST_KIND_CANCEL, 0, 0, 1);
        world.bus.run();
        world.get(0, regs::REG_REQUEST);
        world.stage_completion(0, 1);
        world.set(0, regs::REG_COMPLETION, flag);
        world.bus.run();
        world.host_set(0, regs::HOST_COMPLETION_POP, 0);
        let open = world.waiting(0).iter().filter(|line| line.contains("took a send")).count();
        assert_eq!(open, left);
    }
}

#[test]
fn places_hold_the_host() {
    let mut world = World::with(1, |p| p.request_fifo = 2);
    for (cookie, places) in [(1, 1), (2, 0)] {
        assert_ne!(world.request(0, 1, 0, 0, cookie), Reply::Stall);
        assert_eq!(world.host_status(0, regs::HOST_STATUS_PLACES_MASK), places);
    }
    world.run_ns(200);
    assert_eq!(world.request(0, 1, 0, 0, 3), Reply::Stall);
    let lines = ["the host waits for a place for a request", "2 requests wait for an entry"];
    assert_eq!(world.waiting(0), lines);
    world.bus.woken.clear();
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    world.run_ns(20);
    assert!(world.bus.woken.is_empty(), "a place is free when the request is taken");
    assert_eq!(world.get(0, regs::REG_REQUEST), NIC_MEMORY as u32);
    assert_eq!(world.bus.woken, [0]);
    assert_ne!(world.host_store(0, regs::HOST_REQUEST_COOKIE, 3), Reply::Stall);
    assert_eq!(world.statistic(0, "requests"), 3);
    assert_eq!(world.statistic(0, "most requests waiting"), 2);
}

#[test]
fn not_enabled() {
    let mut world = World::disabled(1, None, |_| {});
    world.request(0, 1, 0, 0, 1);
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    world.bus.run();
    assert_eq!(world.waiting(0), ["the NIC processor has not enabled its interface; 1 request waits"]);
    world.set(0, regs::REG_CONTROL, 1);
    world.set(0, regs::REG_CONTROL, 0);
    world.bus.run();
    assert_eq!(world.waiting(0), ["1 request waits for the NIC processor"]);
    assert_eq!(world.status(0, regs::STATUS_ENTRIES_MASK), 16);
}
