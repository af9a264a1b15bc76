//! Watches one rank's instructions and writes logs of them, each within its window.

use crate::halting::Halting;
use crate::poll::StoreLog;
use crate::tohost::ToHost;
use rankine_bus::{Access, Kind, Ram};
use rankine_hart::{Accessed, Fetched, Hart, Parcel, Retired, Watch};
use rankine_isa::{Class, Instr, Op, Reg, Xlen, disassemble};
use rankine_observe::Debug;
use rankine_observe::commit::{Format, Kanata, Known, MemoryAccess, Rich, Skipped, Spike, Step, StepCost};
use rankine_timing::{Cost, Pipeline, Timing};
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Instructions are looked at for so long before a window that begins at a cycle: where nobody looks, the engine stops
/// at jumps only.
const LEAD_CYCLES: u64 = 4096;

/// Bytes of a log that are kept before they are written.
const BUFFER_BYTES: usize = 1 << 16;

/// Where a log begins or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edge {
    /// With the run.
    Run,
    /// At this cycle.
    Cycle(u64),
    /// Where control first comes to this function.
    Symbol(String),
}

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Commit,
    Spike,
    Kanata,
}

/// A log that somebody asks for.
pub struct LogRequest {
    /// What the user calls it.
    pub name: String,
    pub rank: u32,
    pub from: Edge,
    pub to: Edge,
    pub format: LogFormat,
    /// Its `flush` is called once, at the end.
    pub out: Box<dyn Write + Send>,
}

/// An edge with its symbol looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Run,
    Cycle(u64),
    Address(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Before,
    /// Looking at instructions: in its window, or just before a cycle at which that begins.
    Within,
    Behind,
}

struct Log {
    name: String,
    from: Limit,
    to: Limit,
    stage: Stage,
    /// Has there been anything to write?
    is_reached: bool,
    format: Box<dyn Format>,
    buffer: Vec<u8>,
    out: Box<dyn Write + Send>,
    problem: Option<String>,
}

/// What stays the same of an instruction from one time it is executed to the next.
struct Learned {
    pc: u64,
    /// What tells whether another instruction has come to stand there.
    identity: (u16, u64),
    known: Known,
    /// Its cost where nothing stands before it.
    alone: Cost,
    destination: Option<Reg>,
    /// The CSR that it writes.
    csr: Option<u16>,
}

/// Entries of [`Watcher::recent`].
const RECENT: usize = 1 << 13;

/// All logs of one rank.
pub struct Watcher {
    logs: Vec<Log>,
    debug: Arc<Debug>,
    xlen: Xlen,
    pipeline: Pipeline,
    learned: Vec<Learned>,
    /// Where in `learned` the instruction at an address is that was seen there last.
    numbers: HashMap<u64, usize>,
    /// The same of those executed lately, by their addresses' last bits: there is one for each.
    recent: Box<[usize]>,
    /// Where the instruction before ended, in cycles and instructions.
    ended: u64,
    instret: u64,
    /// Cycles of fetching and of rounds left out that belong to the next instruction.
    fetched: u64,
    waited: u64,
}

impl Watcher {
    pub fn new(debug: Arc<Debug>, pipeline: Pipeline, xlen: Xlen) -> Watcher {
        Watcher {
            xlen,
            logs: Vec::new(),
            debug,
            pipeline,
            learned: Vec::new(),
            numbers: HashMap::new(),
            recent: vec![usize::MAX; RECENT].into(),
            ended: 0,
            instret: 0,
            fetched: 0,
            waited: 0,
        }
    }

