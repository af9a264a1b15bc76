//! Loops that read the clock while they wait, such as `while (MPI_Wtime() < end && !flag) MPI_Test(…)`.
//!
//! Each round reads another cycle, so no two rounds leave the same registers. But if the values
//! that come from the clock end up only in comparisons, and these come out as before until a known
//! cycle, all rounds until then take the same way. `ClockLog` follows these values through the
//! instructions of watched rounds: registers and memory that hold such a value are *marked*. The
//! rounds are alike if
//!
//! * a round leaves the same marks as the round before, and everything that it does not mark as it
//!   was (the detector compares that),
//! * no marked value reaches an address, a jump, a device, a CSR, or an operation of unknown effect,
//! * each branch on a marked value compares a function of one reading of the clock that only rises or
//!   only falls (`rising`). So if the branch comes out alike now and after n more rounds, it comes
//!   out alike in between.
//!
//! A mark's age is the number of rounds since its clock was read. When rounds are skipped, the last
//! ones, one more than the greatest age, are performed. They leave every marked place as if all
//! rounds had been performed.

use super::rising::{Branch, Operand, Value};
use rankine_hart::{Hart, Retired};
use rankine_isa::{Class, Instr, Op, Reg, Xlen, csr};
use std::collections::BTreeMap;

/// Most places of memory with a mark, and most values that depend on the clock, in all rounds.
const PLACES_MAX: usize = 64;
const VALUES_MAX: usize = 512;
/// Most instructions of all watched rounds. Following one takes about a hundred times as long as executing it.
const INSTRUCTIONS_MAX: u32 = 100_000;
/// Most rounds watched until their marks settle. The greatest age is below this.
pub const ROUNDS_MAX: u32 = 5;

/// Marks a place whose value depends on the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    /// Rounds since the oldest of its readings.
    age: u32,
    /// Its value among `values`, if that is known as a function of one reading. After n rounds, all
    /// readings, of whatever age, are later by n rounds.
    value: Option<usize>,
}

/// The marks at the end of a round, without their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Marks {
    registers: BTreeMap<u8, u32>,
    memory: BTreeMap<u64, (u64, u32)>,
}

/// How often a round can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// Further rounds that take the same way.
    pub most: u64,
    /// The last of these that must be performed.
    pub performed: u64,
}

/// Follows the values of the clock through the watched rounds of one loop.
#[derive(Default)]
pub struct ClockLog {
    /// By number of the register; those of floating point from 32 on.
    registers: BTreeMap<u8, Mark>,
    /// By address, with the bytes there.
    memory: BTreeMap<u64, (u64, Mark)>,
    /// Registers before the next instruction.
    x: Vec<u64>,
    f: Vec<u64>,
    /// Those of all rounds.
    values: Vec<Value>,
    /// Those of this round.
    branches: Vec<Branch>,
    /// The cycles of all readings.
    read: Vec<u64>,
    before: Option<Marks>,
    rounds: u32,
    /// Instructions followed so far.
    instructions: u32,
    failed: bool,
}

fn number(reg: Reg) -> u8 {
    match reg {
        Reg::X(number) => number,
        Reg::F(number) => 32 + number,
    }
}

impl ClockLog {
    /// Begins at a hart's present state.
    pub fn new(hart: &Hart) -> ClockLog {
        let (x, f) = (hart.x[..32].to_vec(), hart.f.to_vec());
        ClockLog { x, f, failed: hart.xlen() != Xlen::Rv64, ..ClockLog::default() }
    }

    /// Is it certain that this loop's rounds are not alike?
    pub fn has_failed(&self) -> bool {
        self.failed || self.rounds >= ROUNDS_MAX
    }

    /// Do both harts agree, apart from marked registers and counters?
    pub fn same_state(&self, one: &Hart, other: &Hart) -> bool {
        let is_marked = |number: usize| self.registers.contains_key(&(number as u8));
        one.pc == other.pc
            && one.csr == other.csr
            && (one.reservation, other.reservation) == (None, None)
            && (1..32).all(|n| one.x[n] == other.x[n] || is_marked(n))
            && (0..32).all(|n| one.f[n] == other.f[n] || is_marked(32 + n))
    }

    /// Is this byte of memory marked?
    pub fn marks(&self, addr: u64) -> bool {
        self.memory.range(..=addr).next_back().is_some_and(|(at, (bytes, _))| addr - at < *bytes)
    }

