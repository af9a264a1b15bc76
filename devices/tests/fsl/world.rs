//! Two harts whose links are joined crosswise, so that each FIFO has a hart at either end.

use rankine_bus::fake::FakeBus;
use rankine_bus::{Clock, Delivery, NetCx, Network, Packet, Reply, Time, Width};
use rankine_devices::fsl::{Fsl, FslParams, Message, MoverParams, word_class};
use rankine_devices::regs::fsl as regs;

pub const BASE: u64 = 0x0300_0000;
pub const DEPTH: u64 = 16;
pub const MEMORY: u64 = 0x1000;

/// The network: if a hart puts a word in a cycle, the other hart has it in the next one. If a hart
/// takes a word, the other hart knows it in the next cycle.
pub struct Crossed;

fn next_cycle(now: Time) -> Time {
    clock().span(clock().cycle_ceil(now) + 1)
}

impl Network for Crossed {
    fn name(&self) -> &'static str {
        "crossed"
    }

    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet) {
        let other = 1 - packet.src;
        let delivery = match Message::of(&packet) {
            word @ Message::Word { .. } => Delivery::Arrived(word.packet(other)),
            Message::Taken { link } => Delivery::Left { src: other, class: word_class(link) },
        };
        cx.effects.deliveries.push((next_cycle(cx.now), delivery));
    }

    fn event(&mut self, _: &mut NetCx<'_>, _: u64) {}

    fn minimum_latency(&self) -> Time {
        clock().period()
    }
}

pub fn clock() -> Clock {
    Clock::from_hz(40_000_000)
}

pub fn params() -> FslParams {
    FslParams { base: BASE, put_cycles: 3, get_cycles: 2, extra_cycles: 0, depth: DEPTH as u32, links: 2 }
}

pub struct World {
    pub bus: FakeBus<Fsl, Crossed>,
}

impl World {
    pub fn new(params: FslParams) -> World {
        let devices = (0..2).map(|_| Fsl::new(params.clone()).unwrap()).collect();
        World { bus: FakeBus::new(devices, Crossed, clock(), MEMORY, 4096) }
    }

    /// The first hart has a mover.
    pub fn with_mover(mover: MoverParams) -> World {
        let mut world = World::new(params());
        world.bus.devices[0] = Fsl::new(params()).unwrap().with_mover(mover).unwrap();
        world
    }

    /// Goes to a cycle.
    pub fn at(&mut self, cycle: u64) {
        self.bus.run_until(clock().span(cycle));
    }

    pub fn load(&mut self, node: u32, link: u64, register: u64) -> Reply {
        self.bus.load(node, BASE + link * regs::LINK_BYTES + register, Width::B4)
    }

    pub fn store(&mut self, node: u32, link: u64, register: u64, value: u64) -> Reply {
        self.bus.store(node, BASE + link * regs::LINK_BYTES + register, Width::B4, value)
    }

    /// A load that must be done at once.
    pub fn get(&mut self, node: u32, link: u64, register: u64) -> u64 {
        match self.load(node, link, register) {
            Reply::Done { value, .. } => value,
            other => panic!("register {register:#x} of link {link}: {other:?}"),
        }
    }

    pub fn fill(&mut self, node: u32, link: u64) -> u64 {
        self.get(node, link, regs::REG_STATUS) >> regs::STATUS_FILL_SHIFT
    }
}
