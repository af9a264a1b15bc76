//! Links between boards: the cost of a crossing, and lines with many errors, which lose nothing.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{NetIfKind, OcccStore};

fn stored(params: &TmdParams, occc_store: OcccStore) -> TmdParams {
    TmdParams { occc_store, ..params.clone() }
}

/// The parameters with whole packets on the line.
fn whole(params: &TmdParams) -> TmdParams {
    stored(params, OcccStore::Both)
}

/// Cycles from a packet's first put until its last word is taken, between ranks 0 and `to`, with
/// accesses of `cost` cycles.
fn cycles(params: &TmdParams, to: u32, words: u64, cost: u32) -> u64 {
    let mut world = World::with_costs(params, params.nodes.len() as u32, cost);
    world.script(0, packet(0, to, &vec![7; words as usize]));
    world.script(to, take(words as usize));
    world.finish();
    world.assert_clean();
    world.times(to)[words as usize] - world.times(0)[0]
}

/// A crossing with a packet of two words adds 100 cycles in all. That is half of the 5 µs between
/// the latencies of a message, with envelope and clear-to-send, on and off the chip (Saldaña 2006
/// §5.1.1). Each further payload word adds 0.64 cycles if the receiver hands it on at once.
#[test]
fn a_crossing_takes_100_cycles() {
    let params = stored(&boards(3, 3), OcccStore::Oracle);
    for (words, cost) in [1, 2, 101, 507].into_iter().flat_map(|words| [1, 3, 16].map(|cost| (words, cost))) {
        let on_chip = cycles(&params, 1, words, cost);
        for to in [3, 5, 8] {
            let expected = 100 + ((words - 1) * 64).div_ceil(100);
            assert_eq!(cycles(&params, to, words, cost) - on_chip, expected, "{words} words at {cost} cycles");
        }
    }
    // With whole packets, a word adds its time in the sender's OCCC, on the line, and in the
    // receiver's OCCC.
    let params = TmdParams { occc_fixed_cycles: 79, ..whole(&params) };
    assert_eq!(cycles(&params, 3, 1, 1) - cycles(&params, 1, 1, 1), 100);
    assert_eq!(cycles(&params, 3, 101, 1) - cycles(&params, 1, 101, 1), 264);
}

/// Full packets after envelope and clear-to-send, at 16 cycles a word, so that software is the
/// limit (§5.1.1). The test compares the bandwidth off the chip with that on the chip, for each
/// place where packets wait. A receiver that needs the CRC first begins a packet late; in longer
/// messages that matters less.
#[test]
fn bandwidth() {
    let cycles = |params: &TmdParams, to: u32, packets: usize| {
        let mut world = World::with_costs(params, 6, 16);
        let data = || (0..packets).flat_map(|_| packet(0, to, &[1; 507]));
        world.script(0, packet(0, to, &[5]).into_iter().chain(take(1)).chain(data()));
        let taken = (0..packets).flat_map(|_| take(507));
        world.script(to, take(1).into_iter().chain(packet(to, 0, &[CLEAR])).chain(taken));
        world.finish();
        world.times(to).last().copied().unwrap_or(0) as f64
    };
    for (store, packets, least, most) in [
        (OcccStore::Receiver, 2, 0.60, 0.70),
        (OcccStore::Receiver, 20, 0.94, 0.96),
        (OcccStore::Receiver, 100, 0.98, 1.0),
        (OcccStore::Both, 2, 0.60, 0.70),
        (OcccStore::Both, 100, 0.98, 1.0),
        (OcccStore::Oracle, 2, 0.95, 1.0),
    ] {
        let params = stored(&boards(2, 3), store);
        let ratio = cycles(&params, 1, packets) / cycles(&params, 4, packets);
        assert!((least..most).contains(&ratio), "{store:?}, {packets} packets: {ratio}");
    }
}

