//! Random words from all harts: no panic, no endless activity, and all words are accounted for.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{MpeDuplex, NetIfKind, NodeParams, OcccStore, TableSource};
use std::collections::BTreeMap;

/// Nodes of all kinds on one to three boards.
fn machine(random: &mut Random) -> TmdParams {
    let boards = 1 + random.below(3) as u32;
    let all_with_mpe = random.below(3) == 0;
    let mut nodes: Vec<NodeParams> = Vec::new();
    for board in 0..boards {
        for _ in 0..1 + random.below(3) {
            nodes.push(match random.below(3) {
                _ if all_with_mpe => with_mpe(board),
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
    params.network_hz = [0, 0, 13_000_000, 90_000_001][random.below(4) as usize];
    params.mpe_piece_words = 1 + random.below(u64::from(params.payload_words())) as u32;
    let variants: [fn(&mut TmdParams); 4] = [
        |_| {},
        |params| params.tables = TableSource::Loaded,
        |params| params.mpe_duplex = MpeDuplex::Full,
        |params| params.mpe_collectives = true,
    ];
    let plain = params.clone();
    variants[random.below(4) as usize](&mut params);
    // Some settings need certain nodes.
    if params.check().is_ok() { params } else { plain }
}

/// The next accesses of a hart: random words, or a well-formed packet or command.
fn ops(random: &mut Random, own: u32, nodes: u32) -> Vec<Op> {
    match random.below(16) {
        0 | 1 => vec![Op::Get],
        2 | 3 => vec![Op::Control(word(random, nodes))],
        4 | 5 => vec![Op::Rest(random.below(50))],
        6 => {
            let [opcode, size, remote] = [6, 5, u64::from(nodes)].map(|limit| random.below(limit) as u32);
            [1 + opcode, size, own, remote, nodes].map(Op::Put).to_vec()
        }
        7 => packet(own, own, &[random.below(4) as u32, word(random, nodes) & 0x0001_0303]),
        _ => vec![Op::Put(word(random, nodes))],
    }
}

/// Words that a part could take for a valid word.
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
                    let ops = ops(&mut random, node, nodes);
                    if params.nodes[node as usize] != engine(params.nodes[node as usize].board) {
                        world.script(node, ops);
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
        "tables loaded",
        "tables refused by NetIfs",
        "TMD-MPE collectives",
    ] {
        assert!(met(name), "noise never came to: {name}; {totals:#?}");
    }
}
