//! Logs of one processor's instructions, each within its window, made from the engine's records.

use super::book::Book;
use super::log::{Edge, Limit, Log, LogRequest, Stage};
use super::sink::Unfinished;
use super::state::State;
use crate::commit::{MemoryAccess, Skipped, Step};
use rankine_bus::{Access, Kind, Memory, Ram};
use rankine_hart::{Fetched, Hart, Parcel};
use rankine_isa::{Reg, Xlen};
use rankine_program::{Debug, Symbols};
use rankine_timing::{Executed, Note, Pipeline, Record};
use std::sync::Arc;

/// The engine stops at jumps only, if no log is written. So instructions are watched for this long
/// before a window that begins at a cycle.
const LEAD_CYCLES: u64 = 4096;

/// All logs of one processor.
pub struct Watcher {
    logs: Vec<Log>,
    book: Book,
    state: State,
    ended: Ended,
}

/// A symbol in the request for a log that the program does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymbol {
    /// The user's name of the log.
    pub log: String,
    pub symbol: String,
}

/// How logs differ from the request, one sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Part of it could not be written.
    pub lost: Vec<String>,
    /// Its window was never reached.
    pub never_begun: Vec<String>,
}

impl Ended {
    /// Adds the result of one log.
    pub(super) fn add(&mut self, finished: Result<(), Unfinished>) {
        match finished {
            Ok(()) => {}
            Err(Unfinished::Lost(what)) => self.lost.push(what),
            Err(Unfinished::NeverBegun(what)) => self.never_begun.push(what),
        }
    }
}

impl Watcher {
    pub fn new(debug: Arc<Debug>, pipeline: Pipeline, xlen: Xlen) -> Watcher {
        Watcher {
            logs: Vec::new(),
            book: Book::new(debug, pipeline, xlen),
            state: State::default(),
            ended: Ended::default(),
        }
    }

    /// Adds a log. The error names a symbol that the program does not have.
    pub fn add(&mut self, request: LogRequest) -> Result<(), UnknownSymbol> {
        let limit = |edge: &Edge, symbols: &Symbols| match edge {
            Edge::Run => Ok(Limit::Run),
            Edge::Cycle(cycle) => Ok(Limit::Cycle(*cycle)),
            Edge::Symbol(name) => match symbols.address(name) {
                Some(address) => Ok(Limit::Address(address)),
                None => Err(UnknownSymbol { log: request.name.clone(), symbol: name.clone() }),
            },
        };
        let symbols = &self.book.debug().symbols;
        let (from, to) = (limit(&request.from, symbols)?, limit(&request.to, symbols)?);
        self.logs.push(Log::new(request, from, to, self.book.xlen == Xlen::Rv64));
        Ok(())
    }

