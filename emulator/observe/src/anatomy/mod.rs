//! The anatomy of messages: how the time of one message is spent, and that of all messages on
//! average. `docs/anatomy.md` has the rules.

mod choice;
mod lines;
mod parts;
mod payload;
mod runs;
mod svg;
mod taker;
mod text;
mod watch;
mod way;

pub use choice::{Average, Choice};
pub use lines::{Executed, LineLog, Place, lines};
pub use parts::{CallName, Kind, Part, Ranks, Waterfall};
pub use payload::Payload;
pub use svg::svg;
pub use taker::{Taker, Untold};
pub use text::{averages, beside, waterfall};
pub use watch::{MessageWatch, Room};

use rankine_bus::Clock;
use std::collections::{BTreeMap, BTreeSet};

/// The chosen message of a run, and the averages of all.
#[derive(Clone, Debug, PartialEq)]
pub struct Anatomy {
    pub platform: String,
    pub clock: Clock,
    /// The number of messages of point-to-point calls.
    pub messages: u64,
    pub chosen: Waterfall,
    pub averages: Vec<Average>,
    /// Messages that could not be taken apart: the call or the receive was not complete, or there
    /// was no room to record it.
    pub left_out: u64,
}

impl Anatomy {
    /// Takes the messages of a run apart. An error says why no message can be chosen.
    pub fn of(taker: &Taker<'_>, choice: &Choice, (platform, clock): (&str, Clock)) -> Result<Anatomy, String> {
        let mut sums = choice::Sums::of(taker, choice);
        let number = sums.chosen(choice, taker.messages)?;
        let found = taker.numbered().find(|(own, _)| *own == number);
        let chosen = found.and_then(|(_, message)| taker.take(number, &message).ok());
        Ok(Anatomy {
            platform: platform.to_owned(),
            clock,
            messages: taker.numbered().count() as u64,
            chosen: chosen.ok_or_else(|| format!("message {number} has no anatomy"))?,
            left_out: sums.left_out(),
            averages: sums.averages(),
        })
    }
}

/// The messages of a run by size and protocol.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kinds {
    pub averages: Vec<Average>,
    /// For each of the averages, the message of median latency.
    pub medians: Vec<Waterfall>,
    /// Messages that could not be taken apart.
    pub left_out: u64,
}

impl Kinds {
    /// Takes the messages of a run apart. Of the kinds of messages, those with most messages are kept,
    /// at most `most` of them; the second value is the number of all kinds.
    pub fn of(taker: &Taker<'_>, most: usize) -> (Kinds, usize) {
        let mut sums = choice::Sums::of(taker, &Choice::default());
        let mut averages = sums.averages();
        let all = averages.len();
        averages.sort_by_key(|average| std::cmp::Reverse(average.messages));
        averages.truncate(most);
        averages.sort_by_key(|average| (average.bytes, average.protocol));
        let numbers: Vec<Option<u64>> =
            averages.iter().map(|average| sums.median(&(average.bytes, average.protocol))).collect();
        let wanted: BTreeSet<u64> = numbers.iter().copied().flatten().collect();
        let found = taker.numbered().filter(|(number, _)| wanted.contains(number));
        let taken = found.filter_map(|(number, message)| Some((number, taker.take(number, &message).ok()?)));
        let mut taken: BTreeMap<u64, Waterfall> = taken.collect();
        let medians = numbers.into_iter().filter_map(|number| taken.remove(&number?)).collect();
        (Kinds { averages, medians, left_out: sums.left_out() }, all)
    }
}
