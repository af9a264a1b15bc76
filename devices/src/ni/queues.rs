//! Queues: single-reader queues keep items, multi-reader queues bring items and readers together.

use super::Ni;
use super::arrive::Dropped;
use super::door::Origin;
use super::engine::{Source, Transfer};
use super::issue::local_source;
use super::packet::{Header, request_addresses};
use crate::address::Place;
use crate::queue::{MultiQueue, Queue, READER_WORDS, Refused, Turn};
use crate::regs::ni as regs;
use crate::scratchpad::{LINE_WORDS, LineType, Word};
use rankine_bus::{Activity, Cx, Packet, Part};

/// A reader that waits for an item: response and acknowledge address, both global.
type Reader = (u64, u64);

impl Ni {
    /// An item arrives at a single-reader queue: it is written to its slot, then the tail moves on.
    pub(super) fn append(&mut self, cx: &mut Cx<'_>, line: usize, single: bool, item: &[u8]) -> Result<(), Dropped> {
        let count = |index| self.pad.get(Word { line, index });
        let queue =
            Queue { tail: count(regs::QUEUE_TAIL), head: count(regs::QUEUE_HEAD), config: count(regs::QUEUE_CONFIG) };
        let slot = if single { queue.admit(item.len(), self.params.word_bytes as usize) } else { Err(Refused::Size) };
        let slot = slot.map_err(|why| self.count_refused(line, regs::QUEUE_DROPPED, why))?;
        let place = self.slot(line, regs::QUEUE_BODY, slot, item.len())?;
        if !self.write(cx, place, item) {
            return Err(Dropped::Unwritable);
        }
        self.pad.set(Word { line, index: regs::QUEUE_TAIL }, queue.tail.wrapping_add(1));
        self.counts.queue_items += 1;
        self.tell_queue(cx, line);
        Ok(())
    }

    /// An item arrives at a multi-reader queue: the reader that has waited longest gets it. If no
    /// reader waits, the item waits.
    pub(super) fn enqueue(&mut self, cx: &mut Cx<'_>, line: usize, single: bool, item: &[u8]) -> Result<(), Dropped> {
        let queue = self.multi_queue(line);
        let turn = if single { queue.enqueue(item.len(), self.params.word_bytes as usize) } else { Err(Refused::Size) };
        let mut taken = Ok(());
        match turn.map_err(|why| self.count_refused(line, regs::MRQUEUE_DROPPED, why))? {
            Turn::Waits(slot) => {
                let place = self.slot(line, regs::MRQUEUE_BODY, slot, item.len())?;
                if !self.write(cx, place, item) {
                    return Err(Dropped::Unwritable);
                }
            }
            Turn::Meets(slot) => {
                let reader = self.waiting_reader(cx, line, slot)?;
                // If software has overwritten the reader, it is removed, too, so that the readers
                // behind it are served.
                taken = self.hand_over(reader, item, Origin::Item);
            }
        }
        self.pad.set(Word { line, index: regs::MRQUEUE_TAIL }, queue.tail.wrapping_add(1));
        self.counts.queue_items += u64::from(taken.is_ok());
        self.tell_multi_queue(cx, line);
        taken
    }

    /// A node asks for an item. The node is told when its reader waits, or when the item has left.
    pub(super) fn take_dequeue_request(&mut self, cx: &mut Cx<'_>, header: &Header, packet: &Packet) {
        let origin = Origin::Request { node: packet.src };
        let place = self.line_start(header.address).filter(|place| place.node == self.node);
        let line = place.map(|place| self.pad.line_of(place.offset));
        let line = line.filter(|&line| self.pad.line_type(line) == LineType::MultiQueue);
        let served = match (line, request_addresses(&packet.payload)) {
            (Some(line), Some(reader)) => self.dequeue(cx, line, header.length as usize, reader, origin),
            _ => Err(Dropped::Unwritable),
        };
        match served {
            Ok(Turn::Meets(_)) => {}
            Ok(Turn::Waits(_)) => self.ended(cx, origin),
            Err(why) => {
                self.counts.readers_refused += 1;
                self.note_dropped(header, why, "reader");
                self.ended(cx, origin);
            }
        }
    }

