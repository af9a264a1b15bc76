//! Arriving packets: data, stores, adds, requests and answers, and their effects.

use super::Ni;
use super::door::{Note, Origin};
use super::later::Work;
use super::packet::{DATA, Header, Kind, RESPONSES, request_addresses};
use crate::address::{Place, Space};
use crate::counter::{self, Outcome};
use crate::queue::Refused;
use crate::regs::ni as regs;
use crate::scratchpad::{LINE_WORDS, LineType, Word};
use rankine_bus::{Cx, Fault, NodeId, Packet, Time};

/// Why arriving data cannot be written, or a reader not be served.
pub(super) enum Dropped {
    Unwritable,
    Queue(Refused),
}

impl Ni {
    /// A packet arrives at `when`. It takes effect after the stages of its kind. Data and stores
    /// take effect in the order of arrival, so that a message finds the data of the transfer before
    /// it in place.
    pub(super) fn arrive(&mut self, cx: &mut Cx<'_>, packet: Packet, when: Time) {
        self.counts.packets_in += 1;
        self.counts.bytes_in += packet.payload.len() as u64;
        let Some(header) = Header::decode(&packet.header) else { return };
        let p = &self.params;
        let cycles = match header.kind {
            Kind::Data | Kind::Store => self.write_cycles(&header),
            Kind::Add => u64::from(p.counter_update_cycles),
            Kind::ReadRequest | Kind::DequeueRequest => u64::from(p.command_cycles),
            Kind::LoadRequest => u64::from(p.remote_load_cycles),
            Kind::ReadDone | Kind::LoadResponse => 0,
        };
        let mut effect = when + cx.clock.span(cycles);
        if packet.class == DATA {
            effect = effect.max(self.last_write);
            self.last_write = effect;
            if header.kind == Kind::Data && !header.single {
                effect += cx.clock.span(self.shuffle());
            }
        }
        self.later.put(cx, effect, Work::Take(packet));
    }

    fn write_cycles(&self, header: &Header) -> u64 {
        let p = &self.params;
        let memory = self.transferable(header.address, 1).is_some_and(|place| place.space == Space::Memory);
        let cycles = if memory { p.write_memory_cycles } else { p.write_scratchpad_cycles };
        let forward = if p.store_and_forward { header.length.div_ceil(p.write_bytes_per_cycle) } else { 0 };
        let penalty = if header.partial { p.partial_word_penalty } else { 0 };
        [cycles, forward, penalty].into_iter().map(u64::from).sum()
    }

    /// Cycles by which the test mode `shuffle_packets` delays a packet of a transfer of several:
    /// bytes of a transfer may arrive in any order (Katsamani 2010 §4.2.1). The delay is a hash of
    /// node and count, the same in every run.
    fn shuffle(&mut self) -> u64 {
        if !self.params.shuffle_packets {
            return 0;
        }
        self.shuffled += 1;
        let mut hash = (u64::from(self.node) << 32 ^ self.shuffled).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (hash ^ hash >> 32) % (u64::from(self.params.shuffle_cycles) + 1)
    }

    /// A packet takes effect.
    pub(super) fn take(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        let Some(header) = Header::decode(&packet.header) else { return };
        match header.kind {
            Kind::Data => self.take_data(cx, &header, &packet.payload),
            Kind::Store => self.take_store(cx, header.address, &packet.payload),
            Kind::Add => self.add_at(cx, header.address, header.ack),
            Kind::ReadRequest => self.take_read_request(cx, &header, &packet),
            Kind::DequeueRequest => self.take_dequeue_request(cx, &header, &packet),
            Kind::ReadDone => self.reads_open -= 1,
            Kind::LoadRequest => self.take_load_request(cx, &header, packet.src),
            Kind::LoadResponse => {
                let value = (!header.failed).then(|| little_endian(&packet.payload));
                self.load_answered(cx, value);
            }
        }
    }

    fn take_data(&mut self, cx: &mut Cx<'_>, header: &Header, payload: &[u8]) {
        match self.write_data(cx, header, payload) {
            Ok(()) if header.ack != 0 => self.acknowledge(cx, header.ack, header.length),
            Ok(()) => {}
            Err(why) => {
                self.counts.queue_drops += u64::from(matches!(why, Dropped::Queue(_)));
                self.note_dropped(header, why, "data");
            }
        }
    }

    /// The packet with this header had no effect: records the reason.
    pub(super) fn note_dropped(&mut self, header: &Header, why: Dropped, what: &str) {
        let bit = match why {
            Dropped::Unwritable => return self.refuse(header.address, what),
            Dropped::Queue(Refused::Full) => regs::ERR_QUEUE_DROP,
            Dropped::Queue(Refused::Size) => regs::ERR_QUEUE_SIZE,
        };
        let story = format_args!("queue {:#x}, {what} of {} bytes", header.address, header.length);
        self.errors.raise(self.node, bit, story);
    }

