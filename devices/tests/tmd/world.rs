//! A TMD machine whose harts follow scripts of puts and gets.

use rankine_bus::fake::FakeBus;
use rankine_bus::{Access, Clock, Kind, Network, Reply, Time, Width};
use rankine_devices::fsl::{Fsl, FslParams};
use rankine_devices::regs::fsl as regs;
use rankine_devices::tmd::params::{DataMemory, NodeKind, NodeParams};
use rankine_devices::tmd::{TmdFabric, TmdParams};
use std::collections::VecDeque;

const BASE: u64 = 0x0300_0000;
const MEMORY: u64 = 0x1000_0000;

const TMD: &str = "
netif = 'broadcast'
tables = 'fixed'
network_hz = 0
sync_cycles = 2
boards = 1
board_links = 4
link_channels = 1
fifo_words = 16
packet_words = 512
check_control = true
netif_setup_cycles = 2
netif_decode_cycles = 1
bridge_setup_cycles = 2
occc_fixed_cycles = 84
occc_word_hundredths = 64
occc_store = 'receiver'
occc_window = 8
occc_buffer = 8
occc_timeout_cycles = 4000
occc_bit_errors = 0
occc_seed = 1
mpe_header_cycles = 4
mpe_search_cycles = 2
mpe_envelopes = 256
mpe_duplex = 'half'
mpe_collectives = false
mpe_piece_words = 64
mpe_dma = false
mpe_dma_base = 0x0310_0000
mpe_dma_access_cycles = 3
mpe_dma_word_cycles = 1
engine_cell_cycles = 4
engine_words = 16384
engine_tag_setup = 1
engine_tag_rows = 2
engine_tag_exchange = 3
engine_tag_residual = 4
engine_tag_decision = 5
engine_tag_result = 6
mb = { isa = 'rv32i', profile = 'mb3', fsl_extra_cycles = 0 }
mb_fpu = { isa = 'rv32if', profile = 'mb3', fsl_extra_cycles = 0 }
ppc = { isa = 'rv32im', profile = 'ppc405', fsl_extra_cycles = 8 }
external_read_cycles = 12
external_write_cycles = 8
nodes = []
gateways = []
";

/// More than any test takes.
const CYCLES_MAX: u64 = 100_000_000;

pub const CLEAR: u32 = 0xffff_ffff;

pub fn clock() -> Clock {
    Clock::from_hz(40_000_000)
}

/// A node with a hart and no TMD-MPE.
pub fn hart(board: u32) -> NodeParams {
    NodeParams { board, kind: NodeKind::Mb, mpe: false, memory: DataMemory::Local, channels: Vec::new() }
}

pub fn with_mpe(board: u32) -> NodeParams {
    NodeParams { mpe: true, ..hart(board) }
}

pub fn engine(board: u32) -> NodeParams {
    NodeParams { kind: NodeKind::Engine, ..with_mpe(board) }
}

pub fn params(nodes: Vec<NodeParams>) -> TmdParams {
    let mut params: TmdParams = toml::from_str(TMD).unwrap();
    params.boards = nodes.iter().map(|node| node.board + 1).max().unwrap_or(1);
    params.nodes = nodes;
    params
}

/// `boards` boards with `harts` harts each.
pub fn boards(boards: u32, harts: u32) -> TmdParams {
    params((0..boards).flat_map(|board| (0..harts).map(move |_| hart(board))).collect())
}

pub fn header(src: u32, dest: u32, ndw: u32) -> u32 {
    src << 24 | dest << 16 | ndw
}

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Put(u32),
    /// A put with control = 1.
    Control(u32),
    Get,
    /// A get of a word with control = 1.
    ControlGet,
    /// Does nothing for so many cycles.
    Rest(u64),
}
use Op::{Control, ControlGet, Get, Put};

/// Puts a packet.
pub fn packet(src: u32, dest: u32, payload: &[u32]) -> Vec<Op> {
    let head = Control(header(src, dest, payload.len() as u32));
    std::iter::once(head).chain(payload.iter().map(|&word| Put(word))).collect()
}

/// Takes a packet of so many payload words.
pub fn take(words: usize) -> Vec<Op> {
    std::iter::once(ControlGet).chain((0..words).map(|_| Get)).collect()
}

/// A send by a TMD-MPE.
pub fn mpe_send(own: u32, remote: u32, tag: u32, data: &[u32]) -> Vec<Op> {
    [1, data.len() as u32, own, remote, tag].iter().chain(data).map(|&word| Put(word)).collect()
}

/// A receive by a TMD-MPE. A receive of no words gives one word.
pub fn mpe_receive(own: u32, remote: u32, tag: u32, size: usize) -> Vec<Op> {
    let command = [2, size as u32, own, remote, tag].map(Put);
    command.into_iter().chain([ControlGet]).chain((1..size).map(|_| Get)).collect()
}

#[derive(Default)]
struct Host {
    script: VecDeque<Op>,
    /// When it can go on; none while it is stalled.
    ready: Option<Time>,
    got: Vec<u32>,
    /// Cycles in which its accesses were performed.
    times: Vec<u64>,
}

