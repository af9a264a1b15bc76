//! The survey of the interface's state, by which the machine finds periods of steady traffic.

use super::Ni;
use super::engine::Source;
use super::packet::{Header, Kind};
use crate::address::{Place, Space};
use crate::counter;
use crate::regs::ni as regs;
use crate::scratchpad::{LineType, Word};
use rankine_bus::{Bulk, Survey, fixed_of};

impl Ni {
    /// Goes through the state. The scratchpad is represented by its number of changes and by the
    /// counter that was added to last: all its other contents are the same as long as that number
    /// is.
    pub(super) fn go_through(&mut self, survey: &mut dyn Survey) {
        for time in [&mut self.engine_free, &mut self.engine_timer, &mut self.last_read, &mut self.last_write] {
            survey.time(time);
        }
        fixed_of(survey, &(self.source_buffers_used, self.reads_open, self.stores_pending, self.shuffled));
        fixed_of(survey, &(self.remote_load.is_some(), self.stalled.is_some(), self.errors.bits()));
        fixed_of(survey, &(self.pad.changes, self.counters_changed));
        self.go_through_counter(survey);
        self.engine.survey(survey);
        self.door.survey(survey);
        self.later.survey(survey);
        self.counts.all_mut().for_each(|count| survey.count(count));
    }

    /// A counter triggers at zero, which it comes to from below. If its value is above zero, no
    /// period is like another.
    fn go_through_counter(&mut self, survey: &mut dyn Survey) {
        let is_counter = self.pad.line_type(self.counting) == LineType::Counter;
        let word = Word { line: self.counting, index: regs::COUNTER_VALUE };
        let value = if is_counter { counter::sign_extend(self.pad.get(word), self.params.counter_bits) } else { 0 };
        survey.fixed(value.max(0) as u64);
        if value < 0 {
            let mut left = value.unsigned_abs();
            survey.left(&mut left);
            if left != value.unsigned_abs() {
                self.pad.set_quietly(word, left.wrapping_neg());
            }
        }
    }

    /// The addresses that the bytes of a data packet with this header come from and go to. None
    /// unless its transfer is from memory to memory and has packets that are not begun yet.
    pub(super) fn bulk_of(&self, words: &[u64; 4]) -> Option<Bulk> {
        let header =
            Header::decode(words).filter(|header| header.kind == Kind::Data && !header.single && !header.partial)?;
        let to = self.transferable(header.address, u64::from(header.length))?;
        let transfer = self.engine.transfers().find(|transfer| {
            let offset = header.address.wrapping_sub(transfer.destination);
            transfer.ack == header.ack && offset < u64::from(transfer.size)
        })?;
        let Source::Memory(source) = transfer.source else { return None };
        let Place { space: Space::Memory, offset, .. } = to else { return None };
        let from = self.map.memory_address(source + (header.address - transfer.destination));
        Some(Bulk { from, to: self.map.memory_address(offset) })
    }
}
