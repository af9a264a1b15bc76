//! Requests of the host on their way to the NIC processor.

use super::later::Later;
use super::units::Which;
use super::waiting::Stalled;
use super::{Mishap, Nic, done, refused};
use crate::alpu::Delivery;
use crate::alpu::list::Probe;
use crate::regs::nic as regs;
use rankine_bus::{Cx, Reply};
use std::collections::VecDeque;

/// Bytes of an entry.
pub const ENTRY_BYTES: u64 = 80;

/// What ENTRY takes is a multiple of this.
const ENTRY_ALIGNMENT: u32 = 16;

/// Of a kind: the request is delivered to the unit for unexpected messages.
const MATCHED: u64 = 0x80 << regs::REQUEST_KIND_SHIFT;

/// The words of a request, as the host writes them.
#[derive(Clone, Copy, Default)]
pub struct Request {
    pub matching: u64,
    pub mask: u64,
    pub address: u64,
    pub bytes: u64,
    cookie: u64,
}

impl Request {
    /// What the unit for unexpected messages is asked, if the request is for it.
    fn probe(&self) -> Option<Probe> {
        let bits = self.matching & regs::REQUEST_MATCH_MASK;
        (self.matching & MATCHED != 0).then_some(Probe { bits, mask: self.mask & regs::REQUEST_MATCH_MASK })
    }

    /// Words of the entry: those from NODE to HANDLE, and those from MATCH_LOW to MASK_HIGH.
    fn words(&self) -> ([u32; 7], [u32; 4]) {
        let high = |value: u64| (value >> u32::BITS) as u32;
        let kind = (self.matching & regs::REQUEST_KIND_MASK) >> regs::REQUEST_KIND_SHIFT;
        let node = self.mask >> 48 | kind << 16;
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

/// All requests that the NIC processor has not taken, and the entries for them. Places of the host's FIFO bound the requests,
/// `entry_fifo` the entries.
#[derive(Default)]
pub struct Requests {
    /// The request that is being written.
    pub staged: Request,
    /// Submitted and without an entry, in order.
    submitted: VecDeque<Request>,
    /// So many of these have arrived.
    arrived: usize,
    entries: VecDeque<u32>,
    /// Entries on their way.
    entries_coming: usize,
    /// Entries of requests that the NIC processor can take.
    ready: VecDeque<u32>,
    pub count: u64,
    pub most: u64,
}

impl Requests {
    /// Submitted and not taken.
    fn waiting(&self) -> usize {
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
                lines.push(format!("the NIC processor has not enabled its interface; {arrived} requests wait"));
            }
            _ if self.entries.is_empty() => lines.push(format!("{arrived} requests wait for an entry")),
            _ => lines.push(format!("{arrived} requests wait for a place in the header FIFO of the unexpected alpu")),
        }
        if ready > 0 {
            lines.push(format!("{ready} requests wait for the NIC processor to take them"));
        }
        lines
    }
}

impl Nic {
    /// Requests that can be submitted now.
    pub(super) fn request_places(&self) -> usize {
        (self.params.request_fifo as usize).saturating_sub(self.requests.waiting())
    }

    /// Entries that can be given now.
    pub(super) fn entry_places(&self) -> usize {
        (self.params.entry_fifo as usize).saturating_sub(self.requests.entries.len() + self.requests.entries_coming)
    }

    /// The host submits the request that it has written.
    pub(super) fn submit(&mut self, cx: &mut Cx<'_>, cookie: u64) -> Reply {
        if cookie == 0 {
            return refused("the cookie of a request must not be 0");
        }
        if self.request_places() == 0 {
            return self.stall(Stalled::Request);
        }
        let requests = &mut self.requests;
        requests.submitted.push_back(Request { cookie, ..requests.staged });
        requests.count += 1;
        requests.most = requests.most.max(requests.waiting() as u64);
        Later::Request.at(cx, cx.now + self.params.host_delay());
        done(0, 1)
    }

    pub(super) fn request_arrives(&mut self, cx: &mut Cx<'_>) {
        self.requests.arrived += 1;
        self.place_requests(cx);
    }

    /// The NIC processor gives an entry.
    pub(super) fn give_entry(&mut self, cx: &mut Cx<'_>, address: u32) -> Reply {
        if !address.is_multiple_of(ENTRY_ALIGNMENT) || self.entry_places() == 0 {
            self.mishaps.count(Mishap::EntryRefused);
            return done(0, 1);
        }
        if !self.is_nic_memory(address.into(), ENTRY_BYTES) {
            return refused(&format!("there is no memory of the NIC for an entry at {address:#x}"));
        }
        self.requests.entries_coming += 1;
        Later::Entry(address).at(cx, cx.now + self.params.bus_delay());
        done(0, 1)
    }

    pub(super) fn entry_arrives(&mut self, cx: &mut Cx<'_>, address: u32) {
        self.requests.entries_coming = self.requests.entries_coming.saturating_sub(1);
        self.requests.entries.push_back(address);
        self.place_requests(cx);
    }

    /// Writes arrived requests into entries, in order, as long as there are entries and the unit takes what it must see.
    pub(super) fn place_requests(&mut self, cx: &mut Cx<'_>) {
        while self.is_enabled && self.requests.arrived > 0 {
            let (Some(&request), Some(&entry)) = (self.requests.submitted.front(), self.requests.entries.front())
            else {
                return;
            };
            if let Some(probe) = request.probe()
                && self.units.deliver(cx, Which::Unexpected, probe) == Delivery::Full
            {
                return;
            }
            write_entry(cx, entry, &request);
            let requests = &mut self.requests;
            requests.submitted.pop_front();
            requests.entries.pop_front();
            requests.arrived -= 1;
            requests.ready.push_back(entry);
        }
    }

    /// The NIC processor takes the oldest request: the address of its entry, or 0.
    pub(super) fn take_request(&mut self) -> u32 {
        self.requests.ready.pop_front().unwrap_or(0)
    }
}

/// Writes into an entry, which is in memory.
fn write_entry(cx: &mut Cx<'_>, entry: u32, request: &Request) {
    let mut write = |offset: u64, words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let is_written = cx.memory.write(u64::from(entry) + offset, &bytes);
        debug_assert!(is_written, "ENTRY has looked");
    };
    let (head, matching) = request.words();
    write(regs::ENTRY_NODE, &head);
    write(regs::ENTRY_MATCH_LOW, &matching);
}