    /// A round of `cycles` cycles has ended. Returns how often it can be repeated, once the marks
    /// have settled.
    pub fn end_round(&mut self, cycles: u64) -> Option<Repeats> {
        let marks = Marks {
            registers: self.registers.iter().map(|(number, mark)| (*number, mark.age)).collect(),
            memory: self.memory.iter().map(|(addr, (bytes, mark))| (*addr, (*bytes, mark.age))).collect(),
        };
        let ages = self.registers.values().chain(self.memory.values().map(|(_, mark)| mark)).map(|mark| mark.age);
        let performed = 1 + u64::from(ages.max().unwrap_or(0));
        let is_settled = self.before.as_ref() == Some(&marks);
        let repeats = (is_settled && !self.has_failed()).then(|| Repeats { most: self.most(cycles), performed });
        self.rounds += 1;
        self.before = Some(marks);
        for mark in self.registers.values_mut().chain(self.memory.values_mut().map(|(_, mark)| mark)) {
            mark.age += 1;
        }
        self.branches.clear();
        repeats
    }

    /// The most further rounds of these cycles after which all branches still come out as now.
    fn most(&self, cycles: u64) -> u64 {
        // The low half of the clock, read as a signed word, rises within 2^31 cycles.
        let until_half = |cycle: u64| ((1 << 31) - 1 - (cycle & ((1 << 31) - 1))) / cycles.max(1);
        let limit = self.read.iter().map(|cycle| until_half(*cycle)).min().unwrap_or(0);
        let (mut good, mut bad) = (0, limit + 1);
        while bad - good > 1 {
            let rounds = good + (bad - good) / 2;
            match self.branches_hold(rounds * cycles) {
                true => good = rounds,
                false => bad = rounds,
            }
        }
        good
    }

    /// Do all branches come out as now, whenever the clock is ahead by up to `cycles`?
    fn branches_hold(&self, cycles: u64) -> bool {
        let mut ranges = Vec::with_capacity(self.values.len());
        for value in &self.values {
            let range = value.range(&ranges, cycles);
            ranges.push(range);
        }
        self.branches.iter().all(|branch| branch.holds(&ranges))
    }

    fn mark_of(&self, reg: Option<Reg>) -> Option<Mark> {
        self.registers.get(&number(reg?)).copied()
    }

    fn set(&mut self, reg: Option<Reg>, mark: Option<Mark>) {
        let Some(reg) = reg else { return };
        match mark {
            Some(mark) => self.registers.insert(number(reg), mark),
            None => self.registers.remove(&number(reg)),
        };
    }

    /// Adds a value, and marks it.
    fn add(&mut self, value: Value, age: u32) -> Mark {
        self.failed |= self.values.len() >= VALUES_MAX;
        self.values.push(value);
        Mark { age, value: Some(self.values.len() - 1) }
    }

    /// The hart has completed a load, or a fence, that devices answered. `clock`: the cycle, if the
    /// load read the clock.
    pub fn accessed(&mut self, hart: &Hart, instr: Option<Instr>, clock: Option<u64>) {
        let Some(instr) = instr else {
            self.failed = true;
            return;
        };
        self.failed |= instr.sources().into_iter().any(|reg| self.mark_of(reg).is_some());
        self.read.extend(clock);
        let Some(Reg::X(rd)) = instr.destination() else {
            self.failed |= instr.destination().is_some();
            return;
        };
        let read = hart.x[usize::from(rd)];
        let mark = clock.and_then(|cycle| {
            let (is_low, is_high) = (cycle as i32 as u64 == read, (cycle >> 32) as i32 as u64 == read);
            self.failed |= is_low == is_high;
            // The high half does not change as long as the low half does not wrap.
            is_low.then(|| self.add(Value::Clock { now: read }, 0))
        });
        self.set(Some(Reg::X(rd)), mark);
        self.x[usize::from(rd)] = read;
    }

    /// The hart has executed an instruction.
    pub fn retired(&mut self, hart: &Hart, retired: &Retired<'_>) {
        let Some(instr) = retired.instr() else {
            self.failed = true;
            return;
        };
        self.instructions += 1;
        self.failed |= self.instructions > INSTRUCTIONS_MAX;
        let [one, two, three] = instr.sources().map(|reg| self.mark_of(reg));
        let is_marked = one.or(two).or(three).is_some();
        let place = retired.access.map(|access| (access.addr, u64::from(access.bytes)));
        match instr.class() {
            Class::Load | Class::FpLoad => {
                self.failed |= one.is_some();
                let mark = place.and_then(|(addr, bytes)| self.loaded(addr, bytes));
                self.set(instr.destination(), mark);
            }
            Class::Store | Class::FpStore => {
                self.failed |= one.is_some();
                place.into_iter().for_each(|(addr, bytes)| self.stored(addr, bytes, two));
            }
            Class::Atomic => {
                let (addr, bytes) = place.unwrap_or_default();
                self.failed |= is_marked || (addr..addr.saturating_add(bytes.max(8))).any(|addr| self.marks(addr));
                self.set(instr.destination(), None);
            }
            Class::Branch if is_marked => self.branch(&instr, one, two),
            _ if is_marked => {
                let mark = self.computed(hart, &instr, [one, two, three]);
                self.set(instr.destination(), mark);
            }
            _ => self.set(instr.destination(), None),
        }
        if let Some(reg) = instr.destination() {
            match reg {
                Reg::X(number) => self.x[usize::from(number)] = hart.x[usize::from(number)],
                Reg::F(number) => self.f[usize::from(number)] = hart.f[usize::from(number)],
            }
        }
    }