    /// Addresses at which a window begins or ends.
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        self.logs.iter().flat_map(|log| [log.from, log.to]).filter_map(|limit| match limit {
            Limit::Address(address) => Some(address),
            _ => None,
        })
    }

    /// Is any log written at this point?
    pub fn is_active(&self) -> bool {
        self.logs.iter().any(|log| log.stage == Stage::Within)
    }

    /// The next cycle at which a log may begin.
    pub fn next_edge(&self) -> u64 {
        let next = |log: &Log| match (log.stage, log.from) {
            (Stage::Before, Limit::Cycle(cycle)) => cycle.saturating_sub(LEAD_CYCLES),
            _ => u64::MAX,
        };
        self.logs.iter().map(next).min().unwrap_or(u64::MAX)
    }

    /// The hart is about to go on, at an instruction boundary.
    pub fn resume(&mut self, hart: &Hart) {
        self.pass(
            hart,
            |limit| matches!(limit, Limit::Cycle(cycle) if hart.cycles.saturating_add(LEAD_CYCLES) >= cycle),
        );
    }

    /// The hart stands at a hooked instruction.
    pub fn at_hook(&mut self, hart: &Hart) {
        for log in self.logs.iter_mut().filter(|log| log.stage == Stage::Within && log.to == Limit::Address(hart.pc)) {
            log.stage = Stage::Behind;
        }
        self.pass(hart, |limit| limit == Limit::Address(hart.pc));
    }

    /// Begins the logs whose limit is reached.
    fn pass(&mut self, hart: &Hart, is_reached: impl Fn(Limit) -> bool) {
        let was_active = self.is_active();
        for log in self.logs.iter_mut().filter(|log| log.stage == Stage::Before && is_reached(log.from)) {
            log.stage = Stage::Within;
        }
        if !was_active {
            // Of the cycles before, only the fetch of this instruction belongs to an instruction in
            // the log.
            let Fetched { pc, cycles, ended } = hart.fetched;
            let fetch = if (pc, ended) == (hart.pc, hart.cycles) { cycles } else { 0 };
            self.state = State::at(hart.cycles, hart.instret, fetch);
        }
    }

    /// Rounds of a polling loop are skipped, up to where the hart is now.
    pub fn skip(&mut self, rounds: u64, cycles: u64, instructions: u64) {
        let skipped = Skipped { cycle: self.state.cycle, rounds, cycles, instructions };
        for log in self.logs.iter_mut().filter(|_| rounds > 0) {
            log.skip(&skipped);
        }
        self.state.skip(cycles, instructions);
    }

    /// The hart has waited in the middle of its current instruction.
    pub fn note(&mut self, note: Note, cycles: u64) {
        self.state.note(note, cycles);
    }

    /// The machine has completed the instruction at which the hart stood.
    pub fn complete(&mut self, hart: &Hart, ram: &Ram, parcel: &Parcel, pc: u64, access: Option<Access>) {
        if !self.is_active() {
            return;
        }
        let Some(learned) = self.book.find(pc, &|pc| parcel.executed(bits(ram, pc))) else { return };
        let memory = access.filter(|access| access.kind != Kind::Fence).map(|access| MemoryAccess {
            addr: access.addr,
            bytes: access.width.bytes() as u8,
            stored: if let Kind::Store(value) = access.kind { Some(value) } else { None },
        });
        let written = learned.known.destination.map(|reg| (reg, value(hart, reg)));
        let cost = learned.known.costs[0];
        self.state.ends(hart.cycles, &cost);
        let step = self.state.retire(Step { written, memory, cost, ..Step::default() });
        self.state.cycle = hart.cycles;
        for log in &mut self.logs {
            log.write_step(&learned.known, &step);
        }
    }

    /// Takes records of instructions that the engine has executed.
    pub fn take(&mut self, records: &[Record], executed: &dyn Fn(u64) -> Option<Executed>) {
        let Watcher { logs, book, state, .. } = self;
        let before = *state;
        for log in logs.iter_mut().filter(|log| log.stage == Stage::Within) {
            *state = log.take(book, before, records, executed);
        }
    }

    /// The code may have changed.
    pub fn forget_code(&mut self) {
        self.book.forget();
        self.logs.iter_mut().for_each(Log::forget_code);
    }

    /// The run has ended: writes the rest of the logs.
    pub fn finish(&mut self) {
        for log in &mut self.logs {
            self.ended.add(log.finish());
        }
    }

    /// Messages on differences from the request. Called once the run has ended.
    pub fn take_ended(&mut self) -> Ended {
        std::mem::take(&mut self.ended)
    }
}

fn value(hart: &Hart, reg: Reg) -> u64 {
    match reg {
        Reg::X(number) => hart.get_x(usize::from(number)),
        Reg::F(number) => hart.f[usize::from(number & 31)],
    }
}

/// The bytes of an instruction, little-endian.
fn bits(ram: &Ram, pc: u64) -> u32 {
    let mut half = [0; 2];
    let mut read = |pc: u64| if ram.read(pc, &mut half) { u32::from(u16::from_le_bytes(half)) } else { 0 };
    let low = read(pc);
    low | if low & 3 == 3 { read(pc.wrapping_add(2)) << 16 } else { 0 }
}
