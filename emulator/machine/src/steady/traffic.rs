//! The traffic that is watched, and the decision when to sample it.

use super::sample::{Period, Sample};
use crate::order::Item;
use rankine_bus::{NodeId, Time};

/// Longest period that is found, in packets that one device begins.
pub const PERIOD_MAX: usize = 8;
/// Packets that are not sampled after a failed attempt: the first number, which doubles with each
/// failure, and its maximum.
const PATIENCE: u32 = 4;
const PATIENCE_MAX: u32 = 1024;
/// Surveying this many values costs the host about as much as performing one packet.
const VALUES_A_PACKET: usize = 64;
/// A device must have at least this many more packets to send.
const PACKETS_MIN: u32 = 64;

/// The traffic that is watched.
pub struct Steady {
    /// The node at whose packets samples are taken.
    watched: Option<NodeId>,
    /// Nodes that take part, sorted.
    pub nodes: Vec<NodeId>,
    pub samples: Vec<Sample>,
    /// Packets that will not be sampled yet, and the number after the next failed attempt.
    unseen: u32,
    patience: u32,
    /// Fewest packets to come for which a survey is worthwhile.
    worth: u32,
}

impl Default for Steady {
    fn default() -> Steady {
        let (watched, nodes, samples) = (None, Vec::new(), Vec::new());
        Steady { watched, nodes, samples, unseen: 0, patience: PATIENCE, worth: PACKETS_MIN }
    }
}

impl Steady {
    /// An event happens. If it is an event of a processor, or at a node that took no part, the
    /// samples are discarded, because the traffic is not regular.
    pub fn see(&mut self, item: &Item) {
        if self.watched.is_none() {
            return;
        }
        match (item, item.node()) {
            (Item::Processor(_) | Item::Round { .. }, _) => self.samples.clear(),
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

    /// Begins anew, but keeps what was learned about the cost of surveys.
    fn forget(&mut self) {
        (self.watched, self.nodes, self.samples) = (None, Vec::new(), Vec::new());
    }

    /// No period was found, or it cannot be skipped: the next packets are not sampled. The higher
    /// the cost of a survey, the more packets.
    pub fn give_up(&mut self) {
        let cost = self.samples.iter().map(Sample::values).sum::<usize>() / VALUES_A_PACKET;
        self.unseen = self.patience.max(u32::try_from(cost).unwrap_or(u32::MAX).saturating_mul(8));
        self.patience = (self.patience * 2).min(PATIENCE_MAX);
        self.forget();
    }

    /// Shall the state be sampled at this packet, which `more` packets follow?
    pub fn wants(&mut self, node: NodeId, more: u32, now: Time, reach: Time) -> bool {
        if self.unseen > 0 {
            self.unseen -= 1;
            return false;
        }
        let is_new = self.watched != Some(node);
        if is_new && self.samples.last().is_some_and(|last| now - last.now < reach) {
            // Another transfer, beside the one that is watched.
            return false;
        }
        if is_new {
            self.forget();
            self.watched = Some(node);
        }
        more >= self.worth
    }

    /// Keeps the sample of this moment, and notes its cost.
    pub fn keep(&mut self, sample: Sample) {
        let cost = u32::try_from(sample.values() / VALUES_A_PACKET).unwrap_or(u32::MAX);
        self.worth = PACKETS_MIN.max(cost.saturating_mul(8));
        if let Some(last) = self.samples.last_mut() {
            last.forget_payloads();
        }
        self.samples.push(sample);
    }

    /// Periods have been skipped: the search begins anew.
    pub fn succeed(&mut self) {
        self.samples.clear();
        self.patience = PATIENCE;
    }

    /// The difference between the last sample and an older one, if the older one differs from one
    /// before it in the same way. Returns that older sample, too.
    pub fn period(&self) -> Option<(Period, &Sample)> {
        let last = self.samples.len().checked_sub(1)?;
        (1..=PERIOD_MAX.min(last / 2)).find_map(|length| {
            let [new, old, older] = [0, 1, 2].map(|back| &self.samples[last - back * length]);
            let period = new.since(old)?;
            (old.since(older)? == period).then_some((period, old))
        })
    }
}
