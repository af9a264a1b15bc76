//! Nodes with sequencers: the programs of `apps/pams` on the real network. Their latencies must be
//! exactly the published ones (Willenberg and Chow 2013 §5.2). Barriers are tested, too.

use crate::world::{BASE, REQUESTS, clock, core, fsl, hops, ring};
use rankine_bus::fake::FakeBus;
use rankine_bus::{Access, Cx, Device, Kind, Packet, Reply, Width};
use rankine_devices::gas::node::GasNode;
use rankine_devices::gas::pams::{Options, PamsParams, assemble};
use rankine_devices::gas::pams_node::PamsNode;
use rankine_devices::gas::ring::Ring;
use rankine_devices::regs::{fsl as regs, gascore};
use std::path::Path;

/// The node with a hart, on the fourth FPGA.
const HOST: u32 = 16;

/// Programs begin when their timers have this value. A message that they send then takes effect a
/// cycle later.
const START: u32 = 9000;
const BEGIN: u32 = START + 1;

/// Nodes of both kinds on one bus.
enum Either {
    Hart(Box<GasNode>),
    Pams(Box<PamsNode>),
}

impl Either {
    fn device(&self) -> &dyn Device {
        match self {
            Either::Hart(node) => node.as_ref(),
            Either::Pams(node) => node.as_ref(),
        }
    }

    fn device_mut(&mut self) -> &mut dyn Device {
        match self {
            Either::Hart(node) => node.as_mut(),
            Either::Pams(node) => node.as_mut(),
        }
    }
}

impl Device for Either {
    fn name(&self) -> &'static str {
        self.device().name()
    }
    fn answers(&self, addr: u64) -> bool {
        self.device().answers(addr)
    }
    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        self.device_mut().access(cx, access)
    }
    fn is_pure(&self, access: &Access) -> bool {
        self.device().is_pure(access)
    }
    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        self.device_mut().event(cx, token);
    }
    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        self.device_mut().receive(cx, packet);
    }
    fn sent(&mut self, cx: &mut Cx<'_>, class: u8) {
        self.device_mut().sent(cx, class);
    }
}

struct Machine {
    bus: FakeBus<Either, Ring>,
    cycle: u64,
    /// Words of the handler call to the hart that is being taken.
    got: Vec<u32>,
    reports: Vec<Vec<u32>>,
}

impl Machine {
    fn new() -> Machine {
        let defaults = PamsParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default));
        let pams: PamsParams = toml::from_str(&defaults.collect::<String>()).unwrap();
        let mut ring = ring();
        ring.nodes.truncate(HOST as usize + 1);
        let nodes = HOST + 1;
        let node = |node| match node {
            HOST => Either::Hart(Box::new(GasNode::new(&core(), &fsl(16), node, nodes).unwrap())),
            _ => Either::Pams(Box::new(PamsNode::new((&core(), &pams), 0x1_0000, node, nodes).unwrap())),
        };
        let network = Ring::new(&ring, 16, nodes, clock()).unwrap();
        Machine {
            bus: FakeBus::new((0..nodes).map(node).collect(), network, clock(), 0, 4096),
            cycle: 0,
            got: Vec::new(),
            reports: Vec::new(),
        }
    }

    fn access(&mut self, link: u64, register: u64, kind: Kind) -> u64 {
        let access = Access { addr: BASE + link * regs::LINK_BYTES + register, width: Width::B4, kind };
        match self.bus.access(HOST, access) {
            Reply::Done { value, .. } => value,
            other => panic!("{other:?}"),
        }
    }

    /// A cycle in which the hart takes a word from each link that has one, returns tokens, and puts
    /// `word` if there is room.
    fn step(&mut self, word: Option<u32>) -> bool {
        self.bus.run_until(clock().span(self.cycle));
        self.cycle += 1;
        for link in [0, 3] {
            if self.access(link, regs::REG_STATUS, Kind::Load) & regs::STATUS_EXISTS != 0 {
                let word = self.access(link, regs::REG_GET, Kind::Load) as u32;
                self.got.extend((link == 0).then_some(word));
            }
        }
        if self.got.first().is_some_and(|first| self.got.len() == 2 + (first >> 16 & 0xff) as usize) {
            self.access(1, regs::REG_NPUT, Kind::Store(self.got[1].into()));
            self.reports.push(self.got.split_off(2));
            self.got.clear();
        }
        let Some(word) = word else { return false };
        self.access(REQUESTS, regs::REG_NPUT, Kind::Store(word.into()));
        self.access(0, regs::REG_FLAGS, Kind::Load) & regs::FLAGS_CARRY == 0
    }

    /// Loads a program of `apps/pams` into a node, by a medium message with handler 64 whose
    /// payload comes on FSL 3.
    fn load(&mut self, node: u32, program: &str, defines: &[(&str, u32)]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/pams").join(program);
        let text = std::fs::read_to_string(&path).unwrap();
        let defines = defines.iter().map(|(name, value)| (name.to_string(), (*value).into())).collect();
        let options = Options { code_words: 1024, later: false, defines };
        let code = assemble(&text, &options).unwrap_or_else(|errors| panic!("{errors:?}")).words();
        let first = (gascore::TYPE_MEDIUM | gascore::TYPE_FIFO) as u32 | 64;
        for word in [&[first, node, 4 * code.len() as u32], &code[..]].concat() {
            while !self.step(Some(word)) {}
        }
    }

    /// Runs until there are `count` reports, which must come. Returns the arguments of each.
    fn reports(&mut self, count: usize) -> Vec<Vec<u32>> {
        while self.reports.len() < count {
            self.step(None);
            let waiting = || self.bus.devices.iter().flat_map(|one| one.device().waiting()).collect::<Vec<_>>();
            assert!(self.cycle < 1_000_000, "{:#?}", waiting());
        }
        self.reports.clone()
    }
}

