//! A few nodes with interfaces on a mesh, and helpers for their words and commands.

use rankine_bus::fake::FakeBus;
use rankine_bus::{Access, Clock, Device, Kind, Reply, Time, Width};
use rankine_devices::address::{AddressMap, Window};
use rankine_devices::ni::{Ni, NiParams};
use rankine_devices::noc::{Mesh, MeshParams};
use rankine_devices::regs::ni as regs;

pub const PAD: u64 = 0x0800_0000;
pub const TAGS: u64 = 0x0400_0000;
pub const REGISTERS: u64 = 0x0200_0000;
pub const MEMORY: u64 = 0x1000_0000;
pub const MEMORY_BYTES: u64 = 0x10_0000;
pub const LINE: u64 = 64;

const NI: &str = "
noc_mode = 'measured'
word_bytes = 8
scratchpad_bytes = 65536
cache_ways = 0
reaches_memory = true
packet_bytes = 256
command_fifo = 16
store_fifo = 4
outstanding = 2
source_buffers = 4
read_requests = 4
response_fifo = 4096
counter_bits = 24
register_cycles = 4
scratchpad_load_cycles = 4
scratchpad_store_cycles = 1
tag_write_cycles = 4
memory_access_cycles = 20
remote_store_cycles = 1
remote_load_cycles = 4
command_cycles = 2
source_scratchpad_cycles = 4
source_memory_cycles = 20
source_bytes_per_cycle = 32
packet_gap_thirds = 0
partial_word_penalty = 0
write_scratchpad_cycles = 2
write_memory_cycles = 10
write_bytes_per_cycle = 32
store_and_forward = false
counter_update_cycles = 2
notify_local_cycles = 2
notify_remote_cycles = 1
loopback_cycles = 2
shuffle_packets = false
shuffle_cycles = 100
";

const NOC: &str = "
width = 0
height = 0
router_cycles = 2
link_cycles = 1
flit_bytes = 16
header_bytes = 16
buffer_packets = 4
";

pub fn params() -> NiParams {
    toml::from_str(NI).unwrap()
}

pub fn mesh_params() -> MeshParams {
    toml::from_str(NOC).unwrap()
}

pub fn map() -> AddressMap {
    let window = |local, size| Window { local: Some(local), global: 1 << 32 | local, stride: 1 << 32, size };
    AddressMap {
        scratchpad: window(PAD, 0x1_0000),
        tags: window(TAGS, 0x1_0000),
        registers: window(REGISTERS, 0x1000),
        memory: window(MEMORY, MEMORY_BYTES),
    }
}

/// The global address of a node's local address.
pub fn global(node: u32, local: u64) -> u64 {
    u64::from(node + 1) << 32 | local
}

pub fn line(index: u64) -> u64 {
    PAD + index * LINE
}

pub fn word(line_address: u64, index: usize) -> u64 {
    line_address + 8 * index as u64
}

pub struct World {
    pub bus: FakeBus<Ni, Mesh>,
}

impl World {
    pub fn new(nodes: u32) -> World {
        World::with(nodes, |_| {})
    }

    pub fn with(nodes: u32, change: impl Fn(&mut NiParams)) -> World {
        let mut params = params();
        change(&mut params);
        let clock = Clock::from_hz(1_000_000_000);
        let devices = (0..nodes).map(|node| Ni::new(params.clone(), map(), node, nodes).unwrap()).collect();
        let mesh = Mesh::new(mesh_params(), nodes, clock).unwrap();
        World { bus: FakeBus::new(devices, mesh, clock, MEMORY, MEMORY_BYTES) }
    }

    /// Time in cycles.
    pub fn cycle(&self) -> u64 {
        self.bus.clock.cycle(self.bus.now)
    }

    /// A load that must be done at once.
    pub fn get(&mut self, node: u32, addr: u64) -> u64 {
        match self.bus.load(node, addr, Width::B8) {
            Reply::Done { value, .. } => value,
            other => panic!("load {addr:#x}: {other:?}"),
        }
    }

    pub fn register(&mut self, node: u32, offset: u64) -> u64 {
        match self.bus.load(node, REGISTERS + offset, Width::B4) {
            Reply::Done { value, .. } => value,
            other => panic!("register {offset:#x}: {other:?}"),
        }
    }

    /// Performs an access as a hart would: repeats it if it stalls, and takes its time.
    pub fn perform(&mut self, node: u32, access: Access) -> Reply {
        loop {
            match self.bus.access(node, access) {
                Reply::Stall => {
                    self.bus.woken.clear();
                    while !self.bus.woken.contains(&node) {
                        assert!(self.bus.step(), "node {node} waits for ever: {access:?}");
                    }
                }
                Reply::Done { value, latency } => {
                    assert!(latency >= 1);
                    self.bus.run_until(self.bus.now + self.bus.clock.span(latency));
                    return Reply::Done { value, latency };
                }
                fault => return fault,
            }
        }
    }

