//! The issue of commands: from the store that completes a descriptor to the command FIFO. Every
//! address is checked here, once.

use super::Ni;
use super::command::{Buffer, Descriptor, command_buffer, decode, needed};
use super::door::Origin;
use super::engine::{Job, Request, Source, Transfer};
use super::packet::Kind;
use super::waiting::Stalled;
use crate::address::{Place, Space};
use crate::regs::ni as regs;
use crate::scratchpad::{LINE_WORDS, Word};
use rankine_bus::{Activity, Cx, NodeId, Reply};

impl Ni {
    /// The hart stores a word of a command buffer.
    pub(super) fn store_command(&mut self, cx: &mut Cx<'_>, word: Word, value: u64) -> Reply {
        let Word { line, index } = word;
        if self.buffers[line].busy {
            return self.stall(Stalled::CommandBuffer { line });
        }
        let mut words: [u64; LINE_WORDS] = std::array::from_fn(|index| self.pad.get(Word { line, index }));
        words[index] = value;
        let mask = self.buffers[line].mask | 1 << index;
        let need = needed(words[regs::CMD_HEAD], self.params.word_bytes) | 1 << regs::CMD_HEAD;
        let done = Reply::Done { value: 0, latency: u64::from(self.params.scratchpad_store_cycles) };
        if mask & need != need {
            self.buffers[line].mask = mask;
            self.pad.set(word, value);
            return done;
        }
        match self.job(line, &words) {
            Ok(_) if self.engine.commands() >= self.params.command_fifo as usize => self.stall(Stalled::CommandFifo),
            Ok(job) => {
                let (what, bytes, peer) = story(&job);
                tracing::debug!(target: "ni", time = cx.now.0, node = self.node, device = "ni", line, peer, bytes, "{what}");
                cx.tell(|| Activity::Begins { part: command_buffer(line), what, bytes, node: peer });
                self.counts.commands += 1;
                self.buffers[line] = Buffer { mask: 0, busy: true };
                self.pad.set(word, value);
                self.engine.push(cx.now + cx.clock.span(u64::from(self.params.command_cycles)), job);
                self.tell_commands(cx);
                self.pump(cx);
                done
            }
            Err(why) => {
                let node = self.node;
                self.errors.raise(node, regs::ERR_BAD_DESC, format_args!("line {line}: {why}; words {words:x?}"));
                self.buffers[line] = Buffer::default();
                self.pad.set(word, value);
                self.pad.set(Word { line, index: regs::CMD_HEAD }, 0);
                done
            }
        }
    }

    /// The job that a complete descriptor asks for. An error says what is wrong with it. A copy is
    /// performed by the node that owns the source.
    fn job(&mut self, line: usize, words: &[u64; LINE_WORDS]) -> Result<Job, &'static str> {
        let word_bytes = self.params.word_bytes;
        match decode(words, word_bytes)? {
            Descriptor::Copy { source, destination, ack, size } => {
                let to = self.destination(destination, size)?;
                let ack = self.counter(ack)?;
                let from = self.transferable(source, u64::from(size)).ok_or("bad source address")?;
                let destination = self.map.global(to);
                if from.node != self.node {
                    let source = self.map.global(from);
                    let kind = Kind::ReadRequest;
                    return Ok(Job::Request(Request { kind, owner: from.node, source, destination, ack, size, line }));
                }
                let source = local_source(from);
                let origin = Origin::Command { line };
                Ok(Job::Transfer(Transfer { source, node: to.node, destination, ack, size, origin }))
            }
            Descriptor::Message { destination, ack, words: count } => {
                let size = count as u32 * word_bytes;
                let to = self.destination(destination, size)?;
                let ack = self.counter(ack)?;
                self.counts.messages += 1;
                let source = Source::Message(payload(words, word_bytes as usize));
                let (destination, origin) = (self.map.global(to), Origin::Command { line });
                Ok(Job::Transfer(Transfer { source, node: to.node, destination, ack, size, origin }))
            }
            Descriptor::Dequeue { queue, response, ack, size } => {
                let from = self.line_start(queue).ok_or("bad queue address")?;
                let destination = self.map.global(self.destination(response, size)?);
                let (kind, ack, source) = (Kind::DequeueRequest, self.counter(ack)?, self.map.global(from));
                Ok(Job::Request(Request { kind, owner: from.node, source, destination, ack, size, line }))
            }
        }
    }

    /// Another node's read request as a transfer of this node. None if its addresses are wrong.
    pub(super) fn requested(
        &self,
        source: u64,
        size: u32,
        destination: u64,
        ack: u64,
        origin: Origin,
    ) -> Option<Transfer> {
        let from = self.transferable(source, u64::from(size)).filter(|from| from.node == self.node && size > 0)?;
        let to = self.destination(destination, size).ok()?;
        Some(Transfer { source: local_source(from), node: to.node, destination, ack, size, origin })
    }

    /// The place of bytes that transfers, remote stores and remote loads may access.
    pub(super) fn transferable(&self, addr: u64, len: u64) -> Option<Place> {
        self.map.place(addr, len, self.node, self.nodes).filter(|place| match place.space {
            Space::Scratchpad => true,
            Space::Memory => self.params.reaches_memory,
            Space::Tags | Space::Registers => false,
        })
    }

    /// The place of a destination. Either it holds all bytes, or it is the start of a line, which
    /// may be a queue, and the bytes fit into one packet.
    pub(super) fn destination(&self, addr: u64, size: u32) -> Result<Place, &'static str> {
        let queue = || self.line_start(addr).filter(|_| size <= self.params.packet_bytes);
        self.transferable(addr, u64::from(size)).or_else(queue).ok_or("bad destination address")
    }

    /// The global address of a counter to acknowledge to; 0 stays 0.
    fn counter(&self, addr: u64) -> Result<u64, &'static str> {
        if addr == 0 {
            return Ok(0);
        }
        self.line_start(addr).map(|place| self.map.global(place)).ok_or("bad acknowledge address")
    }

    /// The line of some node's scratchpad that begins at `addr`.
    pub(super) fn line_start(&self, addr: u64) -> Option<Place> {
        self.transferable(addr, 1)
            .filter(|place| place.space == Space::Scratchpad && place.offset % self.params.line_bytes() == 0)
    }
}

/// A command for reports: its kind, its bytes and the node at the other end.
fn story(job: &Job) -> (&'static str, u64, NodeId) {
    match job {
        Job::Request(Request { kind: Kind::DequeueRequest, size, owner, .. }) => ("dequeue", (*size).into(), *owner),
        Job::Request(request) => ("RDMA read", request.size.into(), request.owner),
        Job::Transfer(Transfer { source: Source::Message(_), size, node, .. }) => ("message", (*size).into(), *node),
        Job::Transfer(transfer) => ("RDMA write", transfer.size.into(), transfer.node),
    }
}

pub(super) fn local_source(place: Place) -> Source {
    match place.space {
        Space::Memory => Source::Memory(place.offset),
        _ => Source::Scratchpad(place.offset),
    }
}

fn payload(words: &[u64; LINE_WORDS], word_bytes: usize) -> [u8; 8 * LINE_WORDS] {
    let mut bytes = [0; 8 * LINE_WORDS];
    for (word, into) in words[regs::CMD_MSG_DATA..].iter().zip(bytes.chunks_exact_mut(word_bytes)) {
        into.copy_from_slice(&word.to_le_bytes()[..word_bytes]);
    }
    bytes
}
