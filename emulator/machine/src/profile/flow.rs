//! How often each instruction was executed, from how often control came to it and left behind it.

use rankine_hart::Image;
use rankine_observe::recording::Counts;
use std::collections::BTreeMap;
use std::ops::Range;

/// Arrivals at and departures from each place of the code; modulo 2^64, since some are taken back.
pub struct Flow {
    ranges: Vec<Counters>,
    /// For code elsewhere.
    others: BTreeMap<u64, [u64; 2]>,
}

struct Counters {
    start: u64,
    /// For each 2 bytes: arrivals and departures.
    places: Box<[[u64; 2]]>,
}

impl Flow {
    pub fn new(code: &[Range<u64>]) -> Flow {
        let counters = |range: &Range<u64>| Counters {
            start: range.start,
            places: vec![[0; 2]; (range.end - range.start).div_ceil(2) as usize].into(),
        };
        Flow { ranges: code.iter().map(counters).collect(), others: BTreeMap::new() }
    }

    /// Adds arrivals and departures to a place.
    pub fn add(&mut self, pc: u64, [arrivals, departures]: [u64; 2]) {
        let place = self.place(pc);
        *place = [place[0].wrapping_add(arrivals), place[1].wrapping_add(departures)];
    }

    fn place(&mut self, pc: u64) -> &mut [u64; 2] {
        for range in &mut self.ranges {
            if let Some(place) = range.places.get_mut((pc.wrapping_sub(range.start) / 2) as usize) {
                return place;
            }
        }
        self.others.entry(pc).or_default()
    }

    /// Executions and static cycles of every instruction. Code that is not in the image costs one cycle each.
    pub fn counts(&self, image: &Image) -> BTreeMap<u64, Counts> {
        let mut places: BTreeMap<u64, [u64; 2]> = self.others.clone();
        for range in &self.ranges {
            let used = range.places.iter().enumerate().filter(|(_, place)| **place != [0; 2]);
            places.extend(used.map(|(i, place)| (range.start + 2 * i as u64, *place)));
        }
        let mut counts = BTreeMap::new();
        // What flows on from one instruction into the next: those that are still to come, by address.
        let mut flowing: BTreeMap<u64, u64> = BTreeMap::new();
        loop {
            let next = [places.first_key_value().map(|(pc, _)| *pc), flowing.first_key_value().map(|(pc, _)| *pc)];
            let Some(pc) = next.into_iter().flatten().min() else { return counts };
            let [arrivals, departures] = places.remove(&pc).unwrap_or_default();
            let executed = arrivals.wrapping_add(flowing.remove(&pc).unwrap_or(0));
            let (length, cost, taken) = image.cost(pc).unwrap_or((4, 1, 0));
            let on = executed.wrapping_sub(departures);
            if on != 0 {
                let behind = flowing.entry(pc.wrapping_add(length)).or_default();
                *behind = behind.wrapping_add(on);
            }
            if executed != 0 {
                let cycles = executed.wrapping_mul(cost).wrapping_add_signed((departures as i64).wrapping_mul(taken));
                counts.insert(pc, Counts { instructions: executed, cycles, ..Counts::default() });
            }
        }
    }
}
