//! The bytes of steady traffic: which transfers are under way, whether anything else sees or
//! changes their bytes, and moving them.

use super::sample::Carried;
use crate::machine::Machine;
use rankine_bus::{Bulk, NodeId, Shows};
use std::ops::Range;

/// A transfer whose packets are under way.
pub struct Stream {
    src: NodeId,
    dst: NodeId,
    /// Start of the bytes of its packets under way, in the memory of `src`.
    from: u64,
    /// The same bytes in the memory of `dst`.
    to: Range<u64>,
    /// Bytes that the transfer advances in a period.
    pub step: u64,
    packet_bytes: usize,
}

impl Stream {
    fn is_of(&self, carried: &Carried, bulk: &Bulk) -> bool {
        let distance = self.from.wrapping_sub(self.to.start);
        (self.src, self.dst) == (carried.src, carried.dst) && distance == bulk.from.wrapping_sub(bulk.to)
    }

    /// The range that `periods` periods write.
    fn written(&self, periods: u64) -> Range<u64> {
        self.to.start..self.to.start + periods * self.step
    }

    /// The range that `periods` periods read, including the bytes of packets under way at their
    /// beginning and at their end.
    fn read(&self, periods: u64) -> Range<u64> {
        self.from..self.from + (self.to.end - self.to.start) + periods * self.step
    }
}

fn meet(one: &Range<u64>, other: &Range<u64>) -> bool {
    one.start < other.end && other.start < one.end
}

impl Machine {
    /// The transfers of the packets that are under way now and were a period ago. None if a packet
    /// does not belong to such a transfer.
    pub(super) fn streams(&self, packets: &[Carried], before: &[Carried]) -> Option<Vec<Stream>> {
        let mut streams: Vec<Stream> = Vec::new();
        for (carried, before) in packets.iter().zip(before) {
            let bulk = self.bulk(carried)?;
            let step = bulk.to.checked_sub(self.bulk(before)?.to)?;
            let packet_bytes = carried.payload.len();
            let to = bulk.to..bulk.to + packet_bytes as u64;
            match streams.iter_mut().find(|stream| stream.is_of(carried, &bulk)) {
                Some(stream) if (stream.step, stream.packet_bytes) != (step, packet_bytes) => return None,
                Some(stream) => {
                    stream.from = stream.from.min(bulk.from);
                    stream.to = stream.to.start.min(to.start)..stream.to.end.max(to.end);
                }
                None => {
                    let (src, dst, from) = (carried.src, carried.dst, bulk.from);
                    streams.push(Stream { src, dst, from, to, step, packet_bytes });
                }
            }
        }
        streams.iter().all(|stream| stream.step % stream.packet_bytes as u64 == 0).then_some(streams)
    }

    fn bulk(&self, carried: &Carried) -> Option<Bulk> {
        self.nodes.here(carried.src as usize)?.devices.iter().find_map(|device| device.bulk(&carried.header))
    }

    /// Is all of it memory, and does nothing else see or change the moved bytes?
    pub(super) fn may_move(&self, streams: &[Stream], periods: u64) -> bool {
        streams.iter().enumerate().all(|(i, stream)| {
            let (written, read) = (stream.written(periods), stream.read(periods));
            let is_apart = streams.iter().enumerate().all(|(j, other)| {
                (i == j || stream.dst != other.dst)
                    && (stream.dst != other.src || !meet(&written, &other.read(periods)))
            });
            is_apart && self.is_unseen(stream.dst, &written) && self.is_unseen(stream.src, &read)
        })
    }

    /// Is this memory of the node at which no polling loop looks?
    fn is_unseen(&self, node: NodeId, range: &Range<u64>) -> bool {
        let (addr, bytes) = (range.start, range.end - range.start);
        let shows = Shows::Memory { addr, bytes };
        let processors = self.nodes[node as usize].processors.iter();
        let mut rounds = processors.filter_map(|processor| processor.round.as_ref());
        self.memory(node, addr, bytes as usize).is_some() && rounds.all(|round| !round.sight.sees(0, &shows))
    }

    /// Memory of the node, if it has so much in one piece.
    fn memory(&self, node: NodeId, addr: u64, bytes: usize) -> Option<&[u8]> {
        self.nodes.here(node as usize)?.processors.iter().find_map(|processor| processor.ram.slice(addr, bytes))
    }

    /// The contents of the packets under way `periods` periods later. None if the contents of a
    /// packet now differ from memory.
    pub(super) fn payloads(&mut self, streams: &[Stream], periods: u64) -> Option<Vec<Vec<u8>>> {
        let packets = std::mem::take(&mut self.steady.samples.last_mut()?.packets);
        let later = |carried: &Carried| {
            let bulk = self.bulk(carried)?;
            let stream = streams.iter().find(|stream| stream.is_of(carried, &bulk))?;
            let bytes = |addr| self.memory(carried.src, addr, stream.packet_bytes);
            let is_as_in_memory = bytes(bulk.from)? == carried.payload;
            bytes(bulk.from + periods * stream.step).filter(|_| is_as_in_memory).map(<[u8]>::to_vec)
        };
        packets.iter().map(later).collect()
    }

    /// Moves the bytes that arrive in the skipped periods.
    pub(super) fn move_bytes(&mut self, streams: &[Stream], periods: u64) {
        for stream in streams {
            let is_written = self.move_stream(stream, periods);
            debug_assert!(is_written, "there is memory on both sides");
            for (node, range) in [(stream.dst, stream.written(periods)), (stream.src, stream.read(periods))] {
                let shows = Shows::Memory { addr: range.start, bytes: range.end - range.start };
                self.nodes[node as usize].show(0, &shows);
            }
        }
    }

    /// Moves the bytes of one transfer. Returns false if there is no memory.
    fn move_stream(&mut self, stream: &Stream, periods: u64) -> bool {
        let (addr, bytes) = (stream.to.start, (periods * stream.step) as usize);
        let own = if stream.src == stream.dst { self.memory(stream.src, stream.from, bytes) } else { None };
        let own = own.map(<[u8]>::to_vec);
        let Some(mut destination) = self.nodes.take(stream.dst) else { return false };
        let moved = own.as_deref().or_else(|| self.memory(stream.src, stream.from, bytes));
        let mut processors = destination.processors.iter_mut();
        let is_written = moved.is_some_and(|bytes| {
            processors.any(|processor| processor.write_packets_from_outside(addr, bytes, stream.packet_bytes))
        });
        self.nodes.put(destination);
        is_written
    }
}
