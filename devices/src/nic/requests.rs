//! Requests of the host on their way to the NIC processor.

use super::waiting::wait;
use crate::alpu::list::Probe;
use crate::regs::nic as regs;
use std::collections::VecDeque;

/// Bytes of an entry.
pub const ENTRY_BYTES: u64 = 80;

/// An address that is stored to ENTRY is a multiple of this.
pub const ENTRY_ALIGNMENT: u32 = 16;

/// Bit of a kind: the request is delivered to the unit for unexpected messages.
pub const MATCHED: u64 = 0x80 << regs::REQUEST_KIND_SHIFT;

/// The words of a request, as the host writes them.
#[derive(Clone, Copy, Default)]
pub struct Request {
    pub matching: u64,
    pub mask: u64,
    pub address: u64,
    pub bytes: u64,
    pub cookie: u64,
}

impl Request {
    /// One of the REQUEST_KIND constants, or the firmware's own.
    pub fn kind(&self) -> u64 {
        (self.matching & regs::REQUEST_KIND_MASK) >> regs::REQUEST_KIND_SHIFT
    }

    /// The probe for the unit for unexpected messages, if the request is for it.
    pub fn probe(&self) -> Option<Probe> {
        let bits = self.matching & regs::REQUEST_MATCH_MASK;
        (self.matching & MATCHED != 0).then_some(Probe { bits, mask: self.mask & regs::REQUEST_MATCH_MASK })
    }

    /// Words of the entry: those from NODE to HANDLE, and those from MATCH_LOW to MASK_HIGH.
    pub fn words(&self) -> ([u32; 7], [u32; 4]) {
        let high = |value: u64| (value >> u32::BITS) as u32;
        let node = self.mask >> 48 | self.kind() << 16;
        let (bits, mask) = (self.matching & regs::REQUEST_MATCH_MASK, self.mask & regs::REQUEST_MATCH_MASK);
        let head = [
            node as u32,
            self.cookie as u32,
            high(self.cookie),
            self.address as u32,
            high(self.address),
            self.bytes as u32,
            high(self.bytes),
        ];
        (head, [bits as u32, high(bits), mask as u32, high(mask)])
    }
}

/// All requests that the NIC processor has not taken, and the entries for them. `request_fifo`
/// bounds the requests, `entry_fifo` bounds the entries.
#[derive(Default)]
pub struct Requests {
    /// The request that is being written.
    pub staged: Request,
    /// Submitted and without an entry, in order.
    pub submitted: VecDeque<Request>,
    /// So many of these have arrived.
    pub arrived: usize,
    pub entries: VecDeque<u32>,
    /// Entries on their way.
    pub entries_coming: usize,
    /// Entries of requests that the NIC processor can take, and the requests' cookies.
    pub ready: VecDeque<(u32, u64)>,
    pub count: u64,
    pub most: u64,
}

impl Requests {
    /// Submitted and not taken.
    pub fn waiting(&self) -> usize {
        self.submitted.len() + self.ready.len()
    }

    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Lines for the report of a deadlock.
    pub fn lines(&self, is_enabled: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let (arrived, ready) = (self.arrived, self.ready.len());
        match (arrived, is_enabled) {
            (0, _) => {}
            (_, false) => {
                lines.push(format!("the NIC processor has not enabled its interface; {}", wait(arrived, "request")));
            }
            _ if self.entries.is_empty() => lines.push(format!("{} for an entry", wait(arrived, "request"))),
            _ => lines
                .push(format!("{} for a place in the header FIFO of the unexpected alpu", wait(arrived, "request"))),
        }
        if ready > 0 {
            lines.push(format!("{} for the NIC processor", wait(ready, "request")));
        }
        lines
    }
}
