//! The schedule of a fabric: events of the network call its parts in the cycles of the calendar.

use super::crossing::Crossing;
use super::wires::{Unit, Wires};
use rankine_bus::{Clock, NetCx};
use std::collections::BTreeSet;

/// Calls the parts of a fabric in their cycles.
pub struct Schedule {
    clock: Clock,
    crossing: Crossing,
    /// The cycles for which timers are set.
    timers: BTreeSet<u64>,
}

impl Schedule {
    /// `clock` is the network's. `crossing` leads from it to the harts' clock.
    pub fn new(clock: Clock, crossing: Crossing) -> Schedule {
        Schedule { clock, crossing, timers: BTreeSet::new() }
    }

    /// A timer has expired: calls the parts that are due.
    pub fn event<M>(
        &mut self,
        cx: &mut NetCx<'_>,
        (wires, units): (&mut Wires<M>, &mut [Box<dyn Unit<M>>]),
        token: u64,
    ) {
        self.timers.remove(&token);
        let cycle = self.clock.cycle(cx.now);
        while let Some(&(when, unit)) = wires.calendar.first()
            && when <= cycle
        {
            wires.calendar.pop_first();
            units[unit.0].step(wires, cycle);
        }
        self.settle(cx, wires);
    }

    /// Hands over the deliveries to nodes, and asks for the next cycle in which there is something
    /// to do.
    pub fn settle<M>(&mut self, cx: &mut NetCx<'_>, wires: &mut Wires<M>) {
        let (clock, crossing) = (self.clock, self.crossing);
        wires.trace.is_on = cx.is_watched();
        if wires.trace.is_on {
            cx.effects.streams.extend(wires.trace.take(|cycle| crossing.to_hart(cycle)));
        }
        cx.effects.deliveries.extend(wires.deliveries.drain(..).map(|(cycle, what)| (crossing.to_hart(cycle), what)));
        if let Some(&(next, _)) = wires.calendar.first()
            && self.timers.first().is_none_or(|set| next < *set)
        {
            self.timers.insert(next);
            // Engines are due in cycle 0, but the first call comes with the first access of a hart.
            cx.effects.timers.push((clock.span(next).max(cx.now), next));
        }
    }
}
