//! GAScores whose nodes put a word a cycle on each link as long as there is room, and take a word a
//! cycle as long as there is one.

use rankine_bus::fake::FakeBus;
use rankine_bus::{Clock, Device, Network, Reply, Width};
use rankine_devices::fsl::FslParams;
use rankine_devices::gas::GasCoreParams;
use rankine_devices::gas::node::GasNode;
use rankine_devices::gas::ring::Ring;
use rankine_devices::gas::ring::params::{NodeKind, NodeParams, RingParams};
use rankine_devices::regs::{fsl as regs, gascore};
use std::collections::VecDeque;

pub const BASE: u64 = 0x0300_0000;
pub const MEMORY: u64 = 0x1_0000;
pub const MEMORY_BYTES: u64 = 0x1_0000;

/// More than any test takes.
const CYCLES_MAX: u64 = 10_000_000;

pub const CALLS: u64 = 0;
pub const TOKENS: u64 = 1;
pub const REQUESTS: u64 = 2;
pub const COMPLETIONS: u64 = 3;

pub fn clock() -> Clock {
    Clock::from_hz(100_000_000)
}

fn defaults(section: rankine_keys::Section) -> String {
    section.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default)).collect()
}

pub fn core() -> GasCoreParams {
    toml::from_str(&defaults(GasCoreParams::SECTION)).unwrap()
}

/// Five nodes on each of four FPGAs, as published. Nodes 0 to 15: four on each FPGA, in order.
/// Nodes 16 to 19: one on each FPGA, the last FPGA first.
pub fn ring() -> RingParams {
    let fpgas = (0..16).map(|node| node / 4).chain([3, 0, 1, 2]);
    let nodes = fpgas.map(|fpga| NodeParams { fpga, kind: NodeKind::Hart }).collect();
    RingParams { nodes, ..toml::from_str(&defaults(RingParams::SECTION)).unwrap() }
}

pub fn fsl(depth: u32) -> FslParams {
    FslParams { base: BASE, put_cycles: 1, get_cycles: 2, extra_cycles: 0, depth, links: 4 }
}

/// Cycles from the one in which a sequencer's timer reaches its threshold, where the published
/// latencies begin, to the first word of the request. The next instruction begins a cycle later,
/// and its first word is put another cycle later.
pub const SEQUENCER: u64 = 2;

/// The word with the type of a message.
pub fn type_word(flags: u64, arguments: usize, handler: u32) -> u32 {
    flags as u32 | (arguments as u32) << 16 | handler
}

pub fn short(dest: u32, handler: u32, arguments: &[u32]) -> Vec<u32> {
    [&[type_word(gascore::TYPE_SHORT, arguments.len(), handler), dest], arguments].concat()
}

pub fn medium(dest: u32, handler: u32, (bytes, source): (u32, u32), arguments: &[u32]) -> Vec<u32> {
    [&[type_word(gascore::TYPE_MEDIUM, arguments.len(), handler), dest, bytes, source], arguments].concat()
}

pub fn long(dest: u32, handler: u32, (bytes, source, destination): (u32, u32, u32), arguments: &[u32]) -> Vec<u32> {
    [&[type_word(gascore::TYPE_LONG, arguments.len(), handler), dest, bytes, source, destination], arguments].concat()
}

/// Makes a reply of a request: the second word becomes a token.
pub fn reply(token: u32, mut request: Vec<u32>) -> Vec<u32> {
    request[0] |= gascore::TYPE_REPLY as u32;
    request[1] = token;
    request
}

/// A handler call as the node got it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The cycle in which its last word was taken.
    pub cycle: u64,
    pub words: Vec<u32>,
}

impl Call {
    pub fn has(&self, flag: u64) -> bool {
        u64::from(self.words[0]) & flag != 0
    }

    pub fn token(&self) -> u32 {
        self.words[1]
    }

    /// Words of a call that begins with these.
    fn words_of(words: &[u32]) -> usize {
        let (first, arguments) = (u64::from(words[0]), (words[0] >> 16 & 0xff) as usize);
        let bytes = words.get(2).copied().unwrap_or(0) as usize;
        arguments
            + match first {
                _ if first & gascore::TYPE_MEDIUM != 0 => 3 + bytes.div_ceil(4),
                _ if first & gascore::TYPE_LONG != 0 => 4,
                _ => 2,
            }
    }
}

