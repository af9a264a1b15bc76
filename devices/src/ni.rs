//! The network interface of Katsamani 2010 §3.1.2: scratchpad lines that are command buffers,
//! counters or queues, an engine that copies between scratchpads and memories of all nodes, remote
//! stores and loads.
//!
//! Packets to the own node do not enter the network. They reach this node's own arrival side after
//! `loopback_cycles`, and pass the same stages as other packets from there on. So a copy within a
//! node uses no router, and its order is kept because the delay is constant.
//!
//! A guest may write anything anywhere. What it could do, and what stops it:
//!
//! | a guest could | what stops it |
//! |---|---|
//! | access any address, width, alignment | `AddressMap::place` finds a window that holds all bytes, or the access faults |
//! | write any tag | `Scratchpad::set_tag` takes known types only; the tag of a busy command buffer stalls the hart |
//! | give any descriptor | `issue` checks opcode, size and every address before the command is taken |
//! | give commands without end | the command FIFO is bounded; the hart stalls |
//! | flood another node with read requests | at most `read_requests` of each node are under way |
//! | flood a node with remote stores | the store FIFO is bounded; arriving stores take effect at once, nothing is kept |
//! | trigger counters without end | at half of `response_fifo`, its own adds stall and its engine stops |
//! | make others send acknowledgements faster than they can | beyond `response_fifo` they are dropped: NI_ERR.OVERRUN |
//! | send data, adds, notifications to lines that cannot take them | dropped at the owner: NI_ERR.BAD_STORE |
//! | configure a queue to lie anywhere | the slot is looked up like any address: NI_ERR.BAD_STORE |
//! | park readers, or leave items, without end | the queue's own slots hold them; beyond: NI_ERR.QUEUE_DROP |
//! | overwrite readers that wait in a queue's body | their addresses are looked up again when their item has come |
//! | ask queues faster than they can answer | a dequeue is one of the node's `read_requests` until it waits or is answered |
//! | re-tag a line that commands or packets refer to | commands and packets name addresses, never state: they find the new type |

mod arrive;
mod command;
mod door;
mod engine;
mod hart;
mod issue;
mod later;
mod packet;
mod params;
mod queues;
mod sight;
mod statistics;
mod survey;
mod waiting;

pub use params::{NiParams, NocMode};

use crate::address::{AddressMap, Space};
use crate::scratchpad::{Scratchpad, Word};
use command::{Buffer, command_buffer};
use door::{Door, Note, Origin};
use engine::{Cut, Engine, Next, Request, Source};
use later::{ENGINE, Later, Work};
use packet::{DATA, Header, Kind, REQUESTS, RESPONSES};
use rankine_bus::{
    Access, Activity, Bulk, Cx, Device, Happening, Looks, NodeId, Packet, PacketName, Part, Reply, Section, Shows,
    Survey, Time,
};
use statistics::{Counts, Errors};
use waiting::{RemoteLoad, Stalled};

use crate::regs::ni as regs;

pub struct Ni {
    params: NiParams,
    map: AddressMap,
    node: NodeId,
    nodes: u32,
    pad: Scratchpad,
    /// One for each line; idle unless the line is a command buffer.
    buffers: Vec<Buffer>,
    engine: Engine,
    /// When the engine may begin to read the next packet.
    engine_free: Time,
    /// The engine's earliest timer that has not expired.
    engine_timer: Time,
    /// When the reading that began last ends.
    last_read: Time,
    /// Packets being read, or read and not yet gone.
    source_buffers_used: u32,
    /// Read requests of this node that other nodes work on.
    reads_open: u32,
    /// When the data packet or store that came in last takes effect.
    last_write: Time,
    stores_pending: u32,
    remote_load: Option<RemoteLoad>,
    door: Door,
    later: Later,
    stalled: Option<Stalled>,
    shuffled: u64,
    /// The line of the counter that was added to last, and how often this line has changed.
    counting: usize,
    counters_changed: u64,
    errors: Errors,
    counts: Counts,
}

