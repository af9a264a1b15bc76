//! Unusable parameters are refused with a sentence that names the key; the time of a match follows
//! from the blocks.

use crate::world::*;
use rankine_bus::Clock;
use rankine_devices::alpu::{Alpu, AlpuParams, Flavour};

#[test]
fn bad_parameters() {
    type Change = fn(&mut AlpuParams);
    let rows: [(Change, &str); 24] = [
        (|p| p.cells = 0, "alpu.cells = 0: must be 2 to 1023"),
        (|p| p.cells = 7, "alpu.cells = 7: must be a multiple of alpu.block_cells, 16"),
        (|p| p.cells = 1_000_000, "alpu.cells = 1000000: must be 2 to 1023"),
        (|p| (p.cells, p.block_cells) = (7, 1), "alpu.block_cells = 1: must be a power of two, at least 2"),
        (|p| p.block_cells = 0, "alpu.block_cells = 0"),
        (|p| p.block_cells = 24, "alpu.block_cells = 24: must be a power of two"),
        (|p| p.block_cells = 512, "alpu.cells = 256: must be a multiple of alpu.block_cells, 512"),
        (|p| p.tag_bits = 0, "alpu.tag_bits = 0"),
        (|p| p.tag_bits = 21, "alpu.tag_bits = 21: must be 1 to 20"),
        (|p| p.header_fifo = 0, "alpu.header_fifo = 0"),
        (|p| p.command_fifo = 0, "alpu.command_fifo = 0"),
        (|p| p.result_fifo = 0, "alpu.result_fifo = 0"),
        (|p| p.result_fifo = 256, "alpu.result_fifo = 256: must be 1 to 255"),
        (|p| p.clock_hz = 0, "alpu.clock_hz = 0"),
        (|p| p.clock_hz = u64::MAX, "alpu.clock_hz = 18446744073709551615"),
        (|p| p.match_cycles = 1001, "alpu.match_cycles = 1001"),
        (|p| p.insert_cycles = 0, "alpu.insert_cycles = 0"),
        (|p| p.command_cycles = 0, "alpu.command_cycles = 0"),
        (|p| p.bus_delay_ns = u32::MAX, "alpu.bus_delay_ns = 4294967295"),
        (|p| p.posted_base = 4, "alpu.posted_base = 0x4: must be a multiple of 0x1000"),
        (|p| p.posted_base = !0xfff, "alpu.posted_base = 0xffff"),
        (|p| p.unexpected_base = 0xb000_0800, "alpu.unexpected_base = 0xb0000800"),
        (|p| p.unexpected_base = p.posted_base, "alpu.unexpected_base = 0xb0000000: alpu.posted_base is the same"),
        (|p| p.command_fifo = u32::MAX, "alpu.command_fifo = 4294967295"),
    ];
    for (change, part) in rows {
        let mut params = params(256, 16);
        change(&mut params);
        for flavour in [Flavour::Posted, Flavour::Unexpected] {
            let error = Alpu::new(&params, flavour, Clock::from_hz(1)).err().unwrap_or_default();
            assert!(error.contains(part), "{error:?} should contain {part:?}");
        }
    }
}

/// Cells, cells of a block, the key, cycles: Underwood et al. 2005 Tables IV and V, then other
/// sizes.
#[test]
fn cycles_of_a_match() {
    for (cells, block, key, expected) in [
        (256, 8, 0, 7),
        (256, 16, 0, 7),
        (256, 32, 0, 6),
        (128, 8, 0, 7),
        (128, 16, 0, 6),
        (128, 32, 0, 6),
        (2, 2, 0, 6),
        (512, 32, 0, 7),
        (128, 32, 7, 7),
        (256, 8, 1, 1),
    ] {
        let params = AlpuParams { match_cycles: key, ..params(cells, block) };
        assert_eq!((params.check(), params.cycles_of_match()), (Ok(()), expected), "{cells} {block} {key}");
    }
}

/// The declared defaults are the parameters of these tests.
#[test]
fn defaults() {
    let defaults = AlpuParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default));
    let declared: AlpuParams = toml::from_str(&defaults.collect::<String>()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(declared, params(256, 16));
}
