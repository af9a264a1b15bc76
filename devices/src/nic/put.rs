//! Putting completions: they go to the host in order, and not before earlier copies are done.

use super::completions::{Completion, Staged};
use super::later::Later;
use super::waiting::Stalled;
use super::{Mishap, Nic, done, refused};
use crate::regs::nic as regs;
use rankine_bus::{Cx, Reply, Time};

impl Nic {
    pub(super) fn has_completion_place(&self) -> bool {
        self.completions.queue.len() < self.params.completion_fifo as usize
    }

    /// Completions that the NIC processor can put without a stall. Places are kept for the
    /// completions of transmit commands.
    pub(super) fn completion_places(&self) -> usize {
        let taken = self.completions.queue.len() + self.transmit.promised();
        (self.params.completion_fifo as usize).saturating_sub(taken)
    }

    /// The NIC processor puts the completion that it has written. `value` is its store to
    /// COMPLETION.
    pub(super) fn complete(&mut self, cx: &mut Cx<'_>, value: u32) -> Reply {
        let Staged { cookie, bytes, handle, epoch } = self.completions.staged;
        if let Err(sentence) = self.open.check(cookie) {
            return refused(&sentence);
        }
        if !self.has_completion_place() {
            return self.stall(Stalled::Completion);
        }
        // The envelope's high half is laid out like COMPLETION.
        let envelope = u64::from(value) << regs::ENVELOPE_TAG_SHIFT | u64::from(bytes);
        let detail = u64::from(epoch) << regs::DETAIL_EPOCH_SHIFT | u64::from(handle);
        self.open.complete(cookie, u64::from(value) << regs::ENVELOPE_TAG_SHIFT & regs::ENVELOPE_FLAG != 0);
        let leaves = (cx.now + self.params.bus_delay()).max(self.copies.idle_at());
        self.put_completion(cx, Completion { cookie, envelope, detail }, leaves);
        done(0, 1)
    }

    /// Puts a completion that leaves the interface at `leaves`, and arrives no earlier than the
    /// completions before it. There must be a place.
    pub(super) fn put_completion(&mut self, cx: &mut Cx<'_>, completion: Completion, leaves: Time) {
        let arrival = (leaves + self.params.host_delay()).max(self.completions.last_arrival);
        let completions = &mut self.completions;
        completions.last_arrival = arrival;
        completions.queue.push_back(completion);
        completions.count += 1;
        Later::Completion.at(cx, arrival);
    }

    pub(super) fn completion_arrives(&mut self) {
        self.completions.arrived += 1;
    }

    /// The host is done with its oldest completion.
    pub(super) fn pop_completion(&mut self, cx: &mut Cx<'_>) -> Reply {
        if self.completions.arrived == 0 {
            self.mishaps.count(Mishap::PopWithoutCompletion);
        } else {
            self.completions.arrived -= 1;
            self.completions.queue.pop_front();
            self.go_on_transmitting(cx);
        }
        done(0, 1)
    }

    /// The NIC processor sends an epoch to the host.
    pub(super) fn tell_epoch(&self, cx: &mut Cx<'_>, epoch: u32) -> Reply {
        Later::Epoch(epoch).at(cx, cx.now + self.params.bus_delay() + self.params.host_delay());
        done(0, 1)
    }
}
