//! Tests of polling detection: when a round is found, given the cycles and misses at which the hart arrives.

use super::{Caches, Detector};
use rankine_bus::Ram;
use rankine_hart::Hart;
use rankine_isa::parse_isa;
use rankine_timing::CacheCounts;

/// Cycles at which the hart arrives with the same registers, and all its misses by then.
type Arrivals = &'static [(u64, u64)];

/// Arrivals; the arrival at which a round is found, if any, and the round's cycles.
const ROWS: &[(Arrivals, Option<(usize, u64)>)] = &[
    // The round before the watched one is like it.
    (&[(5, 0), (105, 0), (205, 0)], Some((2, 100))),
    // The round before missed, and so lasted longer.
    (&[(5, 0), (165, 1), (265, 1), (365, 1)], Some((3, 100))),
    // The round before missed, but lasted as long.
    (&[(5, 0), (105, 1), (205, 1), (305, 1)], Some((3, 100))),
    // The round before waited for something else.
    (&[(5, 0), (165, 0), (265, 0), (365, 0)], Some((3, 100))),
    // All rounds miss.
    (&[(5, 0), (105, 1), (205, 2), (305, 3), (405, 4)], None),
    // The watched round missed; from then on rounds are alike.
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
