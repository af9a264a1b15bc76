//! Counters and their notifications.

use crate::world::*;
use rankine_devices::regs::ni as regs;

fn value(world: &mut World, node: u32, index: u64) -> i64 {
    world.get(node, line(index)) as i64
}

#[test]
fn one_rdma_triggers_four_notifications() {
    let mut world = World::new(4);
    world.tag(0, 0, regs::TAG_COMMAND);
    let flags = [line(2), global(0, line(3)), global(1, line(2)), global(3, MEMORY + 8)];
    world.counter(0, 1, -64, &flags);
    world.rdma(0, 0, regs::OP_RDMA_WRITE, [line(8), global(2, line(8)), line(1), 64]);
    world.bus.run();
    for (node, address) in [(0, line(2)), (0, line(3)), (1, line(2))] {
        assert_eq!(world.get(node, address), 1, "node {node} {address:#x}");
    }
    assert_eq!(world.bytes(3, MEMORY, 17), [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(value(&mut world, 0, 1), 0);
    assert_eq!(world.get(0, word(line(1), regs::COUNTER_NOTIFY)), flags[0], "the addresses stay");
}

#[test]
fn two_nodes_complete_one_counter_once() {
    let mut world = World::new(4);
    world.counter(3, 1, -128, &[line(2)]);
    for node in [0, 1] {
        world.tag(node, 0, regs::TAG_COMMAND);
        let place = global(2, line(8 + u64::from(node)));
        world.rdma(node, 0, regs::OP_RDMA_WRITE, [line(8), place, global(3, line(1)), 64]);
    }
    world.bus.run();
    assert_eq!((world.get(3, line(2)), value(&mut world, 3, 1)), (1, 0));
    assert_eq!((world.statistic(3, "counter triggers"), world.statistic(3, "counter adds")), (1, 2));
}

/// Stores to a counter and their effects: (start, adds, value, triggers, errors).
#[test]
fn adds() {
    let minus = |n: i64| (-n) as u64;
    for (start, adds, expected, triggers, errors) in [
        (minus(64), vec![64], 0, 1, 0),
        (minus(32), vec![64], 32, 0, regs::ERR_CNT_OVERSHOOT),
        (minus(3), vec![1, 1, 1], 0, 1, 0),
        (minus(3), vec![1, 1, 1, 1], 1, 1, 0),
        (0, vec![], 0, 0, 0),
        (5, vec![minus(5)], 0, 1, 0),
        (5, vec![minus(6)], -1, 0, regs::ERR_CNT_OVERSHOOT),
        (0x7f_ffff, vec![1], -0x80_0000, 0, 0),
        (0xff_ffff, vec![], -1, 0, 0),
        (0x1ff_ffff, vec![0xff_0000_0000], -1, 0, 0),
    ] {
        let mut world = World::new(2);
        world.counter(0, 1, start as i64, &[line(2)]);
        for &add in &adds {
            world.put(0, word(line(1), regs::COUNTER_ADD), add);
        }
        world.bus.run();
        let row = format!("{start:#x} {adds:x?}");
        assert_eq!(value(&mut world, 0, 1), expected, "{row}");
        assert_eq!(world.statistic(0, "counter triggers"), triggers, "{row}");
        assert_eq!(world.get(0, line(2)), u64::from(triggers > 0), "{row}");
        assert_eq!(world.register(0, regs::REG_ERR), errors, "{row}");
        assert_eq!(world.get(0, word(line(1), regs::COUNTER_ADD)), 0, "{row}: the add port reads 0");
    }
}

#[test]
fn arming_again_needs_no_addresses_and_storing_zero_never_triggers() {
    let mut world = World::new(2);
    world.tag(0, 0, regs::TAG_COMMAND);
    world.counter(0, 1, -8, &[line(2)]);
    for round in 1..=3 {
        world.put(0, line(2), 0);
        world.put(0, line(1), 0);
        world.bus.run();
        assert_eq!(world.get(0, line(2)), 0, "storing 0 does not trigger");
        world.put(0, line(1), (-8i64) as u64);
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [line(8), global(1, line(8)), line(1), 8]);
        world.bus.run();
        assert_eq!((world.get(0, line(2)), world.statistic(0, "counter triggers")), (1, round));
    }
}

/// A tree of counters is a barrier: the root's notifications come after the last leaf, at all
/// nodes.
#[test]
fn counters_notify_counters() {
    let mut world = World::new(4);
    let flags: Vec<u64> = (0..4).map(|node| global(node, line(2))).collect();
    world.counter(0, 1, -2, &flags);
    let add = word(line(1), regs::COUNTER_ADD);
    for parent in [1, 2] {
        world.counter(parent, 1, -2, &[global(0, add)]);
    }
    for (arrival, (node, parent)) in [(0, 1), (1, 1), (2, 2), (3, 2)].into_iter().enumerate() {
        assert!((0..4).all(|node| world.get(node, line(2)) == 0), "before arrival {arrival}");
        world.put(node, global(parent, add), 1);
        world.bus.run();
    }
    assert!((0..4).all(|node| world.get(node, line(2)) == 1));
}

/// If acknowledgements and notifications have an impossible destination, they are dropped, and
/// noted at the node that dropped them.
#[test]
fn misdirected() {
    for (what, retag, notify, error_node) in [
        ("acknowledgement to a plain line", Some(regs::TAG_SCRATCHPAD), line(2), 0),
        ("acknowledgement to a queue", Some(regs::TAG_QUEUE), line(2), 0),
        ("notification nowhere", None, 0x30, 0),
        ("notification to a register", None, REGISTERS + 8, 0),
        ("notification to a command buffer", None, global(1, line(5)), 1),
        ("notification into a counter, unaligned", None, global(1, line(6) + 4), 1),
        ("notification to a queue's tail", None, global(1, line(7)), 1),
    ] {
        let mut world = World::new(2);
        for (index, tag) in [(5, regs::TAG_COMMAND), (6, regs::TAG_COUNTER), (7, regs::TAG_QUEUE)] {
            world.tag(1, index, tag);
        }
        world.tag(0, 0, regs::TAG_COMMAND);
        world.counter(0, 1, -8, &[notify]);
        if let Some(tag) = retag {
            world.tag(0, 1, tag);
        }
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [line(8), global(1, line(8)), line(1), 8]);
        world.bus.run();
        assert_eq!(world.register(error_node, regs::REG_ERR), regs::ERR_BAD_STORE, "{what}");
        assert_eq!(world.statistic(error_node, "arrivals dropped"), 1, "{what}");
    }
}

