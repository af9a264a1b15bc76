//! Encoding: it turns an instruction's operands into words.

use super::error::{AssemblyError, Place};
use super::statement::{Body, Expression, Instruction, Message, Operand};
use super::symbols::Symbols;
use crate::gas::pams::calls::{ARGUMENTS_SHIFT, ASYNC, HANDLER_MASK, LONG, MEDIUM, REPLY, SHORT, TYPE_SHIFT};
use crate::gas::pams::code::{
    Accumulator, CONDITIONS, CONTROL_LINES, COUNTERS, Data, FLAG_CODE, FLAG_INPUTS, FLAG_MESSAGES, FLAG_SENT,
    FLAG_TIMER, FLAG_TRANSFERS, Instr, LAYOUTS, OPERATIONS, SOURCES, Source, TIMER_THRESHOLDS,
};
use crate::gas::pams::params::CODE_WORDS_MAX;

type Result<T> = std::result::Result<T, AssemblyError>;

/// Most arguments of a message.
const ARGUMENTS_MAX: usize = 16;

/// The words of an instruction.
pub fn encode(instruction: &Instruction, symbols: &Symbols, later: bool) -> Result<Vec<u32>> {
    let encoder = Encoder { at: instruction.at, symbols, later };
    match &instruction.body {
        Body::Message(message) => encoder.message(message),
        Body::Operands { operands, end } => encoder.instruction(&instruction.mnemonic, operands, *end),
    }
}

struct Encoder<'a> {
    at: Place,
    symbols: &'a Symbols,
    later: bool,
}

