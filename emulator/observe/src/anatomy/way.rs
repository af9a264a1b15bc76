//! The way of a message's first packet: its command, the interface, the links, and its arrival.

use super::watch::{CommandStep, MessageWatch};
use rankine_bus::PacketName;

/// What was recorded of the first packet of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub packet: PacketName,
    /// The cycle at which the interface accepted the command.
    pub accepted: u64,
    /// The cycle at which the packet was complete and went to the network.
    pub injected: u64,
    /// For each link, the cycle at which the packet's head started to cross it.
    pub links: Vec<(u64, String)>,
    pub arrived: u64,
}

/// The first packet of the message that was handed to the interface at cycle `sent` or shortly
/// after. None if the interface does not report packets. None, too, if the receiver looked at the
/// message before such a packet arrived: then that packet belonged to another message.
pub(super) fn way(source: &MessageWatch, destination: &MessageWatch, to: u32, sent: u64, seen: u64) -> Option<Way> {
    let first = source.commands.partition_point(|command| command.cycle < sent);
    let mut commands = source.commands.get(first..)?.iter().take_while(|command| command.cycle <= seen);
    let command = commands.find(|command| matches!(command.is, CommandStep::Accepted(node) if node == to))?;
    let sends = commands.filter(|later| later.part == command.part);
    let packet = sends.into_iter().find_map(|later| match later.is {
        CommandStep::Sends(packet) => Some((later.cycle, packet)),
        CommandStep::Accepted(_) => None,
    });
    let (complete, packet) = packet.filter(|(_, packet)| packet.dst == to)?;
    let arrived = destination.incoming.named(packet, complete, seen)?;
    let hops: Vec<_> = destination.incoming.hops(&arrived).collect();
    let injected = if hops.is_empty() { complete } else { destination.incoming.start(&arrived) };
    let links = hops.iter().map(|hop| (hop.cycle, hop.link.to_owned())).collect();
    Some(Way { packet, accepted: command.cycle, injected, links, arrived: arrived.cycle })
}
