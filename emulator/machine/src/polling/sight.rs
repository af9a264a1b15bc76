//! The state that a round of a polling loop looks at (`Sight`), and the state that events have
//! shown meanwhile (`Shown`). As long as they have nothing in common, the events change nothing for
//! the loop.

use rankine_bus::{Looks, Shows};
use rankine_timing::LONGEST_LINE;
use std::ops::Range;

/// Memory that a round touches is remembered in pages of this size, which no cache line exceeds: a
/// write to a line removes all of it from a cache.
const PAGE_BYTES: u64 = LONGEST_LINE;
/// Most pages, and most places of devices, that are remembered. A round that looks at more is
/// treated as looking everywhere.
const LOOKS_MAX: usize = 256;
/// Most ranges of memory, and most places, that are remembered as shown. If there are more,
/// everything counts as shown.
const SHOWN_MAX: usize = 16;

/// A place of a device, by the number of the device at its node.
type Place = (usize, u64);

/// The state that a round looks at.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// Any event may matter to the round.
    everywhere: bool,
    /// A device's write to any memory may matter to the round.
    all_memory: bool,
    /// Sorted, without duplicates.
    pages: Vec<u64>,
    places: Vec<Place>,
}

impl Sight {
    /// The round loads from or stores to these bytes of memory.
    pub fn touch(&mut self, addr: u64, bytes: u64) {
        for page in addr / PAGE_BYTES..=addr.saturating_add(bytes.max(1) - 1) / PAGE_BYTES {
            insert(&mut self.pages, page, &mut self.everywhere);
        }
    }

    /// The round makes an access whose answer depends on this state of a device.
    pub fn look(&mut self, device: usize, at: Looks) {
        match at {
            Looks::Everywhere => self.everywhere = true,
            Looks::At(place) => insert(&mut self.places, (device, place), &mut self.everywhere),
            Looks::Nowhere => {}
        }
    }

    /// Any event may matter to the round.
    pub fn look_everywhere(&mut self) {
        self.everywhere = true;
    }

    /// A device's write to any memory may matter to the round.
    pub fn look_at_all_memory(&mut self) {
        self.all_memory = true;
    }

    /// May this state, which a device shows, matter to the round?
    pub fn sees(&self, device: usize, shown: &Shows) -> bool {
        self.everywhere
            || match *shown {
                Shows::Everything => true,
                Shows::Place(place) => self.places.binary_search(&(device, place)).is_ok(),
                Shows::Memory { addr, bytes } => self.sees_memory(&(addr..addr.saturating_add(bytes))),
                Shows::Nothing => false,
            }
    }

    fn sees_memory(&self, range: &Range<u64>) -> bool {
        let next = self.pages.partition_point(|page| *page < range.start / PAGE_BYTES);
        self.all_memory || self.pages.get(next).is_some_and(|page| *page <= range.end.saturating_sub(1) / PAGE_BYTES)
    }

    /// May anything shown matter to the round?
    pub fn sees_any(&self, shown: &Shown) -> bool {
        shown.everything
            || self.everywhere && shown.anything
            || shown.places.iter().any(|place| self.places.binary_search(place).is_ok())
            || shown.memory.iter().any(|range| self.sees_memory(range))
    }
}

/// Inserts into a sorted list. If the list is full, sets `is_full` instead.
fn insert<T: Ord>(list: &mut Vec<T>, new: T, is_full: &mut bool) {
    if let Err(at) = list.binary_search(&new) {
        match list.len() < LOOKS_MAX {
            true => list.insert(at, new),
            false => *is_full = true,
        }
    }
}

/// The state that events have shown since some moment.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Has any event happened at all?
    anything: bool,
    everything: bool,
    places: Vec<Place>,
    memory: Vec<Range<u64>>,
}

impl Shown {
    /// Forgets everything shown so far.
    pub fn clear(&mut self) {
        (self.anything, self.everything) = (false, false);
        self.places.clear();
        self.memory.clear();
    }

    pub fn add(&mut self, device: usize, shown: &Shows) {
        self.anything = true;
        match *shown {
            _ if self.everything => {}
            Shows::Everything => self.everything = true,
            Shows::Place(place) if self.places.contains(&(device, place)) => {}
            Shows::Place(place) => self.places.push((device, place)),
            Shows::Memory { addr, bytes } => self.add_memory(addr..addr.saturating_add(bytes)),
            Shows::Nothing => {}
        }
        self.everything |= self.places.len() > SHOWN_MAX || self.memory.len() > SHOWN_MAX;
    }

    /// Transfers write consecutive pieces, which are joined to one range.
    fn add_memory(&mut self, range: Range<u64>) {
        match self.memory.iter_mut().find(|known| known.end == range.start) {
            Some(known) => known.end = range.end,
            None => self.memory.push(range),
        }
    }
}

#[cfg(test)]
#[path = "../tests/sight.rs"]
mod tests;
