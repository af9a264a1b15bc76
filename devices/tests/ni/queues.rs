//! Tests of single-reader queues.

use crate::world::*;
use rankine_bus::{Fault, Reply, Width};
use rankine_devices::regs::ni as regs;

const QUEUE: u64 = 1;

fn configure(world: &mut World, log2_slots: u64, slot_words: u64, body: u64) {
    world.tag(1, QUEUE, regs::TAG_QUEUE);
    let config = log2_slots << regs::QUEUE_LOG2_SLOTS_SHIFT | slot_words << regs::QUEUE_SLOT_WORDS_SHIFT;
    world.put(1, word(line(QUEUE), regs::QUEUE_CONFIG), config);
    world.put(1, word(line(QUEUE), regs::QUEUE_BODY), body);
    for node in 0..3 {
        world.tag(node, 0, regs::TAG_COMMAND);
    }
}

fn words(world: &mut World) -> [u64; 3] {
    [regs::QUEUE_TAIL, regs::QUEUE_HEAD, regs::QUEUE_DROPPED].map(|index| world.get(1, word(line(QUEUE), index)))
}

/// Items fill the slots, are dropped when the queue is full, and wrap around when software consumes
/// items, in both kinds of body.
#[test]
fn fill_drop_consume_wrap() {
    for body in [line(100), MEMORY + 64, global(1, line(100))] {
        let mut world = World::new(4);
        configure(&mut world, 2, 3, body);
        let send = |world: &mut World, value: u64| {
            world.message(0, 0, global(1, line(QUEUE)), 0, &[value, value + 1]);
            world.bus.run();
        };
        let slot = |world: &mut World, slot: u64| {
            let local = if body > u64::from(u32::MAX) { body - (2 << 32) } else { body };
            let bytes = world.bytes(1, local + 24 * slot, 24);
            [0, 8, 16].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()))
        };
        for value in 0..6 {
            send(&mut world, 10 * value);
        }
        assert_eq!(words(&mut world), [4, 0, 2], "two too many");
        assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_QUEUE_DROP);
        for value in 0..4 {
            assert_eq!(slot(&mut world, value), [10 * value, 10 * value + 1, 0]);
        }
        world.put(1, word(line(QUEUE), regs::QUEUE_HEAD), 3);
        for value in 7..10 {
            send(&mut world, 10 * value);
        }
        assert_eq!(words(&mut world), [7, 3, 2]);
        assert_eq!([0, 1, 2, 3].map(|n| slot(&mut world, n)[0]), [70, 80, 90, 30]);
    }
}

/// Credits may come from another node: a remote store to the head makes room.
#[test]
fn the_head_may_be_stored_remotely() {
    let mut world = World::new(4);
    configure(&mut world, 0, 1, line(100));
    for round in 0..5 {
        world.message(0, 0, global(1, line(QUEUE)), 0, &[round]);
        world.bus.run();
        world.put(2, global(1, word(line(QUEUE), regs::QUEUE_HEAD)), round + 1);
        world.bus.run();
    }
    assert_eq!(words(&mut world), [5, 5, 0]);
}

/// Sizes that a queue takes and refuses: (slot words, RDMA size, taken, error).
#[test]
fn sizes() {
    for (slot_words, size, taken, error) in [
        (4, 32, true, 0),
        (4, 1, true, 0),
        (4, 33, false, regs::ERR_QUEUE_SIZE),
        (32, 256, true, 0),
        (255, 257, false, regs::ERR_QUEUE_SIZE),
        (0, 1, false, regs::ERR_QUEUE_SIZE),
    ] {
        let mut world = World::new(4);
        configure(&mut world, 3, slot_words, MEMORY);
        world.counter(0, 5, -(size as i64), &[line(6)]);
        let data = pattern(size as usize, 1);
        world.fill(0, MEMORY, &data);
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, line(QUEUE)), line(5), size]);
        world.bus.run();
        let row = format!("{slot_words} words, {size} bytes");
        let items = u64::from(taken);
        assert_eq!(words(&mut world)[0], items, "{row}");
        assert_eq!(world.register(1, regs::REG_ERR) & regs::ERR_QUEUE_SIZE, error, "{row}");
        assert_eq!(world.get(0, line(6)), items, "{row}: acknowledged only if taken");
        if taken {
            assert_eq!(world.bytes(1, MEMORY, size as usize), data, "{row}");
        }
    }
}

/// A queue in the last line takes items longer than the rest of the scratchpad.
#[test]
fn a_queue_in_the_last_line() {
    let mut world = World::new(4);
    world.tag(1, 1023, regs::TAG_QUEUE);
    world.put(1, word(line(1023), regs::QUEUE_CONFIG), 32 << regs::QUEUE_SLOT_WORDS_SHIFT);
    world.put(1, word(line(1023), regs::QUEUE_BODY), MEMORY);
    world.tag(0, 0, regs::TAG_COMMAND);
    world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, line(1023)), 0, 256]);
    world.bus.run();
    assert_eq!(world.get(1, line(1023)), 1);
}

/// If the body is at no place, on another node, or on a special line, the queue takes nothing, and
/// the tail stays.
#[test]
fn bad_bodies() {
    for body in [0, 0x40, global(0, line(100)), line(QUEUE), REGISTERS, MEMORY + MEMORY_BYTES - 4, u64::MAX - 3] {
        let mut world = World::new(4);
        configure(&mut world, 2, 3, body);
        world.message(0, 0, global(1, line(QUEUE)), 0, &[1]);
        world.bus.run();
        assert_eq!(words(&mut world)[0], 0, "{body:#x}");
        assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_BAD_STORE, "{body:#x}");
    }
}

#[test]
fn the_tail_is_the_hardwares() {
    let mut world = World::new(4);
    configure(&mut world, 2, 3, MEMORY);
    assert_eq!(world.bus.store(1, line(QUEUE), Width::B8, 0), Reply::Fault(Fault::Direction));
}

/// All items of several senders arrive, those of each sender in order, and the tail never runs
/// ahead of the data.
#[test]
fn many_senders() {
    let mut world = World::new(4);
    configure(&mut world, 8, 2, MEMORY);
    world.tag(3, 0, regs::TAG_COMMAND);
    for turn in 0..60 {
        for node in [0, 2, 3] {
            world.message(node, 0, global(1, line(QUEUE)), 0, &[u64::from(node) + 1, turn]);
            let tail = words(&mut world)[0];
            let bytes = world.bytes(1, MEMORY, 16 * tail as usize);
            assert!(bytes.chunks(16).all(|item| item[0] != 0), "every item below the tail is there");
        }
    }
    world.bus.run();
    assert_eq!(words(&mut world), [180, 0, 0]);
    let bytes = world.bytes(1, MEMORY, 16 * 180);
    for sender in [1, 3, 4] {
        let turns: Vec<u8> = bytes.chunks(16).filter(|item| item[0] == sender).map(|item| item[8]).collect();
        assert_eq!(turns, (0..60).collect::<Vec<u8>>(), "sender {sender}");
    }
}
