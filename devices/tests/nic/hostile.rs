//! Processors that make any accesses: no panic, and the machine comes to rest.

use crate::world::*;
use rankine_bus::{Access, Device, Kind, Packet, Reply, Time, Width};
use rankine_devices::regs::nic as regs;

/// A small generator of random numbers, the same in every run (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % limit
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

fn value(random: &mut Random) -> u64 {
    match random.below(6) {
        0 => random.below(4),
        1 => MEMORY + random.below(0x10_0010),
        2 => NIC_MEMORY + 16 * random.below(0x1000),
        3 => random.below(3000),
        4 => (regs::PACKET_DATA + 7 * random.below(2)) << regs::HEADER_KIND_PACKET_SHIFT,
        _ => random.below(u64::MAX / 2) | random.below(1 << 32) << 32,
    }
}

fn access(random: &mut Random) -> Access {
    let (base, width) = random.of(&[(HOST, Width::B8), (NIC, Width::B4), (NIC, Width::B4), (POSTED, Width::B4)]);
    let addr = base + random.below(0xa0) / width.bytes() * width.bytes();
    let kind = match random.below(8) {
        0..5 => Kind::Store(value(random)),
        5..7 => Kind::Load,
        _ => Kind::Fence,
    };
    match random.below(16) {
        0 => Access { addr: value(random), width, kind },
        1 => Access { addr: addr + random.below(8), width: random.of(&[Width::B1, Width::B2, Width::B8]), kind },
        2 => Access { addr, width, kind: Kind::Atomic },
        _ => Access { addr, width, kind },
    }
}

/// An access of a node, unless its processors wait.
fn act(world: &mut World, random: &mut Random, node: u32) {
    let access = access(random);
    let device = &world.bus.devices[node as usize];
    let (is_pure, before) = (device.is_pure(&access), (device.statistics(), device.waiting()));
    let reply = world.bus.access(node, access);
    let device = &world.bus.devices[node as usize];
    if is_pure {
        assert_ne!(reply, Reply::Stall, "{access:?}");
        assert_eq!((device.statistics(), device.waiting()), before, "{access:?} is pure");
    }
    if let Reply::Done { latency, .. } = reply {
        assert!(latency >= 1, "{access:?}");
    }
}

#[test]
fn random_accesses() {
    for seed in 1..=60 {
        let mut random = Random(seed * 0x9e37_79b9_7f4a_7c15);
        let alpu = alpu_params();
        let units = (seed % 2 == 0).then_some(&alpu);
        let mut world = World::disabled(2, units, |p| {
            (p.completion_fifo, p.request_fifo, p.header_fifo, p.credits) = (4, 4, 2, 2);
        });
        for _ in 0..4000 {
            let node = random.below(2) as u32;
            act(&mut world, &mut random, node);
            if random.below(3) == 0 {
                world.bus.run_until(world.bus.now + Time(random.below(200_000)));
            }
        }
        world.bus.run();
        world.bus.devices.iter().for_each(|device| drop((device.complaint(), device.waiting())));
        assert!(world.statistic(0, "completions") <= 4000, "seed {seed}");
    }
}

/// Packets that no interface sends are ignored or do no harm.
#[test]
fn foreign_packets() {
    let mut world = World::new(2);
    for (src, class, first) in [(0, 2, 1), (7, 0, 0), (7, 1, 5), (1, 1, u64::MAX), (0, 0, u64::MAX)] {
        let packet = Packet { src, dst: 0, class, header: [first; 4], payload: vec![1; 8] };
        let mut effects = rankine_bus::Effects::default();
        let memory = &mut world.bus.memories[0];
        let (now, clock) = (world.bus.now, world.bus.clock);
        let mut cx = rankine_bus::Cx { now, node: 0, clock, memory, effects: &mut effects };
        world.bus.devices[0].receive(&mut cx, packet);
        world.bus.devices[0].sent(&mut cx, class);
        world.bus.devices[0].event(&mut cx, u64::MAX);
    }
}
