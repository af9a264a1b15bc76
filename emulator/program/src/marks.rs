//! Marks: places in a program at which something happens to a message. They are entries of a
//! section, written by `libmpi-c/mark/mark.h`.

use crate::sections::Sections;
use crate::{Registers, unwind::ReadMemory};
use gimli::Reader;
use std::collections::HashMap;
use std::sync::Arc;

const SECTION: &str = ".rankine.marks";
/// Most entries of one program.
const ENTRIES_MAX: usize = 1 << 16;
/// Most operands of a mark.
pub const OPERANDS_MAX: usize = 3;

/// A mark: the event when the program passes it, and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub event: MarkEvent,
    operands: [Operand; OPERANDS_MAX],
}

/// The known events, with their operands in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkEvent {
    /// A message is handed to the hardware: envelope, node, bytes.
    SendingShort,
    SendingEager,
    SendingRendezvous,
    /// A message has matched its receive: request, source node.
    Matched,
    /// An unexpected message waits for its receive: entry, source node.
    Unexpected,
    /// A waiting message has matched its receive: request, entry.
    Taken,
    /// A waiting message has been withdrawn by its sender: entry.
    Withdrawn,
    /// A message that was handed to the hardware is taken back before it has left: tag, node.
    TakenBack,
    /// A receive is complete: request.
    Received,
    /// An active message of GASNet is sent: node, head (`struct am_message` of the library has it), bytes of payload.
    ActiveSending,
    /// The handler of an active message begins: source node, head, bytes of payload.
    ActiveHandling,
    /// The handler has ended.
    ActiveHandled,
}

