//! The crossing between the clock of the harts and the clock of the network: the FIFOs of a hart's
//! link (Saldaña 2006 §2.3).
//!
//! If both clocks are the same, a hart's FIFOs are like all others. If they differ, the FIFOs are
//! asynchronous: each side learns of the other side's puts and gets at an edge of its own clock,
//! `sync_cycles` of its own cycles later than with one clock. The flip-flops of a synchronizer take
//! that time. The FIFO keeps its depth, so the longer loop of words and places costs bandwidth.

use rankine_bus::{Clock, Time};

/// The clocks of both sides.
#[derive(Clone, Copy, Debug)]
pub enum Crossing {
    Synchronous(Clock),
    Asynchronous { hart: Clock, network: Clock, sync_cycles: u64 },
}

impl Crossing {
    /// `sync_cycles` counts only if the clocks differ.
    pub fn new(hart: Clock, network: Clock, sync_cycles: u32) -> Crossing {
        match hart.period() == network.period() {
            true => Crossing::Synchronous(network),
            false => Crossing::Asynchronous { hart, network, sync_cycles: u64::from(sync_cycles) },
        }
    }

    /// The network sees an action of the hart at `now` after this cycle of the network.
    pub fn into_network(self, now: Time) -> u64 {
        match self {
            Crossing::Synchronous(clock) => clock.cycle_ceil(now),
            Crossing::Asynchronous { network, sync_cycles, .. } => network.cycle_ceil(now) + sync_cycles,
        }
    }

    /// The time at which the hart sees a change that another part of the network would see in the
    /// network's cycle `visible`.
    pub fn to_hart(self, visible: u64) -> Time {
        match self {
            Crossing::Synchronous(clock) => clock.span(visible),
            Crossing::Asynchronous { hart, network, sync_cycles } => {
                let done = network.span(visible.saturating_sub(1));
                hart.span(hart.cycle_ceil(done) + 1 + sync_cycles)
            }
        }
    }

    /// A lower bound of the time from a hart's put until another hart sees the word. The network
    /// takes `cycles` of its own for the word: the first and the last of them are looks into a
    /// FIFO.
    pub fn least(self, cycles: u64) -> Time {
        match self {
            Crossing::Synchronous(clock) => clock.span(cycles),
            Crossing::Asynchronous { hart, network, sync_cycles } => {
                network.span(cycles - 1 + sync_cycles) + hart.span(1 + sync_cycles)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (Hz of the hart, of the network, time of the hart's access in ps, network's cycle, network's
    /// cycle in which a word is visible, time at which the hart sees it in ps); two cycles of a
    /// synchronizer.
    #[test]
    fn each_side_looks_at_its_own_edges() {
        for (hart, network, now, cycle, visible, seen) in [
            (40_000_000, 40_000_000, 50_000, 2, 7, 175_000),
            (40_000_000, 80_000_000, 50_000, 4 + 2, 7, 75_000 + 75_000),
            (40_000_000, 80_000_000, 50_000, 4 + 2, 8, 100_000 + 75_000),
            (80_000_000, 40_000_000, 37_500, 2 + 2, 2, 25_000 + 37_500),
            (100_000_000, 40_000_000, 30_000, 2 + 2, 2, 30_000 + 30_000),
        ] {
            let crossing = Crossing::new(Clock::from_hz(hart), Clock::from_hz(network), 2);
            let row = format!("{hart} {network}");
            assert_eq!((crossing.into_network(Time(now)), crossing.to_hart(visible)), (cycle, Time(seen)), "{row}");
        }
    }
}
