//! Random traffic: no packet is lost or overtakes another, all queues are bounded, and all credits
//! come back.

use crate::hostile::Random;
use crate::world::*;
use rankine_devices::nic::InterfaceParams;
use rankine_devices::regs::nic as regs;

const NODES: u32 = 3;
const MESSAGES: u32 = 150;
const TRANSMIT_FIFO: u64 = 4;
const HEADER_FIFO: u32 = 4;
const CREDITS: u32 = 3;

/// The state of a node's firmware.
#[derive(Default)]
struct Firmware {
    /// Commands given, by other node.
    sent: [u32; NODES as usize],
    /// Headers taken, by other node and kind. Headers of data come when the data are written, which
    /// may be later.
    taken: [[u32; 2]; NODES as usize],
}

fn change(params: &mut InterfaceParams) {
    (params.credits, params.header_fifo, params.transmit_fifo) = (CREDITS, HEADER_FIFO, TRANSMIT_FIFO as u32);
}

/// The payload of a message.
fn payload(from: u32, to: u32, serial: u32, bytes: usize) -> Vec<u8> {
    let first = from * 7 + to * 31 + serial * 13;
    (0..bytes as u32).map(|i| (first + i * 3) as u8).collect()
}

/// Gives a command for a random node, if there is a place. Message `serial` has data if it is a
/// multiple of 3.
fn give(world: &mut World, random: &mut Random, firmware: &mut Firmware, node: u32) {
    let to = random.below(NODES.into()) as u32;
    let serial = firmware.sent[to as usize];
    if serial == MESSAGES || world.status(node, regs::STATUS_TRANSMITS_MASK) == 0 {
        return;
    }
    // The engine reads a payload later: each place of the FIFO has its own area, and there is one
    // more for the command that ends.
    let slot = u64::from(firmware.sent.iter().sum::<u32>()) % (TRANSMIT_FIFO + 1);
    let (from, is_data) = (MEMORY + slot * 4096, serial.is_multiple_of(3));
    let bytes = if is_data { random.below(3500) } else { random.below(1025) } as usize;
    world.fill(node, from, &payload(node, to, serial, bytes));
    let mut words = if is_data { data_header(area(node, serial)) } else { header(regs::PACKET_EAGER, serial.into()) };
    (words[regs::HEADER_MATCH], words[regs::HEADER_BYTES]) = (serial, bytes as u32);
    world.send_bytes(node, to, words, from, bytes as u32);
    firmware.sent[to as usize] += 1;
}

/// The address in the host's memory for a message from a node. A message 3 * 10 later has the same
/// address.
fn area(from: u32, serial: u32) -> u64 {
    MEMORY + 0x8000 + u64::from(from * 10 + serial / 3 % 10) * 4096
}

/// Takes the oldest header, if there is one, and checks that it is the right one with the right
/// payload.
fn take(world: &mut World, firmware: &mut Firmware, node: u32) -> bool {
    if !world.has_header(node) {
        return false;
    }
    let words = world.oldest(node);
    let kind = u64::from(words[regs::HEADER_KIND]);
    let from = (kind >> regs::HEADER_KIND_NODE_SHIFT) as u32;
    let is_data = (kind & regs::HEADER_KIND_PACKET_MASK) >> regs::HEADER_KIND_PACKET_SHIFT == regs::PACKET_DATA;
    let taken = &mut firmware.taken[from as usize][usize::from(is_data)];
    // The messages without data are those with serials 1, 2, 4, 5, 7, ...
    let expected = if is_data { 3 * *taken } else { *taken / 2 * 3 + *taken % 2 + 1 };
    *taken += 1;
    assert_eq!(words[regs::HEADER_MATCH], expected, "from {from} to {node}, data {is_data}");
    let (bytes, serial) = (words[regs::HEADER_BYTES], words[regs::HEADER_MATCH]);
    let place = if is_data { area(from, serial) } else { MEMORY + 0x7_0000 };
    if !is_data {
        world.copy(node, 0, place, bytes);
        world.run_ns(5000);
    }
    let found = world.bytes(node, place, bytes as usize);
    assert_eq!(found, payload(from, node, serial, bytes as usize), "from {from} to {node}, {serial}");
    world.pop(node);
    true
}

#[test]
fn random_traffic() {
    for seed in 1..=8 {
        let mut random = Random(seed * 0x9e37_79b9_7f4a_7c15);
        let mut world = World::with(NODES, change);
        let mut firmware: Vec<_> = (0..NODES).map(|_| Firmware::default()).collect();
        let total = NODES * MESSAGES;
        while firmware.iter().any(|one| one.taken.iter().flatten().sum::<u32>() < total) {
            let node = random.below(NODES.into()) as u32;
            let one = &mut firmware[node as usize];
            match random.below(3) {
                0 => give(&mut world, &mut random, one, node),
                1 => drop(take(&mut world, one, node)),
                _ => world.run_ns(random.below(400)),
            }
        }
        world.bus.run();
        ends_well(&mut world, seed);
    }
}

/// Checks that all is at rest, and that each pair of nodes has all its credits except those that
/// the receiver gathers.
fn ends_well(world: &mut World, seed: u64) {
    for node in 0..NODES {
        assert_eq!(world.waiting(node), [""; 0], "seed {seed}, node {node}");
        assert!(world.statistic(node, "most headers waiting") <= HEADER_FIFO.into(), "seed {seed}");
        assert!(world.statistic(node, "most packets waiting") <= u64::from(CREDITS * NODES), "seed {seed}");
        assert_eq!(world.statistic(node, "headers"), u64::from(NODES * MESSAGES), "seed {seed}");
    }
    let sum = |world: &World, name: &str| (0..NODES).map(|node| world.statistic(node, name)).sum::<u64>();
    assert_eq!(sum(world, "packets sent"), sum(world, "packets received"), "seed {seed}");
    assert_eq!(sum(world, "bytes sent"), sum(world, "bytes received"), "seed {seed}");
    // With so few credits, each comes back by itself. As many packets as there are credits go while
    // no header is taken, and not one more.
    for node in 0..NODES {
        let to = (node + 1) % NODES;
        let before = world.statistic(node, "packets sent");
        (0..=CREDITS).for_each(|_| world.send(node, to, header(regs::PACKET_CLEAR, 0)));
        world.bus.run();
        assert_eq!(world.statistic(node, "packets sent") - before, CREDITS.into(), "seed {seed}, node {node}");
    }
}