/// Latencies from BEGIN to ArrivalTime: messages one way and two ways, remote write and remote read
/// of a word, for all pairs of nodes.
#[test]
fn published_latencies() {
    for (from, to) in (0..16).flat_map(|from| (0..16).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let h = hops(from, to) as u32;
        let peer = [("PEER", from)];
        for (first, second, answers, expected) in [
            ("short_send.pams", "short_receive.pams", &[][..], 17 + 7 * h),
            ("ping.pams", "pong.pams", &peer, 35 + 14 * h),
            ("write_send.pams", "write_receive.pams", &[], 29 + 7 * h),
            ("read_request.pams", "read_serve.pams", &peer, 47 + 14 * h),
        ] {
            let mut machine = Machine::new();
            machine.load(to, second, answers);
            machine.load(from, first, &[("PEER", to), ("START", START)]);
            assert_eq!(machine.reports(1), [[BEGIN + expected]], "{first} from {from} to {to}");
        }
    }
}

/// The times at which node 0 and the last node know that all others are in the barrier: 0.87 and
/// 1.96 µs, within 10 %.
#[test]
fn simple_barrier() {
    let mut machine = Machine::new();
    for node in 1..16 {
        machine.load(node, "barrier_simple_node.pams", &[("NODE", node), ("START", START)]);
    }
    machine.load(0, "barrier_simple_root.pams", &[("START", START)]);
    let reports = machine.reports(16);
    let (root, others): (Vec<_>, Vec<_>) = reports.into_iter().partition(|report| report[0] == 0);
    let last = others.iter().map(|report| report[1]).max().unwrap();
    assert_eq!((root[0][1] - BEGIN, last - BEGIN), (87, 196));
}

/// Three nodes of an FPGA call their hub, and hubs call node 0, which tells the hubs first. The
/// paper prints 1.48 µs; if node 0 tells its own FPGA first, the result is 148 cycles.
#[test]
fn staggered_barrier() {
    let mut machine = Machine::new();
    let start = ("START", START);
    for node in 1..16 {
        match node % 4 {
            0 => machine.load(node, "barrier_staggered_hub.pams", &[("NODE", node), start]),
            leaf => machine.load(node, "barrier_staggered_leaf.pams", &[("NODE", node), ("HUB", node - leaf), start]),
        }
    }
    machine.load(0, "barrier_staggered_root.pams", &[start]);
    let reports = machine.reports(16);
    let (root, others): (Vec<_>, Vec<_>) = reports.into_iter().partition(|report| report[0] == 0);
    let last = others.iter().map(|report| report[1]).max().unwrap();
    assert_eq!((root[0][1] - BEGIN, last - BEGIN), (62, 130), "printed: 148");
}
