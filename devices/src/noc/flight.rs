//! Packets on their way through the mesh, and the first-in-first-out buffers that hold them.
//!
//! The data that every hop needs of a packet are kept together, apart from the packet's contents. A
//! buffer is a linked list through the packets themselves, so that thousands of empty buffers cost
//! nothing.

use rankine_bus::{Packet, Survey, Time, fixed_of};

/// The data that every hop needs of a packet.
#[derive(Clone, Copy)]
pub struct Flight {
    /// When it could have gone on if nothing had blocked it.
    pub ready: Time,
    pub flits: u32,
    pub dst: u32,
    /// The router its head is in or comes to next, and the input port.
    pub router: u32,
    pub port: u8,
    pub class: u8,
    /// The packet behind it in the same buffer.
    behind: u32,
}

const NONE: u32 = u32::MAX;

/// All packets in the network, by number. Their number is bounded by the interfaces' packets at the
/// doors, and by the buffers.
#[derive(Default)]
pub struct Flights {
    flights: Vec<Flight>,
    packets: Vec<Option<Packet>>,
    free: Vec<u32>,
}

impl Flights {
    /// Takes a packet in at its source; the number is its own until it arrives.
    pub fn begin(&mut self, packet: Packet, flits: u32, now: Time) -> u32 {
        let Packet { src, dst, class, .. } = packet;
        let flight = Flight { ready: now, flits, dst, router: src, port: 0, class, behind: NONE };
        match self.free.pop() {
            Some(number) => {
                self.flights[number as usize] = flight;
                self.packets[number as usize] = Some(packet);
                number
            }
            None => {
                self.flights.push(flight);
                self.packets.push(Some(packet));
                (self.flights.len() - 1) as u32
            }
        }
    }

    pub fn survey(&mut self, survey: &mut dyn Survey) {
        fixed_of(survey, &self.free);
        for (flight, packet) in self.flights.iter_mut().zip(&mut self.packets) {
            let Some(packet) = packet else { continue };
            let Flight { ready, flits, dst, router, port, class, behind } = flight;
            fixed_of(survey, &(*flits, *dst, *router, *port, *class, *behind));
            survey.stamp(ready);
            survey.packet(packet);
        }
    }

    /// The packet with this number, if it is under way.
    pub fn packet(&self, number: u32) -> Option<&Packet> {
        self.packets[number as usize].as_ref()
    }

    /// The packet leaves the network.
    pub fn end(&mut self, number: u32) -> Option<Packet> {
        let packet = self.packets[number as usize].take();
        if packet.is_some() {
            self.free.push(number);
        }
        packet
    }

    pub fn get(&mut self, number: u32) -> &mut Flight {
        &mut self.flights[number as usize]
    }

    pub fn len(&self) -> usize {
        self.flights.len()
    }
}

/// A buffer: its oldest packet and its newest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fifo {
    front: u32,
    back: u32,
}

impl Fifo {
    pub const EMPTY: Fifo = Fifo { front: NONE, back: NONE };

    pub fn front(&self) -> Option<u32> {
        (self.front != NONE).then_some(self.front)
    }

    pub fn push(&mut self, flights: &mut Flights, number: u32) {
        flights.get(number).behind = NONE;
        if self.front == NONE {
            self.front = number;
        } else {
            flights.get(self.back).behind = number;
        }
        self.back = number;
    }

    pub fn pop(&mut self, flights: &mut Flights) -> Option<u32> {
        let number = self.front()?;
        self.front = flights.get(number).behind;
        Some(number)
    }
}
