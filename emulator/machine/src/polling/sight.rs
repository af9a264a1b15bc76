//! What a round of a polling loop looks at, and what has been shown meanwhile: as long as the two have nothing in common, events at
//! the node change nothing for the loop.

use rankine_bus::{Looks, Shows};
use rankine_timing::LONGEST_LINE;
use std::ops::Range;

/// Memory that a round touches is remembered in pieces of this size: a write to a line takes all of it out of a cache.
const PAGE_BYTES: u64 = LONGEST_LINE;
/// Pieces, and places of devices, that are remembered; a round that looks at more looks everywhere.
const LOOKS_MAX: usize = 256;
/// Ranges of memory and places that are remembered as shown; beyond, everything has been shown.
const SHOWN_MAX: usize = 16;

/// A place of a device, by the number of the device at its node.
type Place = (usize, u64);

/// What a round looks at.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// Any event may matter to it.
    everywhere: bool,
    /// Memory written by a device may matter to it wherever that lies.
    all_memory: bool,
    /// Sorted, each once.
    pages: Vec<u64>,
    places: Vec<Place>,
}

impl Sight {
    /// It loads from, or stores to, these bytes of memory.
    pub fn touch(&mut self, addr: u64, bytes: u64) {
        for page in addr / PAGE_BYTES..=addr.saturating_add(bytes.max(1) - 1) / PAGE_BYTES {
            insert(&mut self.pages, page, &mut self.everywhere);
        }
    }

    /// It makes an access to a device whose answer depends on this.
    pub fn look(&mut self, device: usize, at: Looks) {
        match at {
            Looks::Everywhere => self.everywhere = true,
            Looks::At(place) => insert(&mut self.places, (device, place), &mut self.everywhere),
            Looks::Nowhere => {}
        }
    }

    /// Any event may matter to it.
    pub fn look_everywhere(&mut self) {
        self.everywhere = true;
    }

    /// Whatever a device writes to memory may matter to it.
    pub fn look_at_all_memory(&mut self) {
        self.all_memory = true;
    }

    /// May what a device shows matter to it?
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

    /// May anything of this matter to it?
    pub fn sees_any(&self, shown: &Shown) -> bool {
        shown.everything
            || self.everywhere && shown.anything
            || shown.places.iter().any(|place| self.places.binary_search(place).is_ok())
            || shown.memory.iter().any(|range| self.sees_memory(range))
    }
}

/// Inserts into a sorted list; sets `is_full` where it would become too long.
fn insert<T: Ord>(list: &mut Vec<T>, new: T, is_full: &mut bool) {
    if let Err(at) = list.binary_search(&new) {
        match list.len() < LOOKS_MAX {
            true => list.insert(at, new),
            false => *is_full = true,
        }
    }
}

/// What has been shown since some moment.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Has anything happened at all?
    anything: bool,
    everything: bool,
    places: Vec<Place>,
    memory: Vec<Range<u64>>,
}

impl Shown {
    /// Nothing from now on.
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

    /// Transfers write one piece behind the other.
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
