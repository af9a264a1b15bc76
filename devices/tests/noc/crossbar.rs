//! The crossbar: latency, order, fairness, head-of-line blocking, nothing lost.

use crate::world::{Random, World};
use rankine_bus::{Clock, Delivery, Network};
use rankine_devices::noc::{Crossbar, CrossbarParams};
use std::collections::BTreeMap;

fn params() -> CrossbarParams {
    CrossbarParams { pass_cycles: 23, flit_bytes: 8, header_bytes: 8, queue_packets: 4 }
}

fn clock() -> Clock {
    Clock::from_hz(75_000_000)
}

fn crossbar(params: CrossbarParams, nodes: u32) -> World<Crossbar> {
    World::of(Crossbar::new(params, nodes, clock()).unwrap())
}

/// Arrivals in order: source, serial number and cycle.
fn arrivals(world: &mut World<Crossbar>) -> Vec<(u32, u64, u64)> {
    let mut arrivals = Vec::new();
    while let Some(delivery) = world.next() {
        if let Delivery::Arrived(packet) = delivery {
            arrivals.push((packet.src, packet.header[0], clock().cycle(world.now)));
        }
    }
    arrivals
}

#[test]
fn idle_latency() {
    for (bytes, flits) in [(0, 1), (1, 2), (8, 2), (9, 3), (64, 9)] {
        for (src, dst) in (0..5).flat_map(|src| (0..5).map(move |dst| (src, dst))) {
            let mut world = crossbar(params(), 5);
            world.inject(src, dst, 1, bytes, 7);
            assert_eq!(arrivals(&mut world), [(src, 7, flits + 23)], "{src} to {dst}, {bytes} bytes");
            assert!(world.now >= world.network.minimum_latency());
        }
    }
}

/// Inputs that flood one output share it equally and use all of it (Katsamani 2010 §4.1.1: round
/// robin).
#[test]
fn fairness() {
    let mut world = crossbar(params(), 4);
    let (mut sent, mut shares) = ([0_u64; 4], [0_u64; 4]);
    for (src, _) in (1..4).flat_map(|src| (0..2).map(move |turn| (src, turn))) {
        world.inject(src, 0, 1, 64, sent[src as usize]);
        sent[src as usize] += 1;
    }
    while let Some(delivery) = world.next() {
        if clock().cycle(world.now) > 90_000 {
            break;
        }
        match delivery {
            Delivery::Left { src, .. } => {
                world.inject(src, 0, 1, 64, sent[src as usize]);
                sent[src as usize] += 1;
            }
            Delivery::Arrived(packet) => shares[packet.src as usize] += 1,
        }
    }
    let total: u64 = shares.iter().sum();
    assert!(total > 90_000 / 9 - 10, "{total} packets of nine flits in 90 000 cycles");
    assert!(shares[1..].iter().all(|share| share.abs_diff(total / 3) <= 1), "{shares:?}");
}

/// A packet for a free output waits behind one for a busy output.
#[test]
fn the_oldest_packet_holds_up_the_others() {
    let mut world = crossbar(params(), 4);
    world.inject(1, 0, 1, 64, 1);
    world.inject(2, 0, 1, 64, 2);
    world.inject(2, 3, 1, 0, 3);
    // 2 waits for nine flits of 1, then takes nine cycles itself; 3 was in the queue long before.
    assert_eq!(arrivals(&mut world), [(1, 1, 9 + 23), (2, 2, 9 + 9 + 23), (2, 3, 9 + 9 + 9 + 23)]);
}

/// A queue takes `queue_packets` packets. Further packets wait for injection, and one enters when
/// another one is gone.
#[test]
fn back_pressure() {
    let mut world = crossbar(CrossbarParams { queue_packets: 1, ..params() }, 2);
    for serial in 0..3 {
        world.inject(0, 1, 1, 56, serial);
    }
    let mut left = Vec::new();
    while let Some(delivery) = world.next() {
        if let Delivery::Left { .. } = delivery {
            left.push(clock().cycle(world.now));
        }
    }
    // Eight flits into the queue, eight out of it.
    assert_eq!(left, [8, 24, 40]);
}

/// Random traffic: nothing is lost, and nothing overtakes within (source, destination).
#[test]
fn nothing_lost_nothing_overtaken() {
    let mut random = Random(1);
    let mut below = |limit: u64| random.below(limit);
    for _ in 0..50 {
        let nodes = 1 + below(16) as u32;
        let queue_packets = 1 + below(5) as u32;
        let mut world = crossbar(CrossbarParams { queue_packets, ..params() }, nodes);
        let mut sent = BTreeMap::new();
        for serial in 0..300 {
            let [src, dst] = [(); 2].map(|()| below(u64::from(nodes)) as u32);
            world.inject(src, dst, below(3) as u8, below(65) as usize, serial);
            sent.insert(serial, (src, dst));
        }
        let (mut last, mut arrived, mut left) = (BTreeMap::new(), 0, 0);
        while let Some(delivery) = world.next() {
            match delivery {
                Delivery::Left { .. } => left += 1,
                Delivery::Arrived(packet) => {
                    arrived += 1;
                    let serial = packet.header[0];
                    assert_eq!(sent[&serial], (packet.src, packet.dst));
                    let before = last.insert((packet.src, packet.dst), serial);
                    assert!(before.is_none_or(|before| before < serial), "{serial} behind {before:?}");
                }
            }
        }
        assert_eq!((arrived, left), (300, 300));
    }
}

#[test]
fn parameters() {
    let with = |change: fn(&mut CrossbarParams), nodes| {
        let mut params = params();
        change(&mut params);
        Crossbar::new(params, nodes, clock()).err().unwrap_or_default()
    };
    for (message, expected) in [
        (with(|p| p.pass_cycles = 0, 4), "crossbar.pass_cycles = 0"),
        (with(|p| p.flit_bytes = 0, 4), "crossbar.flit_bytes = 0"),
        (with(|p| p.header_bytes = 5000, 4), "crossbar.header_bytes = 5000"),
        (with(|p| p.queue_packets = 65, 4), "crossbar.queue_packets = 65"),
        (with(|_| {}, 0), "not 0"),
        (with(|_| {}, 5000), "not 5000"),
        (with(|_| {}, 16), ""),
    ] {
        assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{message}");
    }
    let mut world = crossbar(params(), 2);
    world.inject(0, 9, 0, 8, 1);
    world.inject(9, 0, 0, 8, 1);
    world.inject(0, 1, 7, 8, 1);
    assert_eq!(arrivals(&mut world), []);
}
