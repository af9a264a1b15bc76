//! Multi-reader queues: items and readers meet in the order of their arrival, whichever comes
//! first.

use crate::world::*;
use rankine_bus::{Fault, Reply, Width};
use rankine_devices::regs::ni as regs;

const QUEUE: u64 = 1;
const ANSWERS: u64 = 20;

/// Nodes with command buffers in lines 0 and 2, and the queue on node 1.
fn world(log2_slots: u64, item_words: u64, body: u64) -> World {
    let mut world = World::new(4);
    world.tag(1, QUEUE, regs::TAG_MRQUEUE);
    let config = log2_slots << regs::MRQUEUE_LOG2_SLOTS_SHIFT | item_words << regs::MRQUEUE_ITEM_WORDS_SHIFT;
    world.put(1, word(line(QUEUE), regs::MRQUEUE_CONFIG), config);
    world.put(1, word(line(QUEUE), regs::MRQUEUE_BODY), body);
    for (node, index) in (0..4).flat_map(|node| [(node, 0), (node, 2)]) {
        world.tag(node, index, regs::TAG_COMMAND);
    }
    world
}

fn enqueue(world: &mut World, node: u32, ack: u64, item: &[u64]) {
    world.message(node, 0, global(1, line(QUEUE)), ack, item);
}

fn dequeue(world: &mut World, node: u32, response: u64, ack: u64, words: u64) {
    world.rdma(node, 2, regs::OP_DEQUEUE, [global(1, line(QUEUE)), response, ack, 8 * words]);
}

/// Tail, head and dropped.
fn words(world: &mut World) -> [u64; 3] {
    [regs::MRQUEUE_TAIL, regs::MRQUEUE_HEAD, regs::MRQUEUE_DROPPED].map(|index| world.get(1, word(line(QUEUE), index)))
}

fn answer(world: &mut World, node: u32, number: u64) -> u64 {
    world.get(node, line(ANSWERS + number))
}

/// Items first, from several nodes; then readers on several nodes, including the queue's own: first
/// come, first served. Bodies are in scratchpad or memory, and items have every length.
#[test]
fn items_in_order() {
    for (body, item_words) in [(line(100), 1), (MEMORY + 64, 3), (global(1, line(100)), 5)] {
        let mut world = world(3, item_words, body);
        for number in 0..8 {
            let item: Vec<u64> = (1..=item_words).map(|word| 100 * number + word).collect();
            enqueue(&mut world, number as u32 % 4, 0, &item);
            world.bus.run();
        }
        assert_eq!(words(&mut world), [8, 0, 0]);
        for number in 0..8 {
            dequeue(&mut world, number as u32 % 4, line(ANSWERS + number), 0, item_words);
            world.bus.run();
        }
        for number in 0..8 {
            for at in 0..8 {
                let expected = if at < item_words { 100 * number + at + 1 } else { 0 };
                let got = world.get(number as u32 % 4, word(line(ANSWERS + number), at as usize));
                assert_eq!(got, expected, "body {body:#x}, item {number}, word {at}");
            }
        }
        assert_eq!(words(&mut world), [8, 8, 0]);
        assert!((0..4).all(|node| world.register(node, regs::REG_ERR) == 0));
    }
}

/// Readers first. Each gets its item as soon as it is there, and both ends are acknowledged.
#[test]
fn readers_in_order() {
    for body in [line(100), MEMORY + 64] {
        let mut world = world(3, 2, body);
        for node in 0..4 {
            world.counter(node, 5, -32, &[line(6)]);
        }
        for number in 0..8 {
            dequeue(&mut world, number as u32 % 4, line(ANSWERS + number), line(5), 2);
            world.bus.run();
        }
        assert_eq!(words(&mut world), [0, 8, 0]);
        world.counter(3, 7, -128, &[line(8)]);
        for number in 0..8 {
            assert_eq!(answer(&mut world, number as u32 % 4, number), 0, "not before its turn");
            enqueue(&mut world, 3, line(7), &[number + 1, 77]);
            world.bus.run();
            assert_eq!(answer(&mut world, number as u32 % 4, number), number + 1);
        }
        assert_eq!(words(&mut world), [8, 8, 0]);
        assert_eq!(world.get(3, line(8)), 1, "eight items of 16 bytes have been taken");
        for node in 0..4 {
            assert_eq!(world.get(node, line(6)), 1, "node {node}: two items of 16 bytes have been written");
            assert_eq!(world.register(node, regs::REG_ERR), 0);
        }
    }
}

