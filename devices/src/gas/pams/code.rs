//! Instructions of the sequencer and the words that encode them.
//!
//! Willenberg and Chow (2013) list the operations of the sequencer, but no encoding. This encoding
//! is that of the group's later open design. Instructions and sources that only that design has are
//! marked.

/// Counters of messages, and as many of transfers.
pub const COUNTERS: usize = 4;

pub const TIMER_THRESHOLDS: usize = 2;

/// Control inputs from the core, and as many outputs to it (Willenberg and Chow 2013 Table 2).
pub const CONTROL_LINES: usize = 4;

/// Bits of a WAIT's mask. Flags of one kind stand side by side, number 0 lowest.
pub const FLAG_CODE: u32 = 1 << 0;
pub const FLAG_SENT: u32 = 1 << 1;
pub const FLAG_TIMER: u32 = 1 << 2;
pub const FLAG_TRANSFERS: u32 = 1 << 4;
pub const FLAG_MESSAGES: u32 = 1 << 8;
pub const FLAG_INPUTS: u32 = 1 << 12;

/// Flags that a WAIT can name.
pub const FLAGS: usize = 16;

/// Conditions of a BRANCH on the accumulator written last. All of them must hold.
pub const IF_NOT_ZERO: u32 = 1 << 0;
pub const IF_ZERO: u32 = 1 << 1;
pub const IF_NEGATIVE: u32 = 1 << 2;
pub const IF_POSITIVE: u32 = 1 << 3;

/// All conditions, with their names in the assembler.
pub const CONDITIONS: [(u32, &str); 4] =
    [(IF_NOT_ZERO, "nonzero"), (IF_ZERO, "zero"), (IF_NEGATIVE, "negative"), (IF_POSITIVE, "positive")];

/// Where the words of a request come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The words behind the instruction.
    Code,
    Timer,
    Arrival,
    /// From here on, sources of the later design.
    Core,
    Flags,
    NodeId,
    /// Arguments of handler calls, in order.
    Argument,
    /// Payload of medium messages, in order.
    Payload,
    Accumulator(Accumulator),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accumulator {
    A,
    B,
    C,
    D,
}

/// All sources in the order of their numbers, with their names in the assembler.
pub const SOURCES: [(Source, &str); 12] = [
    (Source::Code, "code"),
    (Source::Timer, "timer"),
    (Source::Arrival, "arrival"),
    (Source::Core, "core"),
    (Source::Flags, "flags"),
    (Source::NodeId, "node"),
    (Source::Argument, "argument"),
    (Source::Payload, "payload"),
    (Source::Accumulator(Accumulator::A), "a"),
    (Source::Accumulator(Accumulator::B), "b"),
    (Source::Accumulator(Accumulator::C), "c"),
    (Source::Accumulator(Accumulator::D), "d"),
];

const ACCUMULATORS: [Accumulator; 4] = [Accumulator::A, Accumulator::B, Accumulator::C, Accumulator::D];

impl Source {
    fn number(self) -> u32 {
        SOURCES.iter().position(|(source, _)| *source == self).unwrap_or_default() as u32
    }

    fn is_later(self) -> bool {
        !matches!(self, Source::Code | Source::Timer | Source::Arrival)
    }
}

/// The operation of ACCUMULATE on each word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Load,
    Add,
    Subtract,
    And,
}

/// All operations in the order of their numbers, with their names in the assembler.
pub const OPERATIONS: [(Operation, &str); 4] =
    [(Operation::Load, "load"), (Operation::Add, "add"), (Operation::Subtract, "sub"), (Operation::And, "and")];

/// Words that an instruction moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Data {
    pub source: Source,
    /// 1 to 4095.
    pub count: u32,
}

/// An instruction. Masks of counters and thresholds have bit 0 for number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instr {
    Wait { flags: u32 },
    Request { data: Data, end: bool },
    Branch { conditions: u32, target: u32 },
    SetNodeId { id: u32 },
    CorrectTimer,
    TimerThreshold { thresholds: u32 },
    TransferThreshold { counters: u32, handler: u32 },
    MessageThreshold { counters: u32, handler: u32 },
    ControlOut { lines: u32 },
    ToCore { data: Data, end: bool },
    Accumulate { operation: Operation, accumulator: Accumulator, data: Data },
    ResetFlags { flags: u32 },
}

/// Bits `high` to `low` of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub high: u32,
    pub low: u32,
}

impl Field {
    const fn mask(self) -> u32 {
        ((1_u64 << (self.high + 1)) - (1_u64 << self.low)) as u32
    }

    const fn get(self, word: u32) -> u32 {
        (word & self.mask()) >> self.low
    }

