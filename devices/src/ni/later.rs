//! Deferred work of the interface: pieces of work that wait for their timers.

use super::engine::Cut;
use rankine_bus::{Cx, Packet, Survey, Time, fixed_of};

#[derive(Debug)]
pub enum Work {
    /// A packet's source has been read.
    Read(Cut),
    /// A packet that has come in takes effect.
    Take(Packet),
    /// Add to the counter at this scratchpad offset.
    Add { offset: u64, increment: u64 },
    /// Write 1 to this global address.
    Notify { address: u64 },
}

/// Token of the engine's own timer; tokens of work follow.
pub const ENGINE: u64 = 0;

/// Work by token. It is bounded: each piece waits a fixed number of cycles, and a bounded number of
/// pieces begins in each cycle.
#[derive(Default)]
pub struct Later {
    slots: Vec<Option<Work>>,
    free: Vec<usize>,
}

impl Later {
    /// Performs `work` at `when`. Pieces for the same time are performed in the order of these
    /// calls.
    pub fn put(&mut self, cx: &mut Cx<'_>, when: Time, work: Work) {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.slots[slot] = Some(work);
        cx.after(when - cx.now, slot as u64 + 1 + ENGINE);
    }

    pub fn survey(&mut self, survey: &mut dyn Survey) {
        self.free.iter().for_each(|slot| survey.fixed(*slot as u64));
        for slot in &mut self.slots {
            match slot {
                None => survey.fixed(0),
                Some(Work::Take(packet)) => survey.packet(packet),
                Some(Work::Read(cut)) => cut.survey(survey),
                Some(Work::Add { offset, increment }) => fixed_of(survey, &(1, *offset, *increment)),
                Some(Work::Notify { address }) => fixed_of(survey, &(2, *address)),
            }
        }
    }

    /// The work that this token is for; none if the token was never given.
    pub fn get(&self, token: u64) -> Option<&Work> {
        self.slots.get(usize::try_from(token.checked_sub(1 + ENGINE)?).ok()?)?.as_ref()
    }

    /// Takes the work that this token was for; none if the token was never given.
    pub fn take(&mut self, token: u64) -> Option<Work> {
        let slot = usize::try_from(token.checked_sub(1 + ENGINE)?).ok()?;
        let work = self.slots.get_mut(slot)?.take()?;
        self.free.push(slot);
        Some(work)
    }
}
