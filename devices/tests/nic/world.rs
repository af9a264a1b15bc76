//! A few nodes with interfaces on a crossbar of 2 GB/s and 200 ns. The test takes the place of
//! their processors.

use rankine_bus::fake::FakeBus;
use rankine_bus::{Access, Clock, Device, Kind, Memory, Reply, Time, Width};
use rankine_devices::alpu::{Alpu, AlpuParams, Flavour};
use rankine_devices::nic::{InterfaceParams, Nic};
use rankine_devices::noc::{Crossbar, CrossbarParams};
use rankine_devices::regs::nic as regs;
use std::ops::Range;

pub const HOST: u64 = 0x2000_0000;
pub const NIC: u64 = 0xb000_2000;
pub const POSTED: u64 = 0xb000_0000;
pub const UNEXPECTED: u64 = 0xb000_1000;

/// Memory of the host, and behind it that of the NIC.
pub const MEMORY: u64 = 0x1000_0000;
pub const NIC_MEMORY: u64 = MEMORY + 0x8_0000;
const END: u64 = MEMORY + 0x10_0000;
pub const HOST_RANGE: Range<u64> = MEMORY..NIC_MEMORY;
pub const NIC_RANGE: Range<u64> = NIC_MEMORY..END;

pub fn params() -> InterfaceParams {
    let keys = InterfaceParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default));
    toml::from_str(&keys.collect::<String>()).unwrap_or_else(|error| panic!("{error}"))
}

pub fn alpu_params() -> AlpuParams {
    let keys = AlpuParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default));
    toml::from_str(&keys.collect::<String>()).unwrap_or_else(|error| panic!("{error}"))
}

pub fn nic_clock() -> Clock {
    Clock::from_hz(500_000_000)
}

/// The units of a node.
pub fn units(params: &AlpuParams) -> (Alpu, Alpu) {
    let unit = |flavour| Alpu::new(params, flavour, nic_clock()).unwrap_or_else(|error| panic!("{error}"));
    (unit(Flavour::Posted), unit(Flavour::Unexpected))
}

/// A header of this kind of packet. Its other words identify it.
pub fn header(packet: u64, match_bits: u64) -> [u32; 8] {
    let high = match_bits >> 32;
    let kind = packet << regs::HEADER_KIND_PACKET_SHIFT | high;
    [match_bits as u32, kind as u32, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]
}

/// The header of data for this address.
pub fn data_header(to: u64) -> [u32; 8] {
    let mut header = header(regs::PACKET_DATA, 0);
    header[regs::HEADER_TO_LOW] = to as u32;
    header[regs::HEADER_TO_HIGH] = (to >> 32) as u32;
    header
}

/// Bytes that differ from each other.
pub fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 256) as u8).collect()
}

pub struct World {
    pub bus: FakeBus<Nic, Crossbar>,
}

impl World {
    /// Nodes without units, enabled.
    pub fn new(nodes: u32) -> World {
        World::with(nodes, |_| {})
    }

    pub fn with(nodes: u32, change: impl Fn(&mut InterfaceParams)) -> World {
        let mut world = World::disabled(nodes, None, change);
        (0..nodes).for_each(|node| world.set(node, regs::REG_CONTROL, regs::CONTROL_ENABLE as u32));
        world.run_ns(20);
        world
    }

    pub fn disabled(nodes: u32, alpu: Option<&AlpuParams>, change: impl Fn(&mut InterfaceParams)) -> World {
        let mut params = params();
        change(&mut params);
        let device = |node| {
            Nic::new(&params, alpu.map(units), (node, nodes), nic_clock(), HOST_RANGE, NIC_RANGE)
                .unwrap_or_else(|error| panic!("{error}"))
        };
        let crossbar = CrossbarParams { pass_cycles: 100, flit_bytes: 4, header_bytes: 32, queue_packets: 4 };
        let network = Crossbar::new(crossbar, nodes, nic_clock()).unwrap_or_else(|error| panic!("{error}"));
        let devices = (0..nodes).map(device).collect();
        World { bus: FakeBus::new(devices, network, Clock::from_hz(2_000_000_000), MEMORY, END - MEMORY) }
    }

    pub fn ns(&self) -> u64 {
        self.bus.now.0 / 1000
    }

    /// Lets this time pass.
    pub fn run_ns(&mut self, ns: u64) {
        self.bus.run_until(self.bus.now + Time(ns * 1000));
    }

    /// Runs event by event until `is_there`. Returns the time since the call in ns.
    pub fn until(&mut self, mut is_there: impl FnMut(&mut World) -> bool) -> u64 {
        let begin = self.ns();
        while !is_there(self) {
            assert!(self.bus.step(), "nothing more happens: {:?}", self.waiting(0));
        }
        self.ns() - begin
    }

    /// A load of the host that takes no time.
    pub fn host(&mut self, node: u32, register: u64) -> u64 {
        match self.bus.load(node, HOST + register, Width::B8) {
            Reply::Done { value, .. } => value,
            other => panic!("host register {register:#x}: {other:?}"),
        }
    }

    pub fn host_store(&mut self, node: u32, register: u64, value: u64) -> Reply {
        self.bus.store(node, HOST + register, Width::B8, value)
    }

    pub fn host_set(&mut self, node: u32, register: u64, value: u64) {
        let reply = self.host_store(node, register, value);
        assert!(matches!(reply, Reply::Done { latency: 1, .. }), "host register {register:#x}: {reply:?}");
    }

    /// A load of the NIC processor that takes no time.
    pub fn get(&mut self, node: u32, register: u64) -> u32 {
        match self.bus.load(node, NIC + register, Width::B4) {
            Reply::Done { value, .. } => value as u32,
            other => panic!("register {register:#x}: {other:?}"),
        }
    }

