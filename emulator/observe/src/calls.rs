//! MPI calls of one rank, in little memory: what calls have in common is kept once.

use crate::recording::MpiCall;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// Calls in order. A call is put together when it is asked for.
#[derive(Clone, Default)]
pub struct CallList {
    /// Calls without their times, repetitions and state: function, place and arguments.
    shapes: Vec<MpiCall>,
    /// The number of a shape by its hash; of several with one hash, the first.
    numbers: FxHashMap<u64, u32>,
    kept: Vec<Kept>,
    /// By index, what few calls have; these keep no `wait_cycles` in `kept`.
    rare: BTreeMap<usize, Rare>,
}

#[derive(Clone, Copy)]
struct Kept {
    entered: u64,
    left: u64,
    /// Index in `shapes`.
    shape: u32,
    wait_cycles: u32,
}

#[derive(Clone, Copy, PartialEq)]
struct Rare {
    is_under_way: bool,
    wait_cycles: u64,
    repeats: u64,
    repeated_until: u64,
}

impl CallList {
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The call with this index.
    pub fn get(&self, index: usize) -> Option<MpiCall> {
        let Kept { entered, left, shape, wait_cycles } = *self.kept.get(index)?;
        let call = MpiCall { entered, left, wait_cycles: wait_cycles.into(), ..*self.shapes.get(shape as usize)? };
        let Some(&Rare { is_under_way, wait_cycles, repeats, repeated_until }) = self.rare.get(&index) else {
            return Some(call);
        };
        Some(MpiCall { is_under_way, wait_cycles, repeats, repeated_until, ..call })
    }

    pub fn last(&self) -> Option<MpiCall> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = MpiCall> + ExactSizeIterator + Clone {
        self.range(0..self.len())
    }

    /// The calls with these indices, which must be there.
    pub fn range(
        &self,
        indices: std::ops::Range<usize>,
    ) -> impl DoubleEndedIterator<Item = MpiCall> + ExactSizeIterator + Clone {
        indices.map(|index| self.get(index).unwrap_or_default())
    }

    pub fn push(&mut self, call: MpiCall) {
        let (kept, rare) = self.parts(call);
        if let Some(rare) = rare {
            self.rare.insert(self.kept.len(), rare);
        }
        self.kept.push(kept);
    }

    /// Changes the call with this index, if there is one.
    pub fn update(&mut self, index: usize, change: impl FnOnce(&mut MpiCall)) {
        let Some(mut call) = self.get(index) else { return };
        change(&mut call);
        let (kept, rare) = self.parts(call);
        self.kept[index] = kept;
        match rare {
            Some(rare) => _ = self.rare.insert(index, rare),
            None => _ = self.rare.remove(&index),
        }
    }

    /// Indices of calls that were repeated.
    pub fn repeated(&self) -> Vec<usize> {
        self.rare.iter().filter(|(_, rare)| rare.repeats > 0).map(|(index, _)| *index).collect()
    }

    /// How many calls stand in front of the first one for which `is_before` does not hold, if it holds for no later one.
    pub fn partition_point(&self, is_before: impl Fn(&MpiCall) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).is_some_and(|call| is_before(&call)) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    fn parts(&mut self, call: MpiCall) -> (Kept, Option<Rare>) {
        let MpiCall { entered, left, is_under_way, wait_cycles, repeats, repeated_until, .. } = call;
        let shape = self.shape(MpiCall {
            entered: 0,
            left: 0,
            is_under_way: false,
            wait_cycles: 0,
            repeats: 0,
            repeated_until: 0,
            ..call
        });
        let plain = Rare { is_under_way: false, wait_cycles, repeats: 0, repeated_until: 0 };
        let rare = Rare { is_under_way, wait_cycles, repeats, repeated_until };
        match u32::try_from(wait_cycles) {
            Ok(wait_cycles) if rare == plain => (Kept { entered, left, shape, wait_cycles }, None),
            _ => (Kept { entered, left, shape, wait_cycles: 0 }, Some(rare)),
        }
    }

    /// The index of a shape, which is kept from now on if it was not.
    fn shape(&mut self, shape: MpiCall) -> u32 {
        let hash = FxBuildHasher.hash_one(shape);
        if let Some(&number) = self.numbers.get(&hash)
            && self.shapes[number as usize] == shape
        {
            return number;
        }
        let number = self.shapes.len() as u32;
        self.numbers.entry(hash).or_insert(number);
        self.shapes.push(shape);
        number
    }
}

impl FromIterator<MpiCall> for CallList {
    fn from_iter<I: IntoIterator<Item = MpiCall>>(calls: I) -> CallList {
        let mut list = CallList::default();
        calls.into_iter().for_each(|call| list.push(call));
        list
    }
}

impl From<Vec<MpiCall>> for CallList {
    fn from(calls: Vec<MpiCall>) -> CallList {
        calls.into_iter().collect()
    }
}

impl PartialEq for CallList {
    fn eq(&self, other: &CallList) -> bool {
        self.iter().eq(other.iter())
    }
}

impl std::fmt::Debug for CallList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
#[path = "tests/calls.rs"]
mod tests;