impl Ni {
    /// The interface of `node` out of `nodes`. An error is a sentence on parameters or map.
    pub fn new(params: NiParams, map: AddressMap, node: NodeId, nodes: u32) -> Result<Ni, String> {
        params.check(&map, nodes)?;
        if node >= nodes {
            return Err(format!("ni: node {node} of {nodes}"));
        }
        let word_bytes = params.word_bytes as usize;
        let pad = Scratchpad::new(params.scratchpad_bytes as usize, word_bytes, params.cache_ways as usize);
        Ok(Ni {
            buffers: vec![Buffer::default(); pad.lines()],
            pad,
            engine: Engine::new(),
            engine_free: Time::ZERO,
            engine_timer: Time::MAX,
            last_read: Time::ZERO,
            source_buffers_used: 0,
            reads_open: 0,
            last_write: Time::ZERO,
            stores_pending: 0,
            remote_load: None,
            door: Door::new(params.outstanding),
            later: Later::default(),
            stalled: None,
            shuffled: 0,
            counting: 0,
            counters_changed: 0,
            errors: Errors::default(),
            counts: Counts::default(),
            params: params.with_paths(),
            map,
            node,
            nodes,
        })
    }

    /// Lets the engine begin all work that can begin now.
    fn pump(&mut self, cx: &mut Cx<'_>) {
        while self.source_buffers_used < self.params.source_buffers && !self.responses_crowded() {
            if cx.now < self.engine_free {
                self.pump_at(cx, self.engine_free);
                break;
            }
            let may_ask = self.reads_open < self.params.read_requests;
            match self.engine.next(cx.now, self.params.packet_bytes, may_ask) {
                Next::Nothing => break,
                Next::At(when) => {
                    self.pump_at(cx, when);
                    break;
                }
                Next::Ask(request) => self.ask(cx, request),
                Next::Read(cut) => self.begin_read(cx, cut),
            }
        }
        self.tell_commands(cx);
        if self.engine.commands() < self.params.command_fifo as usize {
            self.resume(cx, Stalled::CommandFifo);
        }
    }

    /// Tells timelines how many commands wait for the engine.
    fn tell_commands(&self, cx: &mut Cx<'_>) {
        let queue = Part { name: "commands waiting", number: 0 };
        cx.tell(|| Activity::Holds { queue, items: self.engine.commands() as u64 });
    }

    /// Tells timelines how many packets wait for room at the network's door.
    fn tell_door(&self, cx: &mut Cx<'_>) {
        let queue = Part { name: "packets waiting to leave", number: 0 };
        let waiting = [REQUESTS, DATA, RESPONSES].map(|class| self.door.waiting(class) as u64);
        cx.tell(|| Activity::Holds { queue, items: waiting.iter().sum() });
    }

    fn pump_at(&mut self, cx: &mut Cx<'_>, when: Time) {
        if when < self.engine_timer {
            self.engine_timer = when;
            cx.after(when - cx.now, ENGINE);
        }
    }

    fn ask(&mut self, cx: &mut Cx<'_>, request: Request) {
        self.reads_open += 1;
        match request.kind {
            Kind::DequeueRequest => self.counts.dequeues += 1,
            _ => self.counts.read_requests += 1,
        }
        let payload = packet::request_payload(request.destination, request.ack);
        let header = Header::new(request.kind, request.source, request.size);
        let packet = header.packet(self.node, request.owner, REQUESTS, payload);
        cx.tell(|| Activity::Sends { part: command_buffer(request.line), packet: PacketName::of(&packet) });
        self.dispatch(cx, packet, Note::ReadRequest { line: request.line });
    }

    fn begin_read(&mut self, cx: &mut Cx<'_>, cut: Cut) {
        let p = &self.params;
        let busy = u64::from(cut.len.div_ceil(p.source_bytes_per_cycle));
        let mut cycles = u64::from(match cut.source {
            Source::Memory(_) => p.source_memory_cycles,
            Source::Scratchpad(_) | Source::Message(_) => p.source_scratchpad_cycles,
        });
        if p.store_and_forward {
            cycles += busy;
        }
        let gap = Time(cx.clock.period().0 * u64::from(p.packet_gap_thirds) / 3);
        self.engine_free = cx.now + cx.clock.span(busy) + gap;
        self.last_read = self.last_read.max(cx.now + cx.clock.span(cycles));
        self.source_buffers_used += 1;
        cx.effects.bulk = cx.effects.bulk.max(cut.more);
        self.later.put(cx, self.last_read, Work::Read(cut));
    }

