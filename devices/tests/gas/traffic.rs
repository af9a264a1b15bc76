//! Heavy traffic: random traffic against a simple model, and traffic that fills all FIFOs.

use crate::world::*;
use rankine_devices::gas::GasCoreParams;
use rankine_devices::gas::ring::RingParams;
use rankine_devices::gas::ring::params::{NodeKind, NodeParams, Route};
use rankine_devices::regs::gascore;

/// Every message is received once, whole, and in order between any two nodes; long payloads lie
/// where they should.
#[test]
fn random() {
    for seed in 1..=6 {
        let mut random = Random(seed);
        let core = GasCoreParams { fifo_words: 1 + random.below(31) as u32, ..core() };
        let ring = RingParams { link_fifo_words: 1 + random.below(20) as u32, ..ring() };
        let mut world = World::with(&core, &ring, 20);
        let mut sent: Vec<Vec<Vec<Vec<u32>>>> = vec![vec![Vec::new(); 20]; 20];
        for (node, number) in (0..20_u32).flat_map(|node| (0..40).map(move |number| (node, number))) {
            let dest = random.below(20) as u32;
            let mut arguments: Vec<u32> = vec![node, number];
            (0..random.below(14)).for_each(|_| arguments.push(random.below(1 << 32) as u32));
            let (count, bytes) = (arguments.len(), random.below(300) as u32);
            let source = MEMORY as u32 + 512 * number;
            // A place of its own in each receiver's memory: nodes have 20 and a payload 300 bytes
            // at most.
            let destination = MEMORY as u32 + 0x6000 + 1024 * node + 4 * random.below(150) as u32;
            let payload: Vec<u8> = (0..bytes).map(|_| random.below(256) as u8).collect();
            world.fill(node, source, &payload);
            let mut words = payload.clone();
            words.resize(payload.len().next_multiple_of(4), 0);
            let words: Vec<u32> = words.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
            let (request, mut call) = match random.below(3) {
                0 => (short(dest, 140, &arguments), vec![type_word(gascore::TYPE_SHORT, count, 140)]),
                1 => {
                    let call = vec![type_word(gascore::TYPE_MEDIUM, count, 141), bytes];
                    (medium(dest, 141, (bytes, source), &arguments), call)
                }
                _ => {
                    let call = vec![type_word(gascore::TYPE_LONG, count, 142), bytes, destination];
                    (long(dest, 142, (bytes, source, destination), &arguments), call)
                }
            };
            call.extend(arguments);
            if call[0] & gascore::TYPE_MEDIUM as u32 != 0 {
                call.extend(words);
            }
            world.agents[node as usize].ask(request);
            sent[node as usize][dest as usize].push(call);
        }
        world.finish();
        for (dest, agent) in world.agents.iter().enumerate() {
            let mut received: Vec<Vec<Vec<u32>>> = vec![Vec::new(); 20];
            for call in &agent.calls {
                let words = [&call.words[..1], &call.words[2..]].concat();
                let first = match call.words[0] {
                    word if word & gascore::TYPE_SHORT as u32 != 0 => 1,
                    word if word & gascore::TYPE_MEDIUM as u32 != 0 => 2,
                    _ => 3,
                };
                received[words[first] as usize].push(words);
            }
            for (node, calls) in received.iter().enumerate() {
                assert_eq!(*calls, sent[node][dest], "seed {seed}: node {node} to node {dest}");
            }
            assert_eq!(world.statistic(dest as u32, "messages of an unknown type"), 0);
        }
    }
}

/// Each payload is intact when its handler is called: each node writes to a place of its own, one
/// message at a time.
#[test]
fn payloads_arrive_whole() {
    let mut world = World::new();
    let bytes = 600;
    for node in 0..20_u32 {
        let payload: Vec<u8> = (0..bytes).map(|k| (k * 3 + node * 17) as u8).collect();
        world.fill(node, MEMORY as u32, &payload);
        for dest in (0..20).filter(|dest| *dest != node) {
            world.agents[node as usize].ask(long(
                dest,
                131,
                (bytes, MEMORY as u32, MEMORY as u32 + 0x1000 + 1024 * node),
                &[node],
            ));
        }
    }
    world.finish();
    for (node, dest) in (0..20_u32).flat_map(|node| (0..20).map(move |dest| (node, dest))).filter(|(a, b)| a != b) {
        let expected: Vec<u8> = (0..bytes).map(|k| (k * 3 + node * 17) as u8).collect();
        assert_eq!(
            world.memory(dest, MEMORY as u32 + 0x1000 + 1024 * node, bytes as usize),
            expected,
            "{node} to {dest}"
        );
    }
}

/// Long requests from each node to each other node at once, whose handlers answer with a long
/// reply. They must all end, because there are tokens for a request of each other node and a reply.
#[test]
fn saturation_drains() {
    for (nodes, tokens) in [(16, 16), (20, 20)] {
        let mut world = World::with(&GasCoreParams { tokens, ..core() }, &ring(), nodes);
        for node in 0..nodes {
            let agent = &mut world.agents[node as usize];
            agent.handler =
                |call| Some(reply(call.token(), long(0, 132, (4096, MEMORY as u32, MEMORY as u32 + 0x8000), &[])));
            for dest in (1..nodes).map(|step| (node + step) % nodes) {
                agent.ask(long(dest, 131, (4096, MEMORY as u32, MEMORY as u32 + 0x4000), &[]));
            }
        }
        world.finish();
        for (node, agent) in world.agents.iter().enumerate() {
            assert_eq!(agent.calls.len() as u32, 2 * (nodes - 1), "node {node}");
        }
    }
}

/// Long messages two hops around the ring from all FPGAs at once. If all of them go clockwise, each
/// holds a link and waits for the next one: that comes to rest, and is reported. If no packet
/// passes FPGA 0, all messages arrive.
#[test]
fn around_the_ring() {
    for (route, arrives) in [(Route::Clockwise, false), (Route::Acyclic, true)] {
        let mut world = World::with(&core(), &RingParams { route, ..ring() }, 16);
        for node in [0, 4, 8, 12] {
            world.agents[node as usize].ask(long((node + 8) % 16, 131, (4096, MEMORY as u32, MEMORY as u32), &[]));
        }
        if arrives {
            world.finish();
            continue;
        }
        world.run();
        assert!(world.agents.iter().all(|agent| agent.calls.is_empty()));
        let waiting = rankine_bus::Network::waiting(&world.bus.network);
        assert!(
            waiting.iter().any(|line| line.contains("of node 0 to node 8 waits for NetIf of FPGA 1's clockwise link")),
            "{waiting:#?}"
        );
    }
}

/// Rings of other sizes, and nodes anywhere: all to all.
#[test]
fn other_rings() {
    for (fpgas, route) in (2..=7).flat_map(|fpgas| [Route::Clockwise, Route::Acyclic].map(|route| (fpgas, route))) {
        let nodes = (0..12).map(|node| NodeParams { fpga: node * 5 % fpgas, kind: NodeKind::Hart }).collect();
        let mut world = World::with(&core(), &RingParams { fpgas, route, nodes, ..ring() }, 12);
        for (node, dest) in (0..12_u32).flat_map(|node| (0..12).map(move |dest| (node, dest))) {
            world.agents[node as usize].ask(short(dest, 130, &[node]));
        }
        world.finish();
        assert!(world.agents.iter().all(|agent| agent.calls.len() == 12), "{fpgas} {route:?}");
    }
}
