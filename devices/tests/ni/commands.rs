//! Tests of command buffers, RDMA and messages.

use crate::world::*;
use rankine_bus::{Reply, Width};
use rankine_devices::regs::ni as regs;

const HEAD: u64 = regs::OP_RDMA_WRITE << regs::CMD_OPCODE_SHIFT;

/// All orders of `n` things.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(n - 1);
    shorter.iter().flat_map(|order| (0..n).map(move |at| [&order[..at], &[n - 1], &order[at..]].concat())).collect()
}

#[test]
fn four_stores_in_any_order_make_exactly_one_rdma() {
    let all = orders(4);
    assert_eq!(all.len(), 24);
    for (turn, order) in all.iter().enumerate() {
        let mut world = World::new(2);
        world.tag(0, 0, regs::TAG_COMMAND);
        let data = pattern(48, turn as u64);
        world.fill(0, line(4), &data);
        let words = [HEAD | 48, line(4), global(1, line(8)), 0];
        for (count, &index) in order.iter().enumerate() {
            assert_eq!(world.statistic(0, "commands"), 0, "{order:?}: after {count} stores");
            world.put(0, word(line(0), index), words[index]);
        }
        world.bus.run();
        assert_eq!(world.statistic(0, "commands"), 1, "{order:?}");
        assert_eq!(world.statistic(1, "packets received"), 1, "{order:?}");
        assert_eq!(world.bytes(1, line(8), 48), data, "{order:?}");
        assert_eq!(world.get(0, line(0)), 0, "{order:?}: word 0 reads 0 when the buffer may be reused");
    }
}

