//! The findings of a check, in order of time. A mistake that occurs several times at the same place
//! is listed once.

use super::call::CallRef;
use rankine_bus::counted;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Truncation,
    TypeMismatch,
    BufferOverlap,
    NotCompleted,
    NotFreed,
    NeverReceived,
    CollectiveMismatch,
    LockHeld,
    Misuse,
    Deadlock,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Truncation => "truncation",
            Kind::TypeMismatch => "type mismatch",
            Kind::BufferOverlap => "buffer overlap",
            Kind::NotCompleted => "not completed",
            Kind::NotFreed => "not freed",
            Kind::NeverReceived => "never received",
            Kind::CollectiveMismatch => "collective mismatch",
            Kind::LockHeld => "lock held",
            Kind::Misuse => "misuse",
            Kind::Deadlock => "deadlock",
        }
    }
}

/// A mistake, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `truncation`, `type mismatch`, `buffer overlap`, `not completed`, `not freed`, `never received`,
    /// `collective mismatch`, `lock held`, `misuse` or `deadlock`.
    pub kind: String,
    /// The cycle at which it happened first, and the rank.
    pub cycle: u64,
    pub rank: u32,
    /// The call with its arguments, and its place in the program.
    pub call: String,
    pub place: String,
    pub message: String,
    /// Other calls that take part in the mistake.
    pub related: Vec<Related>,
    /// How often it happened, and the ranks in which it happened.
    pub count: u64,
    pub ranks: Vec<u32>,
}

/// A call that takes part in a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    pub rank: u32,
    /// What the call does, beginning with a verb: `sends it in`.
    pub role: String,
    pub call: String,
    pub place: String,
}

/// A mistake when it is found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub kind: Kind,
    pub cycle: u64,
    pub at: CallRef,
    pub message: String,
    pub related: Vec<(CallRef, String)>,
}

/// All mistakes; the same mistake at the same places is kept once.
#[derive(Default)]
pub(super) struct Findings {
    known: BTreeMap<Key, Kept>,
}

/// The kind, and the places of the calls (program and return address).
type Key = (Kind, Vec<(usize, u64)>);

pub(super) struct Kept {
    pub found: Found,
    pub count: u64,
    pub ranks: BTreeSet<u32>,
}

impl Findings {
    /// Adds a mistake. `places` are those of its call and of the related calls.
    pub fn add(&mut self, found: Found, mut places: Vec<(usize, u64)>) {
        if found.kind == Kind::CollectiveMismatch {
            // The mistake is the same, whichever call it was compared with.
            places.truncate(1);
        }
        let rank = found.at.rank;
        let kept = self.known.entry((found.kind, places)).or_insert_with(|| Kept {
            found: found.clone(),
            count: 0,
            ranks: BTreeSet::new(),
        });
        if (found.cycle, rank) < (kept.found.cycle, kept.found.at.rank) {
            kept.found = found;
        }
        kept.count += 1;
        kept.ranks.insert(rank);
    }

    /// The mistakes in order of time.
    pub fn sorted(self) -> Vec<Kept> {
        let mut all: Vec<Kept> = self.known.into_values().collect();
        all.sort_by_key(|kept| (kept.found.cycle, kept.found.at.rank, kept.found.kind));
        all
    }
}

impl Finding {
    pub(super) fn new(kept: Kept, tell: impl Fn(CallRef) -> (String, String)) -> Finding {
        let Kept { found, count, ranks } = kept;
        let (call, place) = tell(found.at);
        let related = found.related.into_iter().map(|(at, role)| {
            let (call, place) = tell(at);
            Related { rank: at.rank, role, call, place }
        });
        Finding {
            kind: found.kind.name().into(),
            cycle: found.cycle,
            rank: found.at.rank,
            call,
            place,
            message: found.message,
            related: related.collect(),
            count,
            ranks: ranks.into_iter().collect(),
        }
    }
}

/// All findings as text for a terminal. `until` is the cycle at which the check ended, if that was
/// not the end of the run.
pub fn table(findings: &[Finding], until: Option<u64>) -> String {
    let mut text = match findings.len() {
        0 => "check: no mistakes found".into(),
        found => format!("check: {}", counted(found as u64, "mistake")),
    };
    if let Some(cycle) = until {
        let _ = write!(text, " before cycle {cycle}, at which the check ended");
    }
    for finding in findings {
        let Finding { kind, cycle, rank, call, place, message, related, count, ranks } = finding;
        let _ = write!(text, "\n  {kind} at cycle {cycle}: rank {rank}: {message}\n    in {call}, called from {place}");
        for Related { rank, role, call, place } in related {
            let _ = write!(text, "\n    rank {rank} {role} {call}, called from {place}");
        }
        if *count > 1 {
            let whom = match ranks.as_slice() {
                [rank] => format!("rank {rank}"),
                _ => format!("ranks {}", list(ranks)),
            };
            let _ = write!(text, "\n    {count} times in all, in {whom}");
        }
    }
    text
}

/// A list such as `0, 1, 2`, shortened if it is long.
pub(super) fn list(ranks: &[u32]) -> String {
    const SHOWN: usize = 16;
    let mut shown: Vec<String> = ranks.iter().take(SHOWN).map(u32::to_string).collect();
    if ranks.len() > SHOWN {
        shown.push("…".into());
    }
    shown.join(", ")
}
