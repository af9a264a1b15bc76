//! States of the sequencer, and the flags that it waits for.

use super::calls::Call;
use super::code::{
    Accumulator, CONTROL_LINES, COUNTERS, FLAG_CODE, FLAG_INPUTS, FLAG_MESSAGES, FLAG_SENT, FLAG_TIMER, FLAG_TRANSFERS,
    Operation, Source, TIMER_THRESHOLDS,
};

/// Where words go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    GasCore,
    Core,
    Accumulator(Operation, Accumulator),
}

/// The state of the sequencer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Fetch,
    Wait {
        flags: u32,
        since: u64,
    },
    /// So many words are still to be moved.
    Move {
        source: Source,
        target: Target,
        left: u32,
    },
    Stopped,
}

/// An effect of a handler call, some cycles after its words have come.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// The call is counted, and ArrivalTime is set.
    Called(Call),
    /// Code has been loaded completely: from address 0 on?
    Loaded { from_0: bool },
}

/// A bit of a WAIT's mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    Code,
    Sent,
    Timer(usize),
    Transfers(usize),
    Messages(usize),
    Input(usize),
}

impl Flag {
    /// The flag of a bit below [`FLAGS`].
    pub fn of(bit: usize) -> Flag {
        let number = |first: u32, count: usize| {
            let first = first.trailing_zeros() as usize;
            (first..first + count).contains(&bit).then(|| bit - first)
        };
        if number(FLAG_CODE, 1).is_some() {
            return Flag::Code;
        }
        if number(FLAG_SENT, 1).is_some() {
            return Flag::Sent;
        }
        let timer = number(FLAG_TIMER, TIMER_THRESHOLDS).map(Flag::Timer);
        let transfers = number(FLAG_TRANSFERS, COUNTERS).map(Flag::Transfers);
        let messages = number(FLAG_MESSAGES, COUNTERS).map(Flag::Messages);
        let input = number(FLAG_INPUTS, CONTROL_LINES).map(Flag::Input);
        timer.or(transfers).or(messages).or(input).expect("a bit below FLAGS")
    }
}