    /// Are size and addresses of a transfer multiples of the word? All packets but the last are
    /// whole words, so the last one decides.
    fn whole_words(&self, cut: &Cut) -> bool {
        let source = match cut.source {
            Source::Scratchpad(offset) | Source::Memory(offset) => offset,
            Source::Message(_) => 0,
        };
        [u64::from(cut.len), source, cut.destination].iter().all(|n| n % u64::from(self.params.word_bytes) == 0)
    }

    /// A packet's source has been read: the packet carries the bytes of this moment.
    fn source_read(&mut self, cx: &mut Cx<'_>, cut: Cut) {
        let note = Note::Data { last: cut.last };
        let Some(payload) = self.source_bytes(cx, &cut) else {
            let node = self.node;
            self.errors.raise(node, regs::ERR_BAD_DESC, format_args!("the source {:x?} cannot be read", cut.source));
            self.left(cx, note);
            return;
        };
        let header = Header {
            single: cut.single,
            partial: cut.last.is_some() && !self.whole_words(&cut),
            ack: cut.ack,
            ..Header::new(Kind::Data, cut.destination, cut.len)
        };
        let packet = header.packet(self.node, cut.node, DATA, payload);
        if let Origin::Command { line } = cut.origin {
            cx.tell(|| Activity::Sends { part: command_buffer(line), packet: PacketName::of(&packet) });
        }
        self.dispatch(cx, packet, note);
    }

    fn source_bytes(&self, cx: &Cx<'_>, cut: &Cut) -> Option<Vec<u8>> {
        self.read(cx, cut.source, cut.len as usize)
    }

    /// Bytes of this node as they are now.
    fn read(&self, cx: &Cx<'_>, source: Source, len: usize) -> Option<Vec<u8>> {
        match source {
            Source::Scratchpad(offset) => self.pad.read(offset, len).map(<[u8]>::to_vec),
            Source::Memory(offset) => {
                let mut bytes = vec![0; len];
                cx.memory.read(self.map.memory_address(offset), &mut bytes).then_some(bytes)
            }
            Source::Message(bytes) => bytes.get(..len).map(<[u8]>::to_vec),
        }
    }

    /// Sends a packet to the network, or to this node's own arrival side.
    fn dispatch(&mut self, cx: &mut Cx<'_>, packet: Packet, note: Note) {
        tracing::trace!(target: "noc", time = cx.now.0, node = self.node, device = "ni", src = packet.src, dst = packet.dst, class = packet.class,
            bytes = packet.payload.len(), header = ?packet.header, "packet");
        if packet.dst == self.node {
            self.counts.looped += 1;
            let when = cx.now + cx.clock.span(u64::from(self.params.loopback_cycles));
            self.arrive(cx, packet, when);
            self.left(cx, note);
        } else {
            self.door.push(cx, packet, note);
            self.tell_door(cx);
        }
    }

    /// A packet that carried this note has left the node.
    fn left(&mut self, cx: &mut Cx<'_>, note: Note) {
        match note {
            Note::Nothing => {}
            Note::Store => {
                self.stores_pending -= 1;
                self.resume(cx, Stalled::StoreFifo);
                if self.stores_pending == 0 {
                    self.resume(cx, Stalled::Fence);
                }
            }
            Note::Data { last } => {
                self.source_buffers_used -= 1;
                if let Some(origin) = last {
                    self.ended(cx, origin);
                }
            }
            Note::ReadRequest { line } => self.idle(cx, line),
        }
    }

    fn ended(&mut self, cx: &mut Cx<'_>, origin: Origin) {
        match origin {
            Origin::Command { line } => self.idle(cx, line),
            Origin::Request { node } => {
                let done = Header::new(Kind::ReadDone, 0, 0).packet(self.node, node, RESPONSES, Vec::new());
                self.dispatch(cx, done, Note::Nothing);
            }
            Origin::Item => {}
        }
    }

    /// A command buffer may be reused: word 0 reads 0 (Katsamani 2010 §3.1.2).
    fn idle(&mut self, cx: &mut Cx<'_>, line: usize) {
        self.buffers[line] = Buffer::default();
        self.pad.set(Word { line, index: regs::CMD_HEAD }, 0);
        cx.tell(|| Activity::Ends { part: command_buffer(line) });
        self.resume(cx, Stalled::CommandBuffer { line });
    }

    /// Do so many responses wait that this node should not cause more by itself?
    fn responses_crowded(&self) -> bool {
        self.door.waiting(RESPONSES) >= self.params.response_fifo.div_ceil(2) as usize
    }