    /// `value` in the field's place. Bits beyond the field are lost.
    const fn put(self, value: u32) -> u32 {
        value << self.low & self.mask()
    }
}

const fn field(name: &'static str, high: u32, low: u32) -> Field {
    Field { name, high, low }
}

/// The number of words of code behind an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    None,
    One,
    /// As many as its count, if their source is the code.
    Counted,
}

/// How an instruction is encoded. All bits outside opcode, `fixed` and `fields` are 0.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub opcode: u32,
    /// Its name in the assembler.
    pub mnemonic: &'static str,
    /// Does only the later design have this instruction?
    pub later: bool,
    /// Bits that are always set.
    pub fixed: u32,
    pub fields: &'static [Field],
    pub operands: Operands,
    pub meaning: &'static str,
}

/// Set in instructions with one parameter word, and in those that move words.
const ONE_PARAMETER: u32 = 1 << 26;
const MOVES_WORDS: u32 = 1 << 25;

const OPCODE: Field = field("opcode", 31, 27);
const MASK: Field = field("flags", 15, 0);
const END: Field = field("end", 24, 24);
const SOURCE: Field = field("source", 23, 20);
const COUNT: Field = field("count", 11, 0);
const CONDITION_BITS: Field = field("conditions", 15, 12);
const TARGET: Field = field("target", 9, 0);
const NODE_ID: Field = field("id", 15, 0);
const THRESHOLDS: Field = field("thresholds", 1, 0);
const HANDLER: Field = field("handler", 11, 4);
const COUNTER: Field = field("counters", 3, 0);
const LINES: Field = field("lines", 3, 0);
const OPERATION: Field = field("operation", 15, 14);
const ACCUMULATOR: Field = field("accumulator", 13, 12);

/// All instructions, in the order of their opcodes.
pub const LAYOUTS: [Layout; 12] = [
    Layout {
        opcode: 0,
        mnemonic: "WAIT",
        later: false,
        fixed: 0,
        fields: &[MASK],
        operands: Operands::None,
        meaning: "waits until all flags named are set, then resets them",
    },
    Layout {
        opcode: 1,
        mnemonic: "REQUEST",
        later: false,
        fixed: MOVES_WORDS,
        fields: &[END, SOURCE, COUNT],
        operands: Operands::Counted,
        meaning: "gives words of a request to the GAScore; `end`: the message ends here",
    },
    Layout {
        opcode: 2,
        mnemonic: "BRANCH",
        later: true,
        fixed: 0,
        fields: &[CONDITION_BITS, TARGET],
        operands: Operands::None,
        meaning: "goes on at the target if all conditions hold",
    },
    Layout {
        opcode: 3,
        mnemonic: "NODE_ID",
        later: true,
        fixed: 0,
        fields: &[NODE_ID],
        operands: Operands::None,
        meaning: "sets the word of source `node`",
    },
    Layout {
        opcode: 4,
        mnemonic: "CORRECT_TIMER",
        later: false,
        fixed: ONE_PARAMETER,
        fields: &[],
        operands: Operands::One,
        meaning: "adds the parameter to the timer",
    },
    Layout {
        opcode: 5,
        mnemonic: "TIMER_THR",
        later: false,
        fixed: ONE_PARAMETER,
        fields: &[THRESHOLDS],
        operands: Operands::One,
        meaning: "sets timer thresholds",
    },
    Layout {
        opcode: 6,
        mnemonic: "TRANSFER_THR",
        later: false,
        fixed: ONE_PARAMETER,
        fields: &[HANDLER, COUNTER],
        operands: Operands::One,
        meaning: "arms transfer counters with a handler code and a threshold in bytes",
    },
    Layout {
        opcode: 7,
        mnemonic: "MSG_THR",
        later: false,
        fixed: ONE_PARAMETER,
        fields: &[HANDLER, COUNTER],
        operands: Operands::One,
        meaning: "arms message counters with a handler code and a threshold in messages",
    },
    Layout {
        opcode: 8,
        mnemonic: "CTRL_OUT",
        later: false,
        fixed: 0,
        fields: &[LINES],
        operands: Operands::None,
        meaning: "raises control outputs, until each is acknowledged",
    },
    Layout {
        opcode: 9,
        mnemonic: "CORE",
        later: true,
        fixed: MOVES_WORDS,
        fields: &[END, SOURCE, COUNT],
        operands: Operands::Counted,
        meaning: "gives words to the core",
    },
    Layout {
        opcode: 10,
        mnemonic: "ACC",
        later: true,
        fixed: MOVES_WORDS,
        fields: &[SOURCE, OPERATION, ACCUMULATOR, COUNT],
        operands: Operands::Counted,
        meaning: "loads words into an accumulator, or adds, subtracts or ands them",
    },
    Layout {
        opcode: 11,
        mnemonic: "RESET_FLAGS",
        later: true,
        fixed: 0,
        fields: &[MASK],
        operands: Operands::None,
        meaning: "resets the flags named without waiting",
    },
];

