//! Finds periods of steady traffic, and skips them.

use super::sample::{Advance, Period, Sample};
use super::traffic::PERIOD_MAX;
use crate::machine::Machine;
use crate::order::{Entry, Item};
use rankine_bus::{NodeId, Survey, Time};
use tracing::debug;

/// Events that are due within this many cycles take part.
const REACH_CYCLES: u64 = 256;
/// If fewer periods can be skipped, they are performed.
const PERIODS_MIN: u64 = 8;
/// Most bytes moved at once, so that the host's clock and signals are looked at in between.
const BYTES_MAX: u64 = 32 << 20;

impl Machine {
    /// May periods be skipped? They may not in these cases: there is no elision; an observer or the
    /// log reports each packet; nodes wait for each other at memory; nodes have further processors.
    fn may_leap(&self) -> bool {
        let is_told = self.effects.activity.is_some() || self.net_effects.crossings.is_some();
        let is_logged = tracing::enabled!(target: "noc", tracing::Level::TRACE);
        self.elide && !is_told && !is_logged && self.port.is_none() && !self.has_further
    }

    /// A device of `node` has begun a packet that `more` others follow. Skips periods if the
    /// traffic is steady.
    pub(crate) fn leap(&mut self, node: NodeId, more: u32) {
        let reach = self.clock.span(REACH_CYCLES);
        if !self.may_leap() || !self.steady.wants(node, more, self.now, reach) {
            return;
        }
        let mut near = self.queue.take_before(self.now + reach);
        if self.try_leap(node, &mut near, reach).is_none() {
            self.steady.give_up();
        }
        near.into_iter().for_each(|entry| self.queue.put_back(entry.key, entry.item));
    }

    /// Samples the state, and skips periods if some are found. Returns none if it is not worth
    /// trying again for some time.
    fn try_leap(&mut self, node: NodeId, near: &mut [Entry], reach: Time) -> Option<()> {
        let may = near.iter().all(|entry| !matches!(entry.item, Item::Processor(_) | Item::Round { .. }));
        let nodes = near.iter().filter_map(|entry| entry.item.node()).chain([node]);
        nodes.for_each(|node| self.steady.join(node));
        (may && self.steady.nodes.iter().all(|node| self.can_be_surveyed(*node))).then_some(())?;
        let mut sample = Sample::new(self.now);
        self.survey(near, &mut sample)?;
        self.steady.keep(sample);
        let Some((period, before)) = self.steady.period() else {
            return (self.steady.samples.len() <= 2 * PERIOD_MAX).then_some(());
        };
        let streams = self.streams(&self.steady.samples.last()?.packets, &before.packets)?;
        (streams.iter().map(|stream| stream.step).sum::<u64>() == period.bytes).then_some(())?;
        let periods = self.periods(&period, reach)?;
        self.may_move(&streams, periods).then_some(())?;
        let payloads = self.payloads(&streams, periods)?;
        let bytes = period.bytes * periods;
        let cycles = self.clock.cycle(Time(period.span.0 * periods));
        debug!(target: "sched", time = self.now.0, node, periods, cycles, bytes, "leaves out steady traffic");
        self.move_bytes(&streams, periods);
        self.survey(near, &mut Advance::new(self.now, &period, periods, payloads))?;
        self.steady.succeed();
        Some(())
    }

    /// Is the node here (not with a worker), and does no observer want to halt at writes of
    /// devices?
    fn can_be_surveyed(&self, node: NodeId) -> bool {
        let node = self.nodes.here(node as usize);
        node.is_some_and(|node| node.processors.iter().all(|processor| !processor.observers.wants().halts))
    }

    /// Passes the state of all parts to `survey`. Returns none if one of them cannot be surveyed.
    fn survey(&mut self, near: &mut [Entry], survey: &mut dyn Survey) -> Option<()> {
        survey.fixed(self.queue.len() as u64);
        for Entry { key, item } in near {
            survey.stamp(&mut key.time);
            survey.fixed(key.component().number());
            match item {
                Item::Device { token, .. } | Item::Network { token } => survey.fixed(*token),
                Item::Arrived(packet) => survey.packet(packet),
                Item::Left { class, .. } => survey.fixed(u64::from(*class)),
                Item::Processor(_) | Item::Round { .. } => return None,
            }
        }
        survey.count(&mut self.arrivals);
        for node in &self.steady.nodes {
            let mut devices = self.nodes[*node as usize].devices.iter_mut();
            devices.all(|device| device.survey(survey)).then_some(())?;
        }
        self.network.as_mut().is_none_or(|network| network.survey(survey)).then_some(())
    }

    /// Number of periods until another event is due, or until a remainder comes near zero.
    fn periods(&self, period: &Period, reach: Time) -> Option<u64> {
        let span = period.span.0.max(1);
        let due = self.queue.first_time().unwrap_or(Time::END).min(self.stop.0).min(Time::END);
        let due = self.away.first().map_or(due, |(time, ..)| due.min(*time));
        let until_due = due.0.saturating_sub(self.now.0 + 2 * reach.0) / span;
        // The last packets are begun within reach of the end, and counted later than they are
        // begun.
        let margin = reach.0 / span + 2;
        let falling = self.steady.samples.last()?.lefts.iter().zip(&period.falls).filter(|(_, falls)| **falls > 0);
        let until_zero = falling.map(|(left, falls)| (left / falls).saturating_sub(margin)).min();
        let until_full = BYTES_MAX / period.bytes.max(1);
        let periods = until_due.min(until_zero?).min(until_full);
        (periods >= PERIODS_MIN).then_some(periods)
    }
}
