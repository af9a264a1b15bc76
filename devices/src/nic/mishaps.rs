//! Mistakes of software that the interface survives: it counts them.

/// Each is a row of the table at the end of the manual page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    PopWithoutHeader,
    CopyBeyondPayload,
    EntryRefused,
    PopWithoutCompletion,
    DataOutsideMemory,
}

const NAMES: [&str; 5] = [
    "HEADER_POP without a header",
    "COPY beyond the payload of the oldest header",
    "ENTRY refused",
    "COMPLETION_POP without a completion",
    "packets of data for no memory",
];

#[derive(Default)]
pub struct Mishaps([u64; NAMES.len()]);

impl Mishaps {
    pub fn count(&mut self, mishap: Mishap) {
        self.0[mishap as usize] += 1;
    }

    /// How many in all.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Names and counts.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.into_iter().zip(self.0)
    }

    /// A line with the mistakes that have happened; none if there are none.
    pub fn complaint(&self) -> Option<String> {
        let told: Vec<_> =
            self.statistics().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name}: {count}")).collect();
        (!told.is_empty()).then(|| told.join(", "))
    }
}
