//! NetIfs: packets whole and in order, priorities, tables, back-pressure, packets without a
//! receiver.

use crate::world::*;
use rankine_bus::{Device, Network};
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::NetIfKind;
use rankine_devices::tmd::plan::Host;

const KINDS: [NetIfKind; 2] = [NetIfKind::Broadcast, NetIfKind::Selective];

fn kind(kind: NetIfKind, params: TmdParams) -> TmdParams {
    TmdParams { netif: kind, ..params }
}

/// The packets of one message as words (§4.3.2), and their cycles: a word is visible one cycle
/// after it is put, the receiving side takes two for a header, and decoding in the selective NetIf
/// takes one.
#[test]
fn words_and_cycles() {
    for (netif, cycles) in [(NetIfKind::Broadcast, 4), (NetIfKind::Selective, 5)] {
        let mut world = World::new(&kind(netif, boards(1, 5)));
        world.script(1, [packet(1, 4, &[5]), take(1), packet(1, 4, &[0x11, 0x22, 0x33])].concat());
        world.script(4, [take(1), packet(4, 1, &[CLEAR]), take(3)].concat());
        world.finish();
        assert_eq!(world.got(4), [0x0104_0001, 5, 0x0104_0003, 0x11, 0x22, 0x33]);
        assert_eq!(world.got(1), [0x0401_0001, 0xffff_ffff]);
        assert_eq!(world.times(4)[..2], [cycles, cycles + 1], "{netif:?}");
        assert!(world.bus.network.minimum_latency() <= clock().span(cycles));
        world.assert_clean();
    }
}

/// The channels of rank 1 in three boards of three (App. C), and the way of its packets to each
/// rank.
#[test]
fn the_table_of_the_thesis() {
    let mut world = World::new(&kind(NetIfKind::Selective, boards(3, 3)));
    let plan = world.bus.network.plan();
    let channels: Vec<_> = plan.netifs[1].channels.iter().map(|c| (plan.netifs[c.to].host, c.ranks)).collect();
    let gateway = |to| Host::Gateway { to, lane: 0 };
    assert_eq!(
        channels,
        [
            (gateway(1), Some((3, 5))),
            (gateway(2), Some((6, 8))),
            (Host::Node(2), Some((2, 2))),
            (Host::Node(0), Some((0, 0))),
        ]
    );
    for dest in 0..9 {
        world.script(1, packet(1, dest, &[dest]));
        if dest != 1 {
            world.script(dest, take(1));
        }
    }
    world.finish();
    for dest in (0..9).filter(|dest| *dest != 1) {
        assert_eq!(world.got(dest), [header(1, dest, 1), dest]);
    }
    assert_eq!((world.statistic("packets without a channel"), world.statistic("words dropped by NetIfs")), (1, 2));
    let complaint = world.bus.network.complaint().unwrap_or_default();
    assert!(complaint.contains("NetIf of node 1, cycle"), "{complaint}");
    assert!(complaint.contains("2 words from rank 1 to rank 1 has no channel and is dropped"), "{complaint}");
}

/// All ranks to all ranks on all boards: both kinds bring every packet, whole, and in order between
/// any two.
#[test]
fn all_to_all() {
    for (netif, boards_used) in KINDS.into_iter().flat_map(|netif| [1, 3, 5].map(|boards| (netif, boards))) {
        let nodes = boards_used * 3;
        let mut world = World::new(&kind(netif, boards(boards_used, 3)));
        for (round, shift) in (0..3).flat_map(|round| (1..nodes).map(move |shift| (round, shift))) {
            for node in 0..nodes {
                let to = (node + shift) % nodes;
                world.script(node, packet(node, to, &[round, node]));
            }
            (0..nodes).for_each(|node| world.script(node, take(2)));
        }
        world.finish();
        world.assert_clean();
        for node in 0..nodes {
            let mut rounds = vec![0; nodes as usize];
            for packet in world.got(node).chunks(3) {
                let (head, round, src) = (packet[0], packet[1], packet[2]);
                assert_eq!((head, round), (header(src, node, 2), rounds[src as usize]), "{netif:?}");
                rounds[src as usize] += 1;
            }
            rounds
                .iter()
                .enumerate()
                .filter(|(src, _)| *src != node as usize)
                .for_each(|(_, count)| assert_eq!(*count, 3));
        }
    }
}

