//! Tests which state shown by events matters to a round.

use super::{Shown, Sight};
use rankine_bus::{Looks, Shows};

/// A round that looks at memory at 0x1_0000 to 0x1_0007 and at 0x1_2ff8 to 0x1_3007, and at place 3
/// of device 0.
fn sight() -> Sight {
    let mut sight = Sight::default();
    sight.touch(0x1_0000, 8);
    sight.touch(0x1_2ff8, 16);
    sight.look(0, Looks::At(3));
    sight.look(1, Looks::Nowhere);
    sight
}

const MEMORY: fn(u64, u64) -> Shows = |addr, bytes| Shows::Memory { addr, bytes };

#[test]
fn what_is_looked_at_is_seen() {
    for (device, shows, expected) in [
        (0, Shows::Nothing, false),
        (0, Shows::Everything, true),
        (0, Shows::Place(3), true),
        (0, Shows::Place(4), false),
        (1, Shows::Place(3), false),
        (0, MEMORY(0xf000, 0x1000), false),
        (0, MEMORY(0xf000, 0x1001), true),
        (0, MEMORY(0x1_1000, 0x1000), false),
        (0, MEMORY(0x1_1000, 0x1001), true),
        (0, MEMORY(0x1_3fff, 1), true),
        (0, MEMORY(0x1_4000, u64::MAX), false),
        (0, MEMORY(0, u64::MAX), true),
    ] {
        assert_eq!(sight().sees(device, &shows), expected, "{device} {shows:x?}");
        let mut shown = Shown::default();
        shown.add(device, &Shows::Nothing);
        shown.add(device, &shows);
        assert_eq!(sight().sees_any(&shown), expected, "{shown:x?}");
        shown.clear();
        assert!(!sight().sees_any(&shown));
    }
}

#[test]
fn too_much_is_everything() {
    let mut sight = sight();
    (0..300).for_each(|place| sight.look(2, Looks::At(place)));
    assert!(sight.sees(5, &Shows::Nothing), "it looks at more places than are remembered");
    let mut shown = Shown::default();
    (0..17).for_each(|place| shown.add(2, &Shows::Place(place)));
    assert!(self::sight().sees_any(&shown), "more is shown than is remembered");
    let mut pieces = Shown::default();
    (0..1000).for_each(|piece| pieces.add(0, &MEMORY(0x4_0000 + piece * 256, 256)));
    assert!(!self::sight().sees_any(&pieces), "pieces of one transfer are one range");
}

#[test]
fn memory_matters_to_caches() {
    let mut sight = sight();
    sight.look_at_all_memory();
    assert!(sight.sees(0, &MEMORY(0x10_0000, 1)) && !sight.sees(0, &Shows::Place(9)));
    let mut sight = self::sight();
    sight.look_everywhere();
    assert!(sight.sees(0, &Shows::Nothing));
}
