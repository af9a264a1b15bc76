//! What is known of the traffic that is watched, and when to look at it.

use super::sample::{Period, Sample};
use crate::order::Item;
use rankine_bus::{NodeId, Time};

/// Longest period that is looked for, in packets that one device begins.
pub const PERIOD_MAX: usize = 8;
/// Packets that pass unseen after a vain attempt: so many at first, twice as many each time, so many at most.
const PATIENCE: u32 = 4;
const PATIENCE_MAX: u32 = 1024;
/// Surveying so many values costs the host about as much as performing one packet.
const VALUES_A_PACKET: usize = 64;
/// A device must have at least this many more packets to send.
const PACKETS_MIN: u32 = 64;

/// What is known of the traffic that is watched.
pub struct Steady {
    /// The node whose packets are the moments that are compared.
    watched: Option<NodeId>,
    /// Nodes that take part, sorted.
    pub nodes: Vec<NodeId>,
    pub samples: Vec<Sample>,
    /// Packets that still pass unseen, and how many will after the next vain attempt.
    unseen: u32,
    patience: u32,
    /// A transfer with fewer packets to come is not worth a survey.
    worth: u32,
}

impl Default for Steady {
    fn default() -> Steady {
        let (watched, nodes, samples) = (None, Vec::new(), Vec::new());
        Steady { watched, nodes, samples, unseen: 0, patience: PATIENCE, worth: PACKETS_MIN }
    }
}

impl Steady {
    /// Something happens. What a processor does, and what happens at a node that took no part, ends what was regular.
    pub fn see(&mut self, item: &Item) {
        if self.watched.is_none() {
            return;
        }
        match (item, item.node()) {
            (Item::Processor(_), _) => self.samples.clear(),
            (_, Some(node)) => self.join(node),
            (_, None) => {}
        }
    }

    /// A node takes part from now on.
    pub fn join(&mut self, node: NodeId) {
        if let Err(place) = self.nodes.binary_search(&node) {
            self.nodes.insert(place, node);
            self.samples.clear();
        }
    }

    /// Begins anew, with all that was learned of what it is worth.
    fn forget(&mut self) {
        (self.watched, self.nodes, self.samples) = (None, Vec::new(), Vec::new());
    }

    /// A period has not been found, or cannot be left out: the next packets pass unseen, the more the more a survey costs.
    pub fn give_up(&mut self) {
        let cost = self.samples.iter().map(Sample::values).sum::<usize>() / VALUES_A_PACKET;
        self.unseen = self.patience.max(u32::try_from(cost).unwrap_or(u32::MAX).saturating_mul(8));
        self.patience = (self.patience * 2).min(PATIENCE_MAX);
        self.forget();
    }

    /// Is this packet, with so many to follow, one at which the state is to be taken down?
    pub fn wants(&mut self, node: NodeId, more: u32, now: Time, reach: Time) -> bool {
        if self.unseen > 0 {
            self.unseen -= 1;
            return false;
        }
        let is_new = self.watched != Some(node);
        if is_new && self.samples.last().is_some_and(|last| now - last.now < reach) {
            // It goes on beside the one that is watched.
            return false;
        }
        if is_new {
            self.forget();
            self.watched = Some(node);
        }
        more >= self.worth
    }

    /// Keeps the state of this moment, and what it has cost to take it down.
    pub fn keep(&mut self, sample: Sample) {
        let cost = u32::try_from(sample.values() / VALUES_A_PACKET).unwrap_or(u32::MAX);
        self.worth = PACKETS_MIN.max(cost.saturating_mul(8));
        if let Some(last) = self.samples.last_mut() {
            last.forget_payloads();
        }
        self.samples.push(sample);
    }

    /// Periods have been left out: the next ones are looked for from here.
    pub fn succeed(&mut self) {
        self.samples.clear();
        self.patience = PATIENCE;
    }

    /// How the last moment differs from the one before, if that is how this one differs from the one before it.
    pub fn period(&self) -> Option<(Period, &Sample)> {
        let last = self.samples.len().checked_sub(1)?;
        (1..=PERIOD_MAX.min(last / 2)).find_map(|length| {
            let [new, old, older] = [0, 1, 2].map(|back| &self.samples[last - back * length]);
            let period = new.since(old)?;
            (old.since(older)? == period).then_some((period, old))
        })
    }
}
