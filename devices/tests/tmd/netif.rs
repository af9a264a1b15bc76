//! NetIfs: packets whole and in order, priorities, tables, back-pressure, what comes of packets for nobody.

use crate::world::*;
use rankine_bus::Network;
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::NetIfKind;

const KINDS: [NetIfKind; 2] = [NetIfKind::Broadcast, NetIfKind::Selective];

fn kind(kind: NetIfKind, params: TmdParams) -> TmdParams {
    TmdParams { netif: kind, ..params }
}

/// The packets of one message as words (§4.3.2), and their cycles: a word is visible one cycle after it is put, the receiving side
/// takes two for a header, and decoding in the selective NetIf takes one.
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