    pub fn store(&mut self, node: u32, register: u64, value: u32) -> Reply {
        self.bus.store(node, NIC + register, Width::B4, value.into())
    }

    pub fn set(&mut self, node: u32, register: u64, value: u32) {
        let reply = self.store(node, register, value);
        assert!(matches!(reply, Reply::Done { latency: 1, .. }), "register {register:#x}: {reply:?}");
    }

    pub fn status(&mut self, node: u32, mask: u64) -> u64 {
        (u64::from(self.get(node, regs::REG_STATUS)) & mask) >> mask.trailing_zeros()
    }

    pub fn host_status(&mut self, node: u32, mask: u64) -> u64 {
        (self.host(node, regs::HOST_STATUS) & mask) >> mask.trailing_zeros()
    }

    /// The host submits a request. The address of its buffer identifies it.
    pub fn request(&mut self, node: u32, kind: u64, match_bits: u64, mask: u64, cookie: u64) -> Reply {
        self.host_set(node, regs::HOST_REQUEST_MATCH, kind << regs::REQUEST_KIND_SHIFT | match_bits);
        self.host_set(node, regs::HOST_REQUEST_MASK, mask);
        self.host_set(node, regs::HOST_REQUEST_ADDRESS, 0x1_0000_0000 | cookie);
        self.host_set(node, regs::HOST_REQUEST_BYTES, 0x99 << 32 | 4096);
        self.host_store(node, regs::HOST_REQUEST_COOKIE, cookie)
    }

    /// The host submits requests with these cookies, and the NIC processor takes them.
    pub fn open(&mut self, node: u32, cookies: std::ops::RangeInclusive<u64>) {
        for cookie in cookies {
            self.set(node, regs::REG_ENTRY, NIC_MEMORY as u32);
            assert_ne!(self.request(node, regs::REQUEST_KIND_SEND, 0, 0, cookie), Reply::Stall);
            self.until(|world| world.status(node, regs::STATUS_REQUEST) == 1);
            self.get(node, regs::REG_REQUEST);
        }
    }

    pub fn stage_transmit(&mut self, node: u32, header: [u32; 8], address: u64, bytes: u32) {
        for (i, word) in header.into_iter().enumerate() {
            self.set(node, regs::REG_TRANSMIT_HEADER + 4 * i as u64, word);
        }
        self.set(node, regs::REG_TRANSMIT_ADDRESS_LOW, address as u32);
        self.set(node, regs::REG_TRANSMIT_ADDRESS_HIGH, (address >> 32) as u32);
        self.set(node, regs::REG_TRANSMIT_BYTES, bytes);
    }

    /// Sends a packet without payload.
    pub fn send(&mut self, node: u32, to: u32, header: [u32; 8]) {
        self.send_bytes(node, to, header, MEMORY, 0);
    }

    pub fn send_bytes(&mut self, node: u32, to: u32, header: [u32; 8], address: u64, bytes: u32) {
        self.stage_transmit(node, header, address, bytes);
        self.set(node, regs::REG_TRANSMIT, to);
    }

    pub fn stage_copy(&mut self, node: u32, from: u64, to: u64) {
        self.set(node, regs::REG_COPY_FROM, from as u32);
        self.set(node, regs::REG_COPY_TO_LOW, to as u32);
        self.set(node, regs::REG_COPY_TO_HIGH, (to >> 32) as u32);
    }

    pub fn copy(&mut self, node: u32, from: u64, to: u64, bytes: u32) {
        self.stage_copy(node, from, to);
        self.set(node, regs::REG_COPY, bytes);
    }

    pub fn stage_completion(&mut self, node: u32, cookie: u64) {
        self.set(node, regs::REG_COMPLETION_COOKIE_LOW, cookie as u32);
        self.set(node, regs::REG_COMPLETION_COOKIE_HIGH, (cookie >> 32) as u32);
    }

    pub fn complete(&mut self, node: u32, cookie: u64) {
        self.stage_completion(node, cookie);
        self.set(node, regs::REG_COMPLETION, 0);
    }

    /// The words of the oldest header.
    pub fn oldest(&mut self, node: u32) -> [u32; 8] {
        std::array::from_fn(|i| self.get(node, regs::REG_HEADER + 4 * i as u64))
    }

    pub fn has_header(&mut self, node: u32) -> bool {
        self.status(node, regs::STATUS_HEADER) == 1
    }

    pub fn pop(&mut self, node: u32) {
        self.set(node, regs::REG_HEADER_POP, 0);
    }

    pub fn fill(&mut self, node: u32, address: u64, bytes: &[u8]) {
        assert!(self.bus.memories[node as usize].write(address, bytes));
    }

    pub fn bytes(&self, node: u32, address: u64, len: usize) -> &[u8] {
        self.bus.memories[node as usize].slice(address, len).unwrap_or_else(|| panic!("no memory at {address:#x}"))
    }

    pub fn word(&self, node: u32, address: u64) -> u32 {
        u32::from_le_bytes(self.bytes(node, address, 4).try_into().unwrap_or_default())
    }

    pub fn statistic(&self, node: u32, name: &str) -> u64 {
        let found = self.bus.devices[node as usize].statistics().into_iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no statistic {name}")).1
    }

    pub fn waiting(&self, node: u32) -> Vec<String> {
        self.bus.devices[node as usize].waiting()
    }

    pub fn is_pure(&self, node: u32, addr: u64, width: Width) -> bool {
        self.bus.devices[node as usize].is_pure(&Access { addr, width, kind: Kind::Load })
    }
}
