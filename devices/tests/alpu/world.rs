//! Units to test: one alone, driven by cycles, and one on a bus.

use rankine_bus::fake::FakeBus;
use rankine_bus::{Access, Clock, Cx, Device, Kind, NetCx, Network, Packet, Reply, Time, Width};
use rankine_devices::alpu::control::{Command, Response};
use rankine_devices::alpu::list::{Entry, Probe};
use rankine_devices::alpu::unit::Unit;
use rankine_devices::alpu::{Alpu, AlpuParams, Delivery, Flavour};

pub const POSTED: u64 = 0xb000_0000;
pub const UNEXPECTED: u64 = 0xb000_1000;

/// Masks of MPI_ANY_SOURCE and MPI_ANY_TAG.
pub const ANY_SOURCE: u64 = 0x7fff << 16;
pub const ANY_TAG: u64 = 0xffff;

pub fn params(cells: u32, block_cells: u32) -> AlpuParams {
    AlpuParams {
        posted_base: POSTED,
        unexpected_base: UNEXPECTED,
        cells,
        block_cells,
        tag_bits: 20,
        header_fifo: 16,
        command_fifo: 16,
        result_fifo: 32,
        clock_hz: 500_000_000,
        match_cycles: 0,
        insert_cycles: 2,
        command_cycles: 1,
        bus_delay_ns: 20,
    }
}

/// Match bits of context, source rank and tag.
pub fn word(context: u64, source: u64, tag: u64) -> u64 {
    context << 31 | source << 16 | tag
}

pub fn header(source: u64, tag: u64) -> Probe {
    Probe { bits: word(1, source, tag), mask: 0 }
}

pub fn entry(source: u64, tag: u64, mask: u64, name: u32) -> Entry {
    Entry { bits: word(1, source, tag), mask, tag: name }
}

/// A unit alone. Each call happens in the cycle in which the unit has nothing more to do.
pub struct Alone {
    pub unit: Unit,
    pub cycle: u64,
}

impl Alone {
    pub fn new(params: &AlpuParams, flavour: Flavour) -> Alone {
        params.check().unwrap_or_else(|error| panic!("{error}"));
        Alone { unit: Unit::new(params, flavour), cycle: 0 }
    }

    pub fn posted(cells: u32, block_cells: u32) -> Alone {
        Alone::new(&params(cells, block_cells), Flavour::Posted)
    }

    /// Goes on until the unit has nothing more to do.
    pub fn rest(&mut self) {
        while let Some(next) = self.unit.next() {
            self.cycle = next.max(self.cycle);
            self.unit.advance(self.cycle);
        }
    }

    /// Puts commands and rests.
    pub fn commands(&mut self, commands: impl IntoIterator<Item = Command>) {
        for command in commands {
            assert!(self.unit.command(self.cycle, command), "no place for {command:?}");
            self.rest();
        }
    }

    /// Starts insert mode, inserts the entries and stops it.
    pub fn fill(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.commands([Command::StartInsert]);
        self.commands(entries.into_iter().map(Command::Insert));
        self.commands([Command::StopInsert]);
        assert!(matches!(self.unit.result(self.cycle), Some(Response::StartAck(_))));
    }

    pub fn put(&mut self, probe: Probe) {
        assert!(self.unit.probe(self.cycle, probe), "no place for {probe:?}");
        self.rest();
    }

    /// All results.
    pub fn results(&mut self) -> Vec<Response> {
        let mut results = Vec::new();
        while let Some(result) = self.unit.result(self.cycle) {
            results.push(result);
            self.rest();
        }
        results
    }

    /// Results of one header.
    pub fn ask(&mut self, probe: Probe) -> Vec<Response> {
        self.put(probe);
        self.results()
    }
}

pub struct NoNetwork;