    /// A reader gets the item that has waited longest. If no item waits, the reader waits.
    fn dequeue(
        &mut self,
        cx: &mut Cx<'_>,
        line: usize,
        len: usize,
        reader: Reader,
        origin: Origin,
    ) -> Result<Turn, Dropped> {
        let queue = self.multi_queue(line);
        let word_bytes = self.params.word_bytes as usize;
        let turn = queue.dequeue(len, word_bytes);
        let turn = turn.map_err(|why| self.count_refused(line, regs::MRQUEUE_DROPPED, why))?;
        match turn {
            Turn::Waits(slot) => {
                let words = [reader.0, reader.1].map(u64::to_le_bytes);
                let bytes = words.map(|word| word[..word_bytes].to_vec()).concat();
                let place = self.slot(line, regs::MRQUEUE_BODY, slot, bytes.len())?;
                if !self.write(cx, place, &bytes) {
                    return Err(Dropped::Unwritable);
                }
            }
            Turn::Meets(slot) => {
                let place = self.slot(line, regs::MRQUEUE_BODY, slot, len)?;
                let item = self.read(cx, local_source(place), len).ok_or(Dropped::Unwritable)?;
                self.hand_over(reader, &item, origin)?;
            }
        }
        self.pad.set(Word { line, index: regs::MRQUEUE_HEAD }, queue.head.wrapping_add(1));
        self.tell_multi_queue(cx, line);
        Ok(turn)
    }

    fn multi_queue(&self, line: usize) -> MultiQueue {
        let count = |index| self.pad.get(Word { line, index });
        MultiQueue {
            tail: count(regs::MRQUEUE_TAIL),
            head: count(regs::MRQUEUE_HEAD),
            config: count(regs::MRQUEUE_CONFIG),
        }
    }

    /// The reader in this slot. Software may have written anything there, so its addresses must be
    /// checked.
    fn waiting_reader(&self, cx: &Cx<'_>, line: usize, slot: u64) -> Result<Reader, Dropped> {
        let word_bytes = self.params.word_bytes as usize;
        let len = READER_WORDS as usize * word_bytes;
        let place = self.slot(line, regs::MRQUEUE_BODY, slot, len)?;
        let bytes = self.read(cx, local_source(place), len).ok_or(Dropped::Unwritable)?;
        let (response, ack) = bytes.split_at(word_bytes);
        Ok((super::arrive::little_endian(response), super::arrive::little_endian(ack)))
    }

    /// Sends the item to its reader as a packet of data.
    fn hand_over(&mut self, (response, ack): Reader, item: &[u8], origin: Origin) -> Result<(), Dropped> {
        let size = item.len() as u32;
        let to = self.destination(response, size).map_err(|_| Dropped::Unwritable)?;
        let mut bytes = [0; 8 * LINE_WORDS];
        bytes.get_mut(..item.len()).ok_or(Dropped::Unwritable)?.copy_from_slice(item);
        let (source, destination) = (Source::Message(bytes), self.map.global(to));
        self.engine.serve(Transfer { source, node: to.node, destination, ack, size, origin });
        Ok(())
    }

    /// The place of a slot of the queue in this line.
    fn slot(&self, line: usize, body: usize, slot: u64, len: usize) -> Result<Place, Dropped> {
        let address = self.pad.get(Word { line, index: body }).checked_add(slot);
        address.and_then(|address| self.own(address, len as u64)).ok_or(Dropped::Unwritable)
    }

    /// Counts an arrival that the queue in this line refuses. The count is in the line.
    fn count_refused(&mut self, line: usize, index: usize, why: Refused) -> Dropped {
        let word = Word { line, index };
        self.pad.set(word, self.pad.get(word).wrapping_add(1));
        Dropped::Queue(why)
    }

    /// Tells timelines how many items the single-reader queue in this line holds.
    pub(super) fn tell_queue(&self, cx: &mut Cx<'_>, line: usize) {
        let count = |index| self.pad.get(Word { line, index });
        let items = count(regs::QUEUE_TAIL).wrapping_sub(count(regs::QUEUE_HEAD));
        // Counts of 32 bits wrap around. A head beyond the tail is a mistake of software.
        tell(cx, "items in queue", line, u64::from(items as u32));
    }

    /// Tells timelines how many items or readers wait in the multi-reader queue in this line.
    fn tell_multi_queue(&self, cx: &mut Cx<'_>, line: usize) {
        let (items, readers) = self.multi_queue(line).waiting(self.params.word_bytes as usize);
        tell(cx, "items in queue", line, items);
        tell(cx, "readers in queue", line, readers);
    }
}

fn tell(cx: &mut Cx<'_>, name: &'static str, line: usize, items: u64) {
    cx.tell(|| Activity::Holds { queue: Part { name, number: line as u32 }, items });
}
