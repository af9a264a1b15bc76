//! Every mistake of the description's table: its effect, and where it can be seen.

use crate::world::*;
use rankine_bus::{Device, Fault, Reply};
use rankine_devices::regs::nic as regs;

/// Ends of the memories.
const MEMORY_END: u64 = NIC_RANGE.end;

#[test]
fn access_faults() {
    type Act = fn(&mut World) -> Reply;
    let notify = regs::TRANSMIT_NOTIFY as u32;
    assert_eq!(notify, 1 << 16);
    let rows: [(Act, &str); 18] = [
        (|w| w.request(0, 1, 0, 0, 0), "the cookie of a request must not be 0"),
        (|w| w.store(0, regs::REG_ENTRY, 0), "there is no memory of the NIC for an entry at 0x0"),
        (|w| w.store(0, regs::REG_ENTRY, MEMORY as u32), "no memory of the NIC for an entry at 0x10000000"),
        (|w| w.store(0, regs::REG_ENTRY, (MEMORY_END - 64) as u32), "no memory of the NIC for an entry"),
        (|w| w.store(0, regs::REG_TRANSMIT, 2), "there is no node 2 to transmit to, of 2 nodes"),
        (|w| transmit(w, header(8, 0), MEMORY_END - 4, 5), "there is no memory at 0x100ffffc to transmit 5 bytes"),
        (|w| transmit(w, header(8, 0), u64::MAX, 5), "there is no memory at 0xffffffffffffffff"),
        (|w| transmit(w, header(8, 0), MEMORY, 1025), "not PACKET_DATA carries 1024 bytes at most, not 1025"),
        (|w| transmit(w, data_header(0), MEMORY, u32::MAX), "there is no memory at 0x10000000"),
        (|w| w.store(0, regs::REG_TRANSMIT, 1 | 1 << 16), "the cookie of a completion must not be 0"),
        (|w| w.store(0, regs::REG_COMPLETION, 1), "the cookie of a completion must not be 0"),
        (|w| complete(w, 7), "there is no open request with the cookie 0x7"),
        (|w| transmit_notifying(w, 7), "there is no open request with the cookie 0x7"),
        (|w| complete_twice(w), "there is no open request with the cookie 0x1: it was completed before"),
        (|w| complete_untaken(w), "the request with the cookie 0x1 is completed before it was taken"),
        (|w| open_twice(w), "a request with the cookie 0x1 is open already"),
        (|w| copy(w, MEMORY, MEMORY, 4), "there is no memory of the NIC at 0x10000000 to copy 4 bytes from"),
        (|w| copy(w, NIC_MEMORY, MEMORY_END - 3, 4), "there is no memory at 0x100ffffd to copy 4 bytes to"),
    ];
    for (act, part) in rows {
        let mut world = World::new(2);
        let reply = act(&mut world);
        assert!(
            matches!(&reply, Reply::Fault(Fault::Refused(sentence)) if sentence.contains(part)),
            "{reply:?} should be refused with {part:?}"
        );
        world.bus.run();
        assert_eq!(world.bus.devices[0].complaint(), None);
    }
}

fn transmit(world: &mut World, header: [u32; 8], address: u64, bytes: u32) -> Reply {
    world.stage_transmit(0, header, address, bytes);
    world.store(0, regs::REG_TRANSMIT, 1)
}

fn copy(world: &mut World, from: u64, to: u64, bytes: u32) -> Reply {
    world.stage_copy(0, from, to);
    world.store(0, regs::REG_COPY, bytes)
}

fn complete(world: &mut World, cookie: u64) -> Reply {
    world.stage_completion(0, cookie);
    world.store(0, regs::REG_COMPLETION, 0)
}

fn transmit_notifying(world: &mut World, cookie: u64) -> Reply {
    world.stage_completion(0, cookie);
    world.stage_transmit(0, header(8, 0), MEMORY, 0);
    world.store(0, regs::REG_TRANSMIT, 1 | regs::TRANSMIT_NOTIFY as u32)
}

fn complete_twice(world: &mut World) -> Reply {
    world.open(0, 1..=1);
    assert!(matches!(transmit_notifying(world, 1), Reply::Done { .. }));
    complete(world, 1)
}

fn complete_untaken(world: &mut World) -> Reply {
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    world.request(0, regs::REQUEST_KIND_SEND, 0, 0, 1);
    world.bus.run();
    complete(world, 1)
}

fn open_twice(world: &mut World) -> Reply {
    world.open(0, 1..=1);
    world.request(0, regs::REQUEST_KIND_SEND, 0, 0, 1)
}

#[test]
fn counted() {
    type Act = fn(&mut World);
    let rows: [(Act, &str); 8] = [
        (|w| w.pop(0), "HEADER_POP without a header: 1"),
        (|w| w.copy(0, 0, MEMORY, 1), "COPY beyond the payload of the oldest header: 1"),
        (|w| w.set(0, regs::REG_ENTRY, NIC_MEMORY as u32 + 8), "ENTRY refused: 1"),
        (|w| (0..18).for_each(|_| w.set(0, regs::REG_ENTRY, NIC_MEMORY as u32)), "ENTRY refused: 2"),
        (|w| w.host_set(0, regs::HOST_COMPLETION_POP, 1), "COMPLETION_POP without a completion: 1"),
        (|w| w.send_bytes(1, 0, data_header(MEMORY_END - 1), MEMORY, 2), "packets of data for no memory: 1"),
        (|w| w.send_bytes(1, 0, data_header(u64::MAX - 1), MEMORY, 1500), "packets of data for no memory: 2"),
        (
            |w| {
                w.pop(0);
                w.host_set(0, regs::HOST_COMPLETION_POP, 1);
            },
            "HEADER_POP without a header: 1, COMPLETION_POP without a completion: 1",
        ),
    ];
    for (act, complaint) in rows {
        let mut world = World::new(2);
        act(&mut world);
        world.bus.run();
        assert_eq!(world.bus.devices[0].complaint().as_deref(), Some(complaint));
    }
}

/// A copy beyond the payload copies the bytes that there are. Data for no memory keep their header,
/// and their credits come back.
#[test]
fn what_there_is() {
    let mut world = World::with(2, |p| p.credits = 1);
    world.fill(0, MEMORY, &[5; 10]);
    world.send_bytes(0, 1, header(regs::PACKET_EAGER, 0), MEMORY, 10);
    world.send_bytes(0, 1, data_header(0), MEMORY, 2000);
    world.bus.run();
    world.copy(1, 0, MEMORY, 11);
    world.pop(1);
    world.bus.run();
    assert_eq!(world.bytes(1, MEMORY, 11), [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0]);
    assert!(world.has_header(1));
    assert_eq!(world.statistic(1, "COPY beyond the payload of the oldest header"), 1);
    assert_eq!(world.statistic(1, "packets of data for no memory"), 2);
}
