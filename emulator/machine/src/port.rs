//! The port of the memory behind all caches, which the nodes share: one line at a time.
//!
//! What a node asks arrives `request_cycles` later and takes its turn in order of (arrival, node). A line that a hart
//! waits for occupies the port for `access_cycles` and its transfer; the rest of `caches.memory_read_cycles` is its way
//! back, so that a hart that finds the port idle waits for nothing beyond that. What goes through a node's buffer,
//! changed lines and those that buffered stores bring, occupies the port as long: one line of a buffer at a time, the next
//! one arrives when that is done. A hart that is alone does not wait for its buffer: a line of it that is under way gives
//! way to the hart's read and begins anew, unless another node has had the port since the line arrived.

use crate::machine::Machine;
use crate::node::Node;
use rankine_bus::NodeId;
use rankine_timing::{Asked, CacheParams};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Section `[ddr]` of a platform.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DdrParams {
    /// Is there one port for all? Else every miss takes `caches.memory_read_cycles`, whatever other nodes do.
    pub contention: bool,
    /// From the miss to the port.
    pub request_cycles: u64,
    /// Of a line, before its first bytes move.
    pub access_cycles: u64,
    pub bytes_per_cycle: u64,
}

/// A node's buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Buffer {
    /// Lines that have not had their turn, and the bytes of each.
    lines: u64,
    bytes: u64,
    /// When the one before these is done.
    until: u64,
    /// When the first of these arrived.
    arrived: u64,
}

/// A turn of a buffer's line.
#[derive(Clone, Copy, Debug)]
struct Turn {
    node: NodeId,
    arrived: u64,
    begin: u64,
}

/// The port. Times are in cycles; requests come in the order in which they arrive.
#[derive(Debug)]
pub struct Port {
    params: DdrParams,
    /// When all that has had its turn will be done.
    free: u64,
    /// The last turn, if it was a buffer's line.
    last: Option<Turn>,
    /// Who had it, when it began, and when the last one of any other node did.
    user: Option<(NodeId, u64)>,
    stranger: Option<u64>,
    /// By node.
    buffers: Vec<Buffer>,
    /// When the next line of each buffer that has any arrives.
    arriving: BTreeSet<(u64, NodeId)>,
}

impl Port {
    /// For harts with such caches. An error is a sentence on the parameters.
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

