//! Tables of NetIfs that harts load: packets that wait for a table, effects of a table, mistakes.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{NetIfKind, TableSource};

fn loaded(params: TmdParams) -> TmdParams {
    TmdParams { netif: NetIfKind::Selective, tables: TableSource::Loaded, ..params }
}

/// Loads a table of the NetIf with this number on the board: (channel, LRN, HRN).
fn table(own: u32, netif: u32, entries: &[(u32, u32, u32)]) -> Vec<Op> {
    let words = entries.iter().map(|(channel, low, high)| channel << 16 | low << 8 | high);
    packet(own, own, &std::iter::once(netif).chain(words).collect::<Vec<_>>())
}

/// A packet waits for its NetIf's table. It goes on in the cycle after the table's last word has
/// been taken, with the same times as with a built-in table: a cycle to be decoded, two at the
/// receiver, one to be visible.
#[test]
fn packets_wait_for_tables() {
    let mut world = World::new(&loaded(boards(1, 3)));
    world.script(1, packet(1, 2, &[7]));
    world.script(2, take(1));
    assert!(!world.run());
    let told = "NetIf of node 1: a packet of 2 words of rank 1 to rank 2 waits until the table of this NetIf is loaded";
    assert_eq!(world.bus.network.waiting(), [told]);
    // Channels of node 1: to node 2, to node 0.
    let begin = clock().cycle(world.bus.now) + 100;
    world.script(0, [vec![Op::Rest(100)], table(0, 1, &[(0, 2, 2), (1, 0, 0)])].concat());
    world.finish();
    assert_eq!((world.got(2), world.statistic("tables loaded")), (&[header(1, 2, 1), 7][..], 1));
    let last_taken = begin + 4;
    assert_eq!(world.times(2)[0], last_taken + 1 + 2 + 1);
    world.assert_clean();
}

/// Two boards: the first node of each board loads all tables, including those of gateways. Then
/// packets take the same ways as with built-in tables, in the same number of cycles.
#[test]
fn loaded_tables_are_as_fixed_ones() {
    let times = [TableSource::Fixed, TableSource::Loaded].map(|tables| {
        let mut world = World::new(&TmdParams { tables, ..loaded(boards(2, 2)) });
        if tables == TableSource::Loaded {
            for (first, others) in [(0, (2, 3)), (2, (0, 1))] {
                // Channels of nodes: to the gateway, to the other node; of the gateway: to the
                // nodes.
                let far = (0, others.0, others.1);
                let (second, gateway) = (first + 1, [(0, first, first), (1, first + 1, first + 1)]);
                world.script(first, table(first, 0, &[far, (1, second, second)]));
                world.script(first, table(first, 1, &[far, (1, first, first)]));
                world.script(first, table(first, 2, &gateway));
            }
        }
        world.finish();
        let begin = clock().cycle(world.bus.now) + 10;
        for from in 0..4 {
            let pause = begin - clock().cycle(world.bus.now) + u64::from(1000 * from);
            world.script(from, [Op::Rest(pause)]);
            (0..4).filter(|to| *to != from).for_each(|to| world.script(from, packet(from, to, &[from, to])));
            (0..3).for_each(|_| world.script(from, take(2)));
        }
        world.finish();
        world.assert_clean();
        (0..4)
            .map(|node| (world.got(node).to_vec(), world.times(node).last().map(|time| time - begin)))
            .collect::<Vec<_>>()
    });
    let words = |node: usize| times.iter().map(|all| all[node].0.clone()).collect::<Vec<_>>();
    (0..4).for_each(|node| assert_eq!(words(node)[0], words(node)[1], "{node}"));
    let last = |source: usize| times[source].iter().map(|node| node.1).max();
    assert_eq!(last(0), last(1));
}

/// A later table replaces the one before. With an empty table, a packet is dropped.
#[test]
fn tables_change() {
    let mut world = World::new(&loaded(boards(1, 3)));
    let both_ways = [table(0, 0, &[(0, 1, 2)]), packet(0, 2, &[5]), table(0, 0, &[(1, 1, 2)]), packet(0, 1, &[6])];
    world.script(0, [both_ways.concat(), table(0, 0, &[]), packet(0, 1, &[8])].concat());
    world.script(1, take(1));
    world.script(2, take(1));
    world.finish();
    assert_eq!((world.got(1), world.got(2)), (&[header(0, 2, 1), 5][..], &[header(0, 1, 1), 6][..]));
    assert_eq!((world.statistic("tables loaded"), world.statistic("packets without a channel")), (3, 1));
}

/// Words of a packet to the own rank, and the report. Afterwards a good table is taken.
#[test]
fn mistakes() {
    for (words, told) in [
        (&[][..], "a table is refused: it has no words"),
        (&[3], "the board has no NetIf 3"),
        (&[u32::MAX, 0], "the board has no NetIf 4294967295"),
        (&[1, 2 << 16], "the NetIf has no channel 2"),
        (&[0, 0x0000_0201], "LRN 2 is above HRN 1"),
    ] {
        let mut world = World::new(&loaded(boards(1, 3)));
        world.script(0, [packet(0, 0, words), table(0, 0, &[(0, 1, 1), (1, 2, 2)]), packet(0, 1, &[4])].concat());
        world.script(1, take(1));
        world.finish();
        assert_eq!(
            (world.got(1), world.statistic("tables refused by NetIfs")),
            (&[header(0, 1, 1), 4][..], 1),
            "{told}"
        );
        let complaint = world.bus.network.complaint().unwrap_or_default();
        assert!(complaint.contains("NetIf of node 0, cycle ") && complaint.contains(told), "{complaint}");
    }
    let mut world = World::new(&loaded(boards(1, 2)));
    world.script(0, vec![Op::Control(header(0, 0, 2)), Op::Put(0)]);
    world.finish();
    assert_eq!(
        world.bus.network.waiting(),
        ["NetIf of node 0 waits for more words of a table in FIFO to NetIf of node 0 (empty)"]
    );
}
