//! Polling detection: is a hart in a loop that goes on for ever unless something outside changes?
//!
//! The detector sees a hart before each of its shared accesses. If the hart has the same registers
//! as at an earlier access (the anchor), the next round is watched. The round is *steady* if all of
//! these hold: all its accesses were pure; no event has shown anything that it looks at (`sight`);
//! it read no counter; all memory that it stored to has its old value again; no cache has missed.
//! Then every further round is like it, until an event shows something that it looks at. (A round
//! without a miss leaves the lines that it uses in the order in which the next round uses them.)
//!
//! First-level misses that hit in the second level are allowed if first-level lines are replaced in
//! order of use (`Cached::settles`). Then the round before left the first level as this round
//! leaves it, so all further rounds have the same misses.
//!
//! If the anchor is inside an MPI call, that call was entered in the round before the watched one.
//! So the round before matters, too: if it took other cycles or had other misses, one more round is
//! watched. Only then are the calls of a round like those of the next.
//!
//! Rounds that wait for other nodes at the memory port do the same each time, but do not take the
//! same time. They are not skipped.
//!
//! A loop that also reads the clock leaves other registers in each round. `clock` follows the values
//! that come from the clock; such a round is repeated only until a known cycle.
//!
//! Anchors are chosen as in Brent's cycle finding, so a period of up to `PERIOD_MAX` accesses is
//! found.

use super::clock::ClockLog;
use super::sight::{Shown, Sight};
use rankine_bus::{Looks, Ram, Shows};
use rankine_hart::{Hart, Parcel};
use rankine_timing::CacheCounts;

/// Longest period that is found, in shared accesses.
const PERIOD_MAX: u32 = 4096;
/// Most stores remembered in a watched round. A loop with more is not worth suspending.
const STORES_MAX: usize = 4096;
/// If more registers differ from those at the anchor, the loop is not tried as one that reads the clock.
const DIFFERENT_MAX: usize = 8;
/// Most loops that are passed over after failures, before one is tried again as one that reads the clock.
const PASSES_MAX: u32 = 1024;

/// One round of a polling loop.
#[derive(Clone, Debug)]
pub struct Round {
    /// At least 1.
    pub cycles: u64,
    pub instructions: u64,
    /// The misses of its accesses.
    pub misses: CacheCounts,
    /// Does a miss go to a memory at which nodes wait for each other? Then the time of a round
    /// depends on other nodes, and each round is performed.
    pub asks_memory: bool,
    /// The state that it looks at.
    pub sight: Sight,
    /// The most further rounds like it. None: it is repeated for ever.
    pub most: Option<u64>,
    /// Rounds that must be performed after skipped ones, so that registers and memory hold what
    /// performed rounds leave.
    pub performed: u64,
}

impl Round {
    /// The rounds that can be skipped if `rounds` would be performed.
    pub fn skippable(&self, rounds: u64) -> u64 {
        rounds.min(self.most.unwrap_or(u64::MAX)).saturating_sub(self.performed)
    }
}

/// The actions of a watched round.
#[derive(Default)]
pub struct RoundLog {
    /// Its stores: address, bytes, and the value before the store.
    stores: Vec<(u64, u64, u64)>,
    sight: Sight,
    /// Follows values of the clock, if the loop reads it.
    pub clock: Option<ClockLog>,
}

impl RoundLog {
    /// Does every place stored to have the value from before its first store, unless the value
    /// depends on the clock?
    fn is_unchanged(&self, ram: &Ram) -> bool {
        let of_clock = |addr| self.clock.as_ref().is_some_and(|clock| clock.marks(addr));
        // Going backwards, the oldest value of each byte remains in the map.
        let mut bytes = std::collections::BTreeMap::new();
        for &(addr, width, old) in self.stores.iter().rev() {
            for (i, byte) in old.to_le_bytes()[..width as usize].iter().enumerate() {
                bytes.insert(addr + i as u64, *byte);
            }
        }
        bytes.iter().all(|(&addr, byte)| ram.slice(addr, 1) == Some(&[*byte]) || of_clock(addr))
    }

    /// The hart is back where the round began; `misses` are the misses of the round. If there are
    /// any, a device's write to any memory matters, because it moves lines of the second level.
    fn end(&mut self, here: &Here<'_>, misses: &CacheCounts) {
        if here.hart.reservation.is_some() {
            self.sight.look_everywhere();
        }
        if *misses != CacheCounts::default() || here.caches.write_through && !self.stores.is_empty() {
            self.sight.look_at_all_memory();
        }
    }

    /// The round loads `bytes` bytes.
    pub fn load(&mut self, addr: u64, bytes: u64) {
        self.sight.touch(addr, bytes);
    }

    /// An `lr`. Any event may end its reservation.
    pub fn reserve(&mut self) {
        self.sight.look_everywhere();
    }

    /// Called before a store of `bytes` bytes that replaces the value `old`.
    pub fn store(&mut self, addr: u64, bytes: u64, old: u64) {
        self.sight.touch(addr, bytes);
        if self.stores.len() <= STORES_MAX {
            self.stores.push((addr, bytes, old));
        }
    }
}

