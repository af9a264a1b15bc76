//! Activities of devices, for observers that draw timelines or write logs.

use crate::{NodeId, Packet};

/// One activity of a device, at the time of the call in which the device reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Activity {
    /// A part of the device begins a job with another node, of `bytes` bytes.
    Begins { part: Part, what: &'static str, bytes: u64, node: NodeId },
    /// The job of the part is done.
    Ends { part: Part },
    /// A packet of the part's job is complete. It goes to the network, or back to the node itself.
    Sends { part: Part, packet: PacketName },
    /// From now on a queue holds `items` items.
    Holds { queue: Part, items: u64 },
    /// The device begins to execute an instruction of its own program, at this address in that
    /// program.
    Executes { address: u64, text: String },
}

/// One of the parts of a device that share a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub name: &'static str,
    pub number: u32,
}

/// Tells a packet from the others that are under way at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PacketName {
    pub src: NodeId,
    pub dst: NodeId,
    pub header: [u64; 4],
}

impl PacketName {
    pub fn of(packet: &Packet) -> PacketName {
        PacketName { src: packet.src, dst: packet.dst, header: packet.header }
    }
}

/// A packet that has left the network completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub packet: PacketName,
    /// Bytes of payload.
    pub bytes: u64,
    /// Set if the packet carries data of a transfer.
    pub section: Option<Section>,
    /// The links that the packet crossed, in order. Empty if the network does not report links.
    pub crossings: Vec<Crossing>,
    /// Set if the packet moves word by word; then `crossings` holds those of the first word.
    pub tail: Option<Tail>,
}

/// The words of a packet that moves word by word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    pub words: u64,
    pub word_bytes: u64,
    /// The cycle at which the first word arrived.
    pub first: u64,
    /// The crossings of the last word, with the sums of all words' cycles.
    pub crossings: Vec<Crossing>,
}

/// The place of a packet's payload in a transfer. The next packet of the transfer begins where this
/// one ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Tells transfers apart whose addresses follow each other.
    pub transfer: u64,
    /// The address of the packet's first byte at the destination.
    pub at: u64,
    /// Is the packet a transfer by itself?
    pub is_single: bool,
}

/// A packet's head starts over a link. Times are in cycles of the machine's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub link: String,
    pub cycle: u64,
    /// Cycles that the head has waited before this link: for the link itself, and for room behind it.
    pub waited: u64,
    /// Cycles for which the packet occupies the link.
    pub busy: u64,
}
