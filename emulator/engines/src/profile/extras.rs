//! Costs of instructions beyond those that follow from the flow of control: misses, answers of
//! devices, waiting.

use super::counts::Counts;
use rustc_hash::FxHashMap;

/// Entries of the cache of addresses, because most misses come from few instructions.
const LATEST: usize = 256;

pub struct Extras {
    all: Vec<(u64, Counts)>,
    /// Indices by address.
    known: FxHashMap<u64, usize>,
    /// A direct-mapped cache: address and index of the entries that were used last.
    latest: Box<[(u64, usize); LATEST]>,
}

impl Extras {
    pub fn new() -> Extras {
        Extras { all: Vec::new(), known: FxHashMap::default(), latest: Box::new([(u64::MAX, 0); LATEST]) }
    }

    /// The costs of the instruction at `pc`, to be added to.
    #[inline]
    pub fn at(&mut self, pc: u64) -> &mut Counts {
        let place = (pc / 2) as usize % LATEST;
        if self.latest[place].0 != pc {
            self.latest[place] = (pc, self.look_up(pc));
        }
        &mut self.all[self.latest[place].1].1
    }

    #[inline(never)]
    fn look_up(&mut self, pc: u64) -> usize {
        let new = self.all.len();
        let index = *self.known.entry(pc).or_insert(new);
        if index == new {
            self.all.push((pc, Counts::default()));
        }
        index
    }

    pub fn iter(&self) -> impl Iterator<Item = &(u64, Counts)> {
        self.all.iter()
    }
}
