//! The mesh: latency, order, fairness, back-pressure, nothing lost.

use crate::world::{Random, World};
use rankine_bus::{Clock, Delivery, Network, Time};
use rankine_devices::noc::{Mesh, MeshParams};
use std::collections::BTreeMap;

fn params() -> MeshParams {
    MeshParams {
        width: 0,
        height: 0,
        router_cycles: 2,
        link_cycles: 1,
        flit_bytes: 16,
        header_bytes: 16,
        buffer_packets: 4,
    }
}

fn clock() -> Clock {
    Clock::from_hz(1_000_000_000)
}

fn mesh(params: MeshParams, nodes: u32) -> World<Mesh> {
    World::of(Mesh::new(params, nodes, clock()).unwrap())
}

/// The latency of an idle mesh follows the formula for every pair and size.
#[test]
fn idle_latency() {
    for (width, height, router, link) in [(4, 4, 2, 1), (5, 3, 1, 2), (8, 1, 0, 1), (1, 6, 3, 1)] {
        let shape = MeshParams { width, height, router_cycles: router, link_cycles: link, ..params() };
        let nodes = width * height;
        for (src, dst) in (0..nodes).flat_map(|src| (0..nodes).map(move |dst| (src, dst))) {
            for bytes in [0, 8, 16, 17, 256] {
                let mut world = mesh(shape.clone(), nodes);
                world.inject(src, dst, 1, bytes, 0);
                let (mut left, mut arrived) = (Time::ZERO, Time::ZERO);
                while let Some(delivery) = world.next() {
                    match delivery {
                        Delivery::Left { .. } => left = world.now,
                        Delivery::Arrived(_) => arrived = world.now,
                    }
                }
                let hops = (src % width).abs_diff(dst % width) + (src / width).abs_diff(dst / width);
                let flits = 1 + bytes.div_ceil(16) as u64;
                let cycles = u64::from((hops + 1) * (router + link) + link) + flits - 1;
                assert_eq!(arrived, clock().span(cycles), "{src} to {dst}, {bytes} bytes");
                assert_eq!(left, clock().span(u64::from(link) + flits - 1));
                assert!(src == dst || arrived >= world.network.minimum_latency());
                assert_eq!(world.statistic("hops"), u64::from(hops));
            }
        }
    }
}

/// The drawing counts each packet on each link of its way.
#[test]
fn traffic_of_links() {
    let mut world = mesh(MeshParams { width: 3, height: 2, ..params() }, 5);
    for (src, dst, bytes) in [(0, 4, 16), (0, 4, 1), (3, 3, 0)] {
        world.inject(src, dst, 1, bytes, 0);
    }
    while world.next().is_some() {}
    let map = world.network.map();
    assert_eq!((map.places.len(), map.links.len()), (6 + 5, 14 + 2 * 5));
    let used = map.links.iter().filter(|link| link.bytes > 0);
    let mut used: Vec<_> = used.map(|link| (map.name(link), link.bytes, clock().cycle(link.busy))).collect();
    used.sort();
    let expected = [
        ("node 0 to router 0", 64, 4),
        ("node 3 to router 3", 16, 1),
        ("router 0 to router 1", 64, 4),
        ("router 1 to router 4", 64, 4),
        ("router 3 to node 3", 16, 1),
        ("router 4 to node 4", 64, 4),
    ];
    assert_eq!(used, expected.map(|(name, bytes, cycles)| (name.to_owned(), bytes, cycles)));
}

/// Random traffic: nothing is lost, and nothing overtakes within (source, destination, class).
#[test]
fn nothing_lost_nothing_overtaken() {
    for (seed, nodes, buffer_packets) in [(1, 16, 1), (2, 16, 4), (3, 13, 2), (4, 2, 1), (5, 64, 4), (6, 1, 1)] {
        let mut random = Random(seed);
        let mut world = mesh(MeshParams { buffer_packets, ..params() }, nodes);
        let (mut sent, mut arrived, mut left) = (0u64, 0u64, 0u64);
        let mut last: BTreeMap<(u32, u32, u8), u64> = BTreeMap::new();
        let mut receive = |delivery: Delivery| match delivery {
            Delivery::Left { .. } => left += 1,
            Delivery::Arrived(packet) => {
                arrived += 1;
                let before = last.insert((packet.src, packet.dst, packet.class), packet.header[0]);
                assert!(before.is_none_or(|before| before < packet.header[0]), "seed {seed}: overtaken");
            }
        };
        for _ in 0..20_000 {
            // A hot spot now and then.
            let dst = if random.below(4) == 0 { 0 } else { random.below(u64::from(nodes)) };
            let (src, class) = (random.below(u64::from(nodes)), random.below(3) as u8);
            let bytes = [0, 8, 256, random.below(256)][random.below(4) as usize] as usize;
            world.inject(src as u32, dst as u32, class, bytes, sent);
            sent += 1;
            for _ in 0..random.below(4) {
                if let Some(delivery) = world.next() {
                    receive(delivery);
                }
            }
        }
        while let Some(delivery) = world.next() {
            receive(delivery);
        }
        assert_eq!((arrived, left, world.statistic("packets")), (sent, sent, sent), "seed {seed}");
    }
}

/// Keeps `streams` of (source, destination) busy for some cycles, with two packets at each door.
/// Returns the packets that arrived.
fn flood(world: &mut World<Mesh>, streams: &[(u32, u32)], bytes: usize, cycles: u64) -> Vec<u64> {
    let mut arrived = vec![0; streams.len()];
    for &(src, dst) in streams {
        (0..2).for_each(|_| world.inject(src, dst, 1, bytes, 0));
    }
    while let Some(delivery) = world.next() {
        if world.now > clock().span(cycles) {
            break;
        }
        match delivery {
            Delivery::Left { src, .. } => {
                let stream = streams.iter().find(|stream| stream.0 == src).unwrap();
                world.inject(src, stream.1, 1, bytes, 0);
            }
            Delivery::Arrived(packet) => {
                arrived[streams.iter().position(|stream| stream.0 == packet.src).unwrap()] += 1;
            }
        }
    }
    arrived
}