/// Copies between any two nodes' scratchpads and memories, ordered by any third.
#[test]
fn every_combination_of_owners_and_spaces() {
    let spaces = [line(16), MEMORY + 0x1003];
    let mut rows = 0;
    for opcode in [regs::OP_RDMA_WRITE, regs::OP_RDMA_READ] {
        for (from, to, counter) in (0..4).flat_map(|f| (0..4).flat_map(move |t| (0..4).map(move |c| (f, t, c)))) {
            for (source, target, size) in [
                (spaces[0], spaces[0] + 0x2000, 1usize),
                (spaces[0] + 3, spaces[1], 777),
                (spaces[1], spaces[0] + 0x2001, 256),
                (spaces[1], spaces[1] + 0x2000, 4097),
            ] {
                let mut world = World::new(4);
                let data = pattern(size, u64::from(from) + 5);
                world.tag(2, 0, regs::TAG_COMMAND);
                world.counter(counter, 1, -(size as i64), &[global(2, line(2))]);
                world.fill(from, source, &data);
                let addresses = [global(from, source), global(to, target), global(counter, line(1)), size as u64];
                world.rdma(2, 0, opcode, addresses);
                world.bus.run();
                let row = format!("{opcode} {from} {to} {counter} {size}");
                assert_eq!(world.bytes(to, target, size), data, "{row}");
                assert_eq!(world.get(2, line(2)), 1, "{row}: notified");
                assert_eq!(world.get(2, line(0)), 0, "{row}: reusable");
                assert!((0..4).all(|node| world.register(node, regs::REG_ERR) == 0), "{row}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 512);
}

#[test]
fn a_message_carries_one_to_five_words() {
    for words in 1..=5u64 {
        let mut world = World::new(2);
        world.tag(0, 0, regs::TAG_COMMAND);
        world.counter(0, 1, -8 * words as i64, &[line(2)]);
        let payload: Vec<u64> = (0..words).map(|i| 0x1111_1111_1111_1111 * (i + 1)).collect();
        world.message(0, 0, global(1, line(3)), line(1), &payload);
        world.bus.run();
        for index in 0..8 {
            let expected = payload.get(index).copied().unwrap_or(0);
            assert_eq!(world.get(1, word(line(3), index)), expected, "{words} words, word {index}");
        }
        assert_eq!((world.get(0, line(2)), world.get(0, line(0))), (1, 0), "{words} words");
    }
}

/// Wrong descriptors are dropped with a sticky bit and leave the buffer idle. The next descriptor
/// works.
#[test]
fn bad_descriptors() {
    let end = PAD + 0x1_0000;
    let good = global(1, line(8));
    let head = |opcode: u64, size: u64| opcode << regs::CMD_OPCODE_SHIFT | size;
    for (what, words) in [
        ("size 0", [head(1, 0), line(4), good, 0]),
        ("opcode 0", [8, line(4), good, 0]),
        ("opcode 5", [head(5, 8), line(4), good, 0]),
        ("dequeue of nothing", [head(4, 0), line(4), good, 0]),
        ("dequeue of half a word", [head(4, 12), line(4), good, 0]),
        ("dequeue of 6 words", [head(4, 48), line(4), good, 0]),
        ("dequeue beside a line", [head(4, 8), line(4) + 8, good, 0]),
        ("dequeue from memory", [head(4, 8), MEMORY, good, 0]),
        ("dequeue from a node too far", [head(4, 8), global(4, line(4)), good, 0]),
        ("response unmapped", [head(4, 8), line(4), 0x40, 0]),
        ("response at the end of the window", [head(4, 8), line(4), end - 4, 0]),
        ("reader's acknowledge unaligned", [head(4, 8), line(4), good, line(9) + 8]),
        ("reserved bits", [1 << 40 | head(1, 8), line(4), good, 0]),
        ("message of 6 words", [head(3, 48), good, 0, 0]),
        ("message of half a word", [head(3, 4), good, 0, 0]),
        ("source unmapped", [head(1, 8), 0x40, good, 0]),
        ("source straddles the window", [head(1, 8), end - 4, good, 0]),
        ("source longer than memory", [head(1, 0xff_ffff), MEMORY, good, 0]),
        ("source is a tag", [head(1, 8), TAGS, good, 0]),
        ("destination is a register", [head(1, 8), line(4), REGISTERS, 0]),
        ("destination on a node too far", [head(1, 8), line(4), global(4, line(8)), 0]),
        ("destination wraps", [head(1, 8), line(4), u64::MAX - 3, 0]),
        ("acknowledge unaligned", [head(1, 8), line(4), good, line(9) + 8]),
        ("acknowledge in memory", [head(1, 8), line(4), good, MEMORY]),
        ("remote source, bad acknowledge", [head(2, 8), good, line(4), 7]),
    ] {
        let mut world = World::new(4);
        world.tag(0, 0, regs::TAG_COMMAND);
        for (index, value) in words.into_iter().enumerate() {
            world.put(0, word(line(0), index), value);
        }
        world.bus.run();
        assert_eq!(world.register(0, regs::REG_ERR), regs::ERR_BAD_DESC, "{what}");
        assert_eq!((world.get(0, line(0)), world.statistic(0, "packets sent")), (0, 0), "{what}");
        let complaint = rankine_bus::Device::complaint(&world.bus.devices[0]).unwrap();
        assert!(complaint.contains("BAD_DESC"), "{complaint}");
        world.fill(0, line(4), b"afterall");
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [line(4), good, 0, 8]);
        world.bus.run();
        assert_eq!(world.bytes(1, line(8), 8), b"afterall", "{what}: the next one");
    }
}

#[test]
fn without_reach_memory_is_refused() {
    let mut world = World::with(2, |params| params.reaches_memory = false);
    world.tag(0, 0, regs::TAG_COMMAND);
    for addresses in [[MEMORY, global(1, line(4))], [line(4), global(1, MEMORY)]] {
        let reply = world.bus.store(0, REGISTERS + regs::REG_ERR, Width::B4, u64::MAX);
        assert!(matches!(reply, Reply::Done { .. }));
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [addresses[0], addresses[1], 0, 8]);
        assert_eq!(world.register(0, regs::REG_ERR), regs::ERR_BAD_DESC, "{addresses:x?}");
    }
    let reply = world.bus.load(0, global(1, MEMORY), Width::B8);
    assert_eq!(reply, Reply::Fault(rankine_bus::Fault::Unmapped));
}

/// A second descriptor stalls while the first is under way, and never mixes with it.
#[test]
fn a_busy_buffer_stalls() {
    let mut world = World::new(2);
    world.tag(0, 0, regs::TAG_COMMAND);
    let (first, second) = (pattern(3000, 1), pattern(500, 2));
    world.fill(0, MEMORY, &first);
    world.fill(0, MEMORY + 4096, &second);
    world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, MEMORY), 0, 3000]);
    assert_eq!(world.bus.store(0, word(line(0), 2), Width::B8, 1), Reply::Stall);
    assert_ne!(world.get(0, line(0)), 0, "a load does not stall");
    let before = world.cycle();
    world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY + 4096, global(1, MEMORY + 4096), 0, 500]);
    assert!(world.cycle() > before + 100, "the first must have left");
    assert_eq!(world.bus.store(0, TAGS, Width::B4, regs::TAG_SCRATCHPAD), Reply::Stall, "so does a new tag");
    world.tag(0, 0, regs::TAG_SCRATCHPAD);
    world.bus.run();
    assert_eq!((world.bytes(1, MEMORY, 3000), world.bytes(1, MEMORY + 4096, 500)), (first, second));
    assert_eq!(world.statistic(0, "commands"), 2);
}

