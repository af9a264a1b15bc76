//! How the records of a log are packed.

use super::log::{ARGUMENTS_MAX, Event, LoggedCall, What};
use crate::coding::Coder;
use crate::packed::Record;
use crate::recording::ActiveHead;

impl Record for LoggedCall {
    fn code(&mut self, before: &LoggedCall, coder: &mut impl Coder) {
        self.function = coder.small(self.function);
        self.return_address = coder.near(self.return_address, before.return_address);
        self.entered = coder.near(self.entered, before.entered);
        self.holds = coder.flag(self.holds);
        self.result = coder.some_near(self.result.map(|result| result as u64), 0).map(|result| result as i32);
        code_arguments(&mut self.arguments, &before.arguments, coder);
        self.lists.resize(coder.unsigned(self.lists.len() as u64) as usize, Vec::new());
        for list in &mut self.lists {
            list.resize(coder.unsigned(list.len() as u64) as usize, 0);
            let mut other = 0;
            for value in list {
                other = coder.near(*value as u64, other);
                *value = other as i64;
            }
        }
    }
}

/// Codes only the arguments that differ from those of the call before.
fn code_arguments(arguments: &mut [u64; ARGUMENTS_MAX], before: &[u64; ARGUMENTS_MAX], coder: &mut impl Coder) {
    let differs = |index: usize| u64::from(arguments[index] != before[index]) << index;
    let differing = coder.unsigned((0..ARGUMENTS_MAX).map(differs).sum());
    for (index, (argument, before)) in arguments.iter_mut().zip(before).enumerate() {
        *argument = if differing >> index & 1 == 1 { coder.near(*argument, *before) } else { *before };
    }
}

impl Record for Event {
    fn code(&mut self, before: &Event, coder: &mut impl Coder) {
        self.cycle = coder.near(self.cycle, before.cycle);
        self.what = coded(self.what, coder);
    }
}

fn coded(what: What, coder: &mut impl Coder) -> What {
    // The kind of event and its values. Values that a kind does not have are 0.
    let (kind, first, second, third) = match what {
        What::ActiveDone => (0, 0, 0, 0),
        What::Enter(call) => (1, call, 0, 0),
        What::Leave(call) => (2, call, 0, 0),
        What::Sending { node, tag, is_collective } => (3 + u64::from(is_collective), node, tag as u32, 0),
        What::Arrived { node } => (5, node, 0, 0),
        What::Withdrawn { arrival } => (6, arrival, 0, 0),
        What::TakenBack => (7, 0, 0, 0),
        What::ActiveGoes { node, head, bytes } => (8, node, head.word(), bytes),
        What::ActiveComes { node, head, bytes } => (9, node, head.word(), bytes),
    };
    let kind = coder.unsigned(kind);
    let mut number = |value: u32| coder.small(value);
    match kind {
        1 => What::Enter(number(first)),
        2 => What::Leave(number(first)),
        3 | 4 => What::Sending { node: number(first), tag: number(second) as i32, is_collective: kind == 4 },
        5 => What::Arrived { node: number(first) },
        6 => What::Withdrawn { arrival: number(first) },
        7 => What::TakenBack,
        8 | 9 => {
            let (node, head) = (number(first), ActiveHead::of(number(second)));
            let bytes = coder.unsigned(third);
            if kind == 8 { What::ActiveGoes { node, head, bytes } } else { What::ActiveComes { node, head, bytes } }
        }
        _ => What::ActiveDone,
    }
}
