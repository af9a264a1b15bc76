//! The costs that one round of a polling loop adds to a profile. They are added again for each
//! skipped round.

use super::counts::Counts;
use rustc_hash::FxHashMap;

/// Sums over one round. Subtractions are additions modulo 2^64.
#[derive(Clone, Debug, Default)]
pub struct RoundCosts {
    /// Arrivals and departures by address.
    pub flow: FxHashMap<u64, [u64; 2]>,
    /// Costs of instructions beyond those that follow from the flow, by address.
    pub extra: FxHashMap<u64, Counts>,
    /// Calls, and costs without callees, by node of the tree of calls.
    pub calls: FxHashMap<usize, u64>,
    pub own: FxHashMap<usize, Counts>,
}

impl RoundCosts {
    pub fn add_flow(&mut self, pc: u64, [arrivals, departures]: [u64; 2]) {
        let place = self.flow.entry(pc).or_default();
        *place = [place[0].wrapping_add(arrivals), place[1].wrapping_add(departures)];
    }
}

/// `counts` multiplied by `times`.
pub fn multiplied(counts: &Counts, times: u64) -> Counts {
    let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = *counts;
    let [instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles] =
        [instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles].map(|count| count.saturating_mul(times));
    Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles }
}