    /// A hart waits for a line that it has missed at `cycle`: for so many cycles beyond what it takes alone.
    pub fn read(&mut self, node: NodeId, cycle: u64, bytes: u64) -> u64 {
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

    /// A node has the port for a line.
    fn begin(&mut self, node: NodeId, begin: u64, bytes: u64) {
        self.free = begin.saturating_add(self.occupied_for(bytes));
        if let Some((_, before)) = self.user.filter(|(user, _)| *user != node) {
            self.stranger = Some(before);
        }
        self.user = Some((node, begin));
    }

    /// A line goes through a node's buffer, at `cycle`.
    pub fn post(&mut self, node: NodeId, cycle: u64, bytes: u64) {
        let arrival = cycle.saturating_add(self.params.request_cycles);
        self.serve_before(arrival, node);
        let buffer = &mut self.buffers[node as usize];
        if buffer.lines == 0 {
            buffer.arrived = arrival.max(buffer.until);
            self.arriving.insert((buffer.arrived, node));
        }
        (buffer.lines, buffer.bytes) = (buffer.lines + 1, bytes);
    }

    /// Gives their turns to buffers' lines that arrive before this.
    fn serve_before(&mut self, arrival: u64, node: NodeId) {
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

/// What a hart has asked of memory, and when it was found to be missing.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub cycle: u64,
    pub bytes: u64,
    pub waits: bool,
}

impl Node {
    /// The hart has stopped for memory: notes what it asks.
    pub(crate) fn note_asked(&mut self) {
        let Some(cached) = self.timing.cached_mut() else { return };
        let (asked, cycles) = cached.take_asked();
        let began = self.hart.cycles - cycles;
        let request = |Asked { after, bytes, waits }| Request { cycle: began + after, bytes, waits };
        self.asked.extend(asked.into_iter().map(request));
    }

    /// The hart waits for its turn at the port; what it asks behind this comes later.
    fn wait_for_port(&mut self, cycles: u64) {
        self.hart.wait(cycles);
        self.timing.wait_for_memory(self.hart.pc, self.hart.waits_for_data(), cycles);
        self.asked.iter_mut().for_each(|request| request.cycle += cycles);
    }
}

impl Machine {
    /// Hands to the port what a hart asks of memory at this place in the order; true when the hart can go on.
    pub(crate) fn ask_port(&mut self, id: NodeId) -> bool {
        let (node, now, clock) = (&mut self.nodes[id as usize], self.now, self.clock);
        let Some(port) = &mut self.port else { return true };
        while let Some(&Request { cycle, bytes, waits }) =
            node.asked.front().filter(|next| clock.span(next.cycle) <= now)
        {
            node.asked.pop_front();
            if waits {
                node.wait_for_port(port.read(id, cycle, bytes));
            } else {
                port.post(id, cycle, bytes);
            }
        }
        node.asked.is_empty()
    }

    /// Hands to the port what devices have moved out of a node's caches.
    pub(crate) fn post_displaced(&mut self, id: NodeId) {
        let Some(port) = &mut self.port else { return };
        let Some(cached) = self.nodes[id as usize].timing.cached_mut() else { return };
        let cycle = self.clock.cycle_ceil(self.now);
        for asked in cached.take_asked().0 {
            port.post(id, cycle, asked.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Platform;

    fn port(settings: &[&str]) -> Result<Port, String> {
        let settings: Vec<String> = settings.iter().map(|setting| setting.to_string()).collect();
        let platform = Platform::resolve("sarc", &settings).map_err(|e| e.0)?;
        Port::new(platform.ddr.ok_or("sarc has a port")?, &platform.caches, 4)
    }

    /// Of node and cycle: a read `r` with what it waits beyond its own time, or a buffered line `b`. A line has the port for 24
    /// cycles, from 10 behind the miss.
    #[test]
    fn turns() {
        for (requests, why) in [
            ("r0@0:0 r0@40:0 r0@80:0", "alone, nothing is waited for"),
            ("r0@0:0 r1@0:24 r2@0:48 r3@0:72 r0@24:72", "one behind the other"),
            ("r0@0:0 r1@10:14 r2@34:14 r3@72:0", "each for the rest of those before"),
            ("r0@0:0 b0@0 r0@40:0 b0@40 r0@80:0 b0@80 b0@80 r0@120:0", "no hart waits for its buffer"),
            ("b0@0 r1@0:24", "others do"),
            ("b0@0 b0@0 b0@0 r1@0:24 r2@20:28 r3@90:6", "for a line at a time"),
            ("b0@0 r0@0:0 r1@0:48", "of what a node asks at once, the read comes first"),
            ("b0@0 r0@1:0 r1@1:24 r2@24:25 r3@40:57", "a line that gave way arrives again when the read is done"),
            ("b0@0 r0@1:0 r1@1:24 r0@26:47", "and does not do so again when another node was there"),
            ("b0@0 b0@0 r0@30:0 r1@40:14 r2@55:47", "one that was under way, too"),
            ("b0@0 b0@0 r0@48:0 r1@48:24 r2@48:48", "but not what was done"),
            ("b0@0 r1@0:24 r0@1:47", "nor what somebody waits behind"),
            ("b0@0 b1@0 r0@1:47", "be it another buffer"),
            ("b0@0 b0@100 r1@101:23", "a buffer that was empty meanwhile"),
        ] {
            let mut port = port(&[]).unwrap();
            for request in requests.split(' ') {
                let (node, cycle) = request[1..].split_once('@').unwrap();
                let (node, (cycle, waits)) = (node.parse().unwrap(), cycle.split_once(':').unwrap_or((cycle, "")));
                match &request[..1] {
                    "r" => {
                        assert_eq!(port.read(node, cycle.parse().unwrap(), 32).to_string(), waits, "{why}: {request}")
                    }
                    _ => port.post(node, cycle.parse().unwrap(), 32),
                }
            }
        }
    }

    #[test]
    fn parameters() {
        for (settings, message) in [
            (&["ddr.request_cycles=0", "ddr.access_cycles=0", "ddr.bytes_per_cycle=4096"][..], ""),
            (&["ddr.access_cycles=26"], ""),
            (&["ddr.access_cycles=27"], "ddr.access_cycles = 27"),
            (&["ddr.request_cycles=9223372036854775807"], "ddr.request_cycles = 9223372036854775807"),
            (&["ddr.access_cycles=9223372036854775807"], "caches.memory_read_cycles = 40"),
            (&["ddr.bytes_per_cycle=0"], "ddr.bytes_per_cycle = 0"),
            (&["ddr.bytes_per_cycle=4097"], "ddr.bytes_per_cycle = 4097"),
            (&["ddr.bytes_per_cycle=-1"], "bytes_per_cycle"),
            (&["ddr.contention=1"], "contention"),
            (&["ddr.bytes_per_cycle=1"], "ddr.bytes_per_cycle = 1"),
            (&["ddr.access_cycles=9223372036854775807", "hart.profile=untimed"], ""),
            (&["caches.l2_bytes=0", "caches.l1d_line_bytes=128"], "128 bytes"),
        ] {
            let error = port(settings).err().unwrap_or_default();
            assert!(error.contains(message) && error.is_empty() == message.is_empty(), "{settings:?}: {error}");
        }
    }
}
