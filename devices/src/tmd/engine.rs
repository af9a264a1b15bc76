//! The Jacobi engine: a rank without a processor, behind a TMD-MPE (Saldaña 2006 §4.5, §5.2).
//!
//! The thesis says that it exists and how its speed compares; the protocol is ours. Software that
//! replaces an engine, or is its neighbour, uses the same protocol. All numbers are 32-bit words,
//! values are IEEE single precision. Messages, seen from the engine of rank r, with the platform's
//! tags:
//!
//! | step | message | with | tag | words |
//! |---|---|---|---|---|
//! | 1 | receives | rank 0 | `engine_tag_setup` | 5: rows, columns, upper neighbour, lower neighbour, order |
//! | 2 | receives | rank 0 | `engine_tag_rows` | (rows + 2) * columns: the row above, its own rows, the row below |
//! | 3 | exchanges | neighbours | `engine_tag_exchange` | columns each way, see below |
//! | 4 | computes | | | `engine_cell_cycles` for each of rows * (columns - 2) cells |
//! | 5 | sends | rank 0 | `engine_tag_residual` | 1: sum of the squares of the differences of its cells |
//! | 6 | receives | rank 0 | `engine_tag_decision` | 1: 0: go on with step 3; any other value: go on with step 7 |
//! | 7 | sends | rank 0 | `engine_tag_result` | rows * columns: its own rows; then it begins with step 1 |
//!
//! Rows are those that the engine computes. Columns include both borders, which keep their values.
//! A neighbour is a rank, or 0xffffffff for none; the row on that side then keeps its values.
//!
//! Sends wait for their receiver, so neighbours must not both send first. With order 0 an engine
//! sends its last row to the lower neighbour and receives the row below from it. Then it sends its
//! first row to the upper neighbour and receives the row above. With order 1 it receives from the
//! upper neighbour and sends to it, then does the same with the lower one. Neighbours have
//! different orders: from top to bottom, ranks have the orders 0, 1, 0, 1 ... Rank 0 takes part
//! like any other.
//!
//! A cell becomes `0.25f * (((up + down) + left) + right)` of the values of the sweep before.
//! Differences are squared and added in single precision, row by row from left to right, without
//! fused operations.
//!
//! The engine refuses a problem without rows or with fewer than three columns, one that does not
//! fit into `engine_words`, and one whose neighbour is not another rank. The refusal is counted,
//! and the engine takes no more messages.

use super::fabric::{Fabric, Wires};
use super::grid::Grid;
use super::mishaps::Mishap;
use super::mpe::{RECEIVE, SEND};
use super::params::TmdParams;
use crate::fsl::Word;
use crate::netif::ids::{Pair, UnitId};
use crate::netif::tier1::RANKS;
use crate::netif::wires::Unit;
use std::collections::VecDeque;

/// The rank that engines take their orders from.
const MASTER: u32 = 0;

const SETUP_WORDS: usize = 5;

/// No neighbour on this side.
const NOBODY: u32 = 0xffff_ffff;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Setup,
    Rows,
    /// This many messages of the exchange are done.
    Exchange(usize),
    Compute {
        until: u64,
    },
    Residual,
    Decision,
    Result,
    Stopped,
}

/// A message of the exchange.
#[derive(Clone, Copy)]
struct Swap {
    sends: bool,
    neighbour: u32,
    row: usize,
}

pub struct Engine {
    node: u32,
    name: String,
    me: UnitId,
    /// To and from its TMD-MPE.
    mpe: Pair,
    cell_cycles: u64,
    words: u64,
    tags: Tags,
    step: Step,
    /// Words for the TMD-MPE.
    out: VecDeque<u32>,
    /// Words that the TMD-MPE has given, and how many are to come in all.
    taken: Vec<u32>,
    wanted: usize,
    grid: Grid,
    swaps: Vec<Swap>,
    residual: u32,
}

#[derive(Clone, Copy)]
struct Tags {
    setup: u32,
    rows: u32,
    exchange: u32,
    residual: u32,
    decision: u32,
    result: u32,
}

impl Engine {
    /// `mpe` as this side sees it.
    pub fn new(params: &TmdParams, node: u32, me: UnitId, mpe: Pair) -> Engine {
        let tags = Tags {
            setup: params.engine_tag_setup,
            rows: params.engine_tag_rows,
            exchange: params.engine_tag_exchange,
            residual: params.engine_tag_residual,
            decision: params.engine_tag_decision,
            result: params.engine_tag_result,
        };
        let mut engine = Engine {
            node,
            name: format!("engine of node {node}"),
            me,
            mpe,
            cell_cycles: u64::from(params.engine_cell_cycles),
            words: u64::from(params.engine_words),
            tags,
            step: Step::Setup,
            out: VecDeque::new(),
            taken: Vec::new(),
            wanted: 0,
            grid: Grid::new(0, 0, Vec::new()),
            swaps: Vec::new(),
            residual: 0,
        };
        engine.receive(Step::Setup, MASTER, tags.setup, SETUP_WORDS);
        engine
    }

    fn command(&mut self, opcode: u32, size: usize, remote: u32, tag: u32) {
        self.out.extend([opcode, size as u32, self.node, remote, tag]);
        self.taken.clear();
    }

    fn receive(&mut self, step: Step, remote: u32, tag: u32, size: usize) {
        self.command(RECEIVE, size, remote, tag);
        (self.step, self.wanted) = (step, size);
    }

    fn send(&mut self, step: Step, remote: u32, tag: u32, data: &[u32]) {
        self.command(SEND, data.len(), remote, tag);
        self.out.extend(data);
        (self.step, self.wanted) = (step, 0);
    }

