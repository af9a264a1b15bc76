//! Visibility of the interface's events: which of them the node's processors can see, and where.
//! Places are lines of the scratchpad.

use super::Ni;
use super::door::{Note, Origin};
use super::engine::{Cut, Source};
use super::later::Work;
use super::packet::{Header, Kind};
use crate::address::{Place, Space};
use crate::counter::{self, Outcome};
use crate::regs::ni as regs;
use crate::scratchpad::{LineType, Word};
use rankine_bus::{Access, Happening, Kind as Act, Looks, Packet, Shows};

impl Ni {
    /// The place that an access looks at. A pure fence waits for nothing, and only the hart's own
    /// stores change that. Only a store of the hart changes a tag.
    pub(super) fn looked_at(&self, access: &Access) -> Looks {
        let Access { addr, width, kind } = *access;
        if kind == Act::Fence {
            return Looks::Nowhere;
        }
        let place = self.map.place(addr, width.bytes(), self.node, self.nodes);
        match place.filter(|place| place.node == self.node) {
            Some(Place { space: Space::Tags, .. }) => Looks::Nowhere,
            Some(Place { space: Space::Scratchpad, offset, .. }) => {
                let (first, last) = (self.pad.line_of(offset), self.pad.line_of(offset + width.bytes() - 1));
                if first == last { Looks::At(first as u64) } else { Looks::Everywhere }
            }
            _ => Looks::Everywhere,
        }
    }

    /// The place at which a happening shows. After it, the engine may begin a command. That shows
    /// if the command asks a queue of this node for an item.
    pub(super) fn shown(&self, happening: &Happening<'_>) -> Shows {
        let shows = match happening {
            Happening::Received(_) => Shows::Nothing,
            Happening::Sent(class) => self.door.oldest(*class).map_or(Shows::Nothing, departure),
            Happening::Timer(token) => match self.later.get(*token) {
                None => Shows::Nothing,
                Some(Work::Read(cut)) => self.reading(cut),
                Some(Work::Take(packet)) => self.taking(packet),
                Some(Work::Add { offset, increment }) => self.adding(*offset, *increment),
                Some(Work::Notify { .. }) => Shows::Everything,
            },
        };
        if self.engine.may_ask(self.node) { Shows::Everything } else { shows }
    }

    /// A packet's source is read, and the packet goes to the door; a packet to the own node has
    /// left then. A source that cannot be read ends its command at once.
    fn reading(&self, cut: &Cut) -> Shows {
        match (cut.source, cut.last) {
            (_, Some(_)) if cut.node == self.node => Shows::Everything,
            (Source::Memory(_), Some(Origin::Command { .. })) => Shows::Everything,
            (Source::Scratchpad(_), Some(Origin::Command { line })) => Shows::Place(line as u64),
            (Source::Memory(offset), _) => {
                Shows::Memory { addr: self.map.memory_address(offset), bytes: u64::from(cut.len) }
            }
            (Source::Scratchpad(_) | Source::Message(_), _) => Shows::Nothing,
        }
    }

    fn taking(&self, packet: &Packet) -> Shows {
        let Some(header) = Header::decode(&packet.header).filter(|header| header.kind == Kind::Data) else {
            return Shows::Everything;
        };
        match self.own(header.address, packet.payload.len() as u64) {
            Some(Place { space: Space::Memory, offset, .. }) => {
                Shows::Memory { addr: self.map.memory_address(offset), bytes: packet.payload.len() as u64 }
            }
            _ => Shows::Everything,
        }
    }

    /// A counter that does not trigger shows its own line.
    fn adding(&self, offset: u64, increment: u64) -> Shows {
        let counter = self.pad.word_at(offset, self.params.word_bytes as usize).filter(|Word { line, index }| {
            *index == regs::COUNTER_VALUE && self.pad.line_type(*line) == LineType::Counter
        });
        let Some(word) = counter else { return Shows::Everything };
        match counter::add(self.pad.get(word), increment, self.params.counter_bits) {
            (_, Outcome::Counting) => Shows::Place(word.line as u64),
            _ => Shows::Everything,
        }
    }
}

/// The place at which the departure of a packet with this note shows.
fn departure(note: Note) -> Shows {
    match note {
        Note::Nothing | Note::Data { last: None } => Shows::Nothing,
        Note::ReadRequest { line } => Shows::Place(line as u64),
        Note::Data { .. } | Note::Store => Shows::Everything,
    }
}
