//! The drawing of a network of NetIfs: each board in the middle of its nodes, the boards in a ring.

use super::ids::{FifoId, Pair};
use super::tier1::BYTES_A_WORD;
use super::wires::Wires;
use rankine_bus::{Clock, MapLink, NetworkMap, Time, on_circle, radius};

/// The least distance between a board and its nodes.
const BOARD_RADIUS: f64 = 1.2;

/// The bytes of the words that have been put into a FIFO.
pub fn bytes<M>(wires: &Wires<M>, fifo: FifoId) -> u64 {
    BYTES_A_WORD * wires.fifo(fifo).words_put
}

/// The places of boards with these nodes, and the links between each node and its board. `nodes`
/// holds, for each node that takes part, its board and the FIFOs to and from its NetIf. A link takes
/// a word a cycle of `clock`. The place of a board is its number.
pub fn boards<M>(wires: &Wires<M>, names: &[String], nodes: &[(u32, Pair)], clock: Clock) -> NetworkMap {
    let mut map = NetworkMap::default();
    let on_board = |board: usize| nodes.iter().filter(|(own, _)| *own as usize == board).count();
    let widest = (0..names.len()).map(|board| radius(on_board(board), BOARD_RADIUS)).fold(BOARD_RADIUS, f64::max);
    let apart = 2.0 * widest + 1.0;
    for (board, name) in names.iter().enumerate() {
        let (x, y) = if names.len() > 1 { on_circle(board, names.len(), (0.0, 0.0), 0.7) } else { (0.0, 0.0) };
        map.place(name.clone(), false, (x * apart, y * apart));
    }
    let mut placed = vec![0; names.len()];
    for (node, (board, pair)) in nodes.iter().enumerate() {
        let board = *board as usize;
        let at = on_circle(placed[board], on_board(board), map.places[board].at, BOARD_RADIUS);
        placed[board] += 1;
        let place = map.place(format!("node {node}"), true, at);
        for (ends, fifo) in [((place, board), pair.to), ((board, place), pair.from)] {
            map.link(ends, String::new(), bytes(wires, fifo), clock.span(wires.fifo(fifo).words_put));
        }
    }
    map
}

/// A link between two boards that has sent the words of this FIFO.
pub fn between<M>(
    wires: &Wires<M>,
    (from, to): (u32, u32),
    lane: String,
    fifo: FifoId,
    word: impl Fn(u64) -> Time,
) -> MapLink {
    let busy = word(wires.fifo(fifo).words_put);
    MapLink { from: from as usize, to: to as usize, lane, bytes: bytes(wires, fifo), busy }
}
