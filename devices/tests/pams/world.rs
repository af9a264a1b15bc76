//! Sequencers on a network that delivers each message a fixed time after its last word. Each
//! receiver gets one word a cycle, and one message after the other.

use rankine_devices::gas::links::Links;
use rankine_devices::gas::pams::{Executed, Options, Pams, PamsParams, assemble};
use std::collections::VecDeque;
use std::path::Path;

pub const PARAMS: &str = "
code_words = 1024
plain_cycles = 1
parameter_cycles = 2
request_cycles = 1
branch_cycles = 1
call_cycles = 1
load_restarts = true
control_loop_cycles = 0
later = false
argument_words = 16
payload_words = 32
";

/// The test looks at messages to this node.
pub const HOST: usize = 16;

/// Depth of the links.
const DEPTH: u32 = 16;

pub fn params(changes: &[(&str, &str)]) -> PamsParams {
    let mut table: toml::Table = PARAMS.parse().unwrap();
    for (key, value) in changes {
        table.insert(key.to_string(), format!("v = {value}").parse::<toml::Table>().unwrap()["v"].clone());
    }
    table.try_into().unwrap()
}

pub fn words(text: &str, defines: &[(&str, i64)]) -> Vec<u32> {
    let defines = defines.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let options = Options { code_words: 1024, later: true, defines };
    assemble(text, &options).unwrap_or_else(|errors| panic!("{errors:?}\n{text}")).words()
}

/// A program of `apps/pams`.
pub fn app(name: &str, defines: &[(&str, i64)]) -> Vec<u32> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/pams").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    words(&text, defines)
}

struct Node {
    pams: Pams,
    links: Links,
    /// When the sequencer wants to be called.
    wake: Option<u64>,
    /// Words of the request under way.
    request: Vec<u32>,
    /// Words of handler calls by the cycle from which on they may be given.
    calls: VecDeque<(u64, u32)>,
    tokens: VecDeque<u32>,
    next_token: u32,
}

/// A request, and the cycle in which its last word was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub cycle: u64,
    pub source: usize,
    pub words: Vec<u32>,
}

pub struct World {
    nodes: Vec<Node>,
    latency: u64,
    pub cycle: u64,
    pub sent: Vec<Sent>,
    /// Calls each sequencer in every cycle.
    pub is_eager: bool,
    /// Number of calls of sequencers.
    pub steps: u64,
    /// Takes requests and tokens.
    pub is_open: bool,
}

impl World {
    pub fn new(count: usize, params: &PamsParams, latency: u64) -> World {
        let node = |number| {
            let mut pams = Pams::new(params, number as u32);
            pams.start_log();
            Node {
                pams,
                links: Links::new(DEPTH),
                wake: Some(0),
                request: Vec::new(),
                calls: VecDeque::new(),
                tokens: VecDeque::new(),
                next_token: 0,
            }
        };
        let nodes = (0..count).map(node).collect();
        World { nodes, latency, cycle: 0, sent: Vec::new(), is_eager: false, steps: 0, is_open: true }
    }

    /// One sequencer that executes this program from cycle 100 on.
    pub fn alone(text: &str, changes: &[(&str, &str)]) -> World {
        let mut world = World::new(1, &params(changes), 10);
        world.load(0, &words(text, &[]), 100);
        world
    }

    /// Loads code so that its first instruction is executed in `cycle`.
    pub fn load(&mut self, node: usize, code: &[u32], cycle: u64) {
        let bytes = 4 * code.len() as u32;
        let call = [&[0x0200_0040, 0, bytes], code].concat();
        // The last word is visible a cycle after it is given. It counts a cycle later, and the WAIT
        // takes a cycle.
        let start = cycle - call.len() as u64 - 2;
        self.call(node, start, &call);
    }

    /// Gives a handler call. Its first word comes in `cycle`, or after the calls before. This
    /// function sets its token.
    pub fn call(&mut self, node: usize, cycle: u64, call: &[u32]) {
        let node = &mut self.nodes[node];
        for (index, word) in call.iter().enumerate() {
            let word = if index == 1 { node.next_token } else { *word };
            node.calls.push_back((cycle + index as u64, word));
        }
        node.tokens.push_back(node.next_token);
        node.next_token = (node.next_token + 1) % 1024;
    }

