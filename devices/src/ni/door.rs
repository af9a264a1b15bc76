//! The door between the interface and the network. At most `outstanding` packets of a class stand
//! at the door: the network has them, and they have not left the node. All others wait here in
//! order.

use super::packet::CLASSES;
use rankine_bus::{Cx, NodeId, Packet, Survey, fixed_of};
use std::collections::VecDeque;

/// The meaning of a packet's departure for this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    Nothing,
    /// A remote store of the hart is no longer pending.
    Store,
    /// A source buffer is free; with the last packet the transfer ends.
    Data {
        last: Option<Origin>,
    },
    /// The command in this line has become a request to another node.
    ReadRequest {
        line: usize,
    },
}

/// The party that waits for the end of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The command buffer in this line.
    Command { line: usize },
    /// The node whose read or dequeue request it was.
    Request { node: NodeId },
    /// No party: it is an item for a reader that has waited.
    Item,
}

/// The packets of a class. `waiting` is bounded: for requests, by `read_requests` and one remote
/// load; for data, by `source_buffers` and `store_fifo`; for responses, by `response_fifo` and one
/// answer for each request that other nodes may have open.
#[derive(Default)]
struct Class {
    at_door: VecDeque<Note>,
    waiting: VecDeque<(Packet, Note)>,
    high_water: usize,
}

pub struct Door {
    classes: [Class; CLASSES],
    outstanding: usize,
    pub packets: u64,
    pub bytes: u64,
}

impl Door {
    pub fn new(outstanding: u32) -> Door {
        Door { classes: Default::default(), outstanding: outstanding as usize, packets: 0, bytes: 0 }
    }

    /// Sends `packet` as soon as there is room at the door.
    pub fn push(&mut self, cx: &mut Cx<'_>, packet: Packet, note: Note) {
        let index = usize::from(packet.class);
        let class = &mut self.classes[index];
        class.waiting.push_back((packet, note));
        class.high_water = class.high_water.max(class.waiting.len());
        self.advance(cx, index);
    }

    /// The oldest packet of the class has left. Returns its note; none if no packet was there.
    pub fn left(&mut self, cx: &mut Cx<'_>, class: u8) -> Option<Note> {
        let index = usize::from(class);
        let note = self.classes.get_mut(index)?.at_door.pop_front()?;
        self.advance(cx, index);
        Some(note)
    }

    pub fn survey(&mut self, survey: &mut dyn Survey) {
        for Class { at_door, waiting, high_water } in &mut self.classes {
            fixed_of(survey, &(&*at_door, waiting.len(), *high_water));
            for (packet, note) in waiting {
                survey.packet(packet);
                fixed_of(survey, note);
            }
        }
        survey.count(&mut self.packets);
        survey.count(&mut self.bytes);
    }

    /// The note of the oldest packet of the class, if one stands at the door.
    pub fn oldest(&self, class: u8) -> Option<Note> {
        self.classes.get(usize::from(class))?.at_door.front().copied()
    }

    /// Packets of the class that wait behind those at the door.
    pub fn waiting(&self, class: u8) -> usize {
        self.classes[usize::from(class)].waiting.len()
    }

    pub fn high_water(&self, class: u8) -> u64 {
        self.classes[usize::from(class)].high_water as u64
    }

    fn advance(&mut self, cx: &mut Cx<'_>, index: usize) {
        let class = &mut self.classes[index];
        while class.at_door.len() < self.outstanding
            && let Some((packet, note)) = class.waiting.pop_front()
        {
            class.at_door.push_back(note);
            self.packets += 1;
            self.bytes += packet.payload.len() as u64;
            cx.send(packet);
        }
    }
}