pub struct World {
    pub bus: FakeBus<Fsl, TmdFabric>,
    hosts: Vec<Host>,
    /// Do hosts act before all other parts at the same time? It must not matter.
    pub hosts_first: bool,
}

impl World {
    pub fn new(params: &TmdParams) -> World {
        let nodes = params.nodes.len() as u32;
        World::with_costs(params, nodes, 1)
    }

    /// Accesses to links take `cycles`.
    pub fn with_costs(params: &TmdParams, ranks: u32, cycles: u32) -> World {
        let depth = params.fifo_words;
        let fsl = FslParams { base: BASE, put_cycles: cycles, get_cycles: cycles, extra_cycles: 0, depth, links: 1 };
        let devices = (0..ranks).map(|rank| Fsl::new(params.fsl(rank, &fsl).unwrap()).unwrap()).collect();
        let fabric = TmdFabric::new(params, ranks, clock()).unwrap_or_else(|error| panic!("{error}"));
        let hosts = (0..ranks).map(|_| Host { ready: Some(Time::ZERO), ..Host::default() }).collect();
        World { bus: FakeBus::new(devices, fabric, clock(), MEMORY, 4096), hosts, hosts_first: false }
    }

    pub fn script(&mut self, node: u32, script: impl IntoIterator<Item = Op>) {
        self.hosts[node as usize].script.extend(script);
    }

    /// Runs until nothing happens any more; true when all scripts have ended.
    pub fn run(&mut self) -> bool {
        loop {
            assert!(clock().cycle(self.bus.now) < CYCLES_MAX, "it goes on for ever");
            // A host that has gone on since is no longer stalled.
            for node in std::mem::take(&mut self.bus.woken) {
                self.hosts[node as usize].ready.get_or_insert(self.bus.now);
            }
            let waiting = |host: &Host| host.ready.filter(|_| !host.script.is_empty());
            let ready = (0..self.hosts.len()).filter_map(|node| Some((waiting(&self.hosts[node])?, node))).min();
            match (ready, self.bus.next()) {
                (Some((when, node)), next) if next.is_none_or(|next| self.comes_first(when, next)) => {
                    self.bus.run_until(when);
                    self.act(node);
                }
                (_, Some(_)) => {
                    self.bus.step();
                }
                _ => return self.hosts.iter().all(|host| host.script.is_empty()),
            }
        }
    }

    fn comes_first(&self, when: Time, next: Time) -> bool {
        let when = when.max(self.bus.now);
        when < next || when == next && self.hosts_first
    }

    fn act(&mut self, node: usize) {
        let Some(&op) = self.hosts[node].script.front() else { return };
        let (register, kind) = match op {
            Op::Put(word) => (regs::REG_PUT, Kind::Store(u64::from(word))),
            Op::Control(word) => (regs::REG_CPUT, Kind::Store(u64::from(word))),
            Op::Get => (regs::REG_GET, Kind::Load),
            Op::ControlGet => (regs::REG_CGET, Kind::Load),
            Op::Rest(cycles) => {
                self.hosts[node].script.pop_front();
                self.hosts[node].ready = Some(self.bus.now + clock().span(cycles));
                return;
            }
        };
        let reply = self.bus.access(node as u32, Access { addr: BASE + register, width: Width::B4, kind });
        let (now, host) = (self.bus.now, &mut self.hosts[node]);
        match reply {
            Reply::Done { value, latency } => {
                host.script.pop_front();
                host.ready = Some(now + clock().span(latency));
                host.times.push(clock().cycle(now));
                if kind == Kind::Load {
                    host.got.push(value as u32);
                }
            }
            Reply::Stall => host.ready = None,
            Reply::Fault(fault) => panic!("node {node}, {op:?}: {fault}"),
        }
    }

    /// Runs all scripts to their ends.
    pub fn finish(&mut self) {
        assert!(self.run(), "{:#?}", self.bus.network.waiting());
    }

    /// Words that a node has got so far.
    pub fn got(&self, node: u32) -> &[u32] {
        &self.hosts[node as usize].got
    }

    /// In which cycles a node's puts and gets were performed.
    pub fn times(&self, node: u32) -> &[u64] {
        &self.hosts[node as usize].times
    }

    /// Number of puts and gets that a node has not come to.
    pub fn left(&self, node: u32) -> usize {
        self.hosts[node as usize].script.len()
    }

    pub fn statistic(&self, name: &str) -> u64 {
        let all = self.bus.network.statistics();
        all.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no statistic {name}")).1
    }

    /// Checks that there is no complaint, and that all control bits are as wanted.
    pub fn assert_clean(&self) {
        use rankine_bus::Device;
        assert_eq!(self.bus.network.complaint(), None);
        for device in &self.bus.devices {
            let all = device.statistics();
            let mismatches = all.iter().find(|(name, _)| name.contains("another control bit")).unwrap().1;
            assert_eq!(mismatches, 0, "{all:?}");
        }
    }
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