/// State of a hart's caches that the detector needs.
#[derive(Clone, Copy, Default)]
pub struct Caches {
    pub counts: CacheCounts,
    /// Do the same accesses, made again, leave the caches as they are? If so, misses in every round
    /// are allowed.
    pub settle: bool,
    /// Does the first level write through? If so, a store uses the second level.
    pub write_through: bool,
}

/// The state of a hart before a shared access.
struct Anchor {
    hart: Hart,
    caches: Caches,
    version: u64,
    before: RoundBefore,
}

/// The hart before the shared access to which it has come: an anchor that is not copied yet.
#[derive(Clone, Copy)]
struct Here<'a> {
    hart: &'a Hart,
    caches: Caches,
    version: u64,
    before: RoundBefore,
}

/// The round that ended at an anchor.
#[derive(Clone, Copy, PartialEq)]
enum RoundBefore {
    Unknown,
    /// Its cycles and misses; it was not watched.
    Took(u64, CacheCounts),
    /// It was watched and is steady.
    Steady,
}

/// The detector of one hart.
#[derive(Default)]
pub struct Detector {
    anchor: Option<Anchor>,
    /// Accesses since the anchor, and the number of accesses after which a new anchor is set.
    steps: u32,
    patience: u32,
    /// Set while a round is watched: the engine then reports loads and stores here.
    pub watched: Option<RoundLog>,
    /// Rounds that have been watched so far.
    pub watches: u64,
    /// State that events have shown since the anchor, except events that the version counts.
    shown: Shown,
    /// The clock was read since the anchor.
    reads_clock: bool,
    /// Loops still to be passed over, and how many were after the last failure, before one is tried
    /// as one that reads the clock.
    passes: u32,
    passed: u32,
    /// Rounds that the hart performs after skipped ones, before this cycle, are not looked at.
    pub blind_until: u64,
}

impl Detector {
    /// The hart has done something that is not polling.
    pub fn reset(&mut self) {
        self.anchor = None;
        self.watched = None;
        self.reads_clock = false;
        // Another loop may follow.
        self.passed /= 2;
        self.passes = self.passes.min(self.passed);
        self.steps = 0;
        self.patience = 1;
    }

    /// A device has answered the load, or the fence, before which the hart has
    /// [arrived](Detector::arrive), or a load of the clock, at this cycle. The hart has completed it.
    pub fn accessed(&mut self, hart: &Hart, parcel: Option<Parcel>, clock: Option<u64>) {
        self.reads_clock |= clock.is_some();
        if let Some(log) = self.watched.as_mut().and_then(|log| log.clock.as_mut()) {
            log.accessed(hart, parcel.and_then(|parcel| parcel.instr()), clock);
        }
    }

    /// An event at the node shows this state of one of its devices.
    pub fn show(&mut self, device: usize, shown: &Shows) {
        if self.anchor.is_some() {
            self.shown.add(device, shown);
        }
    }

    /// The access before which the hart has [arrived](Detector::arrive) looks at this state.
    pub fn look(&mut self, device: usize, at: Looks) {
        if let Some(log) = &mut self.watched {
            log.sight.look(device, at);
        }
    }

    /// The hart is about to make a pure access. `version` counts the events that have shown
    /// everything. Returns the round if the hart is certain to repeat it for ever.
    pub fn arrive(&mut self, hart: &Hart, ram: &Ram, caches: Caches, version: u64) -> Option<Round> {
        if hart.cycles < self.blind_until {
            return None;
        }
        let here = Here { hart, caches, version, before: RoundBefore::Unknown };
        let Some(anchor) = self.anchor.as_ref().filter(|anchor| anchor.version == version) else {
            // From here on nothing depends on whether rounds before the event were skipped.
            self.patience = 1;
            self.set_anchor(here, None);
            return None;
        };
        if !self.reads_clock && hart.same_state(&anchor.hart) {
            return self.came_round(here, ram);
        }
        if self.reads_clock && hart.pc == anchor.hart.pc {
            let log = self.watched.as_ref().and_then(|log| log.clock.as_ref());
            if log.is_some_and(|log| log.same_state(hart, &anchor.hart)) {
                return self.came_round_by_clock(here, ram);
            }
            if log.is_none() && self.tries_clock(hart) {
                self.watch_clock(here, ClockLog::new(hart));
                return None;
            }
        }
        self.steps += 1;
        if self.steps >= self.patience.max(1) {
            self.patience = (self.patience.max(1) * 2).min(PERIOD_MAX);
            self.set_anchor(here, None);
        }
        None
    }