/// The place of an operand's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Operand {
    place: Place,
    /// The field of the value: lowest bit and width. Width 0 means the whole value.
    field: (u8, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Word(Word),
    /// Two words of 32 bits, the lower first.
    Pair(Word, Word),
    /// The 64-bit word at an offset from the value of a register.
    Memory(u8, i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Number(u64),
    Register(u8),
}

impl Default for Place {
    fn default() -> Place {
        Place::Word(Word::Number(0))
    }
}

/// The marks of one program by address.
#[derive(Debug, Default)]
pub struct Marks(HashMap<u64, Vec<Mark>>);

impl Marks {
    /// Reads a program's marks. Entries that are not understood are ignored.
    pub fn load(bytes: &Arc<[u8]>) -> Marks {
        let sections = Sections::new(bytes);
        let width = usize::from(sections.address_bytes());
        let data = sections.data(SECTION);
        let data = data.to_slice().unwrap_or_default();
        let mut marks: HashMap<u64, Vec<Mark>> = HashMap::new();
        let mut at = 0;
        for _ in 0..ENTRIES_MAX {
            let Some(address) = data.get(at..at + width) else { break };
            let Some(length) = data[at + width..].iter().position(|byte| *byte == 0) else { break };
            let mut word = [0; 8];
            word[..width].copy_from_slice(address);
            let text = String::from_utf8_lossy(&data[at + width..at + width + length]);
            // The address is zero if the linker has removed the code.
            if let Some(mark) = parse(&text).filter(|_| word != [0; 8]) {
                marks.entry(u64::from_le_bytes(word)).or_default().push(mark);
            }
            at = (at + width + length + 1).next_multiple_of(width);
        }
        Marks(marks)
    }

    /// Addresses of marks, ascending.
    pub fn addresses(&self) -> Vec<u64> {
        let mut addresses: Vec<u64> = self.0.keys().copied().collect();
        addresses.sort_unstable();
        addresses
    }

    /// The marks at an address, in order.
    pub fn at(&self, pc: u64) -> &[Mark] {
        self.0.get(&pc).map_or(&[], Vec::as_slice)
    }
}

impl Mark {
    /// The values of its operands; zero if a value cannot be read.
    pub fn values(&self, registers: &Registers, read: &mut ReadMemory<'_>) -> [u64; OPERANDS_MAX] {
        self.operands.map(|operand| operand.value(registers, read))
    }
}

impl Operand {
    fn value(self, registers: &Registers, read: &mut ReadMemory<'_>) -> u64 {
        let x = |number: u8| registers.x[usize::from(number)];
        let value = |word: Word| match word {
            Word::Number(number) => number,
            Word::Register(number) => x(number),
        };
        let whole = match self.place {
            Place::Word(word) => value(word),
            Place::Pair(low, high) => value(high) << 32 | value(low) & 0xffff_ffff,
            Place::Memory(base, offset) => {
                let mut bytes = [0; 8];
                if read(x(base).wrapping_add_signed(offset), &mut bytes) { u64::from_le_bytes(bytes) } else { 0 }
            }
        };
        match self.field {
            (_, 0) => whole,
            (lowest, width) => whole >> lowest & (u64::MAX >> (64 - width)),
        }
    }
}

/// Parses `name operand operand ...`.
fn parse(text: &str) -> Option<Mark> {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let event = match words.next()? {
        "sending.short" => MarkEvent::SendingShort,
        "sending.eager" => MarkEvent::SendingEager,
        "sending.rendezvous" => MarkEvent::SendingRendezvous,
        "matched" => MarkEvent::Matched,
        "unexpected" => MarkEvent::Unexpected,
        "taken" => MarkEvent::Taken,
        "withdrawn" => MarkEvent::Withdrawn,
        "taken_back" => MarkEvent::TakenBack,
        "received" => MarkEvent::Received,
        "am.sending" => MarkEvent::ActiveSending,
        "am.handling" => MarkEvent::ActiveHandling,
        "am.handled" => MarkEvent::ActiveHandled,
        _ => return None,
    };
    let mut operands = [Operand::default(); OPERANDS_MAX];
    for (operand, word) in operands.iter_mut().zip(words) {
        *operand = parse_operand(word)?;
    }
    Some(Mark { event, operands })
}

/// Parses a place, with an optional `@lowest:width` behind it.
fn parse_operand(word: &str) -> Option<Operand> {
    let (place, field) = match word.split_once('@') {
        Some((place, field)) => {
            let (lowest, width) = field.split_once(':')?;
            let (lowest, width) = (lowest.parse().ok()?, width.parse().ok()?);
            (place, Some((lowest, width)).filter(|_| lowest < 64 && (1..=64).contains(&width))?)
        }
        None => (word, (0, 0)),
    };
    Some(Operand { place: parse_place(place)?, field })
}

fn parse_place(text: &str) -> Option<Place> {
    if let Some((offset, base)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        return Some(Place::Memory(register(base)?, if offset.is_empty() { 0 } else { offset.parse().ok()? }));
    }
    match text.split_once(':') {
        Some((low, high)) => Some(Place::Pair(parse_word(low)?, parse_word(high)?)),
        None => parse_word(text).map(Place::Word),
    }
}

fn parse_word(text: &str) -> Option<Word> {
    register(text).map(Word::Register).or_else(|| text.parse::<i64>().ok().map(|number| Word::Number(number as u64)))
}

/// Number of a register by its name in the calling convention (RISC-V psABI, "Integer Register Convention").
fn register(name: &str) -> Option<u8> {
    let number = |rest: &str, first: u8, last: u8, from: u8| {
        rest.parse::<u8>().ok().filter(|n| (first..=last).contains(n)).map(|n| from + (n - first))
    };
    match name {
        "zero" => return Some(0),
        "ra" => return Some(1),
        "sp" => return Some(2),
        "gp" => return Some(3),
        "tp" => return Some(4),
        "fp" => return Some(8),
        _ => {}
    }
    if !name.is_char_boundary(1) {
        return None;
    }
    let (kind, rest) = name.split_at(1);
    match kind {
        "x" => number(rest, 0, 31, 0),
        "a" => number(rest, 0, 7, 10),
        "s" => number(rest, 0, 1, 8).or_else(|| number(rest, 2, 11, 18)),
        "t" => number(rest, 0, 2, 5).or_else(|| number(rest, 3, 6, 28)),
        _ => None,
    }
}

#[cfg(test)]
#[path = "tests/marks.rs"]
mod tests;
