//! Computes how often each instruction was executed, from the arrivals of control at it and the
//! departures from it.

use super::counts::Counts;
use rankine_timing::CodeCost;
use std::collections::BTreeMap;
use std::ptr::NonNull;

/// Arrivals at and departures from each place of the code. They count modulo 2^64, because some are
/// subtracted.
#[derive(Default)]
pub struct Flow {
    /// Counters of code in which the engine runs.
    spans: Vec<Counters>,
    /// Counters of other code, by address.
    others: BTreeMap<u64, [u64; 2]>,
}

struct Counters {
    start: u64,
    /// For each 2 bytes: arrivals and departures. Owned by this value; the engine counts there,
    /// too.
    places: NonNull<[[u64; 2]]>,
}

// SAFETY: the counters belong to the owner of this value.
unsafe impl Send for Counters {}

impl Drop for Counters {
    fn drop(&mut self) {
        // SAFETY: made by `Counters::new` from a box, and dropped once.
        drop(unsafe { Box::from_raw(self.places.as_ptr()) });
    }
}

impl Counters {
    fn new(start: u64, bytes: u64) -> Counters {
        let places = vec![[0; 2]; bytes.div_ceil(2) as usize].into_boxed_slice();
        // SAFETY: a box is not null.
        Counters { start, places: unsafe { NonNull::new_unchecked(Box::into_raw(places)) } }
    }

    fn places(&self) -> &[[u64; 2]] {
        // SAFETY: valid until dropped, and the engine does not count meanwhile.
        unsafe { self.places.as_ref() }
    }

    fn places_mut(&mut self) -> &mut [[u64; 2]] {
        // SAFETY: as in `places`.
        unsafe { self.places.as_mut() }
    }
}

impl Flow {
    /// The counters for the `bytes` of code at `pc`.
    pub fn span(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2] {
        let holds = |span: &Counters| span.start == pc && span.places.len() as u64 == bytes.div_ceil(2);
        let index = self.spans.iter().position(holds).unwrap_or_else(|| {
            self.spans.push(Counters::new(pc, bytes));
            self.spans.len() - 1
        });
        self.spans[index].places.as_ptr().cast()
    }

    /// Adds arrivals and departures to a place.
    pub fn add(&mut self, pc: u64, [arrivals, departures]: [u64; 2]) {
        let place = self.place(pc);
        *place = [place[0].wrapping_add(arrivals), place[1].wrapping_add(departures)];
    }

    fn place(&mut self, pc: u64) -> &mut [u64; 2] {
        let index = |span: &Counters| (pc.wrapping_sub(span.start) / 2) as usize;
        match self.spans.iter_mut().find(|span| index(span) < span.places.len()) {
            Some(span) => {
                let index = index(span);
                &mut span.places_mut()[index]
            }
            None => self.others.entry(pc).or_default(),
        }
    }

    /// Executions and static cycles of every instruction since the last call. `cost` returns the
    /// cost of the instruction at an address. An instruction that it does not know costs one cycle.
    /// Counters given by [`Flow::span`] become invalid.
    pub fn take(&mut self, cost: &dyn Fn(u64) -> Option<CodeCost>) -> BTreeMap<u64, Counts> {
        let mut places = std::mem::take(&mut self.others);
        for span in std::mem::take(&mut self.spans) {
            let used = span.places().iter().enumerate().filter(|(_, place)| **place != [0; 2]);
            for (i, [arrivals, departures]) in used {
                let place = places.entry(span.start + 2 * i as u64).or_default();
                *place = [place[0].wrapping_add(*arrivals), place[1].wrapping_add(*departures)];
            }
        }
        let mut counts = BTreeMap::new();
        // Executions that flow on from one instruction into the next, by address of the next one.
        let mut flowing: BTreeMap<u64, u64> = BTreeMap::new();
        loop {
            let next = [places.first_key_value().map(|(pc, _)| *pc), flowing.first_key_value().map(|(pc, _)| *pc)];
            let Some(pc) = next.into_iter().flatten().min() else { return counts };
            let [arrivals, departures] = places.remove(&pc).unwrap_or_default();
            let executed = arrivals.wrapping_add(flowing.remove(&pc).unwrap_or(0));
            let known = cost(pc);
            let on = executed.wrapping_sub(departures);
            // Control does not flow on from an address where nothing was decoded.
            if let (Some(CodeCost { bytes, .. }), 1..) = (known, on) {
                let behind = flowing.entry(pc.wrapping_add(bytes)).or_default();
                *behind = behind.wrapping_add(on);
            }
            if executed != 0 {
                let CodeCost { cycles, taken, .. } = known.unwrap_or(CodeCost { bytes: 0, cycles: 1, taken: 0 });
                let cycles = executed.wrapping_mul(cycles).wrapping_add_signed((departures as i64).wrapping_mul(taken));
                counts.insert(pc, Counts { instructions: executed, cycles, ..Counts::default() });
            }
        }
    }
}