/// A node that floods its own counter stalls at half of the response FIFO; nothing is lost.
#[test]
fn own_adds_stall_before_notifications_are_lost() {
    let mut world = World::with(2, |params| params.response_fifo = 8);
    let flag = global(1, line(2));
    world.counter(0, 1, 0, &[flag, flag, flag, flag]);
    for _ in 0..200 {
        world.put(0, line(1), u64::MAX);
        world.put(0, word(line(1), regs::COUNTER_ADD), 1);
    }
    world.bus.run();
    assert_eq!((world.statistic(0, "notifications"), world.register(0, regs::REG_ERR)), (800, 0));
    assert_eq!(world.statistic(1, "packets received"), 800);
    assert!(world.statistic(0, "stalls on remote stores") > 0);
}

/// Acknowledgements that cannot leave fast enough are lost beyond the limit, and the node that lost
/// them says so. So there is a bound on what other nodes can do to it.
#[test]
fn overrun() {
    let mut world = World::with(4, |params| (params.response_fifo, params.outstanding) = (1, 1));
    world.tag(3, 1, regs::TAG_COUNTER);
    let adder = word(line(1), regs::COUNTER_ADD);
    // Each add triggers four remote notifications; one stands at the door and one waits.
    for (index, &flag) in [global(1, line(2)); 4].iter().enumerate() {
        world.put(3, word(line(1), regs::COUNTER_NOTIFY + index), flag);
    }
    for _ in 0..20 {
        world.put(3, line(1), u64::MAX);
        world.put(0, global(3, adder), 1);
        world.bus.run();
    }
    assert_eq!(world.register(3, regs::REG_ERR), regs::ERR_OVERRUN);
    let (lost, sent) = (world.statistic(3, "arrivals dropped"), world.statistic(3, "packets sent"));
    assert_eq!((lost + sent, lost > 0, sent > 20), (80, true, true));
}