/// Both bridge directions with all possible lengths. One word more is too much for the OCCC.
#[test]
fn lengths() {
    let plain = boards(2, 2);
    for params in [
        plain.clone(),
        whole(&plain),
        stored(&plain, OcccStore::Oracle),
        TmdParams { netif: NetIfKind::Selective, ..plain },
    ] {
        let mut world = World::new(&params);
        let data: Vec<u32> = (0..508).map(|word| word * 0x1_0001).collect();
        let mut expected = Vec::new();
        for words in [1, 2, 507] {
            world.script(0, packet(0, 3, &data[..words]));
            world.script(3, [take(words), packet(3, 0, &data[..words])].concat());
            world.script(0, take(words));
            expected.extend([header(0, 3, words as u32)].iter().chain(&data[..words]));
        }
        world.finish();
        world.assert_clean();
        assert_eq!(world.got(3), expected);
        assert_eq!((world.statistic("packets accepted from lines"), world.statistic("acknowledgements")), (6, 6));
        world.script(0, [packet(0, 3, &data), packet(0, 3, &[1])].concat());
        world.script(3, take(1));
        world.finish();
        assert_eq!(world.got(3)[expected.len()..], [header(0, 3, 1), 1]);
        assert_eq!(world.statistic("packets too long for the OCCC"), 1);
        let complaint = world.bus.network.complaint().unwrap_or_default();
        assert!(complaint.contains("rank 0 to rank 3 would have 513 words, of 512 at most"), "{complaint}");
    }
}

/// Random packets in all directions. Each packet must arrive once and in order.
fn random_traffic(params: &TmdParams, packets: usize, most_words: u64, seed: u64) -> World {
    let mut world = World::new(params);
    let (mut random, mut sent) = (Random(seed), [const { Vec::new() }; 4]);
    let mut lengths = [const { Vec::new() }; 4];
    let other = |node: usize| (node + 2) % 4;
    for _ in 0..packets / 4 {
        for node in 0..4 {
            let payload: Vec<u32> = (0..1 + random.below(most_words)).map(|_| random.below(1 << 32) as u32).collect();
            let (from, to) = (node as u32, other(node) as u32);
            sent[node].push(header(from, to, payload.len() as u32));
            sent[node].extend(&payload);
            world.script(from, packet(from, to, &payload));
            lengths[node].push(payload.len());
        }
        for node in 0..4 {
            world.script(node as u32, take(lengths[other(node)].last().copied().unwrap_or(0)));
        }
    }
    world.finish();
    for node in 0..4 {
        assert!(world.got(node as u32) == sent[other(node)], "node {node}, seed {seed}");
    }
    assert_eq!(world.statistic("packets accepted from lines"), packets as u64);
    world.assert_clean();
    world
}

fn noisy(params: &TmdParams, bit_errors: u32) -> TmdParams {
    TmdParams { occc_bit_errors: bit_errors, ..params.clone() }
}

/// One bit of 10^5 is flipped, in 10^5 random packets.
#[test]
fn nothing_lost_in_noise() {
    let world = random_traffic(&noisy(&boards(2, 2), 10_000), 100_000, 6, 1);
    for name in ["bits turned over", "CRC errors", "negative acknowledgements", "retransmissions"] {
        assert!(world.statistic(name) > 100, "{name}: {}", world.statistic(name));
    }
}

/// Much noise, small windows and buffers, lanes, whole packets: nothing is lost, and a second run
/// gives the same result.
#[test]
fn nothing_lost_in_any_arrangement() {
    let plain = boards(2, 2);
    let arrangements = [
        noisy(&plain, 100_000),
        whole(&noisy(&plain, 100_000)),
        stored(&noisy(&plain, 100_000), OcccStore::Oracle),
        TmdParams { occc_window: 1, occc_buffer: 1, ..noisy(&plain, 100_000) },
        TmdParams { occc_window: 3, occc_buffer: 1, fifo_words: 1, ..noisy(&plain, 50_000) },
        TmdParams { occc_timeout_cycles: 50, ..noisy(&plain, 20_000) },
        TmdParams { occc_timeout_cycles: 200, ..whole(&noisy(&plain, 20_000)) },
        TmdParams { link_channels: 2, netif: NetIfKind::Selective, ..noisy(&plain, 50_000) },
        TmdParams { bridge_setup_cycles: 0, netif_setup_cycles: 0, ..noisy(&plain, 50_000) },
        TmdParams { occc_fixed_cycles: 1, occc_word_hundredths: 250, ..noisy(&plain, 50_000) },
    ];
    for (seed, params) in (1..).zip(&arrangements) {
        let run = || {
            let world = random_traffic(params, 2000, 40, seed);
            let times: Vec<_> = (0..4).map(|node| world.times(node).to_vec()).collect();
            (times, world.bus.network.statistics())
        };
        assert!(run() == run(), "arrangement {seed}");
    }
    let (one, other) = (noisy(&plain, 100_000), TmdParams { occc_seed: 2, ..noisy(&plain, 100_000) });
    let errors = |params| random_traffic(params, 2000, 40, 1).statistic("bits turned over");
    assert_ne!(errors(&one), errors(&other), "another seed, other errors");
}

