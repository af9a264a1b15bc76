//! Chooses the message that is shown, and averages all messages by size and protocol.

use super::parts::{Kind, Waterfall};
use super::taker::Taker;
use crate::Packed;
use crate::recording::{Message, Protocol};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Conditions on the chosen message. A condition that is None holds for all messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The message's number among the messages of point-to-point calls, from 1 on.
    pub message: Option<u64>,
    pub from: Option<u32>,
    pub to: Option<u32>,
    pub bytes: Option<u64>,
    /// The message's index among those that meet the conditions, in order of sending. If it is
    /// None, the message with the median latency of the most frequent kind (size and protocol) is
    /// chosen. If several kinds are equally frequent, that is the kind with the fewest bytes; of an
    /// even number of messages, it is the lower of the two in the middle.
    pub index: Option<usize>,
}

impl Choice {
    fn fits(&self, message: &Message) -> bool {
        self.from.is_none_or(|from| from == message.source)
            && self.to.is_none_or(|to| to == message.destination)
            && self.bytes.is_none_or(|bytes| bytes == message.bytes)
    }

    /// The choice that finds the same message in another run of the same program: the same ranks
    /// and size, and the same number of such messages before it.
    pub fn same(chosen: &Waterfall, messages: &Packed<Message>) -> Choice {
        let Message { source, destination, bytes, .. } = chosen.message;
        let choice = Choice { from: Some(source), to: Some(destination), bytes: Some(bytes), ..Choice::default() };
        let own = messages.iter().filter(|message| !message.is_collective);
        let before = own.take(chosen.number.saturating_sub(1) as usize).filter(|message| choice.fits(message));
        Choice { index: Some(before.count()), ..choice }
    }
}

/// The messages of one size and protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Average {
    pub bytes: u64,
    pub protocol: Protocol,
    pub messages: u64,
    pub mean_cycles: f64,
    /// Mean cycles of each kind of part.
    pub parts: [f64; Kind::ALL.len()],
}

#[derive(Default)]
struct Sum {
    messages: u64,
    cycles: u64,
    parts: [u64; Kind::ALL.len()],
}

/// Sums over messages.
#[derive(Default)]
pub(super) struct Sums {
    kinds: BTreeMap<(u64, Protocol), Sum>,
    /// For each kind, latency and number of the messages that meet the conditions.
    fitting: BTreeMap<(u64, Protocol), Vec<(u64, u64)>>,
    left_out: u64,
}

impl Sums {
    /// The sums over the messages of point-to-point calls. Those that fit the choice can be chosen.
    pub fn of(taker: &Taker<'_>, choice: &Choice) -> Sums {
        let mut sums = Sums::default();
        for (number, message) in taker.numbered() {
            sums.add(taker.take(number, &message).ok().as_ref(), choice);
        }
        sums
    }

    /// Adds a message. None stands for a message that could not be taken apart.
    fn add(&mut self, taken: Option<&Waterfall>, choice: &Choice) {
        let Some(taken) = taken else {
            self.left_out += 1;
            return;
        };
        let kind = (taken.message.bytes, taken.message.protocol);
        let sum = self.kinds.entry(kind).or_default();
        sum.messages += 1;
        sum.cycles += taken.cycles();
        for (into, kind) in sum.parts.iter_mut().zip(Kind::ALL) {
            *into += taken.of(kind);
        }
        if choice.fits(&taken.message) {
            self.fitting.entry(kind).or_default().push((taken.cycles(), taken.number));
        }
    }

    /// The number of the chosen message. An error says why there is none.
    pub fn chosen(&mut self, choice: &Choice, messages: &Packed<Message>) -> Result<u64, String> {
        let all: u64 = self.kinds.values().map(|sum| sum.messages).sum::<u64>() + self.left_out;
        if all == 0 {
            let others = if messages.is_empty() { "" } else { "; messages of collective operations have no anatomy" };
            return Err(format!(
                "the program sends no message from one rank to another by point-to-point calls{others}"
            ));
        }
        if let Some(number) = choice.message {
            let is_known = self.fitting.values().flatten().any(|(_, known)| *known == number);
            return if is_known { Ok(number) } else { Err(self.missing(number, all)) };
        }
        if let Some(index) = choice.index {
            let mut numbers: Vec<u64> = self.fitting.values().flatten().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            return numbers.get(index).copied().ok_or_else(|| "there is no such message here".to_owned());
        }
        let most = self.fitting.iter().max_by_key(|(kind, of)| (of.len(), Reverse(**kind))).map(|(kind, _)| *kind);
        most.and_then(|kind| self.median(&kind)).ok_or_else(|| {
            format!("no complete message of {all} fits --from, --to and --size; `rankine run --mpi` lists messages")
        })
    }

    /// The number of the message of median latency, of those of this size and protocol that fit the
    /// choice. Of an even number of messages, it is the lower of the two in the middle.
    pub fn median(&mut self, kind: &(u64, Protocol)) -> Option<u64> {
        let of = self.fitting.get_mut(kind)?;
        of.sort_unstable();
        of.get(of.len().checked_sub(1)? / 2).map(|(_, number)| *number)
    }

    fn missing(&self, number: u64, all: u64) -> String {
        match number {
            1.. if number <= all => format!(
                "message {number} has no anatomy: it does not fit the other options, its receive was not completed, or the run was \
                 too long to keep it"
            ),
            _ => format!("there is no message {number}; --message takes 1 to {all}"),
        }
    }

    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    pub fn averages(&self) -> Vec<Average> {
        let average = |(&(bytes, protocol), sum): (&(u64, Protocol), &Sum)| {
            let mean = |cycles: u64| cycles as f64 / sum.messages as f64;
            let (messages, mean_cycles) = (sum.messages, mean(sum.cycles));
            Average { bytes, protocol, messages, mean_cycles, parts: sum.parts.map(mean) }
        };
        self.kinds.iter().map(average).collect()
    }
}
