//! The network side of the seam: packets between nodes.

use crate::{PacketName, Survey, Time};

/// A node's number, 0-based. A rank's number is its node's number.
pub type NodeId = u32;

/// A packet on the network. What `header` means is between the network interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    pub src: NodeId,
    pub dst: NodeId,
    /// Virtual-channel class, 0-based: packets of one class and one (src, dst) pair never overtake
    /// each other unless the platform asks for shuffling.
    pub class: u8,
    /// Kind and fields in the interface's own format.
    pub header: [u64; 4],
    /// Bytes of data carried.
    pub payload: Vec<u8>,
}

/// Where a packet came out, or that it left its source.
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
    /// (when, token) for [`Network::event`].
    pub timers: Vec<(Time, u64)>,
    /// (when, what), carried out in order of time, then as given.
    pub deliveries: Vec<(Time, Delivery)>,
    /// Links that heads of packets start over now, if somebody wants to know.
    pub crossings: Option<Vec<(PacketName, String)>>,
}

/// What a network may do while it handles a call.
pub struct NetCx<'a> {
    pub now: Time,
    pub effects: &'a mut NetEffects,
}

impl NetCx<'_> {
    /// Tells observers that a packet's head starts over a link now, if one of them wants to know.
    pub fn crosses(&mut self, packet: &Packet, link: impl FnOnce() -> String) {
        if let Some(crossings) = &mut self.effects.crossings {
            crossings.push((PacketName::of(packet), link()));
        }
    }

    /// Does an observer want to know what happens to packets?
    pub fn is_watched(&self) -> bool {
        self.effects.crossings.is_some()
    }
}

/// A network that connects all nodes. Calls come strictly in order of simulated time.
pub trait Network: Send {
    fn name(&self) -> &'static str;

    /// Takes `packet` at its source's door. Never refuses: a packet that finds the first buffer full waits
    /// at the door, in order, and [`Delivery::Left`] tells its sender when it is gone.
    fn inject(&mut self, cx: &mut NetCx<'_>, packet: Packet);

    /// A timer has expired.
    fn event(&mut self, cx: &mut NetCx<'_>, token: u64);

    /// As [`crate::Device::survey`].
    fn survey(&mut self, survey: &mut dyn Survey) -> bool {
        let _ = survey;
        false
    }

    /// No packet reaches another node sooner than this after its injection.
    fn minimum_latency(&self) -> Time;

    /// Counts since the start: (name with its unit, value).
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Who in it waits for what and why, a line each, for the report of a deadlock. Same lines in the same order every time.
    fn waiting(&self) -> Vec<String> {
        Vec::new()
    }

    /// One line on errors that nobody has seen, for the end-of-run warnings; none when all is well.
    fn complaint(&self) -> Option<String> {
        None
    }
}
