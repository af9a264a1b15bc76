//! Mistakes of programs and of tables that the fabric has met, and the first one's story.

use std::fmt;

/// What went wrong. The work goes on in each case; the part's own description says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// A selective NetIf has no channel for a packet.
    NoChannel,
    /// A control bit says another length than the header.
    ControlBit,
    /// A packet is too long for the OCCC.
    Oversize,
    /// A TMD-MPE has been given a command that it does not know, or cannot carry out.
    Command,
    /// A packet that a TMD-MPE can do nothing with.
    Unexpected,
    /// A message is longer than its receiver expects.
    Length,
    /// An engine has been given a problem that it cannot take.
    Problem,
}

const NAMES: [(Mishap, &str); 7] = [
    (Mishap::NoChannel, "packets without a channel"),
    (Mishap::ControlBit, "control bits at odds with headers"),
    (Mishap::Oversize, "packets too long for the OCCC"),
    (Mishap::Command, "commands refused by TMD-MPEs"),
    (Mishap::Unexpected, "packets unexpected at TMD-MPEs"),
    (Mishap::Length, "messages longer than expected"),
    (Mishap::Problem, "problems refused by engines"),
];

#[derive(Default)]
pub struct Mishaps {
    counts: [u64; NAMES.len()],
    first: Option<String>,
}

impl Mishaps {
    /// `place` says whose mistake it is, or where it was met, e.g. `node 2, TMD-MPE`.
    pub fn raise(&mut self, mishap: Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        tracing::debug!(target: "tmd", cycle, "{place}: {story}");
        self.counts[mishap as usize] += 1;
        self.first.get_or_insert_with(|| format!("{place}, cycle {cycle}: {story}"));
    }

    pub fn count(&self, mishap: Mishap) -> u64 {
        self.counts[mishap as usize]
    }

    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.iter().map(|(mishap, name)| (*name, self.count(*mishap)))
    }

    pub fn complaint(&self) -> Option<String> {
        let first = self.first.as_deref()?;
        let all: Vec<_> = self.statistics().filter(|(_, count)| *count > 0).collect();
        let all: Vec<_> = all.iter().map(|(name, count)| format!("{count} {name}")).collect();
        Some(format!("{}; first: {first}", all.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_told_and_all_are_counted() {
        let mut mishaps = Mishaps::default();
        assert_eq!(mishaps.complaint(), None);
        for (mishap, cycle) in [(Mishap::Command, 7), (Mishap::NoChannel, 8), (Mishap::Command, 9)] {
            mishaps.raise(mishap, cycle, &"node 2, TMD-MPE", format_args!("what it was"));
        }
        let told = mishaps.complaint().unwrap_or_default();
        let counts = "1 packets without a channel, 2 commands refused by TMD-MPEs";
        assert_eq!(told, format!("{counts}; first: node 2, TMD-MPE, cycle 7: what it was"));
        for (index, (mishap, _)) in NAMES.iter().enumerate() {
            assert_eq!(*mishap as usize, index);
        }
    }
}
