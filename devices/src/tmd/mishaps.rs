//! Mistakes of programs and of tables that the fabric has met, and a description of the first.

use crate::mishaps;
use crate::netif::mishaps as netif;
use std::fmt;

/// A kind of mistake. The work goes on in each case; the part's own description says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    NetIf(netif::Mishap),
    /// A packet is too long for the OCCC.
    Oversize,
    /// A TMD-MPE has been given a command that it does not know, or cannot carry out.
    Command,
    /// A packet that a TMD-MPE does not expect.
    Unexpected,
    /// A message is longer than its receiver expects.
    Length,
    /// An engine has been given a problem that it cannot take.
    Problem,
}

const NAMES: [&str; 8] = [
    netif::NAMES[0],
    netif::NAMES[1],
    netif::NAMES[2],
    "packets too long for the OCCC",
    "commands refused by TMD-MPEs",
    "packets unexpected at TMD-MPEs",
    "messages longer than expected",
    "problems refused by engines",
];

impl Mishap {
    /// Its place in [`NAMES`].
    fn number(self) -> usize {
        let own = match self {
            Mishap::NetIf(of_netif) => return of_netif as usize,
            Mishap::Oversize => 0,
            Mishap::Command => 1,
            Mishap::Unexpected => 2,
            Mishap::Length => 3,
            Mishap::Problem => 4,
        };
        netif::NAMES.len() + own
    }
}

pub struct Mishaps(mishaps::Mishaps<{ NAMES.len() }>);

impl Default for Mishaps {
    fn default() -> Mishaps {
        Mishaps(mishaps::Mishaps::new(&NAMES))
    }
}

impl Mishaps {
    /// `place` names the part that made or met the mistake, e.g. `node 2, TMD-MPE`.
    pub fn raise(&mut self, mishap: Mishap, cycle: u64, place: &dyn fmt::Display, story: fmt::Arguments<'_>) {
        tracing::debug!(target: "fsl", cycle, "{place}: {story}");
        self.0.raise(mishap.number(), cycle, place, story);
    }

    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.statistics()
    }

    pub fn complaint(&self) -> Option<String> {
        self.0.complaint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_told_and_all_are_counted() {
        let mut mishaps = Mishaps::default();
        assert_eq!(mishaps.complaint(), None);
        for (mishap, cycle) in
            [(Mishap::Command, 7), (Mishap::NetIf(netif::Mishap::NoChannel), 8), (Mishap::Command, 9)]
        {
            mishaps.raise(mishap, cycle, &"node 2, TMD-MPE", format_args!("what it was"));
        }
        let told = mishaps.complaint().unwrap_or_default();
        let counts = "1 packets without a channel, 2 commands refused by TMD-MPEs";
        assert_eq!(told, format!("{counts}; first: node 2, TMD-MPE, cycle 7: what it was"));
        assert_eq!(Mishap::Problem.number() + 1, NAMES.len());
    }
}
