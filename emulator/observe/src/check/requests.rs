//! The requests of one rank: their work, and the bytes that must not be touched while they are
//! pending.

use super::call::CallRef;
use super::communicators::OperationId;
use super::handles::FIRST_HANDLE;
use super::messages::{Buffer, MessageId, ReceiveId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The number of a request in its rank.
pub(super) type RequestId = usize;

/// The work that a request or a blocking call waits for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub send: Option<MessageId>,
    pub receive: Option<ReceiveId>,
    pub operation: Option<OperationId>,
}

/// Bytes in use by a request.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// At least one range; ranges are ascending and not adjacent.
    ranges: Vec<(u64, u64)>,
    is_receive: bool,
}

pub(super) struct Request {
    /// The call that made the request.
    pub call: CallRef,
    pub is_persistent: bool,
    pub is_active: bool,
    pub work: Work,
    pub regions: Vec<Region>,
}

#[derive(Default)]
pub(super) struct Requests {
    /// The requests that the program has handles of.
    all: BTreeMap<RequestId, Request>,
    next: RequestId,
    /// A library may return the same handle for several requests that are complete at once.
    by_handle: BTreeMap<u64, VecDeque<RequestId>>,
    /// The active requests that use bytes.
    pending: BTreeSet<RequestId>,
}

impl Region {
    /// None if the region is empty or not known.
    pub fn of(buffer: &Buffer, is_receive: bool) -> Option<Region> {
        let ranges = buffer.datatype.as_ref()?.ranges(buffer.address, buffer.count)?;
        (!ranges.is_empty()).then_some(Region { ranges, is_receive })
    }

    /// The first byte that both regions use. None if both are only read.
    pub fn conflict(&self, other: &Region) -> Option<u64> {
        if !self.is_receive && !other.is_receive {
            return None;
        }
        let end = |region: &Region| region.ranges.last().map_or(0, |range| range.1);
        if end(self) <= other.ranges[0].0 || end(other) <= self.ranges[0].0 {
            return None;
        }
        let (mut mine, mut theirs) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(&&(a, b)), Some(&&(c, d))) = (mine.peek(), theirs.peek()) {
            if a < d && c < b {
                return Some(a.max(c));
            }
            let _ = if b <= d { mine.next() } else { theirs.next() };
        }
        None
    }
}

impl Requests {
    pub fn get(&self, id: RequestId) -> Option<&Request> {
        self.all.get(&id)
    }

    pub fn add(&mut self, handle: u64, request: Request) {
        let id = self.next;
        self.next += 1;
        if request.is_active && !request.regions.is_empty() {
            self.pending.insert(id);
        }
        self.all.insert(id, request);
        if handle >= FIRST_HANDLE {
            self.by_handle.entry(handle).or_default().push_back(id);
        }
    }

    pub fn with_handle(&self, handle: u64) -> Option<RequestId> {
        self.by_handle.get(&handle)?.front().copied()
    }

    /// A persistent request becomes active again.
    pub fn start(&mut self, id: RequestId, work: Work, regions: Vec<Region>) {
        let Some(request) = self.all.get_mut(&id) else { return };
        (request.is_active, request.work, request.regions) = (true, work, regions);
        if !request.regions.is_empty() {
            self.pending.insert(id);
        }
    }

    /// A request is complete. Unless it is persistent, its handle becomes invalid. Returns its
    /// work.
    pub fn complete(&mut self, handle: u64) -> Option<Work> {
        let id = self.with_handle(handle)?;
        self.pending.remove(&id);
        let request = self.all.get_mut(&id)?;
        let work = request.work;
        request.is_active = false;
        if !request.is_persistent {
            self.forget(handle);
        }
        Some(work)
    }

    /// The program frees a request.
    pub fn free(&mut self, handle: u64) {
        if let Some(id) = self.with_handle(handle) {
            self.pending.remove(&id);
            self.forget(handle);
        }
    }

    fn forget(&mut self, handle: u64) {
        if let Some(ids) = self.by_handle.get_mut(&handle) {
            ids.pop_front().into_iter().for_each(|id| drop(self.all.remove(&id)));
            if ids.is_empty() {
                self.by_handle.remove(&handle);
            }
        }
    }

    /// The calls of pending requests that use bytes of these regions, each with the first common
    /// byte.
    pub fn conflicts(&self, regions: &[Region]) -> Vec<(CallRef, u64)> {
        let conflict = |request: &Request| {
            let pairs = request.regions.iter().flat_map(|own| regions.iter().map(move |region| (own, region)));
            pairs.filter_map(|(own, region)| own.conflict(region)).next()
        };
        let pending = self.pending.iter().filter_map(|id| self.all.get(id));
        pending.filter_map(|request| Some((request.call, conflict(request)?))).collect()
    }

    /// The requests that the program still has handles of.
    pub fn left(&self) -> impl Iterator<Item = &Request> {
        self.by_handle.values().flatten().filter_map(|id| self.all.get(id))
    }
}
