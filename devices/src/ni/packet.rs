//! Packets between interfaces: header words and classes.

use crate::regs::ni as regs;
use rankine_bus::{NodeId, Packet};

/// Virtual-channel classes. A packet causes only packets of the same or a later class, and every
/// interface always takes arriving packets. So no packet ever waits for one of an earlier class.
pub const REQUESTS: u8 = 0;
pub const DATA: u8 = 1;
pub const RESPONSES: u8 = 2;
pub const CLASSES: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Data,
    Store,
    Add,
    ReadRequest,
    ReadDone,
    LoadRequest,
    LoadResponse,
    DequeueRequest,
}

impl Kind {
    fn code(self) -> u64 {
        match self {
            Kind::Data => regs::KIND_DATA,
            Kind::Store => regs::KIND_STORE,
            Kind::Add => regs::KIND_ADD,
            Kind::ReadRequest => regs::KIND_READ_REQ,
            Kind::ReadDone => regs::KIND_READ_DONE,
            Kind::LoadRequest => regs::KIND_LOAD_REQ,
            Kind::LoadResponse => regs::KIND_LOAD_RSP,
            Kind::DequeueRequest => regs::KIND_DEQ_REQ,
        }
    }

    fn from_code(code: u64) -> Option<Kind> {
        match code {
            regs::KIND_DATA => Some(Kind::Data),
            regs::KIND_STORE => Some(Kind::Store),
            regs::KIND_ADD => Some(Kind::Add),
            regs::KIND_READ_REQ => Some(Kind::ReadRequest),
            regs::KIND_READ_DONE => Some(Kind::ReadDone),
            regs::KIND_LOAD_REQ => Some(Kind::LoadRequest),
            regs::KIND_LOAD_RSP => Some(Kind::LoadResponse),
            regs::KIND_DEQ_REQ => Some(Kind::DequeueRequest),
            _ => None,
        }
    }
}

/// The header's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: Kind,
    /// DATA: the whole transfer is this packet.
    pub single: bool,
    /// LOAD_RSP: nothing could be read.
    pub failed: bool,
    /// DATA: the last packet of a transfer whose size or addresses are not whole words.
    pub partial: bool,
    pub length: u32,
    pub address: u64,
    /// DATA: counter to add to, or 0. ADD: the increment.
    pub ack: u64,
}

impl Header {
    pub fn new(kind: Kind, address: u64, length: u32) -> Header {
        Header { kind, single: false, failed: false, partial: false, length, address, ack: 0 }
    }

    pub fn encode(self) -> [u64; 4] {
        let flag = |set: bool, mask: u64| if set { mask } else { 0 };
        let head = self.kind.code() << regs::PKT_KIND_SHIFT
            | flag(self.single, regs::PKT_SINGLE)
            | flag(self.failed, regs::PKT_FAILED)
            | flag(self.partial, regs::PKT_PARTIAL)
            | u64::from(self.length) << regs::PKT_LENGTH_SHIFT;
        let mut words = [0; 4];
        words[regs::PKT_HEAD] = head;
        words[regs::PKT_ADDRESS] = self.address;
        words[regs::PKT_ACK] = self.ack;
        words
    }

    /// None if the kind is unknown.
    pub fn decode(words: &[u64; 4]) -> Option<Header> {
        let head = words[regs::PKT_HEAD];
        Some(Header {
            kind: Kind::from_code((head & regs::PKT_KIND_MASK) >> regs::PKT_KIND_SHIFT)?,
            single: head & regs::PKT_SINGLE != 0,
            failed: head & regs::PKT_FAILED != 0,
            partial: head & regs::PKT_PARTIAL != 0,
            length: ((head & regs::PKT_LENGTH_MASK) >> regs::PKT_LENGTH_SHIFT) as u32,
            address: words[regs::PKT_ADDRESS],
            ack: words[regs::PKT_ACK],
        })
    }

    pub fn packet(self, src: NodeId, dst: NodeId, class: u8, payload: Vec<u8>) -> Packet {
        Packet { src, dst, class, header: self.encode(), payload }
    }
}

/// Payload of a read or dequeue request: destination and acknowledge address, both global.
pub fn request_payload(destination: u64, ack: u64) -> Vec<u8> {
    [destination.to_le_bytes(), ack.to_le_bytes()].concat()
}

/// (destination, acknowledge) of a request's payload.
pub fn request_addresses(payload: &[u8]) -> Option<(u64, u64)> {
    let (destination, ack) = payload.split_first_chunk::<8>()?;
    Some((u64::from_le_bytes(*destination), u64::from_le_bytes(ack.try_into().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_survive_the_journey() {
        for kind in [
            Kind::Data,
            Kind::Store,
            Kind::Add,
            Kind::ReadRequest,
            Kind::ReadDone,
            Kind::LoadRequest,
            Kind::LoadResponse,
            Kind::DequeueRequest,
        ] {
            for (single, failed, length) in [(true, false, 0xff_ffff), (false, true, 1)] {
                let partial = single;
                let header = Header { kind, single, failed, partial, length, address: u64::MAX, ack: 1 << 63 };
                assert_eq!(Header::decode(&header.encode()), Some(header));
            }
        }
        assert_eq!(Header::decode(&[0; 4]), None);
        assert_eq!(request_addresses(&request_payload(7, u64::MAX)), Some((7, u64::MAX)));
        assert_eq!(request_addresses(&[0; 15]), None);
    }
}