/// A node's handler of a call. Returns the words of a reply, if there is one.
pub type Handler = fn(&Call) -> Option<Vec<u32>>;

/// The agent that replaces the hart.
pub struct Agent {
    /// Requests that have not begun, each with the token to be returned at its completion.
    pub requests: VecDeque<(Vec<u32>, Option<u32>)>,
    words: VecDeque<u32>,
    /// It puts nothing before this cycle.
    pub start: u64,
    tokens: VecDeque<u32>,
    /// Requests that have begun and are not complete, each with its token.
    open: VecDeque<Option<u32>>,
    pub takes_calls: bool,
    pub takes_completions: bool,
    /// It returns tokens by itself.
    pub returns: bool,
    pub handler: Handler,
    got: Vec<u32>,
    pub calls: Vec<Call>,
    pub completions: Vec<(u64, u32)>,
    /// The cycles in which it has put words on FSL 3.
    pub puts: Vec<u64>,
}

impl Default for Agent {
    fn default() -> Agent {
        Agent {
            requests: VecDeque::new(),
            words: VecDeque::new(),
            start: 0,
            tokens: VecDeque::new(),
            open: VecDeque::new(),
            takes_calls: true,
            takes_completions: true,
            returns: true,
            handler: |_| None,
            got: Vec::new(),
            calls: Vec::new(),
            completions: Vec::new(),
            puts: Vec::new(),
        }
    }
}

impl Agent {
    pub fn ask(&mut self, request: Vec<u32>) {
        self.requests.push_back((request, None));
    }

    pub fn give_back(&mut self, token: u32) {
        self.tokens.push_back(token);
    }

    fn take_call_word(&mut self, cycle: u64, word: u32) {
        self.got.push(word);
        if self.got.len() < 3 && u64::from(self.got[0]) & gascore::TYPE_SHORT == 0
            || self.got.len() < Call::words_of(&self.got)
        {
            return;
        }
        let call = Call { cycle, words: std::mem::take(&mut self.got) };
        match (self.handler)(&call).filter(|_| !call.has(gascore::TYPE_REPLY)) {
            Some(words) => self.requests.push_back((words, self.returns.then_some(call.token()))),
            None if self.returns => self.tokens.push_back(call.token()),
            None => {}
        }
        self.calls.push(call);
    }

    /// The next word for FSL 3.
    fn next_word(&mut self) -> Option<u32> {
        if self.words.is_empty() {
            let (words, token) = self.requests.pop_front()?;
            if u64::from(words[0]) & gascore::TYPE_ASYNC == 0 {
                self.open.push_back(token);
            }
            self.words.extend(words);
        }
        self.words.front().copied()
    }
}

pub struct World {
    pub bus: FakeBus<GasNode, Ring>,
    pub agents: Vec<Agent>,
    pub cycle: u64,
    /// Do agents act before all other parts in a cycle? It must not matter.
    pub agents_first: bool,
}

impl World {
    pub fn new() -> World {
        World::with(&core(), &ring(), 20)
    }

    pub fn with(core: &GasCoreParams, ring: &RingParams, nodes: u32) -> World {
        let fsl = fsl(core.fifo_words);
        let devices = (0..nodes).map(|node| GasNode::new(core, &fsl, node, nodes).unwrap()).collect();
        let network = Ring::new(ring, core.fifo_words, nodes, clock()).unwrap();
        World {
            bus: FakeBus::new(devices, network, clock(), MEMORY, MEMORY_BYTES),
            agents: (0..nodes).map(|_| Agent::default()).collect(),
            cycle: 0,
            agents_first: false,
        }
    }

    pub fn load(&mut self, node: u32, offset: u64) -> u32 {
        match self.bus.load(node, BASE + offset, Width::B4) {
            Reply::Done { value, .. } => value as u32,
            other => panic!("node {node}, offset {offset:#x}: {other:?}"),
        }
    }

    /// A word of a link, if there is one.
    fn get(&mut self, node: u32, link: u64) -> Option<u32> {
        let word = self.load(node, link * regs::LINK_BYTES + regs::REG_NGET);
        (u64::from(self.load(node, regs::REG_FLAGS)) & regs::FLAGS_CARRY == 0).then_some(word)
    }

