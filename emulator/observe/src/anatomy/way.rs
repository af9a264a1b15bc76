//! The way of a message's first packet: its command, the interface, the links, and its arrival.

use super::watch::{CommandStep, MessageWatch, Step};
use rankine_bus::PacketName;

/// What was recorded of the first packet of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Way {
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
    let injected = steps(&source.outgoing, packet, complete, seen).next()?.cycle;
    let arrived = steps(&destination.incoming, packet, injected, seen).next()?;
    let links = destination.links(arrived).map(|(cycle, link)| (cycle, link.to_owned())).collect();
    Some(Way { accepted: command.cycle, injected, links, arrived: arrived.cycle })
}

/// The steps of packets with this name, from one cycle to another.
fn steps(list: &[Step], packet: PacketName, from: u64, to: u64) -> impl Iterator<Item = &Step> {
    let first = list.partition_point(|step| step.cycle < from);
    list[first..].iter().take_while(move |step| step.cycle <= to).filter(move |step| step.packet == packet)
}

/// The cycle at which the last packet from this node arrived, between two cycles.
pub(super) fn last_arrival(destination: &MessageWatch, from_node: u32, from: u64, to: u64) -> Option<u64> {
    let end = destination.incoming.partition_point(|step| step.cycle <= to);
    let begin = destination.incoming.partition_point(|step| step.cycle < from).min(end);
    let arrivals = destination.incoming[begin..end].iter().rev();
    arrivals.map(|step| (step.cycle, step.packet.src)).find(|(_, source)| *source == from_node).map(|(cycle, _)| cycle)
}
