//! Counts of mistakes that a device survives, and a description of the first one.

use std::fmt;

/// One count for each name.
pub struct Mishaps<const N: usize> {
    names: &'static [&'static str; N],
    counts: [u64; N],
    first: Option<String>,
}

impl<const N: usize> Mishaps<N> {
    pub fn new(names: &'static [&'static str; N]) -> Mishaps<N> {
        Mishaps { names, counts: [0; N], first: None }
    }

    /// Counts mistake number `index`. `place` names the part that made or met the mistake, e.g.
    /// `NetIf of node 2`.
    pub fn raise(&mut self, index: usize, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        self.counts[index] += 1;
        self.first.get_or_insert_with(|| format!("{place}, cycle {cycle}: {story}"));
    }

    pub fn count(&self, index: usize) -> u64 {
        self.counts[index]
    }

    /// How many in all.
    pub fn sum(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Names and counts.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.names.iter().copied().zip(self.counts)
    }

    /// A sentence with all counts that are not zero and a description of the first mistake; none if
    /// there are no mistakes.
    pub fn complaint(&self) -> Option<String> {
        let first = self.first.as_deref()?;
        let all = self.statistics().filter(|(_, count)| *count > 0);
        let all: Vec<_> = all.map(|(name, count)| format!("{count} {name}")).collect();
        Some(format!("{}; first: {first}", all.join(", ")))
    }
}
