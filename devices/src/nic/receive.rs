//! Packets from the network: headers for the NIC processor, data for the copy engine, and the
//! credits that go back.

use super::header::Header;
use super::waiting::wait;
use rankine_bus::{NodeId, Packet, Time};
use std::collections::VecDeque;

/// A header with its payload, until the NIC processor is done with it.
pub struct Place {
    pub header: Header,
    pub payload: Vec<u8>,
    pub node: NodeId,
    /// When all copies of the payload are done.
    pub copied: Time,
}

/// Credits bound all packets that are here; `header_fifo` bounds `headers` and `freeing` together.
pub struct Receive {
    /// Not yet taken, in order.
    pub arrivals: VecDeque<Packet>,
    /// Headers of data that is complete, which wait for a place.
    pub complete: VecDeque<Place>,
    pub headers: VecDeque<Place>,
    /// Places of headers that are done with, but are still being copied.
    pub freeing: usize,
    /// Credits to be given back, one count a node.
    pub owed: Vec<u32>,
    pub packets: u64,
    pub bytes: u64,
    pub most_arrivals: u64,
    /// Headers so far, and the most at a time.
    pub count: u64,
    pub most: u64,
}

impl Receive {
    pub fn new(nodes: u32) -> Receive {
        Receive {
            arrivals: VecDeque::new(),
            complete: VecDeque::new(),
            headers: VecDeque::new(),
            freeing: 0,
            owed: vec![0; nodes as usize],
            packets: 0,
            bytes: 0,
            most_arrivals: 0,
            count: 0,
            most: 0,
        }
    }

    /// The header that the NIC processor reads; zero if there is none.
    pub fn oldest(&self) -> Header {
        self.headers.front().map(|place| place.header).unwrap_or_default()
    }

    pub fn has_header(&self) -> bool {
        !self.headers.is_empty()
    }

    pub fn put(&mut self, place: Place) {
        self.headers.push_back(place);
        self.count += 1;
        self.most = self.most.max(self.headers.len() as u64);
    }

    /// Lines for the report of a deadlock.
    pub fn lines(&self, is_enabled: bool, header_fifo: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let (headers, waiting) = (self.headers.len(), self.arrivals.len() + self.complete.len());
        if headers > 0 {
            lines.push(format!("{} for the NIC processor", wait(headers, "header")));
        }
        match (waiting, is_enabled) {
            (0, _) => {}
            (_, false) => {
                lines.push(format!("the NIC processor has not enabled its interface; {}", wait(waiting, "packet")));
            }
            _ if headers + self.freeing >= header_fifo => {
                lines.push(format!("{} for a place for a header", wait(waiting, "packet")));
            }
            _ => lines.push(format!("{} for a place in the header FIFO of the posted alpu", wait(waiting, "packet"))),
        }
        lines
    }
}
