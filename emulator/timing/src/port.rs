//! The port of the memory behind all caches, which the nodes share: one line at a time.
//!
//! A node's request arrives at the port `request_cycles` after the miss. Requests are served in
//! order of (arrival, node). A line that a hart waits for occupies the port for `access_cycles` and
//! its transfer. The rest of `caches.memory_read_cycles` is the way back. So a hart that finds the
//! port idle waits for nothing more than `caches.memory_read_cycles`.
//!
//! Changed lines, and lines that buffered stores bring, go through the node's buffer. They occupy
//! the port for the same time, one line of a buffer at a time: the next one arrives when the one
//! before is done. A hart that is alone does not wait for its own buffer. If a line of its buffer
//! occupies the port, the hart's read takes its place and the line begins anew, unless another node
//! has had the port since the line arrived.

use crate::CacheParams;
use rankine_keys::keys;
use std::collections::BTreeSet;

keys! {
    /// The memory port behind all caches, which all nodes share.
    pub struct DdrParams [ddr] {
        /// true = the misses of all nodes go through one port, one after the other; false = each miss takes
        /// caches.memory_read_cycles, whatever other nodes do
        contention: bool = false, "bool", "ours: many-core chips have a channel for a few nodes";
        /// time from a miss until its request reaches the port
        request_cycles: u64 = 20, "cycles", "ours: a quarter of caches.memory_read_cycles";
        /// time from the start of a request at the port until the first bytes of the line move
        access_cycles: u64 = 40, "cycles", "ours: half of caches.memory_read_cycles";
        /// rate at which the port moves the bytes of a line. On an idle port, a miss takes caches.memory_read_cycles
        /// in all; the rest of that time is the way back to the node
        bytes_per_cycle: u64 = 16, "bytes/cycle", "ours: 16 GB/s at 1 GHz, a usual DDR4 channel";
    }
}

/// A node's buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Buffer {
    /// Lines that have not been served yet, and the bytes of each.
    lines: u64,
    bytes: u64,
    /// When the line before these is done.
    until: u64,
    /// When the first of these lines arrived.
    arrived: u64,
}

/// The port serves a buffer's line.
#[derive(Clone, Copy, Debug)]
struct Turn {
    node: u32,
    arrived: u64,
    begin: u64,
}

/// The port. Times are in cycles; requests come in the order in which they arrive.
#[derive(Debug)]
pub struct Port {
    params: DdrParams,
    /// When the port has served all requests so far.
    free: u64,
    /// The last request served, if it was a buffer's line.
    last: Option<Turn>,
    /// `user`: the node that had the port last, and when it began. `stranger`: when any other node
    /// last began.
    user: Option<(u32, u64)>,
    stranger: Option<u64>,
    /// By node.
    buffers: Vec<Buffer>,
    /// When the next line of each non-empty buffer arrives.
    arriving: BTreeSet<(u64, u32)>,
}

impl Port {
    /// A port for harts with these caches. The error is a sentence on the parameters.
    pub fn new(params: DdrParams, caches: &CacheParams, nodes: usize) -> Result<Port, String> {
        let DdrParams { request_cycles, access_cycles, bytes_per_cycle, .. } = params;
        if !(1..=4096).contains(&bytes_per_cycle) {
            return Err(format!("ddr.bytes_per_cycle = {bytes_per_cycle}: must be 1 to 4096"));
        }
        let (has_second, read_cycles) = (caches.l2_bytes > 0, caches.memory_read_cycles);
        let lines = [
            (caches.l1i_bytes > 0 && !(has_second && caches.l2_holds_code), caches.l1i_line_bytes),
            (caches.l1d_bytes > 0 && !has_second, caches.l1d_line_bytes),
            (has_second, caches.l2_line_bytes),
        ];
        let buffers = vec![Buffer::default(); nodes];
        let port = Port { params, free: 0, last: None, user: None, stranger: None, buffers, arriving: BTreeSet::new() };
        for (_, bytes) in lines.into_iter().filter(|(is_read, _)| *is_read) {
            if request_cycles.saturating_add(port.occupied_for(bytes)) > read_cycles {
                return Err(format!(
                    "ddr.request_cycles = {request_cycles}, ddr.access_cycles = {access_cycles} and {bytes} bytes at \
                     ddr.bytes_per_cycle = {bytes_per_cycle} take longer than caches.memory_read_cycles = {read_cycles}, \
                     which is all that a miss takes when the port is idle; change one of them, or switch the port off with \
                     --set ddr.contention=false"
                ));
            }
        }
        Ok(port)
    }

    fn occupied_for(&self, bytes: u64) -> u64 {
        self.params.access_cycles.saturating_add(bytes.div_ceil(self.params.bytes_per_cycle))
    }

    /// A hart has missed a line at `cycle` and waits for it. Returns the cycles it waits beyond
    /// those of an idle port.
    pub fn read(&mut self, node: u32, cycle: u64, bytes: u64) -> u64 {
        let arrival = cycle.saturating_add(self.params.request_cycles);
        self.serve_before(arrival, node);
        let gives_way = |turn: &Turn| {
            turn.node == node && self.free > arrival && self.stranger.is_none_or(|begin| begin < turn.arrived)
        };
        let own = self.last.take().filter(gives_way);
        let begin = own.map_or(self.free, |turn| turn.begin).max(arrival);
        self.begin(node, begin, bytes);
        if let Some(turn) = own {
            let buffer = &mut self.buffers[node as usize];
            self.arriving.remove(&(buffer.until, node));
            (buffer.lines, buffer.arrived) = (buffer.lines + 1, turn.arrived);
            self.arriving.insert((self.free, node));
        }
        begin - arrival
    }

    /// A node gets the port for a line.
    fn begin(&mut self, node: u32, begin: u64, bytes: u64) {
        self.free = begin.saturating_add(self.occupied_for(bytes));
        if let Some((_, before)) = self.user.filter(|(user, _)| *user != node) {
            self.stranger = Some(before);
        }
        self.user = Some((node, begin));
    }

    /// A line goes through a node's buffer, at `cycle`.
    pub fn post(&mut self, node: u32, cycle: u64, bytes: u64) {
        let arrival = cycle.saturating_add(self.params.request_cycles);
        self.serve_before(arrival, node);
        let buffer = &mut self.buffers[node as usize];
        if buffer.lines == 0 {
            buffer.arrived = arrival.max(buffer.until);
            self.arriving.insert((buffer.arrived, node));
        }
        (buffer.lines, buffer.bytes) = (buffer.lines + 1, bytes);
    }

    /// Serves the buffers' lines that arrive before `arrival` of `node`.
    fn serve_before(&mut self, arrival: u64, node: u32) {
        while let Some(&next) = self.arriving.first().filter(|next| **next < (arrival, node)) {
            self.arriving.remove(&next);
            let (ready, owner) = next;
            let Buffer { bytes, arrived, .. } = self.buffers[owner as usize];
            let begin = self.free.max(ready);
            self.begin(owner, begin, bytes);
            self.last = Some(Turn { node: owner, arrived, begin });
            let buffer = &mut self.buffers[owner as usize];
            (buffer.lines, buffer.until, buffer.arrived) = (buffer.lines - 1, self.free, self.free);
            if buffer.lines > 0 {
                self.arriving.insert((self.free, owner));
            }
        }
    }
}