    /// Adds a log; an error names the symbol that there is not.
    pub fn add(&mut self, request: LogRequest) -> Result<(), String> {
        let limit = |edge: &Edge| match edge {
            Edge::Run => Ok(Limit::Run),
            Edge::Cycle(cycle) => Ok(Limit::Cycle(*cycle)),
            Edge::Symbol(name) => self.debug.symbols.address(name).map(Limit::Address).ok_or_else(|| {
                let names = self.debug.symbols.functions().iter().map(|function| function.name.as_str());
                format!("{}: the program has no symbol {name}{}", request.name, crate::suggestion(name, names))
            }),
        };
        let (from, to) = (limit(&request.from)?, limit(&request.to)?);
        let stage = if from == Limit::Run { Stage::Within } else { Stage::Before };
        let LogRequest { name, rank, out, .. } = request;
        let is_64 = self.xlen == Xlen::Rv64;
        let mut format: Box<dyn Format> = match request.format {
            LogFormat::Commit => Box::new(Rich::new(rank, is_64)),
            LogFormat::Spike => Box::new(Spike::new(rank, is_64)),
            LogFormat::Kanata => Box::new(Kanata::new(rank)),
        };
        let mut buffer = Vec::new();
        format.begin(&mut buffer);
        self.logs.push(Log { name, from, to, stage, is_reached: false, format, buffer, out, problem: None });
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

    /// The cycle at which one may begin next.
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

    /// Lets logs begin whose limit is reached.
    fn pass(&mut self, hart: &Hart, is_reached: impl Fn(Limit) -> bool) {
        let was_active = self.is_active();
        for log in self.logs.iter_mut().filter(|log| log.stage == Stage::Before && is_reached(log.from)) {
            log.stage = Stage::Within;
        }
        if !was_active {
            // Of what came before, only fetching this instruction belongs to one that is told of.
            let Fetched { pc, cycles, ended } = hart.fetched;
            self.fetched = if (pc, ended) == (hart.pc, hart.cycles) { cycles } else { 0 };
            (self.ended, self.instret, self.waited) = (hart.cycles - self.fetched, hart.instret, 0);
        }
    }

    /// Rounds of a polling loop are left out, up to where the hart is now.
    pub fn skip(&mut self, rounds: u64, cycles: u64, instructions: u64) {
        let skipped = Skipped { cycle: self.ended, rounds, cycles, instructions };
        for log in self.logs.iter_mut().filter(|_| rounds > 0) {
            if log.is_open(skipped.cycle) {
                log.format.skipped(&skipped, &mut log.buffer);
            }
        }
        self.waited += cycles;
        self.instret += instructions;
    }

    /// The instruction that the hart stood at has been completed by the machine.
    pub fn complete(&mut self, hart: &Hart, ram: &mut Ram, parcel: &Parcel, pc: u64, access: Option<Access>) {
        if !self.is_active() {
            return;
        }
        let memory = access.filter(|access| access.kind != Kind::Fence).map(|access| MemoryAccess {
            addr: access.addr,
            bytes: access.width.bytes() as u8,
            stored: if let Kind::Store(value) = access.kind { Some(value) } else { None },
        });
        self.step(hart, &Retired::completed(parcel, ram, pc, hart.cycles), memory);
    }

    fn step(&mut self, hart: &Hart, retired: &Retired<'_>, memory: Option<MemoryAccess>) {
        let Some(number) = self.number(retired) else { return };
        let learned = &self.learned[number];
        let issue = u64::from(learned.alone.base);
        let fetch = retired.fetch + std::mem::take(&mut self.fetched);
        let wait = std::mem::take(&mut self.waited);
        let told = retired.issue.wrapping_add_signed(retired.branch) + fetch + retired.data + wait;
        let step = Step {
            cycle: self.ended,
            instret: self.instret,
            written: learned.destination.map(|reg| (reg, value(hart, reg))),
            csr: learned.csr.map(|number| (number, hart.read_csr(number).unwrap_or(0))),
            memory,
            cost: StepCost {
                issue,
                stall: retired.issue as i64 - issue as i64,
                branch: retired.branch,
                fetch,
                data: retired.data,
                device: retired.ended.wrapping_sub(self.ended).saturating_sub(told),
                wait,
            },
        };
        (self.ended, self.instret) = (retired.ended, self.instret + 1);
        for log in &mut self.logs {
            if !log.is_open(step.cycle) {
                continue;
            }
            log.is_reached = true;
            log.format.step(&learned.known, &step, &mut log.buffer);
            if log.buffer.len() >= BUFFER_BYTES {
                log.write();
            }
        }
    }

    /// Where in `learned` this instruction is; none for what is no instruction.
    #[inline]
    fn number(&mut self, retired: &Retired<'_>) -> Option<usize> {
        let (identity, slot) = (retired.identity(), (retired.pc / 2) as usize % RECENT);
        let is_it = |learned: &&Learned| (learned.pc, learned.identity) == (retired.pc, identity);
        if self.learned.get(self.recent[slot]).filter(is_it).is_some() {
            return Some(self.recent[slot]);
        }
        let number = match self.numbers.get(&retired.pc).filter(|&&number| is_it(&&self.learned[number])) {
            Some(number) => *number,
            None => self.learn(retired, identity)?,
        };
        self.recent[slot] = number;
        Some(number)
    }

    /// Works out what stays the same of an instruction.
    #[cold]
    fn learn(&mut self, retired: &Retired<'_>, identity: (u16, u64)) -> Option<usize> {
        let (instr, pc) = (retired.instr()?, retired.pc);
        let place = self.debug.symbols.at(pc).map_or_else(String::new, |(name, offset)| match offset {
            0 => name.to_owned(),
            _ => format!("{name}+{offset:#x}"),
        });
        // What formats made of code that stood here before they must not find again.
        let number = self.learned.len();
        let known = Known { number, pc, bits: retired.bits(), instr, text: disassemble(&instr, pc), place };
        let alone = self.pipeline.costs(&[instr], &[true]).first().copied().unwrap_or_default();
        let (destination, csr) = (instr.destination(), written_csr(&instr));
        self.learned.push(Learned { pc, identity, known, alone, destination, csr });
        self.numbers.insert(pc, number);
        Some(number)
    }

    /// The run has ended: what is left is written. What was lost, or never began, in words.
    pub fn finish(&mut self) -> (Vec<String>, Vec<String>) {
        let (mut lost, mut warnings) = (Vec::new(), Vec::new());
        for log in &mut self.logs {
            log.write();
            if log.problem.is_none()
                && let Err(error) = log.out.flush()
            {
                log.problem = Some(error.to_string());
            }
            if let Some(problem) = &log.problem {
                lost.push(format!("{}: {problem}; the rest of it is lost", log.name));
            } else if !log.is_reached {
                warnings.push(format!("{}: its window was never reached", log.name));
            }
        }
        (lost, warnings)
    }
}

impl Watch for Watcher {
    const RETIRES: bool = true;

    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let memory = retired.access.map(|Accessed { addr, bytes, is_store }| MemoryAccess {
            addr,
            bytes,
            stored: is_store.then(|| retired.memory(addr, bytes)),
        });
        self.step(hart, retired, memory);
        if self.is_active() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn fetched(&mut self, cycles: u64) {
        self.fetched += cycles;
    }
}

impl Log {
    /// Is what begins at this cycle written? Cycles come in order.
    fn is_open(&mut self, cycle: u64) -> bool {
        if matches!(self.to, Limit::Cycle(end) if cycle >= end) && self.stage == Stage::Within {
            self.stage = Stage::Behind;
        }
        self.stage == Stage::Within && !matches!(self.from, Limit::Cycle(begin) if cycle < begin)
    }