    fn write_data(&mut self, cx: &mut Cx<'_>, header: &Header, payload: &[u8]) -> Result<(), Dropped> {
        let place = self.own(header.address, 1).ok_or(Dropped::Unwritable)?;
        if place.space == Space::Scratchpad && place.offset % self.params.line_bytes() == 0 {
            let line = self.pad.line_of(place.offset);
            match self.pad.line_type(line) {
                LineType::Queue => return self.append(cx, line, header.single, payload),
                LineType::MultiQueue => return self.enqueue(cx, line, header.single, payload),
                _ => {}
            }
        }
        self.write(cx, place, payload).then_some(()).ok_or(Dropped::Unwritable)
    }

    /// Writes plain bytes of this node: all, or none and returns false.
    pub(super) fn write(&mut self, cx: &mut Cx<'_>, place: Place, bytes: &[u8]) -> bool {
        match place.space {
            Space::Memory => cx.memory.write(self.map.memory_address(place.offset), bytes),
            _ => self.pad.write_plain(place.offset, bytes),
        }
    }

    /// Adds a written packet's length to its counter.
    fn acknowledge(&mut self, cx: &mut Cx<'_>, ack: u64, length: u32) {
        let Some(place) = self.transferable(ack, 1) else { return self.refuse(ack, "acknowledgement") };
        if place.node == self.node {
            let when = cx.now + cx.clock.span(u64::from(self.params.counter_update_cycles));
            self.later.put(cx, when, Work::Add { offset: place.offset, increment: u64::from(length) });
        } else {
            let header = Header { ack: u64::from(length), ..Header::new(Kind::Add, ack, 0) };
            self.respond(cx, header.packet(self.node, place.node, RESPONSES, Vec::new()));
        }
    }

    fn add_at(&mut self, cx: &mut Cx<'_>, address: u64, increment: u64) {
        match self.own(address, u64::from(self.params.word_bytes)) {
            Some(Place { space: Space::Scratchpad, offset, .. }) => self.add(cx, offset, increment),
            _ => self.refuse(address, "acknowledgement"),
        }
    }

    /// Adds to the counter whose line begins at `offset`.
    pub(super) fn add(&mut self, cx: &mut Cx<'_>, offset: u64, increment: u64) {
        match self.pad.word_at(offset, self.params.word_bytes as usize) {
            Some(Word { line, index: regs::COUNTER_VALUE }) if self.pad.line_type(line) == LineType::Counter => {
                self.add_to_line(cx, line, increment);
            }
            _ => {
                let address = self.map.global(Place { node: self.node, space: Space::Scratchpad, offset });
                self.refuse(address, "acknowledgement");
            }
        }
    }

    fn add_to_line(&mut self, cx: &mut Cx<'_>, line: usize, increment: u64) {
        self.counts.adds += 1;
        let word = Word { line, index: regs::COUNTER_VALUE };
        let (value, outcome) = counter::add(self.pad.get(word), increment, self.params.counter_bits);
        self.counters_changed += u64::from(self.counting != line);
        self.counting = line;
        if outcome == Outcome::Counting {
            return self.pad.set_quietly(word, value as u64);
        }
        self.pad.set(word, value as u64);
        match outcome {
            Outcome::Counting => {}
            Outcome::Triggered => self.trigger(cx, line),
            Outcome::Overshot => {
                let node = self.node;
                let story = format_args!("counter in line {line} is {value} after adding {increment}");
                self.errors.raise(node, regs::ERR_CNT_OVERSHOOT, story);
            }
        }
    }

    /// The counter's notifications leave in order, one a cycle.
    fn trigger(&mut self, cx: &mut Cx<'_>, line: usize) {
        self.counts.triggers += 1;
        tracing::debug!(target: "ni", time = cx.now.0, node = self.node, device = "ni", line, "counter triggers");
        let mut turn = 0;
        for index in regs::COUNTER_NOTIFY..LINE_WORDS {
            let address = self.pad.get(Word { line, index });
            if address == 0 {
                continue;
            }
            let Some(place) = self.transferable(address, u64::from(self.params.word_bytes)) else {
                self.refuse(address, "notification");
                continue;
            };
            let remote = place.node != self.node;
            let cycles = if remote { self.params.notify_remote_cycles } else { self.params.notify_local_cycles };
            let when = cx.now + cx.clock.span(u64::from(cycles) + turn);
            turn += 1;
            self.later.put(cx, when, Work::Notify { address: self.map.global(place) });
        }
    }

    /// Writes the word 1 to `address`.
    pub(super) fn notify(&mut self, cx: &mut Cx<'_>, address: u64) {
        self.counts.notifications += 1;
        let len = self.params.word_bytes as usize;
        let one = &1u64.to_le_bytes()[..len];
        let Some(place) = self.transferable(address, len as u64) else { return self.refuse(address, "notification") };
        if place.node == self.node {
            self.take_store(cx, address, one);
        } else {
            let header = Header::new(Kind::Store, address, len as u32);
            self.respond(cx, header.packet(self.node, place.node, RESPONSES, one.to_vec()));
        }
    }

