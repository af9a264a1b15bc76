//! The interface and the crossbar with the parameters of the SARC prototype: its published times (Katsamani 2010 §4.4.2,
//! §4.4.5), on an idle machine and by the cycle.

use crate::small_words::{SETS, load, pad, params, store, tag, world_on};
use rankine_bus::Clock;
use rankine_bus::fake::FakeBus;
use rankine_devices::ni::{Ni, NiParams};
use rankine_devices::noc::{Crossbar, CrossbarParams};
use rankine_devices::regs::ni as regs;

type Bus = FakeBus<Ni, Crossbar>;

/// Of the 28 cycles that a transfer takes beside its three stages of 8 bytes a cycle (source buffer, input queue,
/// destination buffer), 24 are the crossbar's: an acknowledgement, which has no other stage, takes about so long by the
/// thesis' traces. How the other 4 are divided nothing published tells.
fn sarc_params() -> NiParams {
    NiParams {
        command_cycles: 1,
        source_scratchpad_cycles: 1,
        source_bytes_per_cycle: 8,
        packet_gap_thirds: 16,
        write_scratchpad_cycles: 2,
        write_bytes_per_cycle: 8,
        store_and_forward: true,
        counter_update_cycles: 2,
        notify_local_cycles: 2,
        notify_remote_cycles: 3,
        partial_word_penalty: 12,
        ..params()
    }
}

const FIRST: u64 = 3 * SETS;
const COMMAND: u64 = FIRST;
const COUNTER: u64 = FIRST + 1;
const FLAGS: u64 = FIRST + 2;
const DATA: u64 = FIRST + 16;

/// Nodes whose last way is scratchpad, with a command buffer and a counter each.
fn world() -> Bus {
    let crossbar = CrossbarParams { pass_cycles: 23, flit_bytes: 8, header_bytes: 8, queue_packets: 4 };
    let clock = Clock::from_hz(75_000_000);
    let mut bus = world_on(sarc_params(), Crossbar::new(crossbar, 4, clock).unwrap(), clock);
    for node in 0..4 {
        for set in 0..SETS {
            tag(&mut bus, node, 3 * SETS + set, regs::TAG_SCRATCHPAD);
        }
        tag(&mut bus, node, COMMAND, regs::TAG_COMMAND);
        tag(&mut bus, node, COUNTER, regs::TAG_COUNTER);
    }
    bus
}

/// Gives a command; the cycle in which its last word is stored.
fn rdma(bus: &mut Bus, size: u64, ack: u64) -> u64 {
    let words = [regs::OP_RDMA_WRITE << regs::CMD_OPCODE_SHIFT | size, pad(0, DATA), pad(1, DATA), ack];
    for (index, word) in words.into_iter().enumerate().rev() {
        store(bus, 0, pad(0, COMMAND) + 4 * index as u64, word);
    }
    bus.clock.cycle(bus.now)
}

/// Cycles from `start` until a word is what it should be.
fn until(bus: &mut Bus, start: u64, node: u32, addr: u64, expected: u64) -> u64 {
    while load(bus, node, addr) != expected {
        assert!(bus.step(), "{addr:#x} never becomes {expected}");
    }
    bus.clock.cycle_ceil(bus.now) - start
}

/// Katsamani 2010 §4.4.2: 16 bytes in 34 cycles, §4.4.5: 64 bytes in 52; Table 4.4: 13.3 cycles for each 64 bytes more.
#[test]
fn transfers() {
    for (size, cycles) in [(4, 31), (8, 31), (16, 34), (32, 40), (64, 52), (128, 66), (256, 92), (4096, 892)] {
        let mut bus = world();
        store(&mut bus, 0, pad(0, DATA) + size - 4, 7);
        let start = rdma(&mut bus, size, 0);
        assert_eq!(until(&mut bus, start, 1, pad(1, DATA) + size - 4, 7), cycles, "{size} bytes");
    }
}

/// A counter at the sender: its own flag 28 cycles after the data are in place, the receiver's 31 after the counter.
#[test]
fn notifications() {
    for (size, local, remote) in [(16, 34 + 24 + 2 + 2, 34 + 24 + 2 + 31), (64, 52 + 24 + 2 + 2, 52 + 24 + 2 + 31)] {
        for (node, cycles) in [(0, local), (1, remote)] {
            let mut bus = world();
            store(&mut bus, 0, pad(0, COUNTER) + 4 * regs::COUNTER_NOTIFY as u64, pad(node, FLAGS));
            store(&mut bus, 0, pad(0, COUNTER), (-(size as i64)) as u64);
            let start = rdma(&mut bus, size, pad(0, COUNTER));
            assert_eq!(
                until(&mut bus, start, node as u32, pad(node, FLAGS), 1),
                cycles,
                "{size} bytes, flag on {node}"
            );
        }
    }
}

/// Transfers whose sizes are not whole words are slower than the next longer ones that are (Katsamani 2010, Figure 4.6).
#[test]
fn tremor() {
    let time = |size: u64| {
        let mut bus = world();
        let last = pad(0, DATA) + (size - 1) / 4 * 4;
        store(&mut bus, 0, last, 0x0707_0707);
        let start = rdma(&mut bus, size, 0);
        let expected = if size.is_multiple_of(4) { 0x0707_0707 } else { 0x0707 };
        until(&mut bus, start, 1, last - pad(0, DATA) + pad(1, DATA), expected)
    };
    for words in 0..124 {
        let (odd, even) = (time(4 * words + 2), time(4 * words + 4));
        assert!(odd > even, "{} bytes take {odd} cycles, {} take {even}", 4 * words + 2, 4 * words + 4);
    }
}
