//! Takes the messages of a run apart, one by one.

use super::parts::{Completions, Ranks, Waterfall, take_apart};
use crate::Packed;
use crate::mpi_view::grouped;
use crate::recording::Message;
use std::fmt;

/// What is needed to take each message of a run apart.
pub struct Taker<'a> {
    pub(super) messages: &'a Packed<Message>,
    ranks: &'a Ranks<'a>,
    completions: Completions,
    /// The first cycle at which a record of any rank found no room.
    full_from: Option<u64>,
}

/// The reason why a message is not taken apart. It is shown as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Untold {
    Collective,
    NotReceived,
    /// The records were full at this cycle, before the message was received.
    Full(u64),
    /// One of the two calls was not recorded, or not left.
    NoCall,
}

impl fmt::Display for Untold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untold::Collective => f.write_str("Messages of collective operations have no anatomy."),
            Untold::NotReceived => f.write_str("The message was not received, so its time has no end."),
            Untold::Full(cycle) => write!(
                f,
                "Records of phases and packets were full at cycle {}; messages received later have no anatomy.",
                grouped(*cycle)
            ),
            Untold::NoCall => f.write_str(
                "The call that sends the message, or the call that receives it, was not recorded from its entry to its \
                 return.",
            ),
        }
    }
}

impl<'a> Taker<'a> {
    pub fn of(messages: &'a Packed<Message>, ranks: &'a Ranks<'a>) -> Taker<'a> {
        let full_from = ranks.watches.iter().filter_map(|watch| watch.full_from).min();
        let complete = messages.iter().filter(|message| message.received < Some(full_from.unwrap_or(u64::MAX)));
        Taker { messages, ranks, completions: Completions::of(complete, ranks.watches.len()), full_from }
    }

    /// The messages of point-to-point calls, each with its number, in the order in which they were
    /// sent.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, Message)> {
        (1..).zip(self.messages.iter().filter(|message| !message.is_collective))
    }

    /// Takes the message with this number apart.
    pub fn take(&self, number: u64, message: &Message) -> Result<Waterfall, Untold> {
        if message.is_collective {
            return Err(Untold::Collective);
        }
        let received = message.received.ok_or(Untold::NotReceived)?;
        let full = self.full_from.unwrap_or(u64::MAX);
        if received >= full {
            return Err(Untold::Full(full));
        }
        let taken = take_apart(number, message, self.ranks, &self.completions).ok_or(Untold::NoCall)?;
        if taken.end < full { Ok(taken) } else { Err(Untold::Full(full)) }
    }
}
