//! Distributions of values, and the numbers that describe them.

use serde::{Deserialize, Serialize};

/// A distribution of values in cycles. Median and 99th percentile are values that occurred: the
/// least value for which half, or 99 hundredths, of all values are not above it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// The number of values.
    pub count: u64,
    pub minimum_cycles: u64,
    pub median_cycles: u64,
    pub mean_cycles: f64,
    pub percentile_99_cycles: u64,
    pub maximum_cycles: u64,
}

impl Distribution {
    /// The distribution of pairs (value, how often it occurred). None if there is no value.
    pub fn of(mut values: Vec<(u64, u64)>) -> Option<Distribution> {
        values.retain(|value| value.1 > 0);
        values.sort_unstable();
        let count: u128 = values.iter().map(|value| u128::from(value.1)).sum();
        let products = values.iter().map(|value| u128::from(value.0) * u128::from(value.1));
        let sum = products.fold(0, u128::saturating_add);
        let (first, last) = (values.first()?, values.last()?);
        Some(Distribution {
            count: u64::try_from(count).unwrap_or(u64::MAX),
            minimum_cycles: first.0,
            median_cycles: at(&values, count.div_ceil(2)),
            mean_cycles: sum as f64 / count as f64,
            percentile_99_cycles: at(&values, (count * 99).div_ceil(100)),
            maximum_cycles: last.0,
        })
    }

    /// The sum of all values.
    pub(crate) fn total(&self) -> f64 {
        self.mean_cycles * self.count as f64
    }
}

/// Counts values as pairs (value, how often it occurred). The memory grows with the number of
/// different values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// The pairs up to `sorted` are in order, and their values differ.
    values: Vec<(u64, u64)>,
    sorted: usize,
}

/// The least number of new values that are sorted in at once.
const PENDING_MIN: usize = 4096;

impl Tally {
    pub fn add(&mut self, value: u64, times: u64) {
        if self.values.len() >= 2 * self.sorted.max(PENDING_MIN) {
            self.join();
        }
        self.values.push((value, times));
    }

    /// The distribution of the values; None if there are none.
    pub fn finish(mut self) -> Option<Distribution> {
        self.join();
        Distribution::of(self.values)
    }

    /// Joins equal values.
    fn join(&mut self) {
        self.values.sort_unstable();
        self.values.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 = kept.1.saturating_add(if is_same { next.1 } else { 0 });
            is_same
        });
        self.sorted = self.values.len();
    }
}

/// The value with this number, from 1 on, in sorted values.
fn at(values: &[(u64, u64)], number: u128) -> u64 {
    let mut passed = 0;
    let found = values.iter().find(|value| {
        passed += u128::from(value.1);
        passed >= number
    });
    found.map_or(0, |value| value.0)
}