    /// Moves a word to the TMD-MPE, or one from it, in this cycle; true if the message is done.
    fn talk(&mut self, wires: &mut Wires, cycle: u64) -> bool {
        if let Some(&bits) = self.out.front() {
            if wires.has_room(self.mpe.to, cycle) {
                wires.push(self.mpe.to, cycle, Word { bits, control: false });
                self.out.pop_front();
                wires.wake(self.me, cycle + 1);
            }
            return false;
        }
        if self.taken.len() < self.wanted
            && let Some(word) = wires.front(self.mpe.from, cycle)
        {
            wires.pop(self.mpe.from, cycle);
            self.taken.push(word.bits);
            wires.wake(self.me, cycle + 1);
        }
        self.taken.len() == self.wanted
    }

    /// The message, or the computation, of this step is done.
    fn advance(&mut self, wires: &mut Wires, cycle: u64) {
        match self.step {
            Step::Setup => self.set_up(wires, cycle),
            Step::Rows => {
                let columns = self.taken.len() / (self.grid.last_row() + 2);
                self.grid = Grid::new(self.grid.last_row(), columns, std::mem::take(&mut self.taken));
                self.exchange(cycle, 0);
            }
            Step::Exchange(done) => {
                let Swap { sends, row, .. } = self.swaps[done];
                if !sends {
                    self.grid.set_row(row, &self.taken);
                }
                self.exchange(cycle, done + 1);
            }
            Step::Compute { .. } => {
                self.residual = self.grid.sweep();
                wires.machine.counts.engine_iterations += 1;
                wires.machine.counts.engine_cells += self.grid.inner_cells();
                self.send(Step::Residual, MASTER, self.tags.residual, &[self.residual]);
            }
            Step::Residual => self.receive(Step::Decision, MASTER, self.tags.decision, 1),
            Step::Decision if self.taken == [0] => self.exchange(cycle, 0),
            Step::Decision => {
                let rows = self.grid.own().to_vec();
                self.send(Step::Result, MASTER, self.tags.result, &rows);
            }
            Step::Result => self.receive(Step::Setup, MASTER, self.tags.setup, SETUP_WORDS),
            Step::Stopped => {}
        }
        let next = if let Step::Compute { until } = self.step { until } else { cycle + 1 };
        wires.wake(self.me, next);
    }

    fn set_up(&mut self, wires: &mut Wires, cycle: u64) {
        let [rows, columns, upper, lower, order] = self.taken[..] else { return };
        let words = (u64::from(rows) + 2) * u64::from(columns);
        let is_rank = |rank: u32| rank == NOBODY || rank < RANKS && rank != self.node;
        if rows == 0 || columns < 3 || words > self.words || !is_rank(upper) || !is_rank(lower) {
            let story = format_args!(
                "problem of {rows} rows and {columns} columns between ranks {upper} and {lower} is refused: \
                it takes {words} of {} words",
                self.words
            );
            wires.machine.mishaps.raise(Mishap::Problem, cycle, &self.name, story);
            self.step = Step::Stopped;
            return;
        }
        let (rows, last) = (rows as usize, rows as usize + 1);
        let swaps = |neighbour, inner, outer| {
            let [send, receive] = [(true, inner), (false, outer)].map(|(sends, row)| Swap { sends, neighbour, row });
            if neighbour == NOBODY { Vec::new() } else { vec![send, receive] }
        };
        let (mut above, mut below) = (swaps(upper, 1, 0), swaps(lower, rows, last));
        self.swaps = match order {
            0 => [below, above].concat(),
            _ => {
                above.reverse();
                below.reverse();
                [above, below].concat()
            }
        };
        self.grid = Grid::new(rows, 0, Vec::new());
        self.receive(Step::Rows, MASTER, self.tags.rows, words as usize);
    }

    /// Begins the next message of the exchange, or computes.
    fn exchange(&mut self, cycle: u64, done: usize) {
        let Some(&Swap { sends, neighbour, row }) = self.swaps.get(done) else {
            self.step = Step::Compute { until: cycle + 1 + self.cell_cycles * self.grid.inner_cells() };
            return;
        };
        let values = self.grid.row(row).to_vec();
        match sends {
            true => self.send(Step::Exchange(done), neighbour, self.tags.exchange, &values),
            false => self.receive(Step::Exchange(done), neighbour, self.tags.exchange, values.len()),
        }
    }
}

impl Unit<Fabric> for Engine {
    fn step(&mut self, wires: &mut Wires, cycle: u64) {
        let is_done = match self.step {
            Step::Compute { until } => until <= cycle,
            Step::Stopped => false,
            _ => self.talk(wires, cycle),
        };
        if is_done {
            self.advance(wires, cycle);
        }
    }

    fn waits(&self, wires: &Wires) -> Option<String> {
        let name = &self.name;
        let fifo = wires.fifo(self.mpe.to);
        match self.step {
            Step::Compute { .. } => None,
            Step::Stopped => Some(format!("{name} has refused its problem and takes no more messages")),
            _ if !self.out.is_empty() => Some(format!("{name} waits for a place in {} ({})", fifo.name, fifo.fill())),
            step => {
                let left = self.wanted - self.taken.len();
                Some(format!("{name} waits for {left} of {} words of {}", self.wanted, message(step)))
            }
        }
    }
}

/// The message that it receives in a step, for reports.
fn message(step: Step) -> &'static str {
    match step {
        Step::Setup => "a setup",
        Step::Rows => "its rows",
        Step::Exchange(_) => "a neighbour's row",
        Step::Decision => "a decision",
        Step::Residual | Step::Result | Step::Compute { .. } | Step::Stopped => "nothing",
    }
}
