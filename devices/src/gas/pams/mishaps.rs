//! Mistakes of programs that the sequencer has met, and a description of the first.

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// An undefined instruction: the sequencer stops.
    Undefined,
    /// Execution, or loading, went beyond the instruction memory: the sequencer stops.
    BeyondMemory,
}

const NAMES: [&str; 2] = ["undefined instructions", "addresses beyond the instruction memory"];

#[derive(Default)]
pub struct Mishaps {
    counts: [u64; NAMES.len()],
    first: Option<String>,
}

impl Mishaps {
    pub fn raise(&mut self, mishap: Mishap, story: &str) {
        self.counts[mishap as usize] += 1;
        self.first.get_or_insert_with(|| story.to_string());
    }

    /// Names and counts.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.into_iter().zip(self.counts)
    }

    /// How many in all.
    pub fn sum(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// A sentence on the mistakes that have happened; none if there are none.
    pub fn complaint(&self) -> Option<String> {
        let first = self.first.as_deref()?;
        let all: Vec<_> = self.statistics().filter(|(_, count)| *count > 0).collect();
        let all: Vec<_> = all.iter().map(|(name, count)| format!("{count} {name}")).collect();
        Some(format!("{}; first: {first}", all.join(", ")))
    }
}