    fn take_store(&mut self, cx: &mut Cx<'_>, address: u64, bytes: &[u8]) {
        let stored = self.own(address, bytes.len() as u64).is_some_and(|place| self.put(cx, place, bytes).is_ok());
        if !stored {
            self.refuse(address, "store");
        }
    }

    /// Stores bytes at a place of this node as an ordinary store would, special lines included.
    pub(super) fn put(&mut self, cx: &mut Cx<'_>, place: Place, bytes: &[u8]) -> Result<(), Fault> {
        if self.write(cx, place, bytes) {
            return Ok(());
        }
        if place.space == Space::Memory {
            return Err(Fault::Unmapped);
        }
        let word = self.pad.word_at(place.offset, bytes.len()).ok_or(Fault::Width)?;
        let value = little_endian(bytes);
        match (self.pad.line_type(word.line), word.index) {
            (LineType::Counter, regs::COUNTER_ADD) => self.add_to_line(cx, word.line, value),
            (LineType::Counter, regs::COUNTER_VALUE) => {
                self.pad.set(word, counter::sign_extend(value, self.params.counter_bits) as u64);
            }
            (LineType::Counter, regs::COUNTER_NOTIFY..) => self.pad.set(word, value),
            (LineType::Queue, regs::QUEUE_TAIL) | (LineType::MultiQueue, regs::MRQUEUE_TAIL | regs::MRQUEUE_HEAD) => {
                return Err(Fault::Direction);
            }
            (LineType::Queue, regs::QUEUE_HEAD..=regs::QUEUE_DROPPED) => {
                self.pad.set(word, value);
                self.tell_queue(cx, word.line);
            }
            (LineType::MultiQueue, regs::MRQUEUE_CONFIG..=regs::MRQUEUE_DROPPED) => self.pad.set(word, value),
            // Words that read 0 and ignore stores.
            (LineType::Counter | LineType::Queue | LineType::MultiQueue, _) => {}
            (LineType::Cache, _) => return Err(Fault::Refused("the line belongs to the cache".into())),
            (LineType::Command | LineType::Plain, _) => return Err(Fault::Unmapped),
        }
        Ok(())
    }

    /// Reads at most 8 bytes at a place of this node; in a special line they must be parts of one
    /// word.
    pub(super) fn load(&self, cx: &Cx<'_>, place: Place, len: usize) -> Result<u64, Fault> {
        let mut bytes = [0; 8];
        let into = &mut bytes[..len];
        match place.space {
            Space::Memory => {
                cx.memory.read(self.map.memory_address(place.offset), into).then_some(()).ok_or(Fault::Unmapped)?;
            }
            _ => {
                let word_bytes = u64::from(self.params.word_bytes);
                let in_word = place.offset % word_bytes + len as u64 <= word_bytes;
                let plain = self.pad.all(place.offset, len, |kind| kind == LineType::Plain);
                let cached = || Fault::Refused("the line belongs to the cache".into());
                let found = self.pad.read(place.offset, len).ok_or_else(cached)?;
                into.copy_from_slice(if plain || in_word { found } else { return Err(Fault::Width) });
            }
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn take_read_request(&mut self, cx: &mut Cx<'_>, header: &Header, packet: &Packet) {
        let origin = Origin::Request { node: packet.src };
        let transfer = request_addresses(&packet.payload)
            .and_then(|(to, ack)| self.requested(header.address, header.length, to, ack, origin));
        match transfer {
            Some(transfer) => self.engine.serve(transfer),
            None => {
                self.refuse(header.address, "read request");
                self.ended(cx, origin);
            }
        }
    }

    fn take_load_request(&mut self, cx: &mut Cx<'_>, header: &Header, from: NodeId) {
        let len = header.length.clamp(1, 8) as usize;
        let value = self.own(header.address, len as u64).and_then(|place| self.load(cx, place, len).ok());
        let failed = value.is_none();
        let answer = Header { failed, ..Header::new(Kind::LoadResponse, header.address, len as u32) };
        let payload = value.unwrap_or(0).to_le_bytes()[..len].to_vec();
        self.dispatch(cx, answer.packet(self.node, from, RESPONSES, payload), Note::Nothing);
    }

    /// Sends an acknowledgement or notification, unless too many wait.
    fn respond(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        if self.door.waiting(RESPONSES) >= self.params.response_fifo as usize {
            self.counts.dropped += 1;
            self.errors.raise(self.node, regs::ERR_OVERRUN, format_args!("a response to node {}", packet.dst));
            return;
        }
        self.dispatch(cx, packet, Note::Nothing);
    }

    /// The place of bytes of this node that other nodes may access.
    pub(super) fn own(&self, address: u64, len: u64) -> Option<Place> {
        self.transferable(address, len).filter(|place| place.node == self.node)
    }

    fn refuse(&mut self, address: u64, what: &str) {
        self.counts.dropped += 1;
        self.errors.raise(self.node, regs::ERR_BAD_STORE, format_args!("{what} for {address:#x}"));
    }
}

pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    let mut value = [0; 8];
    for (into, &byte) in value.iter_mut().zip(bytes) {
        *into = byte;
    }
    u64::from_le_bytes(value)
}
