//! Mistakes of software: each is counted and reported, and drops one message only.

use crate::world::*;
use rankine_bus::Device;
use rankine_devices::regs::gascore as regs;

const HERE: u32 = MEMORY as u32;
const BEYOND: u32 = (MEMORY + MEMORY_BYTES) as u32;

/// The request, the register that counts, and words of the report.
fn rows() -> Vec<(Vec<u32>, u64, &'static str)> {
    let ten = [7; 10];
    vec![
        (
            vec![0x0005_0082, 5, 1, 2, 3, 4, 5],
            regs::REG_BAD_TYPE,
            "request 0x00050082 has an unknown type: it is dropped",
        ),
        (vec![0x0300_0082, 5], regs::REG_BAD_TYPE, "has an unknown type"),
        (vec![0x0501_0082, 5, 9], regs::REG_BAD_TYPE, "has an unknown type"),
        (short(5, 130, &[1; 17]), regs::REG_BAD_LENGTH, "has 17 arguments of 16 at most"),
        (short(5, 130, &[1; 255]), regs::REG_BAD_LENGTH, "has 255 arguments of 16 at most"),
        (
            medium(5, 130, (513, HERE), &ten),
            regs::REG_BAD_LENGTH,
            "medium request 0x020a0082 has 513 bytes of 512 at most",
        ),
        (long(5, 130, (16385, HERE, HERE), &ten), regs::REG_BAD_LENGTH, "has 16385 bytes of 16384 at most"),
        (long(5, 130, (u32::MAX, HERE, HERE), &[]), regs::REG_BAD_LENGTH, "has 4294967295 bytes"),
        (vec![0x1200_0082, 5, 516, 0, 0], regs::REG_BAD_LENGTH, "has 516 bytes of 512 at most"),
        (medium(5, 130, (4, HERE + 2), &ten), regs::REG_BAD_ALIGNMENT, "names the address 0x10002"),
        (long(5, 130, (4, HERE, HERE + 1), &[]), regs::REG_BAD_ALIGNMENT, "names the address 0x10001"),
        (short(20, 130, &[3]), regs::REG_BAD_NODE, "is for node 20; there are 20"),
        (short(256, 130, &[3]), regs::REG_BAD_NODE, "is for node 256"),
        (short(u32::MAX, 130, &[]), regs::REG_BAD_NODE, "is for node 4294967295"),
        (reply(0, short(0, 130, &[1])), regs::REG_BAD_REPLY, "has token 0x0, which is free"),
        (reply(u32::MAX, long(0, 130, (8, HERE, HERE), &[1])), regs::REG_BAD_REPLY, "has token 0xffffffff"),
        (long(5, 130, (8, BEYOND - 4, HERE), &ten), regs::REG_BAD_MEMORY, "8 bytes from 0x1fffc are not memory"),
        (medium(5, 130, (1, 0), &[]), regs::REG_BAD_MEMORY, "1 bytes from 0x0 are not memory"),
        (long(5, 130, (8, 0xffff_fffc, HERE), &[]), regs::REG_BAD_MEMORY, "8 bytes from 0xfffffffc are not memory"),
    ]
}

/// Mistakes of the sender. Requests before and after the mistake are carried out. An asynchronous
/// request has no completion word.
#[test]
fn by_the_sender() {
    for (request, register, story) in rows() {
        for is_async in [false, true] {
            let mut request = request.clone();
            if is_async {
                request[0] |= regs::TYPE_ASYNC as u32;
            }
            // The words that a length on FSL 3 announces follow there.
            if request[0] as u64 & regs::TYPE_FIFO != 0 {
                request.truncate(3);
                request.extend([0; 129]);
            }
            let mut world = World::new();
            world.agents[0].ask(short(5, 1, &[]));
            world.agents[0].ask(request.clone());
            world.agents[0].ask(short(5, 2, &[]));
            world.finish();
            let handlers: Vec<_> = world.agents[5].calls.iter().map(|call| call.words[0] & 0xffff).collect();
            assert_eq!(handlers, [1, 2], "{request:x?}");
            let completions: Vec<_> = world.agents[0].completions.iter().map(|(_, word)| *word).collect();
            assert_eq!(completions, if is_async { vec![2, 2] } else { vec![2, 0, 2] }, "{request:x?}");
            assert_eq!(world.load(0, register), 1, "{request:x?}");
            let complaint = world.bus.devices[0].complaint().unwrap();
            let story = if is_async { story.split("0x0").next().unwrap() } else { story };
            assert!(complaint.contains(story), "{complaint}");
        }
    }
}

/// Messages that the receiver drops: it keeps no token, and the next message is carried out.
#[test]
fn by_the_receiver() {
    for destination in [BEYOND - 4, 0, 0xffff_fffc] {
        for dest in [5, 0] {
            let mut world = World::new();
            world.agents[0].ask(long(dest, 1, (8, HERE, destination), &[1, 2, 3]));
            world.agents[0].ask(short(dest, 2, &[]));
            world.finish();
            let handlers: Vec<_> =
                world.agents[dest as usize].calls.iter().map(|call| call.words[0] & 0xffff).collect();
            assert_eq!(handlers, [2], "{destination:#x}");
            assert_eq!(world.load(dest, regs::REG_BAD_MEMORY), 1);
            let complaint = world.bus.devices[dest as usize].complaint().unwrap();
            assert!(complaint.contains("8 bytes of node 0 to 0x"), "{complaint}");
            assert_eq!(world.agents[0].completions.len(), 2);
        }
    }
}

/// Half a request, and completions and calls that the node does not take, are reported.
#[test]
fn what_waits() {
    let mut world = World::new();
    world.agents[0].ask(long(5, 130, (4, HERE, HERE), &[1, 2])[..3].to_vec());
    world.run();
    let head =
        "transmit unit waits for a word in FSL 3 (0 of 16 words): it has 3 of the first 5 words of request 0x04020082";
    assert_eq!(world.bus.devices[0].waiting(), [head]);

    let mut world = World::new();
    world.agents[0].ask(short(5, 130, &[1, 2])[..3].to_vec());
    world.run();
    let rest = "transmit unit waits for a word in FSL 3 (0 of 16 words): more of a short message to node 5, type word 0x01020082";
    assert_eq!(world.bus.devices[0].waiting(), [rest]);

    let mut world = World::new();
    world.agents[0].takes_completions = false;
    (0..20).for_each(|k| world.agents[0].ask(short(5, 130, &[k])));
    world.run();
    assert_eq!(world.bus.devices[0].waiting(), ["transmit unit waits for a place in FSL 4 (16 of 16 words)"]);
    assert_eq!(world.agents[5].calls.len(), 17);

    let mut world = World::new();
    world.agents[5].takes_calls = false;
    (0..40).for_each(|k| world.agents[0].ask(short(5, 130, &[k])));
    world.run();
    let waiting = world.bus.devices[5].waiting();
    assert!(waiting[0].starts_with("receive unit waits for a place in FSL 1 (16 of 16 words)"), "{waiting:?}");
    let waiting = world.bus.devices[0].waiting();
    assert!(waiting[0].starts_with("transmit unit waits for a place in the FIFO to the NetIf"), "{waiting:?}");
}