    fn write(&mut self) {
        if self.problem.is_none()
            && let Err(error) = self.out.write_all(&self.buffer)
        {
            self.problem = Some(error.to_string());
            // Nothing more of it is wanted.
            self.stage = Stage::Behind;
        }
        self.buffer.clear();
    }
}

fn value(hart: &Hart, reg: Reg) -> u64 {
    match reg {
        Reg::X(number) => hart.get_x(usize::from(number)),
        Reg::F(number) => hart.f[usize::from(number & 31)],
    }
}

/// The CSR that an instruction writes.
fn written_csr(instr: &Instr) -> Option<u16> {
    // csrrs and csrrc with x0 or 0 write nothing; csrrw always does.
    let is_swap = matches!(instr.op, Op::Csrrw | Op::Csrrwi);
    (instr.class() == Class::Csr && (is_swap || instr.rs1 != 0)).then_some(instr.imm as u16)
}

/// All that may watch a hart at once.
pub struct Observed<'a> {
    pub log: Option<&'a mut StoreLog>,
    pub tohost: Option<&'a mut ToHost>,
    pub watcher: Option<&'a mut Watcher>,
    pub halting: Option<&'a mut Halting>,
}

impl Watch for Observed<'_> {
    const STORES: bool = true;
    const RETIRES: bool = true;

    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        if let Some(tohost) = &mut self.tohost {
            return tohost.store(addr, bytes, old_value);
        }
        self.log.as_mut().map_or(ControlFlow::Continue(()), |log| log.store(addr, bytes, old_value))
    }

    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        if let Some(watcher) = &mut self.watcher {
            watcher.retire(hart, retired)?;
        }
        self.halting.as_mut().map_or(ControlFlow::Continue(()), |halting| halting.retire(hart, retired))
    }

    fn fetched(&mut self, cycles: u64) {
        if let Some(watcher) = &mut self.watcher {
            watcher.fetched(cycles);
        }
    }
}