impl Layout {
    fn mask(&self) -> u32 {
        let fields = self.fields.iter().fold(0, |mask, field| mask | field.mask());
        OPCODE.mask() | self.fixed | fields
    }

    fn word(&self, fields: &[(Field, u32)]) -> u32 {
        let base = OPCODE.put(self.opcode) | self.fixed;
        fields.iter().fold(base, |word, (field, value)| word | field.put(*value))
    }
}

impl Instr {
    pub fn layout(&self) -> &'static Layout {
        &LAYOUTS[match self {
            Instr::Wait { .. } => 0,
            Instr::Request { .. } => 1,
            Instr::Branch { .. } => 2,
            Instr::SetNodeId { .. } => 3,
            Instr::CorrectTimer => 4,
            Instr::TimerThreshold { .. } => 5,
            Instr::TransferThreshold { .. } => 6,
            Instr::MessageThreshold { .. } => 7,
            Instr::ControlOut { .. } => 8,
            Instr::ToCore { .. } => 9,
            Instr::Accumulate { .. } => 10,
            Instr::ResetFlags { .. } => 11,
        }]
    }

    /// The words that it moves, if it moves any.
    pub fn data(&self) -> Option<Data> {
        match *self {
            Instr::Request { data, .. } | Instr::ToCore { data, .. } | Instr::Accumulate { data, .. } => Some(data),
            _ => None,
        }
    }

    /// Does only the later design have this instruction, or the source of its words?
    pub fn is_later(&self) -> bool {
        self.layout().later || self.data().is_some_and(|data| data.source.is_later())
    }

    /// How many words of code follow it.
    pub fn operand_words(&self) -> u32 {
        match (self.layout().operands, self.data()) {
            (Operands::One, _) => 1,
            (Operands::Counted, Some(Data { source: Source::Code, count })) => count,
            _ => 0,
        }
    }

    /// The first word. Values wider than their fields lose their upper bits.
    pub fn encode(&self) -> u32 {
        let layout = self.layout();
        let moves = |data: Data| [(SOURCE, data.source.number()), (COUNT, data.count)];
        match *self {
            Instr::CorrectTimer => layout.word(&[]),
            Instr::Wait { flags } | Instr::ResetFlags { flags } => layout.word(&[(MASK, flags)]),
            Instr::Branch { conditions, target } => layout.word(&[(CONDITION_BITS, conditions), (TARGET, target)]),
            Instr::SetNodeId { id } => layout.word(&[(NODE_ID, id)]),
            Instr::TimerThreshold { thresholds } => layout.word(&[(THRESHOLDS, thresholds)]),
            Instr::TransferThreshold { counters, handler } | Instr::MessageThreshold { counters, handler } => {
                layout.word(&[(COUNTER, counters), (HANDLER, handler)])
            }
            Instr::ControlOut { lines } => layout.word(&[(LINES, lines)]),
            Instr::Request { data, end } | Instr::ToCore { data, end } => {
                layout.word(&moves(data)) | END.put(u32::from(end))
            }
            Instr::Accumulate { operation, accumulator, data } => {
                let operation = OPERATIONS.iter().position(|(known, _)| *known == operation).unwrap_or_default();
                layout.word(&moves(data)) | OPERATION.put(operation as u32) | ACCUMULATOR.put(accumulator as u32)
            }
        }
    }

    /// Decodes the first word of an instruction; none if it is undefined. Bits outside the fields
    /// must have their fixed values.
    pub fn decode(word: u32) -> Option<Instr> {
        let layout = LAYOUTS.get(OPCODE.get(word) as usize)?;
        if word & !layout.mask() != 0 || word & layout.fixed != layout.fixed {
            return None;
        }
        let (flags, end) = (MASK.get(word), END.get(word) != 0);
        let (counters, handler) = (COUNTER.get(word), HANDLER.get(word));
        let instr = match layout.opcode {
            0 => Instr::Wait { flags },
            1 => Instr::Request { data: data(word)?, end },
            2 => Instr::Branch { conditions: CONDITION_BITS.get(word), target: TARGET.get(word) },
            3 => Instr::SetNodeId { id: NODE_ID.get(word) },
            4 => Instr::CorrectTimer,
            5 => Instr::TimerThreshold { thresholds: THRESHOLDS.get(word) },
            6 => Instr::TransferThreshold { counters, handler },
            7 => Instr::MessageThreshold { counters, handler },
            8 => Instr::ControlOut { lines: LINES.get(word) },
            9 => Instr::ToCore { data: data(word)?, end },
            10 => Instr::Accumulate {
                operation: OPERATIONS[OPERATION.get(word) as usize].0,
                accumulator: ACCUMULATORS[ACCUMULATOR.get(word) as usize],
                data: data(word)?,
            },
            _ => Instr::ResetFlags { flags },
        };
        Some(instr)
    }
}