/// As many items as there are slots wait, and no more; the waiting items stay.
#[test]
fn full_of_items() {
    let mut world = world(1, 1, line(100));
    world.counter(0, 5, -16, &[line(6)]);
    for number in 1..=5 {
        enqueue(&mut world, 0, line(5), &[number]);
        world.bus.run();
    }
    assert_eq!(words(&mut world), [2, 0, 3]);
    assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_QUEUE_DROP);
    assert_eq!((world.get(0, line(6)), world.get(0, line(5))), (1, 0), "only those taken are acknowledged");
    for number in 0..3 {
        dequeue(&mut world, 0, line(ANSWERS + number), 0, 1);
        world.bus.run();
    }
    assert_eq!([0, 1, 2].map(|number| answer(&mut world, 0, number)), [1, 2, 0]);
    assert_eq!((words(&mut world), world.statistic(1, "queue items dropped")), ([2, 3, 3], 3));
}

/// As many readers as there are slots wait, and no more; a refused one never gets anything.
#[test]
fn full_of_readers() {
    let mut world = world(1, 1, line(100));
    for number in 0..4 {
        dequeue(&mut world, [0, 1, 2, 3][number as usize], line(ANSWERS + number), 0, 1);
        world.bus.run();
    }
    assert_eq!(words(&mut world), [0, 2, 2]);
    assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_QUEUE_DROP);
    assert_eq!(world.statistic(1, "queue readers refused"), 2);
    for number in 1..=3 {
        enqueue(&mut world, 3, 0, &[number]);
        world.bus.run();
    }
    assert_eq!([0, 1, 2, 3].map(|number| answer(&mut world, number as u32, number)), [1, 2, 0, 0]);
    assert_eq!(words(&mut world), [3, 2, 2]);
    // Refused readers take no place: the node may ask as often as before.
    dequeue(&mut world, 2, line(ANSWERS), 0, 1);
    world.bus.run();
    assert_eq!(answer(&mut world, 2, 0), 3);
}

/// A node may have more waiting readers than `read_requests`, because a waiting reader is no read
/// request.
#[test]
fn waiting_readers_are_no_read_requests() {
    let mut world = world(4, 1, line(100));
    let count = 3 * u64::from(params().read_requests);
    for number in 0..count {
        dequeue(&mut world, 0, line(ANSWERS + number), 0, 1);
    }
    world.bus.run();
    assert_eq!(words(&mut world), [0, count, 0]);
    for number in 0..count {
        enqueue(&mut world, 3, 0, &[number + 1]);
    }
    world.bus.run();
    assert!((0..count).all(|number| answer(&mut world, 0, number) == number + 1));
}

/// One item is a lock. The node that has it increments a value by remote loads and stores, and
/// gives the item back.
#[test]
fn a_token_is_a_lock() {
    const TURNS: u64 = 50;
    let mut world = world(2, 1, line(100));
    let shared = global(2, line(50));
    enqueue(&mut world, 1, 0, &[9]);
    world.bus.run();
    let (mut turns, mut asked, mut held) = ([0; 4], [false; 4], Vec::new());
    while turns.iter().sum::<u64>() < 4 * TURNS {
        for node in 0..4 {
            let n = node as usize;
            if !asked[n] && turns[n] < TURNS {
                world.put(node, line(ANSWERS), 0);
                dequeue(&mut world, node, line(ANSWERS), 0, 1);
                asked[n] = true;
            }
        }
        world.bus.step();
        let holders: Vec<u32> = (0..4).filter(|&n| asked[n as usize] && answer(&mut world, n, 0) == 9).collect();
        assert!(holders.len() <= 1, "{holders:?} hold the lock");
        for node in holders {
            let value = world.load(node, shared);
            world.put(node, shared, value + 1);
            // The item follows the store only if both go to one node. The load makes sure that the
            // store is done.
            while world.load(node, shared) != value + 1 {}
            (turns[node as usize], asked[node as usize]) = (turns[node as usize] + 1, false);
            world.put(node, line(ANSWERS), 0);
            enqueue(&mut world, node, 0, &[9]);
            held.push(node);
        }
    }
    world.bus.run();
    assert_eq!(world.get(2, line(50)), 4 * TURNS);
    assert!(held[..40].chunks(4).skip(1).all(|four| (0..4).all(|n| four.contains(&n))), "in turn: {held:?}");
    assert!((0..4).all(|node| world.register(node, regs::REG_ERR) == 0));
}

/// A queue refuses the same sizes of items and of readers: (item words, words that come, error).
#[test]
fn sizes_and_bad_configurations() {
    for (item_words, come, error) in [
        (1, 1, 0),
        (5, 5, 0),
        (3, 2, regs::ERR_QUEUE_SIZE),
        (3, 4, regs::ERR_QUEUE_SIZE),
        (0, 1, regs::ERR_QUEUE_SIZE),
        (6, 5, regs::ERR_QUEUE_SIZE),
        (15, 5, regs::ERR_QUEUE_SIZE),
    ] {
        let refused = u64::from(error != 0);
        let item = [7; 5];
        for readers in [false, true] {
            let mut world = world(2, item_words, line(100));
            if readers {
                dequeue(&mut world, 0, line(ANSWERS), 0, come);
            } else {
                enqueue(&mut world, 0, 0, &item[..come as usize]);
            }
            world.bus.run();
            let row = format!("{item_words} words, {come} come, readers: {readers}");
            let (items, heads) = if readers { (0, 1 - refused) } else { (1 - refused, 0) };
            assert_eq!(words(&mut world), [items, heads, refused], "{row}");
            assert_eq!(world.register(1, regs::REG_ERR), error, "{row}");
            assert_eq!(world.get(0, line(2)), 0, "{row}: the buffer may be reused");
        }
    }
    // An RDMA of the item's size is an item. An RDMA of several packets is none.
    for (size, taken) in [(16, 1), (8, 0), (256, 0), (512, 0)] {
        let mut world = world(2, 2, line(100));
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, line(QUEUE)), 0, size]);
        world.bus.run();
        assert_eq!(words(&mut world)[0], taken, "{size} bytes");
    }
}