    pub fn pams(&self, node: usize) -> &Pams {
        &self.nodes[node].pams
    }

    pub fn log(&mut self, node: usize) -> Vec<Executed> {
        self.nodes[node].pams.take_log()
    }

    /// Cycles in which instructions began since the last call, and their addresses.
    pub fn trace(&mut self, node: usize) -> Vec<(u64, u32)> {
        self.log(node).iter().map(|executed| (executed.cycle, executed.address)).collect()
    }

    /// A register.
    pub fn register(&self, node: usize, name: &str) -> u64 {
        let state = self.nodes[node].pams.state(self.cycle);
        state.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}")).1
    }

    pub fn count(&self, node: usize, name: &str) -> u64 {
        let all = self.nodes[node].pams.statistics();
        all.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no {name}")).1
    }

    /// Runs cycles before `end`.
    pub fn run(&mut self, end: u64) {
        while self.cycle < end {
            self.step();
        }
    }

    /// Runs until nothing can happen any more.
    pub fn settle(&mut self) {
        let is_busy = |node: &Node| {
            let are_empty = [&node.links.requests, &node.links.tokens, &node.links.calls].map(|fifo| fifo.is_empty());
            node.wake.is_some() || !node.calls.is_empty() || are_empty != [true; 3]
        };
        while self.nodes.iter().any(is_busy) {
            self.step();
            assert!(self.cycle < 100_000_000, "it does not settle");
        }
    }

    fn step(&mut self) {
        let cycle = self.cycle;
        for number in 0..self.nodes.len() {
            let node = &mut self.nodes[number];
            if self.is_eager || node.wake.is_some_and(|wake| wake <= cycle) {
                assert!(node.wake.is_none_or(|wake| wake >= cycle), "called late");
                node.wake = node.pams.step(cycle, &mut node.links);
                self.steps += 1;
            }
            if self.is_open {
                self.transport(number);
            }
        }
        self.cycle += 1;
    }

    /// The network's work at a node in a cycle. A change of a link is seen in the next cycle.
    fn transport(&mut self, number: usize) {
        let cycle = self.cycle;
        let node = &mut self.nodes[number];
        let mut is_changed = false;
        if let Some(token) = node.links.tokens.front(cycle) {
            node.links.tokens.pop(cycle);
            assert_eq!(Some(token), node.tokens.pop_front(), "tokens come back in order");
            is_changed = true;
        }
        if let Some(&(due, word)) = node.calls.front()
            && due <= cycle
            && node.links.calls.has_room(cycle)
        {
            node.links.calls.push(cycle, word);
            node.calls.pop_front();
            is_changed = true;
        }
        if let Some(word) = node.links.requests.front(cycle) {
            node.links.requests.pop(cycle);
            node.request.push(word);
            is_changed = true;
        }
        let request = is_complete(&node.request).then(|| std::mem::take(&mut node.request));
        if let Some(request) = &request
            && request[0] >> 29 & 1 == 0
        {
            node.links.completions.push(cycle, request.len() as u32);
        }
        if is_changed || request.is_some() {
            node.wake = Some(node.wake.map_or(cycle + 1, |wake| wake.min(cycle + 1)));
        }
        if let Some(words) = request {
            self.deliver(number, words);
        }
    }

    fn deliver(&mut self, source: usize, words: Vec<u32>) {
        let destination = words[1] as usize;
        if destination < self.nodes.len() {
            // A call has no source address.
            let kind = words[0] >> 24 & 7;
            let mut call = vec![words[0], 0];
            call.extend(
                words.iter().skip(2).enumerate().filter(|(at, _)| kind == 1 || *at != 1).map(|(_, word)| *word),
            );
            let due = self.cycle + self.latency;
            self.call(destination, due, &call);
        } else {
            assert_eq!(destination, HOST);
        }
        self.sent.push(Sent { cycle: self.cycle, source, words });
    }
}

fn is_complete(request: &[u32]) -> bool {
    let Some(head) = request.first() else { return false };
    let parameters = match head >> 24 & 7 {
        1 => 2,
        2 => 4,
        4 => 5,
        kind => panic!("kind {kind}"),
    };
    request.len() as u32 == parameters + (head >> 16 & 0xff)
}