impl Encoder<'_> {
    fn instruction(&self, mnemonic: &str, operands: &[Operand], end: bool) -> Result<Vec<u32>> {
        if end && !["REQUEST", "CORE"].contains(&mnemonic) {
            return self.wrong(self.at, format!("{mnemonic} has no `end`"));
        }
        match (mnemonic, operands) {
            (".word", [value]) => Ok(vec![self.word(value)?]),
            ("WAIT", flags) => self.plain(Instr::Wait { flags: self.flags(flags)? }),
            ("RESET_FLAGS", flags) => self.plain(Instr::ResetFlags { flags: self.flags(flags)? }),
            ("REQUEST", [data]) => self.moving(data, |data| Instr::Request { data, end }),
            ("CORE", [data]) => self.moving(data, |data| Instr::ToCore { data, end }),
            ("ACC", [operation, accumulator, data]) => self.accumulate(operation, accumulator, data),
            ("BRANCH", [target, conditions @ ..]) => self.branch(target, conditions),
            ("NODE_ID", [id]) => self.plain(Instr::SetNodeId { id: self.number(id, 0xffff, "a node number")? }),
            ("CORRECT_TIMER", [offset]) => self.parameter(Instr::CorrectTimer, offset),
            ("TIMER_THR", [which, threshold]) => {
                let thresholds = self.mask(which, &[('t', TIMER_THRESHOLDS, 1)])?;
                self.parameter(Instr::TimerThreshold { thresholds }, threshold)
            }
            ("TRANSFER_THR", [which, handler, threshold]) => {
                let counters = self.mask(which, &[('x', COUNTERS, 1)])?;
                let handler = self.number(handler, 0xff, "a counter's handler code")?;
                self.parameter(Instr::TransferThreshold { counters, handler }, threshold)
            }
            ("MSG_THR", [which, handler, threshold]) => {
                let counters = self.mask(which, &[('m', COUNTERS, 1)])?;
                let handler = self.number(handler, 0xff, "a counter's handler code")?;
                self.parameter(Instr::MessageThreshold { counters, handler }, threshold)
            }
            ("CTRL_OUT", lines @ [_, ..]) => {
                let mut masks = lines.iter().map(|line| self.mask(line, &[('o', CONTROL_LINES, 1)]));
                let lines = masks.try_fold(0, |all, mask| Ok(all | mask?))?;
                self.plain(Instr::ControlOut { lines })
            }
            _ => self.unknown(mnemonic),
        }
    }

    fn wrong<T>(&self, at: Place, message: impl Into<String>) -> Result<T> {
        Err(AssemblyError::new(at, message))
    }

    /// The error for an unknown mnemonic, or for one that does not take such operands.
    fn unknown(&self, mnemonic: &str) -> Result<Vec<u32>> {
        let known = || LAYOUTS.iter().map(|layout| layout.mnemonic).chain(["AM", ".word", ".equ"]);
        if !known().any(|name| name == mnemonic) {
            return Err(AssemblyError::unknown(self.at, "mnemonic", mnemonic, known()));
        }
        let usage = USAGES.iter().find(|(name, _)| *name == mnemonic).map_or("", |(_, usage)| usage);
        self.wrong(self.at, format!("other operands are expected: {mnemonic} {usage}"))
    }

    fn finish(&self, instr: Instr, parameters: &[u32]) -> Result<Vec<u32>> {
        if instr.is_later() && !self.later {
            let mnemonic = instr.layout().mnemonic;
            let what = if instr.layout().later { "instruction" } else { "source" };
            return self.wrong(self.at, format!("{mnemonic}: only the later design has this {what}; give --later"));
        }
        Ok([&[instr.encode()], parameters].concat())
    }

    fn plain(&self, instr: Instr) -> Result<Vec<u32>> {
        self.finish(instr, &[])
    }

    fn parameter(&self, instr: Instr, parameter: &Operand) -> Result<Vec<u32>> {
        self.finish(instr, &[self.word(parameter)?])
    }

    /// An instruction that moves words.
    fn moving(&self, data: &Operand, instr: impl Fn(Data) -> Instr) -> Result<Vec<u32>> {
        match data {
            Operand::List(at, list) => {
                let words = list.iter().map(|sum| self.value(sum)).collect::<Result<Vec<u32>>>()?;
                let count = words.len() as u32;
                if !(1..=4095).contains(&count) {
                    return self.wrong(*at, format!("{count} words: must be 1 to 4095"));
                }
                self.finish(instr(Data { source: Source::Code, count }), &words)
            }
            Operand::Times(at, name, count) => self.plain(instr(Data { source: source(*at, name)?, count: *count })),
            _ => match data.name() {
                Some(name) => self.plain(instr(Data { source: source(data.at(), name)?, count: 1 })),
                None => self.wrong(data.at(), "words of code stand between ( and )"),
            },
        }
    }

    fn accumulate(&self, operation: &Operand, accumulator: &Operand, data: &Operand) -> Result<Vec<u32>> {
        let name = operation.name().unwrap_or_default();
        let Some((operation, _)) = OPERATIONS.iter().find(|(_, known)| *known == name).copied() else {
            let known = OPERATIONS.iter().map(|(_, known)| *known);
            return Err(AssemblyError::unknown(operation.at(), "operation", name, known));
        };
        let letters = [("a", Accumulator::A), ("b", Accumulator::B), ("c", Accumulator::C), ("d", Accumulator::D)];
        let name = accumulator.name().unwrap_or_default();
        let Some((_, accumulator)) = letters.into_iter().find(|(letter, _)| *letter == name) else {
            return self.wrong(accumulator.at(), "an accumulator is expected here: a, b, c or d");
        };
        self.moving(data, |data| Instr::Accumulate { operation, accumulator, data })
    }

    fn branch(&self, target: &Operand, conditions: &[Operand]) -> Result<Vec<u32>> {
        let target = self.number(target, CODE_WORDS_MAX - 1, "an address")?;
        let mut all = 0;
        for condition in conditions {
            let name = condition.name().unwrap_or_default();
            let Some((bit, _)) = CONDITIONS.iter().find(|(_, known)| *known == name) else {
                let known = CONDITIONS.iter().map(|(_, known)| *known);
                return Err(AssemblyError::unknown(condition.at(), "condition", name, known));
            };
            all |= bit;
        }
        self.plain(Instr::Branch { conditions: all, target })
    }

    /// The mask of a WAIT.
    fn flags(&self, operands: &[Operand]) -> Result<u32> {
        let kinds = [
            ('t', TIMER_THRESHOLDS, FLAG_TIMER),
            ('x', COUNTERS, FLAG_TRANSFERS),
            ('m', COUNTERS, FLAG_MESSAGES),
            ('i', CONTROL_LINES, FLAG_INPUTS),
        ];
        if operands.is_empty() {
            return self.wrong(self.at, "flags are missing: code, sent, t0, x0, m0, i0 and the like, or none");
        }
        operands.iter().try_fold(0, |all, operand| Ok(all | self.mask(operand, &kinds)?))
    }

    /// The mask of names such as `m0`. `kinds` gives for each letter how many names there are, and
    /// the bit of number 0.
    fn mask(&self, operand: &Operand, kinds: &[(char, usize, u32)]) -> Result<u32> {
        let one;
        let names = match (operand, operand.name()) {
            (Operand::Union(_, names), _) => names,
            (_, Some(name)) => {
                one = [(operand.at(), name.to_string())];
                &one[..]
            }
            _ => return self.wrong(operand.at(), "a name is expected here"),
        };
        names.iter().try_fold(0, |mask, (at, name)| {
            let numbered = kinds.iter().find_map(|(letter, count, first)| {
                let number: usize = name.strip_prefix(*letter).filter(|digits| digits.len() == 1)?.parse().ok()?;
                (number < *count).then(|| first << number)
            });
            let is_wait = kinds.len() > 1;
            let bit = match name.as_str() {
                "none" => Some(0),
                "code" if is_wait => Some(FLAG_CODE),
                "sent" if is_wait => Some(FLAG_SENT),
                _ => numbered,
            };
            let known = kinds.iter().flat_map(|(letter, count, _)| (0..*count).map(move |n| format!("{letter}{n}")));
            let others = if is_wait { &["code", "sent", "none"][..] } else { &["none"] };
            let known: Vec<String> = known.chain(others.iter().map(|name| name.to_string())).collect();
            let unknown = || AssemblyError::unknown(*at, "flag", name, known.iter().map(String::as_str));
            Ok(mask | bit.ok_or_else(unknown)?)
        })
    }

    /// A number up to `most`.
    fn number(&self, operand: &Operand, most: u32, what: &str) -> Result<u32> {
        let Operand::Sum(sum) = operand else { return self.wrong(operand.at(), "a number is expected here") };
        self.limited(sum, most, what)
    }

    fn limited(&self, sum: &Expression, most: u32, what: &str) -> Result<u32> {
        let value = self.symbols.value(sum)?;
        let fitting = u32::try_from(value).ok().filter(|value| *value <= most);
        fitting.ok_or_else(|| AssemblyError::new(sum.at, format!("{value} is {what} beyond 0 to {most}")))
    }

    /// A word of 32 bits.
    fn word(&self, operand: &Operand) -> Result<u32> {
        let Operand::Sum(sum) = operand else { return self.wrong(operand.at(), "a number is expected here") };
        self.value(sum)
    }

    fn value(&self, sum: &Expression) -> Result<u32> {
        let value = self.symbols.value(sum)?;
        let word = u32::try_from(value).or_else(|_| i32::try_from(value).map(|value| value as u32));
        word.map_err(|_| AssemblyError::new(sum.at, format!("{value} does not fit into 32 bits")))
    }

    /// Requests that give a message to the GAScore.
    fn message(&self, message: &Message) -> Result<Vec<u32>> {
        let flags = self.kind(message)?;
        let wanted = match flags & (SHORT | MEDIUM | LONG) {
            SHORT => &[][..],
            MEDIUM => &["bytes", "from"],
            _ => &["bytes", "from", "to"],
        };
        if !message.settings.iter().map(|(_, name, _)| name.as_str()).eq(wanted.iter().copied()) {
            let order = if wanted.is_empty() { "none of bytes, from, to".to_string() } else { wanted.join(", then ") };
            return self.wrong(self.at, format!("this message needs {order} behind its destination"));
        }
        let count = message.arguments.len();
        if count > ARGUMENTS_MAX {
            return self.wrong(self.at, format!("{count} arguments: a message has at most {ARGUMENTS_MAX}"));
        }
        let handler = self.limited(&message.handler, HANDLER_MASK, "a handler code")?;
        let what = if flags & REPLY != 0 { "a token" } else { "a node" };
        let destination = self.limited(&message.destination, 0xffff, what)?;
        let mut items = vec![
            (Source::Code, flags << TYPE_SHIFT | (count as u32) << ARGUMENTS_SHIFT | handler),
            (Source::Code, destination),
        ];
        for (_, _, sum) in &message.settings {
            items.push((Source::Code, self.value(sum)?));
        }
        for argument in &message.arguments {
            items.push(match argument.source_name() {
                Some(name) => (source(argument.at, name)?, 0),
                None => (Source::Code, self.value(argument)?),
            });
        }
        self.requests(&items)
    }

    fn kind(&self, message: &Message) -> Result<u32> {
        let bits = |name: &str| match name {
            "short" => SHORT,
            "medium" => MEDIUM,
            "long" => LONG,
            "async" => ASYNC,
            _ => REPLY,
        };
        let flags = message.kinds.iter().fold(0, |flags, (_, name)| flags | bits(name));
        match flags & (SHORT | MEDIUM | LONG) {
            SHORT | MEDIUM | LONG => Ok(flags),
            _ => self.wrong(self.at, "a message is one of short, medium and long"),
        }
    }

    /// One request for each run of words from one source; the last one ends the message.
    fn requests(&self, items: &[(Source, u32)]) -> Result<Vec<u32>> {
        let mut words = Vec::new();
        let mut runs = items.chunk_by(|(one, _), (other, _)| one == other).peekable();
        while let Some(run) = runs.next() {
            let data = Data { source: run[0].0, count: run.len() as u32 };
            let parameters: Vec<u32> = match data.source {
                Source::Code => run.iter().map(|(_, word)| *word).collect(),
                _ => Vec::new(),
            };
            let end = runs.peek().is_none();
            words.extend(self.finish(Instr::Request { data, end }, &parameters)?);
        }
        Ok(words)
    }
}

/// A source other than the code, by its name.
fn source(at: Place, name: &str) -> Result<Source> {
    let known = || SOURCES.iter().skip(1);
    let found = known().find(|(_, known)| *known == name).map(|(source, _)| *source);
    found.ok_or_else(|| AssemblyError::unknown(at, "source", name, known().map(|(_, known)| *known)))
}

/// The operands of each mnemonic, as messages show them.
pub const USAGES: [(&str, &str); 13] = [
    ("WAIT", "FLAG, …"),
    ("REQUEST", "DATA [end]"),
    ("BRANCH", "ADDRESS[, CONDITION, …]"),
    ("NODE_ID", "NODE"),
    ("CORRECT_TIMER", "OFFSET"),
    ("TIMER_THR", "t0, CYCLES"),
    ("TRANSFER_THR", "x0, HANDLER, BYTES"),
    ("MSG_THR", "m0, HANDLER, MESSAGES"),
    ("CTRL_OUT", "o0, …"),
    ("CORE", "DATA [end]"),
    ("ACC", "OPERATION a, DATA"),
    ("RESET_FLAGS", "FLAG, …"),
    (".word", "NUMBER"),
];
