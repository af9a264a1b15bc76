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

/// One step of a packet, at the time of the call in which it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PacketStep {
    /// Its node hands it to the network.
    Injected,
    /// The packet has left the network completely. Its head started over these links, at these
    /// cycles.
    Arrived { links: Vec<(u64, String)> },
}
