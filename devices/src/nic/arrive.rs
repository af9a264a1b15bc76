//! Arrivals: packets get places in the header FIFO, a copy goes to the unit for posted receives,
//! and credits go back.

use super::header::{CREDITS, Header, PACKETS};
use super::later::Later;
use super::receive::Place;
use super::units::Which;
use super::{Mishap, Nic, done};
use crate::alpu::Delivery;
use rankine_bus::{Cx, NodeId, Packet, Reply, Time};

impl Nic {
    fn has_header_place(&self) -> bool {
        self.receive.headers.len() + self.receive.freeing < self.params.header_fifo as usize
    }

    /// A packet comes off the network.
    pub(super) fn packet_arrives(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        match packet.class {
            PACKETS if packet.src < self.nodes => {
                self.receive.packets += 1;
                self.receive.bytes += packet.payload.len() as u64;
                self.receive.arrivals.push_back(packet);
                self.take_packets(cx);
                self.receive.most_arrivals = self.receive.most_arrivals.max(self.receive.arrivals.len() as u64);
            }
            CREDITS => self.credits_return(cx, packet.src, packet.header[0]),
            // No interface sends anything else.
            _ => {}
        }
    }

    /// Takes packets that have arrived, in order, as long as there are places and the unit takes
    /// the headers that are for it.
    pub(super) fn take_packets(&mut self, cx: &mut Cx<'_>) {
        while self.has_header_place()
            && let Some(place) = self.receive.complete.pop_front()
        {
            self.receive.put(place);
        }
        while self.is_enabled
            && let Some(packet) = self.receive.arrivals.front()
        {
            let header = Header::decode(&packet.header);
            if !header.is_data() && !self.can_take(cx, header) {
                return;
            }
            let Some(Packet { src, payload, .. }) = self.receive.arrivals.pop_front() else { return };
            if header.is_data() {
                self.write_data(cx, src, header.to(), payload, header.is_last().then_some(header));
            } else {
                self.receive.put(Place { header, payload, node: src, copied: Time::ZERO });
            }
        }
    }

    /// Is there a place for this header? If it is for the unit, has the unit taken it?
    fn can_take(&mut self, cx: &mut Cx<'_>, header: Header) -> bool {
        self.has_header_place()
            && header.probe().is_none_or(|probe| self.units.deliver(cx, Which::Posted, probe) != Delivery::Full)
    }

    /// The last packet of data is written: its header goes to the NIC processor.
    pub(super) fn data_is_complete(&mut self, cx: &mut Cx<'_>, node: NodeId, header: Header) {
        self.receive.complete.push_back(Place { header, payload: Vec::new(), node, copied: Time::ZERO });
        self.take_packets(cx);
    }

    /// The first bytes of the oldest header's payload, `count` if there are so many.
    pub(super) fn payload_of_oldest(&self, count: u32) -> Vec<u8> {
        let payload = self.receive.headers.front().map_or(&[][..], |place| &place.payload);
        payload[..payload.len().min(count as usize)].to_vec()
    }

    pub(super) fn oldest_is_copied_until(&mut self, end: Time) {
        if let Some(place) = self.receive.headers.front_mut() {
            place.copied = end;
        }
    }

    /// The NIC processor is done with the oldest header.
    pub(super) fn pop_header(&mut self, cx: &mut Cx<'_>) -> Reply {
        match self.receive.headers.pop_front() {
            Some(place) => {
                self.receive.freeing += 1;
                let free = (cx.now + self.params.bus_delay()).max(place.copied);
                Later::Free(place.node).at(cx, free);
            }
            None => self.mishaps.count(Mishap::PopWithoutHeader),
        }
        done(0, 1)
    }

    /// The place of a header from `node` is free.
    pub(super) fn place_is_free(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        self.receive.freeing = self.receive.freeing.saturating_sub(1);
        self.give_back(cx, node);
        self.take_packets(cx);
    }

    /// Owes `node` one more credit. Sends the owed credits once there are enough for a packet.
    pub(super) fn give_back(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let batch = (self.params.credits / 2).max(1);
        let Some(owed) = self.receive.owed.get_mut(node as usize) else { return };
        *owed += 1;
        if *owed >= batch {
            let header = [u64::from(*owed), 0, 0, 0];
            *owed = 0;
            cx.send(Packet { src: self.node, dst: node, class: CREDITS, header, payload: Vec::new() });
        }
    }
}
