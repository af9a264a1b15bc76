//! Submitting requests: they go to entries of NIC memory in order, and a copy to the unit for
//! unexpected messages.

use super::later::Later;
use super::requests::{ENTRY_ALIGNMENT, ENTRY_BYTES, Request};
use super::units::Which;
use super::waiting::Stalled;
use super::{Mishap, Nic, done, refused};
use crate::alpu::Delivery;
use crate::regs::nic as regs;
use rankine_bus::{Cx, Reply};

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
        let request = Request { cookie, ..requests.staged };
        if let Err(sentence) = self.open.submit(request) {
            return refused(&sentence);
        }
        requests.submitted.push_back(request);
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

    /// Writes arrived requests into entries, in order, as long as there are entries and the unit
    /// takes the requests that are for it.
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
            requests.ready.push_back((entry, request.cookie));
        }
    }

    /// The NIC processor takes the oldest request. Returns the address of its entry, or 0 if there
    /// is none.
    pub(super) fn take_request(&mut self, cx: &Cx<'_>) -> u32 {
        let Some((entry, cookie)) = self.requests.ready.pop_front() else { return 0 };
        self.open.take(cookie, cx.clock.cycle(cx.now));
        entry
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