    /// Does a marked place have some, but not exactly these bytes?
    fn overlaps(&self, addr: u64, bytes: u64) -> bool {
        let end = addr.saturating_add(bytes);
        let before = self.memory.range(..end).next_back();
        before.is_some_and(|(at, (length, _))| at + length > addr && (*at, *length) != (addr, bytes))
    }

    fn loaded(&mut self, addr: u64, bytes: u64) -> Option<Mark> {
        self.failed |= self.overlaps(addr, bytes);
        let (_, mark) = self.memory.get(&addr)?;
        Some(Mark { value: mark.value.filter(|_| bytes == 8), ..*mark })
    }

    fn stored(&mut self, addr: u64, bytes: u64, mark: Option<Mark>) {
        self.failed |= self.overlaps(addr, bytes) || mark.is_some() && self.memory.len() >= PLACES_MAX;
        match mark {
            Some(mark) => self.memory.insert(addr, (bytes, mark)),
            None => self.memory.remove(&addr),
        };
    }

    /// The value of a register before the current instruction.
    fn content(&self, reg: Option<Reg>) -> u64 {
        match reg {
            Some(Reg::X(number)) => self.x[usize::from(number)],
            Some(Reg::F(number)) => self.f[usize::from(number)],
            None => 0,
        }
    }

    /// The operands of an instruction. None if a marked one is no known function of a reading.
    fn operands(&self, instr: &Instr, marks: [Option<Mark>; 3]) -> Option<[Operand; 3]> {
        let sources = instr.sources();
        let mut operands = [Operand::Constant(0); 3];
        for index in 0..3 {
            operands[index] = match marks[index] {
                Some(mark) => Operand::Value(mark.value?),
                None => Operand::Constant(self.content(sources[index])),
            };
        }
        Some(operands)
    }

    fn branch(&mut self, instr: &Instr, one: Option<Mark>, two: Option<Mark>) {
        match self.operands(instr, [one, two, None]) {
            Some([one, two, _]) => self.branches.push(Branch { op: instr.op, operands: [one, two] }),
            None => self.failed = true,
        }
    }

    /// The mark of the result of an operation on marked values.
    fn computed(&mut self, hart: &Hart, instr: &Instr, marks: [Option<Mark>; 3]) -> Option<Mark> {
        let age = marks.iter().flatten().map(|mark| mark.age).max()?;
        let class = instr.class();
        let is_arithmetic = matches!(class, Class::Alu | Class::Shift | Class::Mul | Class::Div | Class::DivWord);
        let is_float = matches!(
            class,
            Class::FpAdd
                | Class::FpMul
                | Class::FpFma
                | Class::FpDivDouble
                | Class::FpConvert
                | Class::FpCompare
                | Class::FpMove
        );
        // A marked amount of a shift may cost time.
        self.failed |= !is_arithmetic && !is_float || class == Class::Shift && marks[1].is_some();
        let sources = instr.sources();
        if instr.op == Op::Fsgnjd && sources[0] == sources[1] {
            return marks[0];
        }
        let now = match instr.destination() {
            Some(Reg::X(number)) => hart.x[usize::from(number)],
            Some(Reg::F(number)) => hart.f[usize::from(number)],
            None => return None,
        };
        let operands = self.operands(instr, marks);
        let value = operands.and_then(|operands| Value::result(instr, operands, &self.values, now));
        // Operations of floating point also set flags. Only the flag for inexact results, once set,
        // does not change.
        let rounds_to_nearest = instr.rm == 0 || instr.rm == 7 && hart.read_csr(csr::FRM) == Some(0);
        let rounds = matches!(class, Class::FpAdd | Class::FpMul | Class::FpFma | Class::FpDivDouble)
            || matches!(instr.op, Op::Fcvtdl | Op::Fcvtdlu);
        let is_inexact = hart.read_csr(csr::FFLAGS).is_some_and(|flags| flags & 1 != 0);
        self.failed |= is_float && (value.is_none() || !is_inexact || rounds && !rounds_to_nearest);
        Some(match value {
            Some(value) => self.add(value, age),
            None => Mark { age, value: None },
        })
    }
}