    pub fn put(&mut self, node: u32, addr: u64, value: u64) {
        let access = Access { addr, width: Width::B8, kind: Kind::Store(value) };
        let reply = self.perform(node, access);
        assert!(matches!(reply, Reply::Done { .. }), "store {addr:#x}: {reply:?}");
    }

    pub fn load(&mut self, node: u32, addr: u64) -> u64 {
        match self.perform(node, Access { addr, width: Width::B8, kind: Kind::Load }) {
            Reply::Done { value, .. } => value,
            other => panic!("load {addr:#x}: {other:?}"),
        }
    }

    pub fn fence(&mut self, node: u32) {
        self.perform(node, Access { addr: 0, width: Width::B1, kind: Kind::Fence });
    }

    pub fn tag(&mut self, node: u32, index: u64, tag: u64) {
        let access = Access { addr: TAGS + 4 * index, width: Width::B4, kind: Kind::Store(tag) };
        let reply = self.perform(node, access);
        assert!(matches!(reply, Reply::Done { .. }), "tag {index}: {reply:?}");
    }

    /// Gives an RDMA command by the buffer in `line(index)`.
    pub fn rdma(&mut self, node: u32, index: u64, opcode: u64, [source, destination, ack, size]: [u64; 4]) {
        let words = [opcode << regs::CMD_OPCODE_SHIFT | size, source, destination, ack];
        for (index_of_word, value) in words.into_iter().enumerate().rev() {
            self.put(node, word(line(index), index_of_word), value);
        }
    }

    pub fn message(&mut self, node: u32, index: u64, destination: u64, ack: u64, payload: &[u64]) {
        let head = (regs::OP_MESSAGE << regs::CMD_OPCODE_SHIFT) | (8 * payload.len() as u64);
        for (i, &value) in payload.iter().enumerate() {
            self.put(node, word(line(index), regs::CMD_MSG_DATA + i), value);
        }
        self.put(node, word(line(index), regs::CMD_MSG_DST), destination);
        self.put(node, word(line(index), regs::CMD_MSG_ACK), ack);
        self.put(node, word(line(index), regs::CMD_HEAD), head);
    }

    /// Makes `line(index)` a counter at `value` that notifies these addresses.
    pub fn counter(&mut self, node: u32, index: u64, value: i64, notify: &[u64]) {
        self.tag(node, index, regs::TAG_COUNTER);
        for (i, &address) in notify.iter().enumerate() {
            self.put(node, word(line(index), regs::COUNTER_NOTIFY + i), address);
        }
        self.put(node, word(line(index), regs::COUNTER_VALUE), value as u64);
    }

    pub fn fill(&mut self, node: u32, addr: u64, bytes: &[u8]) {
        if addr >= MEMORY {
            use rankine_bus::Memory;
            assert!(self.bus.memories[node as usize].write(addr, bytes));
            return;
        }
        for (i, &byte) in bytes.iter().enumerate() {
            let reply = self.bus.store(node, addr + i as u64, Width::B1, u64::from(byte));
            assert!(matches!(reply, Reply::Done { .. }));
        }
    }

    pub fn bytes(&mut self, node: u32, addr: u64, len: usize) -> Vec<u8> {
        if addr >= MEMORY {
            return self.bus.memories[node as usize].slice(addr, len).unwrap().to_vec();
        }
        (0..len as u64)
            .map(|i| match self.bus.load(node, addr + i, Width::B1) {
                Reply::Done { value, .. } => value as u8,
                other => panic!("load {addr:#x}: {other:?}"),
            })
            .collect()
    }

    pub fn statistic(&self, node: u32, name: &str) -> u64 {
        let all = self.bus.devices[node as usize].statistics();
        all.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no statistic {name}")).1
    }

    /// Advances from event to event until `holds`. Returns the time at which it first did.
    pub fn until(&mut self, mut holds: impl FnMut(&mut World) -> bool) -> Time {
        while !holds(self) {
            assert!(self.bus.step(), "it never happens");
        }
        self.bus.now
    }
}

/// Bytes that depend on their place.
pub fn pattern(len: usize, seed: u64) -> Vec<u8> {
    (0..len as u64).map(|i| ((i * 7 + seed * 31) ^ i >> 8) as u8).collect()
}

/// A small generator of random numbers, the same in every run (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % limit
    }
}
