//! The tree of calls: which functions were on the way to where time was spent.
//!
//! A function that is called again from the same place while it is active is the node that it was: so recursion makes
//! no tree without end.

use rankine_observe::Symbols;
use rankine_observe::recording::{Counts, Path};
use rankine_timing::{Jump, JumpKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of a tree; calls beyond belong to their caller.
const NODES_MAX: usize = 1 << 20;

#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Path>,
    children: FxHashMap<(usize, u64, u64), usize>,
    stack: Vec<Frame>,
    now: usize,
    /// What the run had cost when `now` was last changed.
    since: Counts,
    /// Where functions begin: jumps there from other functions are calls that do not come back.
    starts: FxHashSet<u64>,
    /// Beginnings and ends of functions, by beginning.
    functions: Vec<(u64, u64)>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Frame {
    caller: usize,
    return_address: u64,
    /// Stack pointer of the caller.
    sp: u64,
}

impl Tree {
    pub fn new(entry: u64, symbols: &Symbols) -> Tree {
        Tree {
            nodes: vec![Path { function: entry, calls: 1, ..Path::default() }],
            children: FxHashMap::default(),
            stack: Vec::new(),
            now: 0,
            since: Counts::default(),
            starts: symbols.functions().iter().map(|function| function.address).collect(),
            functions: symbols.functions().iter().map(|function| (function.address, function.end)).collect(),
        }
    }

    /// Does this jump go to another node, or may it?
    pub fn moves(&self, jump: &Jump) -> bool {
        match jump.kind {
            JumpKind::Plain => self.starts.contains(&jump.to) && !self.is_same_function(jump.from, jump.to),
            JumpKind::Call | JumpKind::Return => true,
        }
    }

    fn is_same_function(&self, from: u64, start: u64) -> bool {
        let index = self.functions.binary_search_by_key(&start, |(begin, _)| *begin);
        index.is_ok_and(|index| (start..self.functions[index].1).contains(&from))
    }

    /// Goes to another node: the one that is called, if it is a call.
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
                // Frames below the stack pointer have been left by a long jump.
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
    fn child(&mut self, call_site: u64, function: u64) -> usize {
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

    /// The node of this call, if it is on the way to where control is.
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

    /// Adds to the current node what it has cost by now, when the run has cost `totals`: that node and cost.
    pub fn settle(&mut self, totals: Counts) -> (usize, Counts) {
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
        (self.now, own)
    }

    /// Rounds of a polling loop are left out, which cost so much and have been added to their nodes.
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