/// If the body is at no place, on another node or on a special line, the queue takes neither items
/// nor readers, and counts stay.
#[test]
fn bad_bodies() {
    for body in [0, 0x40, global(0, line(100)), line(QUEUE), REGISTERS, MEMORY + MEMORY_BYTES - 4, u64::MAX - 3] {
        for readers in [false, true] {
            let mut world = world(2, 3, body);
            if readers {
                dequeue(&mut world, 0, line(ANSWERS), 0, 3);
            } else {
                enqueue(&mut world, 0, 0, &[1, 2, 3]);
            }
            world.bus.run();
            assert_eq!(words(&mut world), [0, 0, 0], "{body:#x} {readers}");
            assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_BAD_STORE, "{body:#x} {readers}");
            assert_eq!(world.statistic(1, "arrivals dropped"), 1, "{body:#x} {readers}");
        }
    }
}

/// Readers for lines of other types are dropped there, and the node that asked goes on.
#[test]
fn readers_for_other_lines() {
    for tag in [regs::TAG_SCRATCHPAD, regs::TAG_COUNTER, regs::TAG_COMMAND, regs::TAG_QUEUE] {
        let mut world = world(2, 1, line(100));
        world.tag(1, QUEUE, tag);
        for _ in 0..2 * params().read_requests {
            dequeue(&mut world, 0, line(ANSWERS), 0, 1);
        }
        world.bus.run();
        assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_BAD_STORE, "type {tag}");
        assert_eq!(world.statistic(1, "queue readers refused"), 2 * u64::from(params().read_requests));
        assert_eq!(world.register(0, regs::REG_ERR), 0);
    }
}

/// A reader that software has overwritten is lost together with its item. The next reader gets the
/// next item.
#[test]
fn spoilt_readers() {
    for response in [0, 0x40, REGISTERS, u64::MAX, global(9, line(1))] {
        let mut world = world(2, 1, line(100));
        world.counter(3, 5, -8, &[line(6)]);
        for number in 0..2 {
            dequeue(&mut world, 0, line(ANSWERS + number), 0, 1);
            world.bus.run();
        }
        world.put(1, line(100), response);
        for number in 1..=2 {
            enqueue(&mut world, 3, line(5), &[number]);
            world.bus.run();
        }
        assert_eq!([0, 1].map(|number| answer(&mut world, 0, number)), [0, 2], "{response:#x}");
        assert_eq!(world.register(1, regs::REG_ERR), regs::ERR_BAD_STORE, "{response:#x}");
        assert_eq!((words(&mut world), world.get(3, line(6))), ([2, 2, 0], 1), "{response:#x}: one acknowledged");
    }
}

/// A response may be another queue: items pass through both.
#[test]
fn a_queue_may_read_a_queue() {
    let mut world = world(2, 1, line(100));
    world.tag(2, 9, regs::TAG_QUEUE);
    world.put(2, word(line(9), regs::QUEUE_CONFIG), 2 | 1 << regs::QUEUE_SLOT_WORDS_SHIFT);
    world.put(2, word(line(9), regs::QUEUE_BODY), line(30));
    for number in 1..=3 {
        dequeue(&mut world, 0, global(2, line(9)), 0, 1);
        enqueue(&mut world, 3, 0, &[number]);
    }
    world.bus.run();
    assert_eq!(world.get(2, line(9)), 3);
    assert_eq!([0, 1, 2].map(|slot| world.get(2, line(30) + 8 * slot)), [1, 2, 3]);
}

#[test]
fn counts_are_the_hardwares() {
    let mut world = world(2, 3, MEMORY);
    for index in [regs::MRQUEUE_TAIL, regs::MRQUEUE_HEAD] {
        let address = word(line(QUEUE), index);
        assert_eq!(world.bus.store(1, address, Width::B8, 0), Reply::Fault(Fault::Direction));
        world.put(0, global(1, address), 1);
        world.bus.run();
        assert_eq!((words(&mut world), world.register(1, regs::REG_ERR)), ([0, 0, 0], regs::ERR_BAD_STORE));
    }
}
