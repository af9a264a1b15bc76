//! Harts and network on different clocks: asynchronous FIFOs between them.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;

/// The clock of harts in this file's tests.
const HART_HZ: u64 = 40_000_000;

fn with(network_hz: u64, sync_cycles: u32, params: TmdParams) -> TmdParams {
    TmdParams { network_hz, sync_cycles, ..params }
}

/// (clock of the network, cycles of a synchronizer, cycles in which the receiver gets its first
/// words). On one clock a word put in cycle 0 is got in cycle 4: a cycle to be visible, two for the
/// NetIf, one to be visible. At half the clock the network's three cycles are six of the hart's,
/// and each cycle of the synchronizer on that side takes two more. At twice the clock, the three
/// cycles are one and a half of the hart's.
#[test]
fn latency() {
    for (network_hz, sync_cycles, first) in [
        (0, 2, [4, 5]),
        (HART_HZ, 2, [4, 5]),
        (HART_HZ / 2, 0, [7, 9]),
        (HART_HZ / 2, 2, [13, 15]),
        (2 * HART_HZ, 0, [3, 4]),
        (2 * HART_HZ, 2, [6, 7]),
    ] {
        let mut world = World::new(&with(network_hz, sync_cycles, boards(1, 2)));
        world.script(0, packet(0, 1, &[7, 8]));
        world.script(1, take(2));
        world.finish();
        world.assert_clean();
        assert_eq!(world.times(1)[..2], first, "{network_hz} {sync_cycles}");
        assert!(world.bus.network.minimum_latency() <= clock().span(first[0]), "{network_hz} {sync_cycles}");
    }
}

/// Twice around a ring on two boards, through FIFOs of few words: every word arrives, and its cycle
/// does not depend on the order of actions within a cycle.
#[test]
fn nothing_is_lost() {
    for (network_hz, sync_cycles, depth) in
        [(13_000_000, 2, 1), (40_000_001, 0, 2), (41_000_000, 2, 16), (133_000_000, 3, 4), (400_000_000, 2, 1)]
    {
        let times = [false, true].map(|hosts_first| {
            let params = TmdParams { fifo_words: depth, ..with(network_hz, sync_cycles, boards(2, 3)) };
            let mut world = World::new(&params);
            world.hosts_first = hosts_first;
            // Twice around a ring. Rank 0 sends first, so that FIFOs of one word suffice.
            for round in 0..2 {
                for node in 0..6 {
                    let (send, receive) = (packet(node, (node + 1) % 6, &[round, node, 9]), take(3));
                    world.script(node, if node == 0 { [send, receive].concat() } else { [receive, send].concat() });
                }
            }
            let ended = world.run();
            (ended, (0..6).map(|node| (world.got(node).to_vec(), world.times(node).to_vec())).collect::<Vec<_>>())
        });
        assert_eq!(times[0], times[1], "{network_hz}");
        assert!(times[0].0, "{network_hz}");
    }
}

/// If the reader takes nothing, the sender stalls after as many words as on one clock.
#[test]
fn places_are_as_many() {
    let left = [0, HART_HZ / 3, 3 * HART_HZ].map(|network_hz| {
        let mut world = World::new(&with(network_hz, 2, boards(1, 2)));
        world.script(0, packet(0, 1, &[5; 100]));
        assert!(!world.run());
        world.left(0)
    });
    assert_eq!(left, [101 - 32; 3]);
}
