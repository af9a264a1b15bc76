//! Polling detection: is a hart in a loop that can go on for ever unless something outside changes?
//!
//! A hart that makes shared accesses comes by here before each of them. When it comes round with the same registers
//! as at an earlier access (the anchor), it goes through one more round under watch: if all accesses of that round
//! were pure, no event has shown anything that it looks at (`sight`), no counter was read, all memory it stored to is as it was, and
//! no cache has missed, then the next round must be like this one, and so all rounds until an event shows something of that. (Lines
//! that a round has used without a miss it has left in the order in which the next one uses them.) Misses of the first
//! level that the second answers are no hindrance if lines there are replaced in order of use (`Cached::settles`): the
//! round before has left the first level as this one leaves it, so all further ones miss where this one has.
//! A call that the loop is in at the anchor was entered in the round before the watched one, so that one counts, too: if
//! it took other cycles or missed otherwise, another round is watched, and only then are all calls of a round like those of
//! the next.
//! Rounds that wait for others at the port of memory do the same each time, but not in the same time: they are not left out.
//! Anchors are chosen as in Brent's cycle finding, so a period of any length is found.

use super::sight::{Shown, Sight};
use rankine_bus::{Looks, Ram, Shows};
use rankine_hart::Hart;
use rankine_timing::CacheCounts;

/// Longest period looked for, in shared accesses.
const PERIOD_MAX: u32 = 4096;
/// Stores remembered in a watched round; a loop with more is not worth suspending.
const STORES_MAX: usize = 4096;

/// One round of a polling loop.
#[derive(Clone, Debug)]
pub struct Round {
    /// At least 1.
    pub cycles: u64,
    pub instructions: u64,
    /// What its accesses miss.
    pub misses: CacheCounts,
    /// Does a miss ask a memory where nodes wait for each other? Then how long a round takes depends on other nodes, and
    /// each round is performed.
    pub asks_memory: bool,
    /// What it looks at.
    pub sight: Sight,
}

/// What a watched round does.
#[derive(Default)]
pub struct RoundLog {
    /// Its stores, with what was there before each one.
    stores: Vec<(u64, u64, u64)>,
    sight: Sight,
}

impl RoundLog {
    /// Is every place stored to as it was before its first store?
    fn is_unchanged(&self, ram: &Ram) -> bool {
        // Walking backwards, a place's last comparison is with its oldest value; so undo the stores in a small map.
        let mut bytes = std::collections::BTreeMap::new();
        for &(addr, width, old) in self.stores.iter().rev() {
            for (i, byte) in old.to_le_bytes()[..width as usize].iter().enumerate() {
                bytes.insert(addr + i as u64, *byte);
            }
        }
        bytes.iter().all(|(&addr, byte)| ram.slice(addr, 1) == Some(&[*byte]))
    }

    /// The hart is back where the round began, and has missed so often. What a device writes to memory moves lines of the second level.
    fn end(&mut self, here: &Anchor, misses: &CacheCounts) {
        if here.hart.reservation.is_some() {
            self.sight.look_everywhere();
        }
        if *misses != CacheCounts::default() || here.caches.write_through && !self.stores.is_empty() {
            self.sight.look_at_all_memory();
        }
    }

    /// A load of `bytes` bytes.
    pub fn load(&mut self, addr: u64, bytes: u64) {
        self.sight.touch(addr, bytes);
    }

    /// An `lr`, whose reservation any event may end.
    pub fn reserve(&mut self) {
        self.sight.look_everywhere();
    }

    /// Before a store of `bytes` bytes, where `old` stands.
    pub fn store(&mut self, addr: u64, bytes: u64, old: u64) {
        self.sight.touch(addr, bytes);
        if self.stores.len() <= STORES_MAX {
            self.stores.push((addr, bytes, old));
        }
    }
}

/// What a detector has to know of a hart's caches.
#[derive(Clone, Copy, Default)]
pub struct Caches {
    pub counts: CacheCounts,
    /// Do the same accesses made again leave them as they are? Then misses of every round are no hindrance.
    pub settle: bool,
    /// Does the first level write through? Then a store uses the second one.
    pub write_through: bool,
}

struct Anchor {
    hart: Hart,
    caches: Caches,
    version: u64,
    before: RoundBefore,
}

