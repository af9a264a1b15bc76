//! Words without sense from all harts: nothing panics, nothing goes on for ever, and all words are accounted for.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{NetIfKind, NodeParams, OcccStore};
use std::collections::BTreeMap;

/// Nodes of all kinds on one to three boards.
fn machine(random: &mut Random) -> TmdParams {
    let boards = 1 + random.below(3) as u32;
    let mut nodes: Vec<NodeParams> = Vec::new();
    for board in 0..boards {
        for _ in 0..1 + random.below(3) {
            nodes.push(match random.below(3) {
                0 if !nodes.is_empty() => engine(board),
                1 => with_mpe(board),
                _ => hart(board),
            });
        }
    }
    let mut params = params(nodes);
    params.netif = [NetIfKind::Broadcast, NetIfKind::Selective][random.below(2) as usize];
    params.occc_store = [OcccStore::Receiver, OcccStore::Both, OcccStore::Oracle][random.below(3) as usize];
    params.link_channels = 1 + random.below(3) as u32;
    params.fifo_words = 1 + random.below(16) as u32;
    params.packet_words = 6 + random.below(20) as u32;
    params.mpe_envelopes = 1 + random.below(3) as u32;
    params.netif_decode_cycles = random.below(3) as u32;
    params.netif_setup_cycles = random.below(3) as u32;
    params
}

/// Words that a part could mistake for something that it knows.
fn word(random: &mut Random, nodes: u32) -> u32 {
    let rank = |random: &mut Random| random.below(u64::from(nodes) + 1) as u32;
    match random.below(6) {
        0 => header(rank(random), rank(random), random.below(30) as u32),
        1 => 1 + random.below(2) as u32,
        2 => rank(random),
        3 => CLEAR,
        4 => random.below(8) as u32,
        _ => random.below(1 << 32) as u32,
    }
}

#[test]
fn noise_from_harts() {
    let mut totals = BTreeMap::new();
    for seed in 1..=400 {
        let mut random = Random(seed);
        let params = machine(&mut random);
        let nodes = params.nodes.len() as u32;
        let run = |mut random: Random, hosts_first: bool| {
            let mut world = World::new(&params);
            world.hosts_first = hosts_first;
            for node in 0..nodes {
                for _ in 0..random.below(200) {
                    let op = match random.below(8) {
                        0 => Op::Get,
                        1 => Op::Control(word(&mut random, nodes)),
                        2 => Op::Rest(random.below(50)),
                        _ => Op::Put(word(&mut random, nodes)),
                    };
                    if params.nodes[node as usize] != engine(params.nodes[node as usize].board) {
                        world.script(node, [op]);
                    }
                }
            }
            world.run();
            assert_eq!(world.bus.next(), None);
            let times: Vec<_> = (0..nodes).map(|node| world.times(node).to_vec()).collect();
            (times, world.bus.network.statistics(), world.bus.network.waiting(), world.bus.network.complaint())
        };
        let plain = run(Random(seed + 1000), false);
        plain.1.iter().for_each(|(name, count)| *totals.entry(*name).or_insert(0) += count);
        assert!(plain == run(Random(seed + 1000), false), "seed {seed}: not the same twice");
        assert!(plain == run(Random(seed + 1000), true), "seed {seed}: it matters who acts first in a cycle");
    }
    let met = |name: &str| totals.get(name).is_some_and(|total| *total > 0);
    for name in [
        "packets without a channel",
        "control bits at odds with headers",
        "packets too long for the OCCC",
        "commands refused by TMD-MPEs",
        "packets unexpected at TMD-MPEs",
        "envelopes stored",
        "packets accepted from lines",
    ] {
        assert!(met(name), "noise never came to: {name}; {totals:#?}");
    }
}
