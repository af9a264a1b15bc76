//! The tree of calls: the paths of calls on which time was spent.
//!
//! If a function is called again from the same place while it is active, it keeps its node. So
//! recursion does not make the tree endless.

use super::counts::{Counts, Path};
use rankine_program::Symbols;
use rankine_timing::{Jump, JumpKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most nodes of a tree. The costs of further calls are added to their caller.
const NODES_MAX: usize = 1 << 20;

/// Number of plain jumps in the cache.
const STAYS: usize = 256;

/// Number of calls in the cache.
const LATEST: usize = 1024;

/// A call from a node at a call site to a function, and the node of the called function.
#[derive(Clone, Copy, Debug)]
struct Call {
    caller: usize,
    site: u64,
    function: u64,
    node: usize,
}

#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Path>,
    /// By caller, call site and function.
    children: FxHashMap<(usize, u64, u64), usize>,
    /// A direct-mapped cache of the calls looked up last, because most calls repeat.
    latest: Box<[Call; LATEST]>,
    stack: Vec<Frame>,
    now: usize,
    /// The costs of the run when `now` last changed.
    since: Counts,
    /// Start addresses of functions. A jump to one from another function is a tail call.
    starts: FxHashSet<u64>,
    /// Starts and ends of functions, by start.
    functions: Vec<(u64, u64)>,
    /// A direct-mapped cache of plain jumps that stay in their functions.
    stays: Box<[(u64, u64); STAYS]>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Frame {
    caller: usize,
    return_address: u64,
    /// Stack pointer of the caller.
    sp: u64,
}

fn is_same_function(functions: &[(u64, u64)], from: u64, start: u64) -> bool {
    let index = functions.binary_search_by_key(&start, |(begin, _)| *begin);
    index.is_ok_and(|index| (start..functions[index].1).contains(&from))
}

impl Tree {
    pub fn new(entry: u64, symbols: &Symbols) -> Tree {
        Tree {
            nodes: vec![Path { function: entry, calls: 1, ..Path::default() }],
            children: FxHashMap::default(),
            latest: Box::new([Call { caller: usize::MAX, site: 0, function: 0, node: 0 }; LATEST]),
            stack: Vec::new(),
            now: 0,
            since: Counts::default(),
            starts: symbols.functions().iter().map(|function| function.address).collect(),
            functions: symbols.functions().iter().map(|function| (function.address, function.end)).collect(),
            stays: Box::new([(u64::MAX, u64::MAX); STAYS]),
        }
    }

    /// May this jump go to another node?
    #[inline]
    pub fn moves(&mut self, jump: &Jump) -> bool {
        if jump.kind != JumpKind::Plain {
            return true;
        }
        let stays = &mut self.stays[(jump.from / 2) as usize % STAYS];
        if *stays == (jump.from, jump.to) {
            return false;
        }
        let moves = self.starts.contains(&jump.to) && !is_same_function(&self.functions, jump.from, jump.to);
        if !moves {
            *stays = (jump.from, jump.to);
        }
        moves
    }

    /// Goes to another node. Returns the node of the called function, if it is a call.
    #[inline]
    pub fn go(&mut self, jump: &Jump) -> Option<usize> {
        let Jump { from, to, kind, sp, return_address, .. } = *jump;
        match kind {
            JumpKind::Return => {
                self.come_back(to, sp);
                None
            }
            JumpKind::Plain => {
                self.now = self.child(from, to);
                Some(self.now)
            }
            JumpKind::Call => {
                // Frames below the stack pointer have been left by a `longjmp`.
                while self.stack.last().is_some_and(|frame| frame.sp < sp) {
                    self.stack.pop();
                }
                self.stack.push(Frame { caller: self.now, return_address, sp });
                self.now = self.child(from, to);
                Some(self.now)
            }
        }
    }

    fn come_back(&mut self, to: u64, sp: u64) {
        let fits = |frame: &Frame| frame.return_address == to && frame.sp == sp;
        if let Some(frame) = self.stack.last().filter(|frame| fits(frame)) {
            self.now = frame.caller;
            self.stack.pop();
            return;
        }
        let found = self
            .stack
            .iter()
            .rposition(fits)
            .or_else(|| self.stack.iter().rposition(|frame| frame.return_address == to));
        if let Some(index) = found {
            self.now = self.stack[index].caller;
            self.stack.truncate(index);
        }
    }

    /// The node of a function that is called here.
    #[inline]
    fn child(&mut self, call_site: u64, function: u64) -> usize {
        let place = (self.now.wrapping_mul(61) ^ (call_site / 2) as usize) % LATEST;
        let Call { caller, site, function: callee, node } = self.latest[place];
        if (caller, site, callee) == (self.now, call_site, function) {
            return node;
        }
        let node = self.look_up(call_site, function);
        self.latest[place] = Call { caller: self.now, site: call_site, function, node };
        node
    }

    #[inline(never)]
    fn look_up(&mut self, call_site: u64, function: u64) -> usize {
        let key = (self.now, call_site, function);
        if let Some(node) = self.children.get(&key) {
            return *node;
        }
        let node = self.active(call_site, function).unwrap_or_else(|| {
            if self.nodes.len() < NODES_MAX {
                self.nodes.push(Path { parent: self.now, call_site, function, ..Path::default() });
                self.nodes.len() - 1
            } else {
                self.now
            }
        });
        self.children.insert(key, node);
        node
    }

    /// The node of this call, if it is on the path to the current node.
    fn active(&self, call_site: u64, function: u64) -> Option<usize> {
        let mut node = self.now;
        loop {
            let path = &self.nodes[node];
            if (path.call_site, path.function) == (call_site, function) {
                return Some(node);
            }
            if node == 0 {
                return None;
            }
            node = path.parent;
        }
    }

    /// Adds the costs since the last change to the current node. `totals` are the costs of the run
    /// so far. Returns the added costs.
    pub fn settle(&mut self, totals: Counts) -> Counts {
        let before = std::mem::replace(&mut self.since, totals);
        let own = Counts {
            instructions: totals.instructions - before.instructions,
            cycles: totals.cycles - before.cycles,
            l1i_misses: totals.l1i_misses - before.l1i_misses,
            l1d_misses: totals.l1d_misses - before.l1d_misses,
            l2_misses: totals.l2_misses - before.l2_misses,
            wait_cycles: totals.wait_cycles - before.wait_cycles,
        };
        self.add(self.now, &own);
        own
    }

    /// As [`Tree::settle`], if only cycles and instructions have changed.
    #[inline]
    pub fn settle_quickly(&mut self, cycles: u64, instructions: u64) {
        let own = &mut self.nodes[self.now].own;
        own.cycles = own.cycles.saturating_add(cycles - self.since.cycles);
        own.instructions = own.instructions.saturating_add(instructions - self.since.instructions);
        (self.since.cycles, self.since.instructions) = (cycles, instructions);
    }

    /// The current node.
    pub fn now(&self) -> usize {
        self.now
    }

    /// Rounds of a polling loop are skipped. Their costs have already been added to their nodes.
    pub fn skip(&mut self, cycles: u64, instructions: u64) {
        self.since.cycles += cycles;
        self.since.instructions += instructions;
    }

    pub fn call(&mut self, node: usize, times: u64) {
        self.nodes[node].calls += times;
    }

    pub fn add(&mut self, node: usize, counts: &Counts) {
        self.nodes[node].own.add(counts);
    }

    pub fn paths(&self) -> Vec<Path> {
        self.nodes.clone()
    }
}
