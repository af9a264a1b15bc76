//! The published latencies, exactly (Willenberg and Chow 2013 §5.2).

use crate::world::*;

/// 17 + 7 h cycles for a short message, and one more for each argument: 0.17, 0.24, 0.31 µs.
#[test]
fn short_one_way() {
    for (from, to) in (0..20).flat_map(|from| (0..20).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let mut world = World::new();
        world.agents[from as usize].ask(short(to, 130, &[]));
        world.finish();
        assert_eq!(world.latency(from, to), 17 + 7 * hops(from, to), "{from} to {to}");
    }
    for (arguments, to) in [(1, 1), (7, 4), (16, 8)] {
        let mut world = World::new();
        world.agents[0].ask(short(to, 130, &vec![3; arguments]));
        world.finish();
        assert_eq!(world.latency(0, to), 17 + arguments as u64 + 7 * hops(0, to));
    }
}

/// 28 + 7 h + n / 4 cycles for n bytes to another node's memory; 0.29, 0.36, 0.43 µs for 4 bytes.
#[test]
fn long_one_way() {
    for (to, bytes) in [1, 5, 10].into_iter().flat_map(|to| [4, 8, 112, 1024, 16384].map(|bytes| (to, bytes))) {
        let mut world = World::new();
        world.agents[0].ask(long(to, 131, (bytes, MEMORY as u32, MEMORY as u32), &[]));
        world.finish();
        assert_eq!(world.latency(0, to), 28 + 7 * hops(0, to) + u64::from(bytes) / 4, "{bytes} bytes to {to}");
    }
}

/// There and back: 2 (17 + 7 h) + 1 cycles for two short messages, and 47 + 14 h cycles for a
/// remote read, which is a short message and a write of a word: 0.35 and 0.47 µs on one FPGA.
/// Sequencers put the first word of an answer three cycles after the call; the nodes of this test
/// put it in the next cycle.
#[test]
fn two_ways() {
    for to in [1, 5, 10] {
        for (handler, expected) in [
            ((|call| Some(reply(call.token(), short(0, 132, &[])))) as Handler, 35 + 14 * hops(0, to)),
            (
                |call| Some(reply(call.token(), long(0, 132, (4, MEMORY as u32, MEMORY as u32), &[]))),
                47 + 14 * hops(0, to),
            ),
        ] {
            let mut world = World::new();
            world.agents[0].ask(short(to, 130, &[]));
            world.agents[to as usize].handler = handler;
            world.finish();
            assert_eq!(world.latency(0, 0) + 2, expected, "{to}");
        }
    }
}

/// Of 15 messages that come at once, one is taken every 5 cycles. Of 15 requests, one goes out
/// every 6 cycles.
#[test]
fn intervals() {
    let mut world = World::new();
    (1..16).for_each(|node| world.agents[node].ask(short(0, 130, &[])));
    world.finish();
    let cycles: Vec<_> = world.agents[0].calls.iter().map(|call| call.cycle).collect();
    assert_eq!(
        cycles,
        (0..15).map(|k| 17 - SEQUENCER + 5 * k).collect::<Vec<_>>(),
        "0.87 µs until node 0 has them all"
    );

    let mut world = World::new();
    (1..16).for_each(|node| world.agents[0].ask(short(node, 130, &[])));
    world.finish();
    for node in 1..16 {
        let expected = 6 * (u64::from(node) - 1) + 17 - SEQUENCER + 7 * hops(0, node);
        assert_eq!(world.agents[node as usize].calls[0].cycle, expected, "node {node}");
    }
}

/// The other reading of the barrier's first phase: the links are the bottleneck, and node 0 takes
/// messages as they come.
#[test]
fn links_as_the_bottleneck() {
    use rankine_devices::gas::GasCoreParams;
    use rankine_devices::gas::ring::RingParams;
    let core = GasCoreParams { am_rx_interval: 1, ..core() };
    let ring = RingParams { link_packet_cycles: 8, ..ring() };
    let mut world = World::with(&core, &ring, 16);
    (1..16).for_each(|node| world.agents[node].ask(short(0, 130, &[])));
    world.finish();
    assert_eq!(world.agents[0].calls.last().unwrap().cycle, 24 - SEQUENCER + 7 * 8, "eight from two FPGAs by one link");
}

/// Results do not depend on the order of actions within a cycle.
#[test]
fn order_within_a_cycle() {
    let run = |agents_first| {
        let mut world = World::new();
        world.agents_first = agents_first;
        for (node, to) in (0..20).flat_map(|node| (1..6).map(move |step| (node, (node + 3 * step) % 20))) {
            let agent = &mut world.agents[node as usize];
            agent.ask(short(to, 130, &[node]));
            agent.ask(long(to, 131, (40, MEMORY as u32, MEMORY as u32 + 64 * node), &[1, 2]));
            agent.handler = |call| Some(reply(call.token(), short(0, 132, &[call.words[0]])));
        }
        world.finish();
        world.agents.iter().map(|agent| agent.calls.clone()).collect::<Vec<_>>()
    };
    assert_eq!(run(false), run(true));
}