/// A single packet on a noisy line, many times. If its acknowledgement is lost, the packet comes
/// again, is dropped and acknowledged once more. Then no event is left.
#[test]
fn lost_acknowledgements() {
    let (mut duplicates, mut timeouts) = (0, 0);
    for seed in 0..2000 {
        let mut world = World::new(&TmdParams { occc_seed: seed, ..noisy(&boards(2, 1), 100_000) });
        world.script(0, packet(0, 1, &[7]));
        world.script(1, take(1));
        world.finish();
        assert_eq!((world.got(1), world.bus.next()), (&[header(0, 1, 1), 7][..], None));
        duplicates += world.statistic("duplicates dropped");
        timeouts += world.statistic("timeouts");
        assert!(world.statistic("timeouts") <= 2, "seed {seed}: a duplicate must be acknowledged");
    }
    assert!(duplicates > 0 && timeouts >= duplicates, "{duplicates} duplicates, {timeouts} timeouts");
}

/// A clean line sends each packet once.
#[test]
fn nothing_twice_without_noise() {
    for params in [boards(2, 2), whole(&boards(2, 2)), TmdParams { occc_window: 1, ..boards(2, 2) }] {
        let world = random_traffic(&params, 2000, 40, 3);
        for name in ["retransmissions", "duplicates dropped", "timeouts", "negative acknowledgements", "CRC errors"] {
            assert_eq!(world.statistic(name), 0, "{name}");
        }
        assert_eq!((world.statistic("acknowledgements"), world.statistic("frames on lines")), (2000, 4000));
    }
}

/// A reader that takes nothing stalls the sender on the other board, and then no event is left.
/// When the reader goes on, all words arrive.
#[test]
fn a_reader_that_stops() {
    for params in [boards(2, 1), whole(&boards(2, 1))] {
        let (count, words) = (60, 20);
        let mut world = World::new(&params);
        let mut expected = Vec::new();
        for number in 0..count {
            world.script(0, packet(0, 1, &vec![number; words]));
            expected.push(header(0, 1, words as u32));
            expected.extend(vec![number; words]);
        }
        assert!(!world.run());
        let waiting = world.bus.network.waiting().join("\n");
        assert!(waiting.contains("FIFO from NetIf of node 1 (16 of 16 words)"), "{waiting}");
        assert!(waiting.contains("holds 8 packets until the other end has room"), "{waiting}");
        assert_eq!(world.bus.next(), None);
        world.script(1, (0..count).flat_map(|_| take(words)));
        world.finish();
        assert_eq!(world.got(1), expected);
        assert!(world.statistic("packets refused, buffer full") > 0 && world.statistic("timeouts") == 0);
        assert_eq!(world.bus.network.waiting(), [""; 0]);
    }
}

/// Lanes share a link: a board has up to three gateways to another board, each for a part of the
/// ranks there.
#[test]
fn lanes() {
    for lanes in 1..=3 {
        let mut world = World::new(&TmdParams { link_channels: lanes, ..boards(2, 5) });
        for (from, to) in (0..5).flat_map(|from| (5..10).map(move |to| (from, to))) {
            world.script(from, packet(from, to, &[from * 100 + to]));
        }
        (5..10).for_each(|to| world.script(to, (0..5).flat_map(|_| take(1))));
        world.finish();
        world.assert_clean();
        for to in 5..10 {
            let mut got: Vec<u32> = world.got(to).iter().skip(1).step_by(2).copied().collect();
            got.sort();
            assert_eq!(got, (0..5).map(|from| from * 100 + to).collect::<Vec<_>>());
        }
    }
}
