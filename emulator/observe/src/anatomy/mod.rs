//! The anatomy of messages: how the time of one message is spent, and that of all messages on
//! average. `docs/anatomy.md` has the rules.

mod choice;
mod lines;
mod parts;
mod svg;
mod text;
mod watch;
mod way;

pub use choice::{Average, Choice};
pub use lines::{Executed, LineLog, Place, lines};
pub use parts::{CallName, Kind, Part, Ranks, Waterfall};
pub use svg::svg;
pub use text::{averages, beside, waterfall};
pub use watch::MessageWatch;

use crate::Packed;
use crate::recording::Message;
use rankine_bus::Clock;

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
    pub fn of(
        messages: &Packed<Message>,
        ranks: &Ranks<'_>,
        choice: &Choice,
        (platform, clock): (&str, Clock),
    ) -> Result<Anatomy, String> {
        let own = || (1..).zip(messages.iter().filter(|message| !message.is_collective));
        let full = ranks.watches.iter().filter_map(|watch| watch.full_from).min().unwrap_or(u64::MAX);
        let completions = parts::Completions::of(messages, ranks.watches.len());
        let mut sums = choice::Sums::default();
        for (number, message) in own() {
            let is_complete = message.received.is_some_and(|received| received < full);
            let taken = is_complete.then(|| parts::take_apart(number, &message, ranks, &completions)).flatten();
            sums.add(taken.as_ref(), choice);
        }
        let number = sums.chosen(choice, messages)?;
        let found = own()
            .find(|(own, _)| *own == number)
            .and_then(|(_, message)| parts::take_apart(number, &message, ranks, &completions));
        Ok(Anatomy {
            platform: platform.to_owned(),
            clock,
            messages: own().count() as u64,
            chosen: found.ok_or_else(|| format!("message {number} cannot be taken apart"))?,
            left_out: sums.left_out(),
            averages: sums.averages(),
        })
    }
}