/// The command FIFO holds `command_fifo` commands. The store that completes one more stalls.
#[test]
fn a_full_command_fifo_stalls() {
    let depth = 3;
    let mut world = World::with(2, |params| params.command_fifo = depth);
    for index in 0..=u64::from(depth) + 1 {
        world.tag(0, index, regs::TAG_COMMAND);
    }
    // The first command begins at once and takes a long time.
    for index in 0..=u64::from(depth) {
        world.rdma(0, index, regs::OP_RDMA_WRITE, [MEMORY, global(1, MEMORY), 0, 60_000]);
    }
    let last = u64::from(depth) + 1;
    for (index, value) in [(3, 0), (2, global(1, line(99))), (1, line(98))] {
        world.put(0, word(line(last), index), value);
    }
    assert_eq!(world.bus.store(0, line(last), Width::B8, HEAD | 8), Reply::Stall);
    assert_eq!(world.statistic(0, "commands"), u64::from(depth) + 1);
    world.put(0, line(last), HEAD | 8);
    world.bus.run();
    assert_eq!(world.statistic(0, "commands"), u64::from(depth) + 2);
    assert_eq!(world.statistic(0, "command FIFO high water, commands"), u64::from(depth));
}

/// A message given after a transfer to the same node arrives after the transfer's data, although
/// memory is slower than scratchpad.
#[test]
fn commands_take_effect_in_order() {
    let mut world = World::new(2);
    world.tag(0, 0, regs::TAG_COMMAND);
    world.tag(0, 1, regs::TAG_COMMAND);
    let data = pattern(1000, 3);
    world.fill(0, MEMORY, &data);
    world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, MEMORY), 0, 1000]);
    world.message(0, 1, global(1, line(5)), 0, &[1]);
    world.until(|world| world.get(1, line(5)) == 1);
    assert_eq!(world.bytes(1, MEMORY, 1000), data);
}

/// Transfers with odd sizes or addresses take longer by the penalty, if there is one.
#[test]
fn partial_words_cost_their_penalty() {
    let time = |penalty, source: u64, destination: u64, size: u64| {
        let mut world = World::with(2, |params| params.partial_word_penalty = penalty);
        world.tag(0, 0, regs::TAG_COMMAND);
        world.counter(1, 1, -(size as i64), &[line(2)]);
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [source, global(1, destination), global(1, line(1)), size]);
        let given = world.cycle();
        world.until(|world| world.get(1, line(2)) == 1);
        world.cycle() - given
    };
    for (source, destination, size, partial) in [
        (line(8), line(8), 8, false),
        (line(8), line(8), 512, false),
        (line(8), line(8), 7, true),
        (line(8) + 1, line(8), 8, true),
        (line(8), line(8) + 4, 8, true),
        (line(8), line(8), 511, true),
    ] {
        let more = time(12, source, destination, size) - time(0, source, destination, size);
        assert_eq!(more, if partial { 12 } else { 0 }, "{source:x} {destination:x} {size}");
    }
    // The next larger whole size is faster.
    assert!(time(12, line(8), line(8), 6) > time(12, line(8), line(8), 8));
}

/// With store and forward, a gap and a slow network the interface takes its part of 28 + 3 * ceil(n
/// / 8) cycles and 13 1/3 cycles for each further packet (fits of Katsamani 2010 §4.4.2 and Table
/// 4.4).
#[test]
fn store_and_forward_times() {
    let time = |size: u64| {
        let mut world = World::with(2, |params| {
            params.store_and_forward = true;
            params.packet_bytes = 64;
            (params.source_bytes_per_cycle, params.write_bytes_per_cycle, params.packet_gap_thirds) = (8, 8, 16);
        });
        world.tag(0, 0, regs::TAG_COMMAND);
        world.fill(0, line(8), &vec![0xff; size as usize]);
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [line(8), global(1, line(8)), 0, size]);
        let given = world.bus.now;
        let last = line(8) + size - 8;
        let arrived = world.until(|world| world.get(1, last) != 0);
        (arrived - given).0
    };
    let (small, large) = (time(16), time(64));
    assert_eq!((large - small) % 1000, 0);
    let flits = 64 / 16 - 16 / 16;
    assert_eq!((large - small) / 1000, 2 * (8 - 2) + flits, "two stages of 8 bytes a cycle, and the mesh's flits");
    for packets in [2, 4, 16] {
        let cycles = (time(64 * packets) - large) as f64 / 1000.0;
        let expected = (packets - 1) as f64 * 40.0 / 3.0;
        assert!((cycles - expected).abs() <= 1.0, "{packets} packets: {cycles} cycles more, not {expected}");
    }
}
