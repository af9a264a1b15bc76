//! Accesses of the node's own hart.

use super::Ni;
use super::door::Note;
use super::packet::{DATA, Header, Kind, REQUESTS};
use super::waiting::{RemoteLoad, Stalled};
use crate::address::{Place, Space};
use crate::regs::ni as regs;
use crate::scratchpad::{LineType, TagRefused};
use rankine_bus::{Access, Cx, Fault, Kind as Act, Reply, Width};

fn done(value: u64, cycles: u32) -> Reply {
    Reply::Done { value, latency: u64::from(cycles.max(1)) }
}

impl Ni {
    pub(super) fn hart_access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        let Access { addr, width, kind } = access;
        let Some(place) = self.map.place(addr, width.bytes(), self.node, self.nodes) else {
            return Reply::Fault(Fault::Unmapped);
        };
        let remote = place.node != self.node;
        match (place.space, kind) {
            (_, Act::Atomic | Act::Fence) => Reply::Fault(Fault::Refused("no atomic accesses here".into())),
            (Space::Memory, _) if !self.params.reaches_memory => Reply::Fault(Fault::Unmapped),
            (Space::Tags, Act::Store(tag)) if remote => self.refuse_tag(place, tag),
            (Space::Tags | Space::Registers, _) if remote => {
                Reply::Fault(Fault::Refused("tags and registers of another node are out of reach".into()))
            }
            (Space::Tags | Space::Registers, _) if width != Width::B4 || place.offset % 4 != 0 => {
                Reply::Fault(Fault::Width)
            }
            (Space::Tags, act) => self.tag_access(cx, place.offset, act),
            (Space::Registers, act) => self.register_access(place.offset, act),
            (_, Act::Load) if remote => self.remote_load(cx, place, addr, width),
            (_, Act::Store(value)) if remote => self.remote_store(cx, place, width, value),
            (_, Act::Load) => self.local_load(cx, place, width),
            (_, Act::Store(value)) => self.local_store(cx, place, width, value),
        }
    }

    /// A fence waits until all remote stores have left the node.
    pub(super) fn hart_fence(&mut self) -> Reply {
        if self.stores_pending == 0 { done(0, 1) } else { self.stall(Stalled::Fence) }
    }

    /// Loads of the own node's scratchpad, tags, registers and memory are pure. So is a fence that
    /// does not wait. A remote load is not pure, because it sends packets.
    pub(super) fn hart_access_is_pure(&self, access: &Access) -> bool {
        match access.kind {
            Act::Fence => self.stores_pending == 0,
            Act::Load => self
                .map
                .place(access.addr, access.width.bytes(), self.node, self.nodes)
                .is_some_and(|place| place.node == self.node),
            Act::Store(_) | Act::Atomic => false,
        }
    }

    /// Stalls the access. It is repeated when its reason to wait is gone.
    pub(super) fn stall(&mut self, why: Stalled) -> Reply {
        if self.stalled != Some(why) {
            match why {
                Stalled::CommandBuffer { .. } | Stalled::CommandFifo => self.counts.command_stalls += 1,
                Stalled::StoreFifo | Stalled::Responses => self.counts.store_stalls += 1,
                Stalled::Fence => self.counts.fence_stalls += 1,
                Stalled::RemoteLoad => self.counts.remote_loads += 1,
            }
        }
        self.stalled = Some(why);
        Reply::Stall
    }

    fn register_access(&mut self, offset: u64, act: Act) -> Reply {
        let value = match offset {
            regs::REG_NODE => u64::from(self.node),
            regs::REG_NODES => u64::from(self.nodes),
            regs::REG_ERR => self.errors.bits(),
            regs::REG_STORES_PENDING => u64::from(self.stores_pending),
            regs::REG_LINE_BYTES => self.params.line_bytes(),
            regs::REG_LINES => self.pad.lines() as u64,
            regs::REG_PACKET_BYTES => u64::from(self.params.packet_bytes),
            _ => return Reply::Fault(Fault::Unmapped),
        };
        match act {
            Act::Store(bits) if offset == regs::REG_ERR => self.errors.clear(bits),
            Act::Store(_) => return Reply::Fault(Fault::Direction),
            _ => return done(value, self.params.register_cycles),
        }
        done(0, self.params.register_cycles)
    }

    fn tag_access(&mut self, cx: &mut Cx<'_>, offset: u64, act: Act) -> Reply {
        let line = (offset / 4) as usize;
        if line >= self.pad.lines() {
            return Reply::Fault(Fault::Unmapped);
        }
        let Act::Store(tag) = act else {
            return done(self.pad.line_type(line).tag(), self.params.scratchpad_load_cycles);
        };
        if self.buffers[line].busy {
            return self.stall(Stalled::CommandBuffer { line });
        }
        self.counts.tag_writes += 1;
        let before = self.pad.line_type(line);
        match self.pad.set_tag(line, tag) {
            Ok(()) if before != self.pad.line_type(line) => {
                self.buffers[line] = Default::default();
                if let Some((shape, set, ways)) = self.pad.cache_set(line) {
                    cx.memory.use_cache_ways(shape, set, ways);
                }
            }
            Ok(()) => {}
            Err(why) => {
                let bit = match why {
                    TagRefused::BadTag => regs::ERR_BAD_TAG,
                    TagRefused::LastWay => regs::ERR_TAG_LASTWAY,
                };
                self.errors.raise(self.node, bit, format_args!("tag {tag:#x} for line {line}"));
            }
        }
        done(0, self.params.tag_write_cycles)
    }

    /// Another node's tag is out of reach: it stays as it is, and the error is recorded.
    fn refuse_tag(&mut self, place: Place, tag: u64) -> Reply {
        let story = format_args!("tag {tag:#x} for line {} of node {}", place.offset / 4, place.node);
        self.errors.raise(self.node, regs::ERR_BAD_TAG, story);
        done(0, self.params.tag_write_cycles)
    }

    fn local_load(&mut self, cx: &mut Cx<'_>, place: Place, width: Width) -> Reply {
        match self.load(cx, place, width.bytes() as usize) {
            Ok(value) if place.space == Space::Memory => done(value, self.params.memory_access_cycles),
            Ok(value) => done(value, self.params.scratchpad_load_cycles),
            Err(fault) => Reply::Fault(fault),
        }
    }

    fn local_store(&mut self, cx: &mut Cx<'_>, place: Place, width: Width, value: u64) -> Reply {
        let len = width.bytes() as usize;
        let mut cycles = self.params.memory_access_cycles;
        if place.space == Space::Scratchpad {
            cycles = self.params.scratchpad_store_cycles;
            if let Some(word) = self.pad.word_at(place.offset, len) {
                match self.pad.line_type(word.line) {
                    LineType::Command => return self.store_command(cx, word, value),
                    LineType::Counter if word.index == regs::COUNTER_ADD && self.responses_crowded() => {
                        return self.stall(Stalled::Responses);
                    }
                    _ => {}
                }
            }
        }
        match self.put(cx, place, &value.to_le_bytes()[..len]) {
            Ok(()) => done(0, cycles),
            Err(fault) => Reply::Fault(fault),
        }
    }

    fn remote_store(&mut self, cx: &mut Cx<'_>, place: Place, width: Width, value: u64) -> Reply {
        if self.stores_pending >= self.params.store_fifo {
            return self.stall(Stalled::StoreFifo);
        }
        self.stores_pending += 1;
        self.counts.remote_stores += 1;
        let len = width.bytes();
        let header = Header::new(Kind::Store, self.map.global(place), len as u32);
        let payload = value.to_le_bytes()[..len as usize].to_vec();
        self.dispatch(cx, header.packet(self.node, place.node, DATA, payload), Note::Store);
        done(0, self.params.remote_store_cycles)
    }

    fn remote_load(&mut self, cx: &mut Cx<'_>, place: Place, addr: u64, width: Width) -> Reply {
        match self.remote_load {
            Some(RemoteLoad::Answered { addr: a, width: w, value }) if (a, w) == (addr, width) => {
                self.remote_load = None;
                value.map_or(Reply::Fault(Fault::Unmapped), |value| done(value, 1))
            }
            Some(RemoteLoad::Waiting { .. }) => self.stall(Stalled::RemoteLoad),
            _ => {
                self.remote_load = Some(RemoteLoad::Waiting { addr, width });
                let header = Header::new(Kind::LoadRequest, self.map.global(place), width.bytes() as u32);
                let packet = header.packet(self.node, place.node, REQUESTS, Vec::new());
                self.dispatch(cx, packet, Note::Nothing);
                self.stall(Stalled::RemoteLoad)
            }
        }
    }

    /// The answer to the remote load has come.
    pub(super) fn load_answered(&mut self, cx: &mut Cx<'_>, value: Option<u64>) {
        if let Some(RemoteLoad::Waiting { addr, width }) = self.remote_load {
            self.remote_load = Some(RemoteLoad::Answered { addr, width, value });
            self.resume(cx, Stalled::RemoteLoad);
        }
    }
}
