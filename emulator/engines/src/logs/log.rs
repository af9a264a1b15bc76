//! One log of a processor: its window, its format and its output.

use super::book::Book;
use super::sink::{Sink, Unfinished};
use super::state::State;
use crate::commit::{Buffer, Format, Kanata, Known, Plain, Rich, Skipped, Spike, Step};
use rankine_machine::ProcessorId;
use rankine_timing::{Executed, Record};
use std::io::Write;

/// Where a log begins or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edge {
    /// With the run.
    Run,
    /// At this cycle.
    Cycle(u64),
    /// When control first comes to this function.
    Symbol(String),
}

/// The format of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Commit,
    Spike,
    Kanata,
}

/// A request for a log.
pub struct LogRequest {
    /// The user's name of the log.
    pub name: String,
    pub processor: ProcessorId,
    pub from: Edge,
    pub to: Edge,
    pub format: LogFormat,
    /// Its `flush` is called once, at the end.
    pub out: Box<dyn Write + Send>,
}

/// An edge with its symbol looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Run,
    Cycle(u64),
    Address(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Before,
    /// Watching instructions: in the window, or just before a cycle at which it begins.
    Within,
    Behind,
}

/// A format as an enumeration, so that its code can be inlined in the caller.
pub enum AnyFormat {
    Commit(Box<Rich>),
    Spike(Box<Spike>),
    Kanata(Box<Kanata>),
}

macro_rules! with_format {
    ($any:expr, $format:ident => $does:expr) => {
        match $any {
            AnyFormat::Commit($format) => $does,
            AnyFormat::Spike($format) => $does,
            AnyFormat::Kanata($format) => $does,
        }
    };
}

pub struct Log {
    pub from: Limit,
    pub to: Limit,
    pub stage: Stage,
    format: AnyFormat,
    sink: Sink,
}

impl Log {
    /// The requested log, with its edges looked up.
    pub fn new(request: LogRequest, from: Limit, to: Limit, is_64: bool) -> Log {
        let stage = if from == Limit::Run { Stage::Within } else { Stage::Before };
        let LogRequest { name, processor, out, .. } = request;
        let hart = processor.hart_number();
        let mut format = match request.format {
            LogFormat::Commit => AnyFormat::Commit(Box::new(Rich::new(processor, is_64))),
            LogFormat::Spike => AnyFormat::Spike(Box::new(Spike::new(hart, is_64))),
            LogFormat::Kanata => AnyFormat::Kanata(Box::new(Kanata::new(hart))),
        };
        let mut sink = Sink::new(name, out);
        with_format!(&mut format, format => format.begin(&mut sink.buffer));
        Log { from, to, stage, format, sink }
    }

    /// Writes the instructions of some records, beginning in `state`. Returns the state after them.
    pub fn take(
        &mut self,
        book: &mut Book,
        mut state: State,
        records: &[Record],
        executed: &dyn Fn(u64) -> Option<Executed>,
    ) -> State {
        let is_all = ![self.from, self.to].iter().any(|limit| matches!(limit, Limit::Cycle(_)));
        let mut rest = records;
        while let Some((record, behind)) = rest.split_first() {
            if let Some(note) = record.as_note() {
                state.note(note, record.value);
                rest = behind;
                continue;
            }
            if is_all && state.is_pending && !with_format!(&self.format, format => format.tells_costs()) {
                state.catch_up();
            }
            if is_all && !state.is_pending {
                let plain = with_format!(&mut self.format, format => plainly(format.as_mut(), &mut self.sink.buffer, &mut state, rest));
                if plain == 0 {
                    self.retire(book, &mut state, record, executed);
                    rest = behind;
                }
                self.has_grown();
                rest = &rest[plain..];
            } else {
                self.retire(book, &mut state, record, executed);
                rest = behind;
            }
        }
        state
    }

    /// Writes an instruction of any kind.
    fn retire(
        &mut self,
        book: &mut Book,
        state: &mut State,
        record: &Record,
        executed: &dyn Fn(u64) -> Option<Executed>,
    ) {
        let Some(learned) = book.find(record.pc, executed) else { return };
        let taken = record.addr == 1 && learned.known.accesses.is_none();
        let plain = Plain { value: record.value, addr: record.addr, taken, ..Plain::default() };
        if learned.is_simple() {
            with_format!(&mut self.format, format => format.prepare(&learned.known, &plain));
        }
        let step = state.retire(learned.step(&plain, state));
        if self.is_open(step.cycle) {
            with_format!(&mut self.format, format => format.step(&learned.known, &step, &mut self.sink.buffer));
            self.has_grown();
        }
    }

    /// Writes an instruction that the machine has completed.
    pub fn write_step(&mut self, known: &Known, step: &Step) {
        if self.is_open(step.cycle) {
            with_format!(&mut self.format, format => format.step(known, step, &mut self.sink.buffer));
            self.has_grown();
        }
    }

    pub fn skip(&mut self, skipped: &Skipped) {
        if self.is_open(skipped.cycle) {
            with_format!(&mut self.format, format => format.skipped(skipped, &mut self.sink.buffer));
        }
    }

    /// The code may have changed.
    pub fn forget_code(&mut self) {
        with_format!(&mut self.format, format => format.forget());
    }

    /// Is an instruction that begins at this cycle written? Cycles come in order.
    fn is_open(&mut self, cycle: u64) -> bool {
        if matches!(self.to, Limit::Cycle(end) if cycle >= end) && self.stage == Stage::Within {
            self.stage = Stage::Behind;
        }
        self.stage == Stage::Within && !matches!(self.from, Limit::Cycle(begin) if cycle < begin)
    }

    fn has_grown(&mut self) {
        if self.sink.grown().is_err() {
            self.stage = Stage::Behind;
        }
    }

    /// The run has ended: writes the rest of the log.
    pub fn finish(&mut self) -> Result<(), Unfinished> {
        self.sink.finish()
    }
}

/// Writes instructions that have ready-made lines, up to the first record of another kind. Returns
/// their number.
#[inline(always)]
fn plainly<F: Format>(format: &mut F, buffer: &mut Buffer, state: &mut State, records: &[Record]) -> usize {
    let (mut cycle, instret) = (state.cycle, state.instret);
    let mut count = 0;
    for record in records {
        let Record { pc, value, addr } = *record;
        let plain = Plain { cycle, instret: instret + count as u64, value, addr, taken: addr == 1 };
        let Some(cost) = format.plain(pc, &plain, buffer) else { break };
        cycle = cycle.wrapping_add_signed(cost);
        count += 1;
    }
    (state.cycle, state.instret) = (cycle, instret + count as u64);
    count
}
