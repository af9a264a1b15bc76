//! The interface as the SARC prototype has it: words of 4 bytes, the scratchpad carved out of a
//! cache of four ways, windows without local alias, and no reach of memory (Katsamani 2010 §3.1).

use crate::world::{self, mesh_params};
use rankine_bus::fake::FakeBus;
use rankine_bus::{Clock, Fault, Network, Reply, Width};
use rankine_devices::address::{AddressMap, Window};
use rankine_devices::ni::{Ni, NiParams};
use rankine_devices::noc::Mesh;
use rankine_devices::regs::ni as regs;

pub const SETS: u64 = 512;

pub fn pad(node: u64, line: u64) -> u64 {
    0x4000_0000 + (node << 20) + 32 * line
}

fn world() -> FakeBus<Ni, Mesh> {
    let clock = Clock::from_hz(75_000_000);
    world_on(params(), Mesh::new(mesh_params(), 4, clock).unwrap(), clock)
}

/// Words of 4 bytes, lines carved out of a cache, no reach of memory.
pub fn params() -> NiParams {
    NiParams { word_bytes: 4, cache_ways: 4, reaches_memory: false, packet_bytes: 64, ..world::params() }
}

/// Four nodes on a network.
pub fn world_on<N: Network>(params: NiParams, network: N, clock: Clock) -> FakeBus<Ni, N> {
    let window = |global, stride, size| Window { local: None, global, stride, size };
    let map = AddressMap {
        scratchpad: window(0x4000_0000, 1 << 20, 0x1_0000),
        tags: window(0x5000_0000, 1 << 20, 0x2000),
        registers: window(0x6000_0000, 1 << 20, 0x1000),
        memory: Window { local: Some(0x8000_0000), ..window(0x8000_0000, 1 << 26, 1 << 26) },
    };
    let devices = (0..4).map(|node| Ni::new(params.clone(), map.clone(), node, 4).unwrap()).collect();
    FakeBus::new(devices, network, clock, 0x8000_0000, 0x1000)
}

pub fn store<N: Network>(bus: &mut FakeBus<Ni, N>, node: u32, addr: u64, value: u64) {
    let reply = bus.store(node, addr, Width::B4, value);
    assert!(matches!(reply, Reply::Done { .. }), "{addr:#x}: {reply:?}");
}

pub fn load<N: Network>(bus: &mut FakeBus<Ni, N>, node: u32, addr: u64) -> u64 {
    match bus.load(node, addr, Width::B4) {
        Reply::Done { value, .. } => value,
        other => panic!("{addr:#x}: {other:?}"),
    }
}

pub fn tag<N: Network>(bus: &mut FakeBus<Ni, N>, node: u32, line: u64, tag: u64) {
    store(bus, node, 0x5000_0000 + (u64::from(node) << 20) + 4 * line, tag);
}

#[test]
fn one_way_becomes_scratchpad_but_not_the_last() {
    let mut bus = world();
    assert!(matches!(bus.load(0, pad(0, 3 * SETS), Width::B4), Reply::Fault(Fault::Refused(_))), "still a cache line");
    for set in 0..SETS {
        tag(&mut bus, 0, 3 * SETS + set, regs::TAG_SCRATCHPAD);
    }
    store(&mut bus, 0, pad(0, 3 * SETS + 7), 0xdead_beef);
    assert_eq!(load(&mut bus, 0, pad(0, 3 * SETS + 7)), 0xdead_beef);
    assert!(matches!(bus.store(0, pad(0, 7), Width::B4, 0), Reply::Fault(Fault::Refused(_))));
    for (way, error) in [(0, 0), (1, 0), (2, regs::ERR_TAG_LASTWAY)] {
        tag(&mut bus, 0, way * SETS + 7, regs::TAG_SCRATCHPAD);
        assert_eq!(load(&mut bus, 0, 0x6000_0000 + regs::REG_ERR), error, "way {way}");
    }
}

/// A message of five words fills a line with its header, an RDMA goes through a counter of another
/// node, a queue takes the message: all with words of 4 bytes.
#[test]
fn messages_counters_queues() {
    let mut bus = world();
    let lines = 3 * SETS..3 * SETS + 16;
    for (node, line) in (0..4).flat_map(|node| lines.clone().map(move |line| (node, line))) {
        tag(&mut bus, node, line, regs::TAG_SCRATCHPAD);
    }
    let first = lines.start;
    tag(&mut bus, 0, first, regs::TAG_COMMAND);
    tag(&mut bus, 3, first + 1, regs::TAG_COUNTER);
    tag(&mut bus, 2, first + 2, regs::TAG_QUEUE);
    store(&mut bus, 3, pad(3, first + 1) + 4 * regs::COUNTER_NOTIFY as u64, pad(1, first + 3));
    store(&mut bus, 3, pad(3, first + 1), -20i64 as u64);
    assert_eq!(load(&mut bus, 3, pad(3, first + 1)), -20i32 as u32 as u64, "sign-extended to the word");
    let config = (1 << regs::QUEUE_LOG2_SLOTS_SHIFT) | (5 << regs::QUEUE_SLOT_WORDS_SHIFT);
    store(&mut bus, 2, pad(2, first + 2) + 4 * regs::QUEUE_CONFIG as u64, config);
    store(&mut bus, 2, pad(2, first + 2) + 4 * regs::QUEUE_BODY as u64, pad(2, first + 4));
    let head = (regs::OP_MESSAGE << regs::CMD_OPCODE_SHIFT) | 20;
    for (index, value) in [head, pad(2, first + 2), pad(3, first + 1), 1, 2, 3, 4, 5].into_iter().enumerate() {
        store(&mut bus, 0, pad(0, first) + 4 * index as u64, value);
    }
    bus.run();
    let item: Vec<u64> = (0..6).map(|word| load(&mut bus, 2, pad(2, first + 4) + 4 * word)).collect();
    assert_eq!(item, [1, 2, 3, 4, 5, 0]);
    assert_eq!(load(&mut bus, 2, pad(2, first + 2)), 1, "the tail");
    assert_eq!(load(&mut bus, 1, pad(1, first + 3)), 1, "the notification");
    assert_eq!(load(&mut bus, 3, pad(3, first + 1)), 0, "the counter");
}
