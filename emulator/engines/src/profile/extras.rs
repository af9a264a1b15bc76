//! What instructions have cost beyond what the flow of control tells: misses, answers of devices, waiting.

use super::counts::Counts;
use rustc_hash::FxHashMap;

/// Places that are remembered: most misses come from few instructions.
const LATEST: usize = 256;

pub struct Extras {
    all: Vec<(u64, Counts)>,
    /// Indices by address.
    known: FxHashMap<u64, usize>,
    /// Address and index of those added to last, each in a place of its own.
    latest: Box<[(u64, usize); LATEST]>,
}

impl Extras {
    pub fn new() -> Extras {
        Extras { all: Vec::new(), known: FxHashMap::default(), latest: Box::new([(u64::MAX, 0); LATEST]) }
    }

    /// What the instruction at `pc` has cost, to be added to.
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
