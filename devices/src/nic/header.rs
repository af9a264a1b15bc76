//! Headers of packets: the words that the hardware knows.

use crate::alpu::list::Probe;
use crate::regs::nic as regs;
use rankine_bus::NodeId;

pub const WORDS: usize = 8;

/// Packets with a header of their own: each takes a credit.
pub const PACKETS: u8 = 0;
/// Credits on their way back, which software never sees.
pub const CREDITS: u8 = 1;

/// Bit 3 of PACKET: the header is delivered to the unit for posted receives.
const MATCHED: u64 = 8 << regs::HEADER_KIND_PACKET_SHIFT;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header(pub [u32; WORDS]);

impl Header {
    /// As the network carries it.
    pub fn encode(self) -> [u64; WORDS / 2] {
        std::array::from_fn(|i| u64::from(self.0[2 * i + 1]) << u32::BITS | u64::from(self.0[2 * i]))
    }

    pub fn decode(words: &[u64; WORDS / 2]) -> Header {
        Header(std::array::from_fn(|i| (words[i / 2] >> (u32::BITS as usize * (i % 2))) as u32))
    }

    fn kind(&self) -> u64 {
        self.0[regs::HEADER_KIND].into()
    }

    fn set_kind(&mut self, mask: u64, bits: u64) {
        self.0[regs::HEADER_KIND] = (self.kind() & !mask | bits) as u32;
    }

    /// One of the PACKET constants, or firmware's own.
    pub fn packet(&self) -> u64 {
        (self.kind() & regs::HEADER_KIND_PACKET_MASK) >> regs::HEADER_KIND_PACKET_SHIFT
    }

    pub fn is_data(&self) -> bool {
        self.packet() == regs::PACKET_DATA
    }

    pub fn is_last(&self) -> bool {
        self.kind() & regs::HEADER_KIND_LAST != 0
    }

    /// The probe for the unit for posted receives, if the header is for it.
    pub fn probe(&self) -> Option<Probe> {
        let high = (self.kind() & regs::HEADER_KIND_MATCH_HIGH_MASK) << u32::BITS;
        let bits = high | u64::from(self.0[regs::HEADER_MATCH]);
        (self.kind() & MATCHED != 0).then_some(Probe { bits, mask: 0 })
    }

    /// Fills in the node that the packet comes from.
    pub fn set_node(&mut self, node: NodeId) {
        self.set_kind(regs::HEADER_KIND_NODE_MASK, u64::from(node) << regs::HEADER_KIND_NODE_SHIFT);
    }

    pub fn set_last(&mut self, is_last: bool) {
        self.set_kind(regs::HEADER_KIND_LAST, if is_last { regs::HEADER_KIND_LAST } else { 0 });
    }

    /// Of data: the address that the payload is written to.
    pub fn to(&self) -> u64 {
        u64::from(self.0[regs::HEADER_TO_HIGH]) << u32::BITS | u64::from(self.0[regs::HEADER_TO_LOW])
    }

    pub fn set_to(&mut self, to: u64) {
        self.0[regs::HEADER_TO_LOW] = to as u32;
        self.0[regs::HEADER_TO_HIGH] = (to >> u32::BITS) as u32;
    }
}