impl Network for NoNetwork {
    fn name(&self) -> &'static str {
        "none"
    }

    fn inject(&mut self, _: &mut NetCx<'_>, _: Packet) {}

    fn event(&mut self, _: &mut NetCx<'_>, _: u64) {}

    fn minimum_latency(&self) -> Time {
        Time(1)
    }
}

/// A store to this address delivers a header to the unit, as the node's other hardware does.
const DELIVER: u64 = 0x4000_0000;

/// A unit, and the outcomes of deliveries to it.
pub struct Node {
    pub alpu: Alpu,
    deliveries: Vec<Delivery>,
}

impl Device for Node {
    fn name(&self) -> &'static str {
        self.alpu.name()
    }

    fn answers(&self, addr: u64) -> bool {
        addr == DELIVER || self.alpu.answers(addr)
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        match access {
            Access { addr: DELIVER, kind: Kind::Store(bits), .. } => {
                let delivery = self.alpu.deliver(cx, Probe { bits, mask: 0 });
                self.deliveries.push(delivery);
                Reply::Done { value: 0, latency: 1 }
            }
            access => self.alpu.access(cx, access),
        }
    }

    fn fence(&mut self, cx: &mut Cx<'_>) -> Reply {
        self.alpu.fence(cx)
    }

    fn is_pure(&self, access: &Access) -> bool {
        self.alpu.is_pure(access)
    }

    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        self.alpu.event(cx, token);
    }
}

/// A unit on a bus.
pub struct World {
    pub bus: FakeBus<Node, NoNetwork>,
    pub base: u64,
}

impl World {
    pub fn new(params: &AlpuParams, flavour: Flavour) -> World {
        let clock = Clock::from_hz(500_000_000);
        let alpu = Alpu::new(params, flavour, clock).unwrap_or_else(|error| panic!("{error}"));
        let base = if flavour == Flavour::Posted { POSTED } else { UNEXPECTED };
        World { bus: FakeBus::new(vec![Node { alpu, deliveries: Vec::new() }], NoNetwork, clock, 0x1000, 4096), base }
    }

    pub fn alpu(&self) -> &Alpu {
        &self.bus.devices[0].alpu
    }

    /// The network or the host delivers something.
    pub fn deliver(&mut self, probe: Probe) -> Option<Delivery> {
        self.bus.store(0, DELIVER, Width::B8, probe.bits);
        self.bus.devices[0].deliveries.pop()
    }

    pub fn at_ns(&mut self, ns: u64) {
        self.bus.run_until(Time(ns * 1000));
    }

    pub fn ns(&self) -> u64 {
        self.bus.now.0 / 1000
    }

    pub fn reply(&mut self, register: u64) -> Reply {
        self.bus.load(0, self.base + register, Width::B4)
    }

    /// A load, repeated as the machine repeats it. Afterwards the time is that of its end.
    pub fn load(&mut self, register: u64) -> u64 {
        loop {
            match self.reply(register) {
                Reply::Done { value, latency } => {
                    self.bus.run_until(self.bus.now + self.bus.clock.span(latency));
                    return value;
                }
                Reply::Stall => self.until_woken(),
                other => panic!("register {register:#x}: {other:?}"),
            }
        }
    }

    /// A store, repeated as by [`World::load`].
    pub fn store(&mut self, register: u64, value: u64) {
        loop {
            match self.bus.store(0, self.base + register, Width::B4, value) {
                Reply::Done { latency, .. } => {
                    return self.bus.run_until(self.bus.now + self.bus.clock.span(latency));
                }
                Reply::Stall => self.until_woken(),
                other => panic!("register {register:#x}: {other:?}"),
            }
        }
    }

    fn until_woken(&mut self) {
        self.bus.woken.clear();
        while self.bus.woken.is_empty() {
            assert!(self.bus.step(), "nobody wakes the processor: {:?}", self.alpu().waiting());
        }
    }

    pub fn statistic(&self, name: &str) -> u64 {
        let found = self.alpu().statistics().into_iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no statistic {name}")).1
    }
}
