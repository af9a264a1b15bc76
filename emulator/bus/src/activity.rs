//! What devices do, for those who draw timelines of it and log it.

use crate::{NodeId, Packet};

/// One thing that a device does, at the time of the call in which it tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Activity {
    /// A part of it begins something, with so many bytes and another node.
    Begins { part: Part, what: &'static str, bytes: u64, node: NodeId },
    /// What the part has begun is done.
    Ends { part: Part },
    /// A packet of what the part has begun is complete and goes to the network, or round to the node itself.
    Sends { part: Part, packet: PacketName },
    /// A queue holds so many items from now on.
    Holds { queue: Part, items: u64 },
    /// It begins to execute an instruction of a program of its own, at this address of it.
    Executes { address: u64, text: String },
}

/// One of the parts of a device that have a name in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub name: &'static str,
    pub number: u32,
}

/// What tells a packet from the others that are under way at the same time.
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

/// What happens to a packet, at the time of the call in which it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PacketStep {
    /// Its node hands it to the network.
    Injected,
    /// It has come off the network, completely. Its head has started over these links, at these cycles.
    Arrived { links: Vec<(u64, String)> },
}