/// At rank 1 of five, channel 0 is from rank 2 and channel 3 from rank 0: a short packet on channel
/// 3 waits for the long one on 0 that came first, is never put between its words, and starves as
/// long as channel 0 has packets.
#[test]
fn priorities() {
    for netif in KINDS {
        let params = kind(netif, boards(1, 5));
        let mut world = World::new(&params);
        let from = |world: &World| {
            world.got(1).iter().filter(|&&word| word & 0xffff_0000 != 0).map(|word| word >> 24).collect::<Vec<_>>()
        };
        world.script(2, packet(2, 1, &[7; 100]));
        world.script(0, [vec![Op::Rest(30)], packet(0, 1, &[9])].concat());
        world.script(1, [take(100), take(1)].concat());
        world.finish();
        assert_eq!(from(&world), [2, 0]);
        assert!(world.got(1)[1..101].iter().all(|&word| word == 7));

        let mut world = World::new(&params);
        (0..20).for_each(|_| world.script(2, packet(2, 1, &[7; 9])));
        world.script(0, [vec![Op::Rest(30)], packet(0, 1, &[9])].concat());
        world.script(1, [(0..20).flat_map(|_| take(9)).collect(), take(1)].concat());
        world.finish();
        assert_eq!(from(&world), [vec![2; 20], vec![0]].concat(), "{netif:?}: starvation is as published (§5.1.2)");

        let mut world = World::new(&params);
        (0..20).for_each(|_| world.script(0, packet(0, 1, &[7; 9])));
        world.script(2, [vec![Op::Rest(30)], packet(2, 1, &[9])].concat());
        world.script(1, [vec![Op::ControlGet], vec![Op::Get; 201], vec![]].concat());
        world.run();
        let order = from(&world);
        assert!(order.iter().position(|&src| src == 2).is_some_and(|place| place < 5), "{netif:?}: {order:?}");
    }
}

/// If the receiver does not read, 16 words are in its FIFO and 16 in the sender's, and the sender
/// stalls at the next word.
#[test]
fn back_pressure() {
    for netif in KINDS {
        let mut world = World::new(&kind(netif, boards(1, 3)));
        world.script(0, packet(0, 2, &[1; 99]));
        assert!(!world.run());
        assert_eq!((world.left(0), world.bus.next()), (100 - 32, None));
        assert_eq!(world.bus.devices[0].waiting(), ["hart waits for a place in FSL 0 (16 of 16 words)"]);
        let blocked = "NetIf of node 2 waits for a place in FIFO from NetIf of node 2 (16 of 16 words): it has 84 of 100 words of a packet of rank 0 to rank 2 to forward";
        assert_eq!(world.bus.network.waiting(), [blocked]);
        world.script(2, take(99));
        world.finish();
        assert_eq!(world.bus.network.waiting(), [""; 0]);
        assert!(world.statistic("NetIfs waiting for places, cycles") > 0);
        let words = [("words from harts", 100), ("words to harts", 100), ("words through NetIfs", 100)];
        words.into_iter().for_each(|(name, count)| assert_eq!(world.statistic(name), count, "{name}"));
    }
}

/// A packet for a rank that is not there, or for its sender, blocks a broadcast NetIf for ever, and
/// is dropped by a selective one.
#[test]
fn packets_for_nobody() {
    for dest in [1, 9, 255] {
        let script = [packet(1, dest, &[5; 20]), packet(1, 2, &[6])].concat();
        let mut world = World::new(&kind(NetIfKind::Broadcast, boards(1, 3)));
        world.script(1, script.clone());
        world.script(2, take(1));
        assert!(!world.run());
        let standing = format!(
            "NetIf of node 1: a packet of 21 words of rank 1 to rank {dest} waits for ever: no NetIf that it has a channel to takes packets for that rank"
        );
        assert_eq!((world.bus.network.waiting(), world.bus.next()), (vec![standing], None));

        let mut world = World::new(&kind(NetIfKind::Selective, boards(1, 3)));
        world.script(1, script);
        world.script(2, take(1));
        world.finish();
        assert_eq!(world.got(2), [header(1, 2, 1), 6]);
        assert_eq!((world.statistic("packets without a channel"), world.statistic("words dropped by NetIfs")), (1, 21));
    }
}

/// A packet is as long as its header says. Control bits that contradict the header are counted, if
/// they are checked.
#[test]
fn control_bits() {
    use Op::{Control, Put};
    let (long, short) = (header(0, 1, 2), header(0, 1, 1));
    for (words, part) in [
        (vec![Control(long), Put(1), Control(2)], "has a word with control = 1: it is shorter"),
        (vec![Control(short), Put(1), Put(short), Put(2)], "begins with control = 0: the one before is longer"),
    ] {
        for check_control in [true, false] {
            let mut world = World::new(&TmdParams { check_control, ..boards(1, 2) });
            world.script(0, words.clone());
            world.script(1, vec![Op::Get; words.len()]);
            world.finish();
            assert_eq!(world.got(1).len(), words.len());
            assert_eq!(world.statistic("control bits at odds with headers"), u64::from(check_control));
            let complaint = world.bus.network.complaint().unwrap_or_default();
            assert!(complaint.contains(part) == check_control, "{complaint}");
        }
    }
}

/// Ranks that do not take part get nothing, and packets from unknown nodes are counted.
#[test]
fn fewer_ranks_than_nodes() {
    let mut world = World::with_costs(&boards(2, 2), 2, 1);
    world.script(0, [packet(0, 3, &[1]), packet(0, 1, &[2])].concat());
    world.script(1, take(1));
    world.finish();
    let stray = |src, class| rankine_bus::Packet { src, dst: src, class, header: [0; 4], payload: Vec::new() };
    let mut effects = rankine_bus::NetEffects::default();
    for (src, class) in [(2, 0), (99, 0), (0, 2), (1, 1)] {
        let mut cx = rankine_bus::NetCx { now: world.bus.now, effects: &mut effects };
        world.bus.network.inject(&mut cx, stray(src, class));
    }
    assert_eq!(world.statistic("misaddressed packets"), 3, "a taken word that was not there is nothing");
}