    fn resume(&mut self, cx: &mut Cx<'_>, what: Stalled) {
        if self.stalled == Some(what) {
            self.stalled = None;
            cx.wake();
        }
    }
}

impl Device for Ni {
    fn name(&self) -> &'static str {
        "ni"
    }

    fn answers(&self, addr: u64) -> bool {
        self.map.place(addr, 1, self.node, self.nodes).is_some()
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        self.errors.now = cx.now;
        self.hart_access(cx, access)
    }

    fn fence(&mut self, _: &mut Cx<'_>) -> Reply {
        self.hart_fence()
    }

    fn is_pure(&self, access: &Access) -> bool {
        self.hart_access_is_pure(access)
    }

    fn survey(&mut self, survey: &mut dyn Survey) -> bool {
        self.go_through(survey);
        true
    }

    fn bulk(&self, header: &[u64; 4]) -> Option<Bulk> {
        self.bulk_of(header)
    }

    /// The counter that the packets of a transfer acknowledge to tells transfers apart.
    fn section(&self, header: &[u64; 4]) -> Option<Section> {
        let Header { single, address, ack, .. } = Header::decode(header).filter(|header| header.kind == Kind::Data)?;
        Some(Section { transfer: ack, at: address, is_single: single })
    }

    fn looks(&self, access: &Access) -> Looks {
        self.looked_at(access)
    }

    fn shows(&self, happening: &Happening<'_>) -> Shows {
        self.shown(happening)
    }

    fn peek(&self, addr: u64, into: &mut [u8]) -> bool {
        let place = self.map.place(addr, into.len() as u64, self.node, self.nodes);
        let own = place.filter(|place| place.node == self.node && place.space == Space::Scratchpad);
        let bytes = own.and_then(|place| self.pad.read(place.offset, into.len()));
        bytes.map(|bytes| into.copy_from_slice(bytes)).is_some()
    }

    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        self.errors.now = cx.now;
        if token == ENGINE && cx.now >= self.engine_timer {
            self.engine_timer = Time::MAX;
        }
        match self.later.take(token) {
            Some(Work::Read(cut)) => self.source_read(cx, cut),
            Some(Work::Take(packet)) => self.take(cx, packet),
            Some(Work::Add { offset, increment }) => self.add(cx, offset, increment),
            Some(Work::Notify { address }) => self.notify(cx, address),
            None => {}
        }
        self.pump(cx);
    }

    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        let now = cx.now;
        self.errors.now = now;
        self.arrive(cx, packet, now);
        self.pump(cx);
    }

    fn sent(&mut self, cx: &mut Cx<'_>, class: u8) {
        if let Some(note) = self.door.left(cx, class) {
            self.tell_door(cx);
            self.left(cx, note);
        }
        if !self.responses_crowded() {
            self.resume(cx, Stalled::Responses);
        }
        self.pump(cx);
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let c = &self.counts;
        vec![
            ("packets sent", self.door.packets),
            ("payload sent, bytes", self.door.bytes),
            ("packets to the own node", c.looped),
            ("packets received", c.packets_in),
            ("payload received, bytes", c.bytes_in),
            ("commands", c.commands),
            ("messages", c.messages),
            ("read requests", c.read_requests),
            ("counter adds", c.adds),
            ("counter triggers", c.triggers),
            ("notifications", c.notifications),
            ("remote stores", c.remote_stores),
            ("remote loads", c.remote_loads),
            ("queue items", c.queue_items),
            ("queue items dropped", c.queue_drops),
            ("dequeues", c.dequeues),
            ("queue readers refused", c.readers_refused),
            ("tag writes", c.tag_writes),
            ("stalls on commands", c.command_stalls),
            ("stalls on remote stores", c.store_stalls),
            ("stalls on fences", c.fence_stalls),
            ("arrivals dropped", c.dropped),
            ("command FIFO high water, commands", self.engine.high_water as u64),
            ("requests waiting at the door, most", self.door.high_water(REQUESTS)),
            ("data waiting at the door, most", self.door.high_water(DATA)),
            ("responses waiting at the door, most", self.door.high_water(RESPONSES)),
        ]
    }

    fn complaint(&self) -> Option<String> {
        self.errors.complaint()
    }
}
