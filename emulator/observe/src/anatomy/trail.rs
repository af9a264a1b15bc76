//! The instructions of calls, with their cycles. Calls that took the same way in the same time share one trail.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Instructions kept of one call.
const CALL_MAX: usize = 1 << 16;

/// An instruction, and the cycle at which it was executed, counted from the entry of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Executed {
    pub pc: u64,
    pub end: u64,
}

/// The trails of one rank's calls.
#[derive(Default)]
pub(super) struct Trails {
    current: Vec<Executed>,
    kept: Vec<Box<[Executed]>>,
    /// The number of a trail by its hash; of several with one hash, the first.
    numbers: FxHashMap<u64, u32>,
    /// Instructions that there is still room for.
    room: usize,
}

impl Trails {
    pub fn new(room: usize) -> Trails {
        Trails { room, ..Trails::default() }
    }

    pub fn begin(&mut self) {
        self.current.clear();
    }

    pub fn executed(&mut self, pc: u64, end: u64) {
        if self.current.len() < CALL_MAX {
            self.current.push(Executed { pc, end });
        }
    }

    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// What was executed from this place of the current trail on happened so much later.
    pub fn delay(&mut self, from: usize, cycles: u64) {
        self.current.iter_mut().skip(from).for_each(|executed| executed.end += cycles);
    }

    /// The call is over: the number of its trail, if there was room for it.
    pub fn end(&mut self) -> Option<u32> {
        if self.current.len() >= CALL_MAX {
            return None;
        }
        let hash = FxBuildHasher.hash_one(&self.current);
        if let Some(&number) = self.numbers.get(&hash)
            && *self.kept[number as usize] == *self.current
        {
            return Some(number);
        }
        self.room = self.room.checked_sub(self.current.len())?;
        let number = self.kept.len() as u32;
        self.numbers.entry(hash).or_insert(number);
        self.kept.push(self.current.as_slice().into());
        Some(number)
    }

    pub fn get(&self, number: u32) -> &[Executed] {
        self.kept.get(number as usize).map_or(&[], |trail| trail)
    }
}
