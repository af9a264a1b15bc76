//! The disassembler: it turns words of code into text that assembles to the same words.

use super::assembler::{Options, assemble};
use super::calls::{
    ARGUMENTS_MASK, ARGUMENTS_SHIFT, ASYNC, HANDLER_MASK, LONG, MEDIUM, REPLY, SHORT, TYPE_MASK, TYPE_SHIFT,
};
use super::code::{
    CONDITIONS, CONTROL_LINES, COUNTERS, Data, FLAG_CODE, FLAG_INPUTS, FLAG_MESSAGES, FLAG_SENT, FLAG_TIMER,
    FLAG_TRANSFERS, Instr, OPERATIONS, SOURCES, Source, TIMER_THRESHOLDS,
};

/// Text for these words, an instruction a line, each with its address in a comment. A word that is
/// no instruction, or whose parameters are missing, becomes `.word`.
pub fn disassemble(words: &[u32]) -> String {
    let mut text = String::new();
    let mut address = 0;
    while address < words.len() {
        let rest = &words[address..];
        let (line, count) =
            message(rest).or_else(|| instruction(rest)).unwrap_or_else(|| (format!(".word {:#010x}", rest[0]), 1));
        text.push_str(&format!("{line:<40} # {address}\n"));
        address += count;
    }
    text
}

/// The text of the instruction that the words begin with. Unlike [`disassemble`], it never makes a
/// message of several instructions.
pub fn disassemble_one(words: &[u32]) -> Option<String> {
    instruction(words).map(|(text, _)| text)
}

/// The instruction that the words begin with, and how many words it has.
fn instruction(words: &[u32]) -> Option<(String, usize)> {
    let instr = Instr::decode(words[0])?;
    let count = 1 + instr.operand_words() as usize;
    let parameters = words.get(1..count)?;
    let mnemonic = instr.layout().mnemonic;
    let first = parameters.first().copied().unwrap_or_default();
    let operands = match instr {
        Instr::Wait { flags } | Instr::ResetFlags { flags } => flag_names(flags).join(", "),
        Instr::Request { data, end } | Instr::ToCore { data, end } => {
            format!("{}{}", moved(data, parameters), if end { " end" } else { "" })
        }
        Instr::Accumulate { operation, accumulator, data } => {
            let operation = OPERATIONS[operation as usize].1;
            let accumulator = name_of(Source::Accumulator(accumulator));
            format!("{operation} {accumulator}, {}", moved(data, parameters))
        }
        Instr::Branch { conditions, target } => {
            let named = CONDITIONS.iter().filter(|(bit, _)| conditions & bit != 0);
            let names: String = named.map(|(_, name)| format!(", {name}")).collect();
            format!("{target}{names}")
        }
        Instr::SetNodeId { id } => id.to_string(),
        Instr::CorrectTimer => (first as i32).to_string(),
        Instr::TimerThreshold { thresholds } => format!("{}, {first}", mask_names('t', TIMER_THRESHOLDS, thresholds)),
        Instr::TransferThreshold { counters, handler } => {
            format!("{}, {handler}, {first}", mask_names('x', COUNTERS, counters))
        }
        Instr::MessageThreshold { counters, handler } => {
            format!("{}, {handler}, {first}", mask_names('m', COUNTERS, counters))
        }
        Instr::ControlOut { lines } => mask_names('o', CONTROL_LINES, lines),
    };
    Some((format!("{mnemonic} {operands}"), count))
}

fn name_of(source: Source) -> &'static str {
    SOURCES.iter().find(|(known, _)| *known == source).map_or("", |(_, name)| name)
}

fn moved(data: Data, parameters: &[u32]) -> String {
    match data {
        Data { source: Source::Code, .. } => format!("({})", numbers(parameters)),
        Data { source, count: 1 } => name_of(source).to_string(),
        Data { source, count } => format!("{} * {count}", name_of(source)),
    }
}

