//! The interface between the machine and a network: packets between nodes.

use crate::{NetworkMap, PacketName, Survey, Time};

/// A node's number, 0-based. A rank's number is its node's number.
pub type NodeId = u32;

/// A packet on the network. Network interfaces define the meaning of `header`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    pub src: NodeId,
    pub dst: NodeId,
    /// Virtual-channel class, 0-based. Packets of one class and one (src, dst) pair do not overtake
    /// each other unless the platform asks for shuffling.
    pub class: u8,
    /// Kind and fields in the interface's own format.
    pub header: [u64; 4],
    /// Bytes of data carried.
    pub payload: Vec<u8>,
}

/// A packet's arrival, or its departure from its source.
#[derive(Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The packet has arrived completely at `packet.dst`.
    Arrived(Packet),
    /// A packet of this node and class has left the node (its last flit is in the first router).
    Left { src: NodeId, class: u8 },
}

/// Effects of one network call.
#[derive(Debug, Default)]
pub struct NetEffects {
    /// (time, token) for [`Network::event`].
    pub timers: Vec<(Time, u64)>,
    /// (time, delivery). Carried out in order of time, at equal times in the order given.
    pub deliveries: Vec<(Time, Delivery)>,
    /// Links that heads of packets start over now, if an observer wants to know.
    pub crossings: Option<Vec<Start>>,
    /// Packets that have arrived word by word, if an observer wants to know.
    pub streams: Vec<Stream>,
}

/// The head of a packet starts over a link now.
#[derive(Debug, PartialEq, Eq)]
pub struct Start {
    pub packet: PacketName,
    pub link: String,
    /// Since when the head could have started if nothing had blocked it.
    pub ready: Time,
    /// The time for which the packet occupies the link.
    pub busy: Time,
}

/// A packet that has crossed the network word by word. Its words are not reported as packets.
#[derive(Debug, PartialEq, Eq)]
pub struct Stream {
    pub packet: PacketName,
    pub words: u64,
    pub word_bytes: u64,
    pub links: Vec<Pass>,
    /// The arrival of the first word, and of the last word.
    pub arrived: [Time; 2],
}

/// The words of a packet at a link.
#[derive(Debug, PartialEq, Eq)]
pub struct Pass {
    pub link: String,
    /// The first word was in front of the link.
    pub ready: Time,
    /// The last word went over the link.
    pub last: Time,
    /// The time for which the first word waited for the link, and words for room behind it.
    pub waited: Time,
    /// The time for which words occupied the link.
    pub busy: Time,
}

/// The context of a network call.
pub struct NetCx<'a> {
    pub now: Time,
    pub effects: &'a mut NetEffects,
}

impl NetCx<'_> {
    /// Tells observers that a packet's head starts over a link now, if one of them wants to know.
    /// The head has been ready since `ready`, and the packet occupies the link for the time `busy`.
    pub fn crosses(&mut self, packet: &Packet, (ready, busy): (Time, Time), link: impl FnOnce() -> String) {
        if let Some(crossings) = &mut self.effects.crossings {
            crossings.push(Start { packet: PacketName::of(packet), link: link(), ready, busy });
        }
    }

    /// Does an observer want to know of packets?
    pub fn is_watched(&self) -> bool {
        self.effects.crossings.is_some()
    }
}

/// A network that connects all nodes. Calls come strictly in order of simulated time.
pub trait Network: Send {
    fn name(&self) -> &'static str;

    /// Takes `packet` at its source. Never refuses: a packet that finds the first buffer full waits
    /// at the source, in order. [`Delivery::Left`] tells its sender when it has left.
    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet);

    /// A timer has expired.
    fn event(&mut self, cx: &mut NetCx<'_>, token: u64);

    /// As [`crate::Device::survey`].
    fn survey(&mut self, survey: &mut dyn Survey) -> bool {
        let _ = survey;
        false
    }

    /// Lower bound of the time from a packet's injection to its arrival at another node.
    fn minimum_latency(&self) -> Time;

    /// Counts since the start: (name with its unit, value).
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Its places, and its links with what they have carried since the start.
    fn map(&self) -> NetworkMap {
        NetworkMap::default()
    }

    /// One line for each packet or part that waits: what it waits for, and why. For the report of a
    /// deadlock. Same lines in the same order every time.
    fn waiting(&self) -> Vec<String> {
        Vec::new()
    }

    /// One line on errors that nobody has seen, for the end-of-run warnings; none if there are
    /// none.
    fn complaint(&self) -> Option<String> {
        None
    }
}