/// The words that an instruction moves; none if it has an unknown source or no words.
fn data(word: u32) -> Option<Data> {
    let (source, _) = SOURCES.get(SOURCE.get(word) as usize)?;
    let count = COUNT.get(word);
    (count > 0).then_some(Data { source: *source, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of values of the fields, and the undefined ones among them.
    /// Miri, which is slow, takes the first words of each layout.
    #[test]
    fn all_words_of_all_layouts() {
        let most = if cfg!(miri) { 100 } else { usize::MAX };
        let mut defined = [0_u64; LAYOUTS.len()];
        for (layout, defined) in LAYOUTS.iter().zip(&mut defined) {
            let fields = layout.mask() & !OPCODE.mask() & !layout.fixed;
            let base = layout.word(&[]);
            // All subsets of the bits of the fields.
            let subsets = std::iter::successors(Some(fields), |bits| bits.checked_sub(1).map(|less| less & fields));
            for bits in subsets.take(most) {
                let word = base | bits;
                if let Some(instr) = Instr::decode(word) {
                    assert_eq!((instr.encode(), instr.layout().opcode), (word, layout.opcode), "{instr:?}");
                    *defined += 1;
                }
            }
        }
        let moves = 12 * 4095;
        let counters = 256 * 16;
        let rows = [65536, 2 * moves, 16384, 65536, 1, 4, counters, counters, 16, 2 * moves, 16 * moves, 65536];
        assert!(cfg!(miri) || defined == rows, "{defined:?}");
    }

    #[test]
    fn other_bits_are_undefined() {
        for layout in &LAYOUTS {
            let count = if layout.operands == Operands::Counted { COUNT.put(3) } else { 0 };
            let word = layout.word(&[]) | count;
            for bit in (0..OPCODE.low).map(|bit| 1 << bit) {
                let is_known = layout.mask() & !layout.fixed & bit != 0;
                assert_eq!(Instr::decode(word ^ bit).is_some(), is_known, "{}, bit {bit:#x}", layout.mnemonic);
            }
        }
        assert_eq!(Instr::decode(0x0a00_0000), None, "no words");
        assert_eq!(Instr::decode(0x0ac0_0001), None, "source 12");
        for opcode in LAYOUTS.len() as u32..32 {
            assert_eq!(Instr::decode(OPCODE.put(opcode)), None);
        }
    }

    /// Words as the table of the encoding gives them, written by hand.
    #[test]
    fn golden() {
        let words = |source, count| Data { source, count };
        for (word, instr) in [
            (0x0000_0001, Instr::Wait { flags: FLAG_CODE }),
            (0x0000_0104, Instr::Wait { flags: FLAG_TIMER | FLAG_MESSAGES }),
            (0x0b00_0002, Instr::Request { data: words(Source::Code, 2), end: true }),
            (0x0a10_0001, Instr::Request { data: words(Source::Timer, 1), end: false }),
            (0x0b20_0001, Instr::Request { data: words(Source::Arrival, 1), end: true }),
            (0x1000_8007, Instr::Branch { conditions: IF_POSITIVE, target: 7 }),
            (0x1800_0010, Instr::SetNodeId { id: 16 }),
            (0x2400_0000, Instr::CorrectTimer),
            (0x2c00_0002, Instr::TimerThreshold { thresholds: 2 }),
            (0x3400_0831, Instr::TransferThreshold { counters: 1, handler: 131 }),
            (0x3c00_0828, Instr::MessageThreshold { counters: 8, handler: 130 }),
            (0x4000_0003, Instr::ControlOut { lines: 3 }),
            (0x4b80_0001, Instr::ToCore { data: words(Source::Accumulator(Accumulator::A), 1), end: true }),
            (
                0x5200_6002,
                Instr::Accumulate {
                    operation: Operation::Add,
                    accumulator: Accumulator::C,
                    data: words(Source::Code, 2),
                },
            ),
            (0x5800_0002, Instr::ResetFlags { flags: FLAG_SENT }),
        ] {
            assert_eq!((instr.encode(), Instr::decode(word)), (word, Some(instr)));
        }
    }

    #[test]
    fn layouts_are_in_order() {
        for (index, layout) in LAYOUTS.iter().enumerate() {
            assert_eq!(layout.opcode as usize, index);
        }
        for (index, (source, _)) in SOURCES.iter().enumerate() {
            assert_eq!(source.number() as usize, index);
        }
    }
}