/// Words with commas between them; large ones in hexadecimal.
fn numbers(words: &[u32]) -> String {
    let all: Vec<String> = words.iter().map(|word| number(*word)).collect();
    all.join(", ")
}

fn number(word: u32) -> String {
    if word < 0x10000 { word.to_string() } else { format!("{word:#010x}") }
}

/// Names of a mask's bits with `|` between them.
fn mask_names(letter: char, count: usize, mask: u32) -> String {
    let named: Vec<String> = (0..count).filter(|n| mask >> n & 1 != 0).map(|n| format!("{letter}{n}")).collect();
    if named.is_empty() { "none".to_string() } else { named.join("|") }
}

fn flag_names(flags: u32) -> Vec<String> {
    let kinds = [
        ('t', TIMER_THRESHOLDS, FLAG_TIMER),
        ('x', COUNTERS, FLAG_TRANSFERS),
        ('m', COUNTERS, FLAG_MESSAGES),
        ('i', CONTROL_LINES, FLAG_INPUTS),
    ];
    let single = [(FLAG_CODE, "code"), (FLAG_SENT, "sent")].into_iter().filter(|(bit, _)| flags & bit != 0);
    let numbered = kinds.into_iter().flat_map(|(letter, count, first)| {
        (0..count).filter(move |number| flags & first << number != 0).map(move |number| format!("{letter}{number}"))
    });
    let all: Vec<String> = single.map(|(_, name)| name.to_string()).chain(numbered).collect();
    if all.is_empty() { vec!["none".to_string()] } else { all }
}

/// The message that the first requests of the words make, and the number of their words. None if
/// `AM` would give other words.
fn message(words: &[u32]) -> Option<(String, usize)> {
    let mut items = Vec::new();
    let mut count = 0;
    loop {
        let Instr::Request { data, end } = Instr::decode(*words.get(count)?)? else { return None };
        // No message is longer.
        if items.len() + data.count as usize > 5 + ARGUMENTS_MASK as usize {
            return None;
        }
        let parameters = match data.source {
            Source::Code => {
                words.get(count + 1..count + 1 + data.count as usize)?.iter().map(|word| number(*word)).collect()
            }
            source => vec![name_of(source).to_string(); data.count as usize],
        };
        count += 1 + if data.source == Source::Code { parameters.len() } else { 0 };
        items.extend(parameters);
        if end {
            break;
        }
    }
    let line = message_text(*words.get(1)?, &items)?;
    let options = Options { code_words: count as u32, later: true, defines: Vec::new() };
    let is_same = assemble(&line, &options).is_ok_and(|assembly| assembly.words() == words[..count]);
    is_same.then_some((line, count))
}

/// `head` is the first word of the request. `items` are all its words, as the assembler writes
/// them.
fn message_text(head: u32, items: &[String]) -> Option<String> {
    let flags = head >> TYPE_SHIFT & TYPE_MASK;
    let (kind, settings) = match flags & !(ASYNC | REPLY) {
        SHORT => ("short", &[][..]),
        MEDIUM => ("medium", &["bytes", "from"][..]),
        LONG => ("long", &["bytes", "from", "to"][..]),
        _ => return None,
    };
    let handler = head & HANDLER_MASK;
    let [_, destination, rest @ ..] = items else { return None };
    let arguments = (head >> ARGUMENTS_SHIFT & ARGUMENTS_MASK) as usize;
    if rest.len() != settings.len() + arguments {
        return None;
    }
    let (values, arguments) = rest.split_at(settings.len());
    let is_async = if flags & ASYNC != 0 { " async" } else { "" };
    let is_reply = if flags & REPLY != 0 { " reply" } else { "" };
    let settings: String = settings.iter().zip(values).map(|(name, value)| format!(", {name} {value}")).collect();
    let arguments = if arguments.is_empty() { String::new() } else { format!(" ({})", arguments.join(", ")) };
    Some(format!("AM {kind}{is_async}{is_reply} {handler} -> {destination}{settings}{arguments}"))
}
