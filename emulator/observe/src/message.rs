//! Recorded messages from library to library.

use crate::coding::Coder;
use crate::packed::Record;

/// How a message travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    /// In one packet, which also holds the envelope.
    #[default]
    Short,
    /// In several packets; the first one holds the envelope.
    Eager,
    /// The receiver fetches the data when it knows the receive buffer.
    Rendezvous,
}

impl Protocol {
    pub const ALL: [Protocol; 3] = [Protocol::Short, Protocol::Eager, Protocol::Rendezvous];

    pub fn name(self) -> &'static str {
        match self {
            Protocol::Short => "short",
            Protocol::Eager => "eager",
            Protocol::Rendezvous => "rendezvous",
        }
    }

    pub(crate) fn coded(self, coder: &mut impl Coder) -> Protocol {
        let number = coder.unsigned(self as u64);
        Protocol::ALL.into_iter().find(|protocol| *protocol as u64 == number).unwrap_or_default()
    }
}

/// A message from library to library. Collectives consist of such messages, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Ranks in `MPI_COMM_WORLD`.
    pub source: u32,
    pub destination: u32,
    pub tag: i32,
    pub bytes: u64,
    pub protocol: Protocol,
    /// Is the message a part of a collective, and not one of the program's own?
    pub is_collective: bool,
    /// The cycle at which the envelope was handed to the hardware.
    pub sent: u64,
    /// The cycle at which the receiver's library, or the firmware of its NIC, looked at it.
    pub arrived: Option<u64>,
    /// The cycle at which it matched its receive.
    pub matched: Option<u64>,
    /// The cycle at which the receive was complete.
    pub received: Option<u64>,
    /// Did it arrive before its receive was posted?
    pub is_unexpected: bool,
    /// The place, on the receiver's node, of the processor that matched it with its receive.
    pub place: u32,
}

impl Message {
    /// The message in a run that ends at this cycle, before which it has been sent.
    pub(crate) fn ended_at(self, end: u64) -> Message {
        let before = |cycle: &u64| *cycle < end;
        let (arrived, matched) = (self.arrived.filter(before), self.matched.filter(before));
        let (is_unexpected, place) = if arrived.is_some() { (self.is_unexpected, self.place) } else { (false, 0) };
        Message { arrived, matched, received: self.received.filter(before), is_unexpected, place, ..self }
    }
}

impl Record for Message {
    fn code(&mut self, before: &Message, coder: &mut impl Coder) {
        let flags = coder.unsigned(u64::from(self.is_collective) | u64::from(self.is_unexpected) << 1);
        let sent = coder.near(self.sent, before.sent);
        let arrived = coder.some_near(self.arrived, sent);
        let matched = coder.some_near(self.matched, arrived.unwrap_or(sent));
        *self = Message {
            source: coder.small(self.source),
            destination: coder.small(self.destination),
            tag: coder.near(self.tag as u64, before.tag as u64) as i32,
            bytes: coder.unsigned(self.bytes),
            protocol: self.protocol.coded(coder),
            is_collective: flags & 1 != 0,
            sent,
            arrived,
            matched,
            received: coder.some_near(self.received, matched.unwrap_or(sent)),
            is_unexpected: flags >> 1 != 0,
            place: coder.small(self.place),
        };
    }
}
