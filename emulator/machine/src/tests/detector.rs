//! When a loop's round is found, from when the hart comes by and what its caches have missed by then.

use super::{Caches, Detector};
use rankine_bus::Ram;
use rankine_hart::Hart;
use rankine_isa::parse_isa;
use rankine_timing::CacheCounts;

/// Cycles at which the hart comes by with the same registers, with all misses by then.
type Arrivals = &'static [(u64, u64)];

/// Arrivals; which of them finds a round, if any, and how many cycles that takes.
const ROWS: &[(Arrivals, Option<(usize, u64)>)] = &[
    // The round before the watched one is like it.
    (&[(5, 0), (105, 0), (205, 0)], Some((2, 100))),
    // It missed, and so lasted longer.
    (&[(5, 0), (165, 1), (265, 1), (365, 1)], Some((3, 100))),
    // It missed, but for all that lasted as long.
    (&[(5, 0), (105, 1), (205, 1), (305, 1)], Some((3, 100))),
    // It waited for something else.
    (&[(5, 0), (165, 0), (265, 0), (365, 0)], Some((3, 100))),
    // All rounds miss.
    (&[(5, 0), (105, 1), (205, 2), (305, 3), (405, 4)], None),
    // The watched one missed; from then on they are alike.
    (&[(5, 0), (105, 0), (265, 1), (365, 1), (465, 1)], Some((4, 100))),
];

#[test]
fn calls_of_a_round_are_like_those_of_the_next() {
    let (xlen, extensions) = parse_isa("rv64i").unwrap();
    let ram = Ram::new(0x1000, 0x1000).unwrap();
    for (arrivals, expected) in ROWS {
        let (mut detector, mut hart) = (Detector::default(), Hart::new(xlen, extensions, 0));
        let found = arrivals.iter().enumerate().find_map(|(index, (cycles, misses))| {
            hart.cycles = *cycles;
            let counts = CacheCounts { l1d_misses: *misses, ..CacheCounts::default() };
            let round = detector.arrive(&hart, &ram, Caches { counts, ..Caches::default() }, 1)?;
            Some((index, round.cycles))
        });
        assert_eq!(found, *expected, "{arrivals:?}");
    }
}
