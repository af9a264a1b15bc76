//! The tree of calls: which functions were on the way to where time was spent.
//!
//! A function that is called again from the same place while it is active is the node that it was: so recursion makes
//! no tree without end.

use super::counts::{Counts, Path};
use rankine_program::Symbols;
use rankine_timing::{Jump, JumpKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of a tree; calls beyond belong to their caller.
const NODES_MAX: usize = 1 << 20;

/// Plain jumps that are remembered.
const STAYS: usize = 256;

/// Calls that are remembered.
const LATEST: usize = 1024;

/// From a node at a call site to a function: the node of that.
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
    /// Those looked up last, each in a place of its own: most calls are made again.
    latest: Box<[Call; LATEST]>,
    stack: Vec<Frame>,
    now: usize,
    /// What the run had cost when `now` was last changed.
    since: Counts,
    /// Where functions begin: jumps there from other functions are calls that do not come back.
    starts: FxHashSet<u64>,
    /// Beginnings and ends of functions, by beginning.
    functions: Vec<(u64, u64)>,
    /// Plain jumps that stay in their functions, each in the place of its address.
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

    /// Does this jump go to another node, or may it?
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

    /// Goes to another node: the one that is called, if it is a call.
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

    /// Adds to the current node what it has cost by now, when the run has cost `totals`. Gives that cost.
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

    /// As [`Tree::settle`] when nothing but these has changed.
    #[inline]
    pub fn settle_quickly(&mut self, cycles: u64, instructions: u64) {
        let own = &mut self.nodes[self.now].own;
        own.cycles = own.cycles.saturating_add(cycles - self.since.cycles);
        own.instructions = own.instructions.saturating_add(instructions - self.since.instructions);
        (self.since.cycles, self.since.instructions) = (cycles, instructions);
    }

    /// The node where control is.
    pub fn now(&self) -> usize {
        self.now
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