    /// Puts a word, if there is room.
    fn put(&mut self, node: u32, link: u64, word: u32) -> bool {
        let reply = self.bus.store(node, BASE + link * regs::LINK_BYTES + regs::REG_NPUT, Width::B4, word.into());
        assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
        u64::from(self.load(node, regs::REG_FLAGS)) & regs::FLAGS_CARRY == 0
    }

    /// One cycle of a node's agent. True if it has done something.
    fn act(&mut self, node: u32) -> bool {
        let (cycle, index) = (self.cycle, node as usize);
        let mut acted = false;
        if let Some(&token) = self.agents[index].tokens.front()
            && self.put(node, TOKENS, token)
        {
            self.agents[index].tokens.pop_front();
            acted = true;
        }
        if cycle >= self.agents[index].start
            && let Some(word) = self.agents[index].next_word()
            && self.put(node, REQUESTS, word)
        {
            self.agents[index].words.pop_front();
            self.agents[index].puts.push(cycle);
            acted = true;
        }
        if self.agents[index].takes_calls
            && let Some(word) = self.get(node, CALLS)
        {
            self.agents[index].take_call_word(cycle, word);
            acted = true;
        }
        if self.agents[index].takes_completions
            && let Some(word) = self.get(node, COMPLETIONS)
        {
            let agent = &mut self.agents[index];
            agent.completions.push((cycle, word));
            if let Some(token) = agent.open.pop_front().flatten() {
                agent.tokens.push_back(token);
            }
            acted = true;
        }
        acted
    }

    /// One cycle of all. True if anything has happened, or will.
    pub fn step(&mut self) -> bool {
        let now = clock().span(self.cycle);
        if self.agents_first && self.cycle > 0 {
            self.bus.run_until(rankine_bus::Time(now.0 - 1));
            self.bus.now = now;
        } else {
            self.bus.run_until(now);
        }
        let mut acted = false;
        for node in 0..self.agents.len() as u32 {
            acted |= self.act(node);
        }
        let starts = self.agents.iter().any(|agent| agent.start > self.cycle);
        self.cycle += 1;
        acted || starts || self.bus.next().is_some()
    }

    /// Runs until nothing happens any more.
    pub fn run(&mut self) {
        while self.step() {
            assert!(self.cycle < CYCLES_MAX, "it goes on for ever");
        }
    }

    /// Runs to the end. Then all requests must be done, and no token in use.
    pub fn finish(&mut self) {
        self.run();
        let waiting: Vec<_> =
            self.bus.devices.iter().flat_map(Device::waiting).chain(self.bus.network.waiting()).collect();
        assert_eq!(waiting, [""; 0]);
        for (node, agent) in self.agents.iter().enumerate() {
            assert!(agent.requests.is_empty() && agent.words.is_empty(), "node {node} has requests left");
        }
    }

    pub fn statistic(&self, node: u32, name: &str) -> u64 {
        let all = self.bus.devices[node as usize].statistics();
        all.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no statistic {name}")).1
    }

    pub fn fill(&mut self, node: u32, address: u32, bytes: &[u8]) {
        self.bus.memories[node as usize].slice_mut(address.into(), bytes.len()).unwrap().copy_from_slice(bytes);
    }

    pub fn memory(&self, node: u32, address: u32, bytes: usize) -> &[u8] {
        self.bus.memories[node as usize].slice(address.into(), bytes).unwrap()
    }

    /// Cycles from the one in which a sequencer in place of `from` would have begun to send, to the
    /// one in which `to` took the last word of the call.
    pub fn latency(&self, from: u32, to: u32) -> u64 {
        self.agents[to as usize].calls.last().unwrap().cycle + SEQUENCER - self.agents[from as usize].puts[0]
    }
}

/// Hops between two nodes of [`ring`].
pub fn hops(from: u32, to: u32) -> u64 {
    let nodes = ring().nodes;
    let (from, to) = (nodes[from as usize].fpga, nodes[to as usize].fpga);
    let distance = from.abs_diff(to);
    distance.min(4 - distance).into()
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