/// All neighbours flood the middle node. They have equal shares within 5 %, and the link into that
/// node is always busy.
#[test]
fn flooding_is_shared_fairly() {
    for neighbours in [vec![1, 3, 5], vec![1, 3, 5, 7]] {
        let streams: Vec<_> = neighbours.iter().map(|&node| (node, 4)).collect();
        let mut world = mesh(MeshParams { width: 3, ..params() }, 9);
        let arrived = flood(&mut world, &streams, 256, 100_000);
        let (total, flits) = (arrived.iter().sum::<u64>() as f64, 17.0);
        assert!(total * flits > 0.99 * 100_000.0, "{arrived:?}");
        for share in arrived.iter().map(|&count| count as f64 / total * streams.len() as f64) {
            assert!((share - 1.0).abs() < 0.05, "{arrived:?}");
        }
    }
}

/// One stream fills its links. A blocked stream in another class does not slow a stream that
/// crosses it.
#[test]
fn full_rate_and_separate_classes() {
    let mut world = mesh(MeshParams { width: 4, ..params() }, 4);
    let arrived = flood(&mut world, &[(0, 3)], 256, 17_000);
    assert!(arrived[0] >= 995, "{arrived:?}");

    let mut world = mesh(MeshParams { width: 4, ..params() }, 4);
    for _ in 0..50 {
        world.inject(0, 3, 1, 256, 1);
        world.inject(1, 3, 1, 256, 1);
        world.inject(2, 3, 1, 256, 1);
    }
    world.inject(0, 3, 2, 0, 2);
    let mut before = 0;
    while let Some(delivery) = world.next() {
        match delivery {
            Delivery::Arrived(packet) if packet.class == 2 => break,
            Delivery::Arrived(_) => before += 1,
            Delivery::Left { .. } => {}
        }
    }
    assert!(before < 10, "a response waited for {before} data packets");
}

/// If the way is blocked, the buffers fill and the door closes: no more packets leave than there
/// are buffers.
#[test]
fn back_pressure_reaches_the_door() {
    for (buffer_packets, least) in [(1, 700), (3, 950)] {
        let mut world = mesh(MeshParams { width: 2, buffer_packets, ..params() }, 4);
        // Node 1 keeps its output to node 3 busy itself; packets of node 0 take the same way.
        for _ in 0..40 {
            world.inject(1, 3, 1, 256, 0);
            world.inject(0, 3, 1, 256, 0);
        }
        let (mut left, mut arrived) = ([0u64; 2], [0u64; 2]);
        while let Some(delivery) = world.next() {
            match delivery {
                Delivery::Left { src, .. } => left[src as usize] += 1,
                Delivery::Arrived(packet) => arrived[packet.src as usize] += 1,
            }
            // The first router, the one between and the last hold the packets that have left and
            // not arrived.
            let capacity = u64::from(buffer_packets) * 3 + 3;
            assert!(left[0] - arrived[0] <= capacity, "{left:?} {arrived:?}");
        }
        assert_eq!((left, arrived), ([40, 40], [40, 40]));
        assert!(world.statistic("blocked in routers, cycles") > 0);
        // One slot is empty while its credit travels; three cover that time.
        let busiest = world.statistic("busiest link until the last arrival, per mille");
        assert!(busiest > least, "{buffer_packets} slots: {busiest}");
    }
}

#[test]
fn packets_between_cycles_wait_for_the_edge() {
    let mut world = mesh(params(), 2);
    world.now = Time(1);
    world.inject(0, 1, 0, 0, 0);
    while world.next().is_some() {}
    assert_eq!(world.now, clock().span(1) + world.network.minimum_latency());
}

#[test]
fn packets_for_nobody_are_counted() {
    let mut world = mesh(params(), 3);
    for (src, dst, class) in [(0, 3, 0), (0, 1, 3), (7, 1, 0)] {
        world.inject(src, dst, class, 8, 0);
    }
    while world.next().is_some() {}
    assert_eq!(world.statistic("misaddressed packets"), 3);
}

#[test]
fn bad_parameters() {
    for (change, part) in [
        (MeshParams { link_cycles: 0, ..params() }, "link_cycles"),
        (MeshParams { buffer_packets: 0, ..params() }, "buffer_packets"),
        (MeshParams { flit_bytes: 0, ..params() }, "flit_bytes"),
        (MeshParams { width: 2, height: 2, ..params() }, "no place"),
        (MeshParams { width: u32::MAX, height: u32::MAX, ..params() }, "side"),
    ] {
        let error = Mesh::new(change, 5, clock()).err().unwrap();
        assert!(error.contains(part), "{error}");
    }
    assert!(Mesh::new(params(), 0, clock()).is_err());
}

/// There are few events for each hop: one to come in, and at most about one to try again.
#[test]
fn few_events_a_hop() {
    let mut world = mesh(params(), 64);
    let mut random = Random(9);
    for serial in 0..20_000 {
        world.inject(random.below(64) as u32, random.below(64) as u32, 1, 64, serial);
    }
    while world.next().is_some() {}
    // The two deliveries of each packet are not counted. A packet crosses two links more than it
    // has hops.
    let crossings = world.statistic("hops") + 2 * 20_000;
    let events = world.events - 2 * 20_000;
    assert!(events < 2 * crossings, "{events} events, {crossings} crossings");
}
