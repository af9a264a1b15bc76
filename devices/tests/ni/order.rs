//! Data are visible before their notification, whatever other traffic there is.

use crate::world::*;
use rankine_devices::regs::ni as regs;

const NODES: u32 = 4;

/// Node 0 sends `size` bytes to node 1, and a counter on node `counter` notifies it. Two other
/// nodes send to the same places in the network meanwhile.
fn trial(world: &mut World, random: &mut Random) {
    let size = 1 + random.below(1500) as usize;
    let counter = random.below(u64::from(NODES)) as u32;
    let sender = [0, 2, 3][random.below(3) as usize];
    let (source, target) = if random.below(2) == 0 { (MEMORY, MEMORY + 0x4000) } else { (line(200), line(300)) };
    let data = pattern(size, random.below(1000));
    world.fill(0, source, &data);
    world.fill(1, target, &vec![!data[0]; size]);
    world.put(1, line(2), 0);
    for (index, value) in [(regs::COUNTER_NOTIFY, global(1, line(2))), (0, (-(size as i64)) as u64)] {
        world.put(counter, word(line(1), index), value);
    }
    for (node, index) in [(2, 4), (3, 4), (2, 5)] {
        let noise = 1 + random.below(800);
        let place = global([0, 1][random.below(2) as usize], MEMORY + 0x8000);
        world.rdma(node, index, regs::OP_RDMA_WRITE, [MEMORY, place, 0, noise]);
    }
    let addresses = [global(0, source), global(1, target), global(counter, line(1)), size as u64];
    world.rdma(sender, 0, regs::OP_RDMA_WRITE, addresses);
    world.until(|world| world.get(1, line(2)) == 1);
    assert_eq!(world.bytes(1, target, size), data, "{size} bytes by {sender}, counter on {counter}");
}

fn trials(count: usize, shuffle_packets: bool, seed: u64) {
    let mut world =
        World::with(NODES, |params| (params.shuffle_packets, params.shuffle_cycles) = (shuffle_packets, 60));
    let mut random = Random(seed);
    for node in 0..NODES {
        world.tag(node, 1, regs::TAG_COUNTER);
        for index in [0, 4, 5] {
            world.tag(node, index, regs::TAG_COMMAND);
        }
    }
    for _ in 0..count {
        trial(&mut world, &mut random);
    }
    world.bus.run();
    assert!((0..NODES).all(|node| world.register(node, regs::REG_ERR) == 0));
}

#[test]
fn data_before_notification_under_contention() {
    trials(5000, false, 1);
}

#[test]
fn data_before_notification_with_shuffled_packets() {
    trials(5000, true, 2);
}

/// The test mode works: the last bytes of a transfer come before earlier ones at least once.
#[test]
fn shuffling_shuffles() {
    let inversions = |shuffle_packets, shuffle_cycles| {
        let mut world = World::with(2, |params| {
            (params.shuffle_packets, params.shuffle_cycles) = (shuffle_packets, shuffle_cycles);
        });
        world.tag(0, 0, regs::TAG_COMMAND);
        world.fill(0, MEMORY, &[1; 4096]);
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [MEMORY, global(1, MEMORY), 0, 4096]);
        let mut inversions = 0;
        while world.bus.step() {
            let seen: Vec<bool> = (0..16).map(|packet| world.bytes(1, MEMORY + 256 * packet, 1)[0] == 1).collect();
            inversions += seen.windows(2).filter(|pair| !pair[0] && pair[1]).count();
        }
        assert_eq!(world.bytes(1, MEMORY, 4096), [1; 4096]);
        inversions
    };
    assert_eq!((inversions(false, 200), inversions(true, 0)), (0, 0));
    assert!(inversions(true, 200) > 0);
}