    fn came_round(&mut self, here: Here<'_>, ram: &Ram) -> Option<Round> {
        let anchor = self.anchor.as_ref()?;
        let misses = here.caches.counts.since(&anchor.caches.counts);
        let cycles = here.hart.cycles - anchor.hart.cycles;
        let took = RoundBefore::Took(cycles, misses);
        let watched = self.watched.take().map(|mut log| {
            log.end(&here, &misses);
            log
        });
        let is_steady =
            watched.as_ref().is_some_and(|log| log.clock.is_none() && self.is_steady(log, &here, &misses, ram));
        match watched {
            None => self.set_anchor(Here { before: took, ..here }, Some(RoundLog::default())),
            Some(_) if is_steady && ![took, RoundBefore::Steady].contains(&anchor.before) => {
                self.set_anchor(Here { before: RoundBefore::Steady, ..here }, Some(RoundLog::default()));
            }
            Some(log) if is_steady => {
                let instructions = here.hart.instret - anchor.hart.instret;
                self.reset();
                let round = Round {
                    cycles,
                    instructions,
                    misses,
                    asks_memory: false,
                    sight: log.sight,
                    most: None,
                    performed: 0,
                };
                return (cycles > 0).then_some(round);
            }
            // It stores something new every round, for example a counter, or the caches have not
            // settled.
            Some(_) => self.set_anchor(here, None),
        }
        None
    }

    /// Is the round that has ended here like all further ones, as far as its actions tell?
    fn is_steady(&self, log: &RoundLog, here: &Here<'_>, misses: &CacheCounts, ram: &Ram) -> bool {
        let first = CacheCounts { l2_misses: 0, write_backs: 0, ..*misses };
        let is_quiet = *misses == CacheCounts::default() || here.caches.settle && *misses == first;
        let has_few = log.stores.len() <= STORES_MAX;
        is_quiet && has_few && !log.sight.sees_any(&self.shown) && log.is_unchanged(ram)
    }

    /// The hart is where the anchor is, after a round that has read the clock. Shall the next rounds
    /// be tried as a loop that reads the clock?
    fn tries_clock(&mut self, hart: &Hart) -> bool {
        let Some(anchor) = &self.anchor else { return false };
        let different = |one: &[u64], other: &[u64]| one.iter().zip(other).filter(|(one, other)| one != other).count();
        if different(&hart.x, &anchor.hart.x) + different(&hart.f, &anchor.hart.f) > DIFFERENT_MAX {
            return false;
        }
        self.passes = self.passes.saturating_sub(1);
        self.passes == 0
    }

    fn watch_clock(&mut self, here: Here<'_>, clock: ClockLog) {
        self.set_anchor(here, Some(RoundLog { clock: Some(clock), ..RoundLog::default() }));
    }

    /// As [`Detector::came_round`], for a loop that reads the clock.
    fn came_round_by_clock(&mut self, here: Here<'_>, ram: &Ram) -> Option<Round> {
        let anchor = self.anchor.as_ref()?;
        let misses = here.caches.counts.since(&anchor.caches.counts);
        let cycles = here.hart.cycles - anchor.hart.cycles;
        let instructions = here.hart.instret - anchor.hart.instret;
        let is_like_before = anchor.before == RoundBefore::Took(cycles, misses);
        let mut log = self.watched.take()?;
        log.end(&here, &misses);
        let is_steady = self.is_steady(&log, &here, &misses, ram);
        let RoundLog { sight, clock, .. } = log;
        let mut clock = clock?;
        let repeats = clock.end_round(cycles);
        let here = Here { before: RoundBefore::Took(cycles, misses), ..here };
        if !is_steady || clock.has_failed() || cycles == 0 {
            self.give_up_clock(here);
            return None;
        }
        let Some(repeats) = repeats.filter(|_| is_like_before) else {
            self.watch_clock(here, clock);
            return None;
        };
        let (most, performed) = (Some(repeats.most), repeats.performed);
        let round = Round { cycles, instructions, misses, asks_memory: false, sight, most, performed };
        if round.skippable(u64::MAX) == 0 {
            // A comparison soon comes out otherwise.
            self.give_up_clock(here);
            return None;
        }
        self.passed = 0;
        self.reset();
        Some(round)
    }

    /// The next loops are not tried as ones that read the clock: the more, the more often that has
    /// failed.
    fn give_up_clock(&mut self, here: Here<'_>) {
        self.passed = (2 * self.passed + 1).min(PASSES_MAX);
        self.passes = self.passed;
        self.set_anchor(here, None);
    }

    fn set_anchor(&mut self, here: Here<'_>, watched: Option<RoundLog>) {
        let Here { hart, caches, version, before } = here;
        self.reads_clock = false;
        match &mut self.anchor {
            // One copy in place of several: a hart has hundreds of bytes.
            Some(anchor) => {
                anchor.hart.clone_from(hart);
                (anchor.caches, anchor.version, anchor.before) = (caches, version, before);
            }
            None => self.anchor = Some(Anchor { hart: hart.clone(), caches, version, before }),
        }
        self.shown.clear();
        self.steps = 0;
        self.watches += u64::from(watched.is_some());
        self.watched = watched;
    }
}

#[cfg(test)]
#[path = "../tests/detector.rs"]
mod tests;
