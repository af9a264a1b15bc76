//! Unusable parameters and maps are refused with a sentence that names the key.

use crate::world::*;
use rankine_devices::address::AddressMap;
use rankine_devices::ni::{Ni, NiParams};

#[test]
fn bad_parameters() {
    type Change = fn(&mut NiParams, &mut AddressMap);
    let rows: [(Change, &str); 17] = [
        (|p, _| p.word_bytes = 16, "word_bytes"),
        (|p, _| p.word_bytes = u32::MAX, "word_bytes"),
        (|p, _| p.scratchpad_bytes = 0, "scratchpad_bytes"),
        (|p, _| p.scratchpad_bytes = u64::MAX, "scratchpad_bytes"),
        (|p, _| p.scratchpad_bytes = 0x8000, "window"),
        (|p, _| p.cache_ways = 3, "scratchpad_bytes"),
        (|p, _| p.packet_bytes = 32, "packet_bytes"),
        (|p, _| p.packet_bytes = 60, "packet_bytes"),
        (|p, _| p.packet_bytes = u32::MAX, "packet_bytes"),
        (|p, _| p.counter_bits = 65, "counter_bits"),
        (|p, _| p.outstanding = 0, "outstanding"),
        (|p, _| p.source_bytes_per_cycle = 0, "source_bytes_per_cycle"),
        (|p, _| p.packet_gap_thirds = u32::MAX, "packet_gap_thirds"),
        (|_, m| m.tags.size = 64, "tags"),
        (|_, m| m.memory.local = None, "memory"),
        (|_, m| m.memory.stride = 3, "stride"),
        (|_, m| m.scratchpad.global = u64::MAX - 5, "64-bit"),
    ];
    for (index, (change, part)) in rows.into_iter().enumerate() {
        let (mut params, mut map) = (params(), map());
        change(&mut params, &mut map);
        let error = Ni::new(params, map, 0, 2).err().unwrap_or_default();
        assert!(error.contains(part), "row {index}: {error:?} should name {part}");
    }
    assert!(Ni::new(params(), map(), 2, 2).is_err() && Ni::new(params(), map(), 0, 0).is_err());
}

/// The slowest parameters still work: time saturates instead of overflowing.
#[test]
fn extreme_costs() {
    let mut world = World::with(2, |params| {
        (params.write_memory_cycles, params.partial_word_penalty) = (u32::MAX, u32::MAX);
        (params.source_memory_cycles, params.packet_gap_thirds) = (u32::MAX, 1 << 16);
    });
    world.tag(0, 0, rankine_devices::regs::ni::TAG_COMMAND);
    world.fill(0, MEMORY, &[7; 5]);
    world.rdma(0, 0, 1, [MEMORY, global(1, MEMORY), 0, 5]);
    world.bus.run();
    assert_eq!(world.bytes(1, MEMORY, 5), [7; 5]);
}