/// What is known of the round that ended at an anchor.
#[derive(Clone, Copy, PartialEq)]
enum RoundBefore {
    Unknown,
    /// What it took and missed; it was not watched.
    Took(u64, CacheCounts),
    /// It was watched, and the next one must be like it.
    Steady,
}

/// The detector of one hart.
#[derive(Default)]
pub struct Detector {
    anchor: Option<Anchor>,
    /// Accesses since the anchor, and how many make a new anchor.
    steps: u32,
    patience: u32,
    /// Set while a round is watched: the engine then reports loads and stores here.
    pub watched: Option<RoundLog>,
    /// Rounds that have been watched so far.
    pub watches: u64,
    /// What events have shown since the anchor, but for those that the version counts.
    shown: Shown,
}

impl Detector {
    /// Something that is no polling has happened.
    pub fn reset(&mut self) {
        self.anchor = None;
        self.watched = None;
        self.steps = 0;
        self.patience = 1;
    }

    /// An event at the node shows this, of one of its devices.
    pub fn show(&mut self, device: usize, shown: &Shows) {
        if self.anchor.is_some() {
            self.shown.add(device, shown);
        }
    }

    /// The access before which the hart has [arrived](Detector::arrive) looks at this.
    pub fn look(&mut self, device: usize, at: Looks) {
        if let Some(log) = &mut self.watched {
            log.sight.look(device, at);
        }
    }

    /// The hart is about to make a pure access; `version` counts the events that have shown everything.
    /// Gives the round when it is certain that the hart will come round for ever.
    pub fn arrive(&mut self, hart: &Hart, ram: &Ram, caches: Caches, version: u64) -> Option<Round> {
        let here = || Anchor { hart: hart.clone(), caches, version, before: RoundBefore::Unknown };
        let Some(anchor) = self.anchor.as_ref().filter(|anchor| anchor.version == version) else {
            // From here on nothing depends on whether rounds before the event were left out.
            self.patience = 1;
            self.set_anchor(here(), None);
            return None;
        };
        if hart.same_state(&anchor.hart) {
            return self.came_round(here(), ram);
        }
        self.steps += 1;
        if self.steps >= self.patience.max(1) {
            self.patience = (self.patience.max(1) * 2).min(PERIOD_MAX);
            self.set_anchor(here(), None);
        }
        None
    }

    fn came_round(&mut self, here: Anchor, ram: &Ram) -> Option<Round> {
        let anchor = self.anchor.as_ref()?;
        let misses = here.caches.counts.since(&anchor.caches.counts);
        let first = CacheCounts { l2_misses: 0, write_backs: 0, ..misses };
        let is_quiet = misses == CacheCounts::default() || here.caches.settle && misses == first;
        let has_few = |log: &RoundLog| log.stores.len() <= STORES_MAX;
        let is_steady =
            |log: &RoundLog| is_quiet && has_few(log) && !log.sight.sees_any(&self.shown) && log.is_unchanged(ram);
        let cycles = here.hart.cycles - anchor.hart.cycles;
        let took = RoundBefore::Took(cycles, misses);
        let watched = self.watched.take().map(|mut log| {
            log.end(&here, &misses);
            log
        });
        match watched {
            None => self.set_anchor(Anchor { before: took, ..here }, Some(RoundLog::default())),
            Some(log) if is_steady(&log) && ![took, RoundBefore::Steady].contains(&anchor.before) => {
                self.set_anchor(Anchor { before: RoundBefore::Steady, ..here }, Some(RoundLog::default()));
            }
            Some(log) if is_steady(&log) => {
                let instructions = here.hart.instret - anchor.hart.instret;
                self.reset();
                let round = Round { cycles, instructions, misses, asks_memory: false, sight: log.sight };
                return (cycles > 0).then_some(round);
            }
            // It stores something new every round, a counter, say; or the caches have not settled.
            Some(_) => self.set_anchor(here, None),
        }
        None
    }

    fn set_anchor(&mut self, anchor: Anchor, watched: Option<RoundLog>) {
        self.anchor = Some(anchor);
        self.shown.clear();
        self.steps = 0;
        self.watches += u64::from(watched.is_some());
        self.watched = watched;
    }
}

#[cfg(test)]
#[path = "../tests/detector.rs"]
mod tests;
