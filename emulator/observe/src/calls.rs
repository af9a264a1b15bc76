//! Keeps the MPI calls of one rank in little memory: properties that calls have in common are kept
//! once.

use crate::coding::Coder;
use crate::packed::{Cursor, Packed, Record};
use crate::recording::MpiCall;
use rankine_program::mpi::{Direction, Remote, Transfer};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The most shapes that are found by their hash.
const KNOWN_MAX: usize = 1024;

/// Calls in order. A call is assembled from its parts when it is read.
#[derive(Clone, Default)]
pub struct CallList {
    /// Shapes: calls without their times, that is function, place and arguments. The same shape may
    /// occur more than once.
    shapes: Packed<MpiCall>,
    /// The numbers of some of the shapes.
    numbers: FxHashMap<MpiCall, u32>,
    kept: Packed<Kept>,
    /// By index, properties that few calls have. Calls with an entry here have 0 as `wait_cycles`
    /// in `kept`.
    rare: BTreeMap<usize, Rare>,
}

#[derive(Clone, Copy, Default)]
struct Kept {
    entered: u64,
    left: u64,
    /// Index in `shapes`.
    shape: u32,
    wait_cycles: u32,
}

impl Record for Kept {
    fn code(&mut self, before: &Kept, coder: &mut impl Coder) {
        let entered = coder.near(self.entered, before.left);
        *self = Kept {
            entered,
            left: coder.near(self.left, entered),
            shape: coder.near(self.shape.into(), before.shape.into()) as u32,
            wait_cycles: coder.small(self.wait_cycles),
        };
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Rare {
    is_under_way: bool,
    wait_cycles: u64,
    repeats: u64,
    repeated_until: u64,
}

/// The time of a call and its repetitions: the members of [`MpiCall`] that change while a rank
/// runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallTimes {
    pub entered: u64,
    pub left: u64,
    pub is_under_way: bool,
    pub wait_cycles: u64,
    pub repeats: u64,
    pub repeated_until: u64,
}

impl CallTimes {
    fn of(call: &MpiCall) -> CallTimes {
        let &MpiCall { entered, left, is_under_way, wait_cycles, repeats, repeated_until, .. } = call;
        CallTimes { entered, left, is_under_way, wait_cycles, repeats, repeated_until }
    }

    /// A call of this shape at these times.
    fn call(self, shape: MpiCall) -> MpiCall {
        let CallTimes { entered, left, is_under_way, wait_cycles, repeats, repeated_until } = self;
        MpiCall { entered, left, is_under_way, wait_cycles, repeats, repeated_until, ..shape }
    }
}

impl CallList {
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The memory of the packed calls.
    pub fn bytes(&self) -> usize {
        self.shapes.bytes() + self.kept.bytes() + self.rare.len() * size_of::<(usize, Rare)>()
    }

    /// The call with this index.
    pub fn get(&self, index: usize) -> Option<MpiCall> {
        let kept = self.kept.get(index)?;
        Some(self.times_of(index, &kept).call(self.shapes.get(kept.shape as usize)?))
    }

    /// The times of the call with this index.
    pub fn times(&self, index: usize) -> Option<CallTimes> {
        Some(self.times_of(index, &self.kept.get(index)?))
    }

    pub fn last(&self) -> Option<MpiCall> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn iter(&self) -> impl Iterator<Item = MpiCall> {
        self.range(0..self.len())
    }

    /// The calls with these indices, which must exist.
    pub fn range(&self, indices: std::ops::Range<usize>) -> impl Iterator<Item = MpiCall> {
        let mut shapes = Shapes::of(self);
        indices
            .clone()
            .zip(self.kept.iter_from(indices.start))
            .map(move |(index, kept)| self.times_of(index, &kept).call(shapes.get(kept.shape).unwrap_or_default()))
    }

    /// Reads calls in any order. Reading a call near the last one is cheap.
    pub fn cursor(&self) -> CallCursor<'_> {
        CallCursor { list: self, kept: self.kept.cursor(), shapes: Shapes::of(self) }
    }

    pub fn push(&mut self, call: MpiCall) {
        let shape = self.shape(CallTimes::default().call(call));
        let (kept, rare) = parts(shape, CallTimes::of(&call));
        if let Some(rare) = rare {
            self.rare.insert(self.kept.len(), rare);
        }
        self.kept.push(kept);
    }

    /// Changes the times of the call with this index, if there is one.
    pub fn update(&mut self, index: usize, change: impl FnOnce(&mut CallTimes)) {
        let rare = self.rare.get(&index).copied();
        let mut rare_now = None;
        self.kept.update(index, |kept| {
            let mut times = times(kept, rare.as_ref());
            change(&mut times);
            (*kept, rare_now) = parts(kept.shape, times);
        });
        match rare_now {
            Some(rare) => _ = self.rare.insert(index, rare),
            None => _ = self.rare.remove(&index),
        }
    }

    /// The indices of calls that were repeated.
    pub fn repeated(&self) -> Vec<usize> {
        self.rare.iter().filter(|(_, rare)| rare.repeats > 0).map(|(index, _)| *index).collect()
    }

    fn times_of(&self, index: usize, kept: &Kept) -> CallTimes {
        times(kept, self.rare.get(&index))
    }

    /// The index of a shape. If it is new, it is added.
    fn shape(&mut self, shape: MpiCall) -> u32 {
        if let Some(&number) = self.numbers.get(&shape) {
            return number;
        }
        if self.numbers.len() == KNOWN_MAX {
            self.numbers.clear();
        }
        let number = self.shapes.len() as u32;
        self.numbers.insert(shape, number);
        self.shapes.push(shape);
        number
    }
}

fn times(kept: &Kept, rare: Option<&Rare>) -> CallTimes {
    let &Kept { entered, left, wait_cycles, .. } = kept;
    match rare {
        None => CallTimes { entered, left, wait_cycles: wait_cycles.into(), ..CallTimes::default() },
        Some(&Rare { is_under_way, wait_cycles, repeats, repeated_until }) => {
            CallTimes { entered, left, is_under_way, wait_cycles, repeats, repeated_until }
        }
    }
}

fn parts(shape: u32, times: CallTimes) -> (Kept, Option<Rare>) {
    let CallTimes { entered, left, is_under_way, wait_cycles, repeats, repeated_until } = times;
    let plain = Rare { is_under_way: false, wait_cycles, repeats: 0, repeated_until: 0 };
    let rare = Rare { is_under_way, wait_cycles, repeats, repeated_until };
    match u32::try_from(wait_cycles) {
        Ok(wait_cycles) if rare == plain => (Kept { entered, left, shape, wait_cycles }, None),
        _ => (Kept { entered, left, shape, wait_cycles: 0 }, Some(rare)),
    }
}

/// Reads calls of a list. It remembers calls near the last one.
pub struct CallCursor<'a> {
    list: &'a CallList,
    kept: Cursor<'a, Kept>,
    shapes: Shapes<'a>,
}

impl CallCursor<'_> {
    /// The call with this index.
    pub fn get(&mut self, index: usize) -> Option<MpiCall> {
        let kept = self.kept.get(index)?;
        Some(self.list.times_of(index, kept).call(self.shapes.get(kept.shape)?))
    }

    /// The number of calls that were entered at this cycle or before.
    pub fn entered_by(&mut self, cycle: u64) -> usize {
        self.kept.partition_point(|kept| kept.entered <= cycle)
    }
}

/// Reads shapes of calls. New shapes come in order. Between them come shapes that a program uses
/// again and again; each of these is remembered by itself.
struct Shapes<'a> {
    shapes: &'a Packed<MpiCall>,
    cursor: Cursor<'a, MpiCall>,
    /// Indexed by the shape's number modulo `REMEMBERED`; empty until the first shape is read.
    remembered: Vec<(u32, MpiCall)>,
}

const REMEMBERED: usize = 64;

impl<'a> Shapes<'a> {
    fn of(list: &'a CallList) -> Shapes<'a> {
        Shapes { shapes: &list.shapes, cursor: list.shapes.cursor(), remembered: Vec::new() }
    }

    fn get(&mut self, number: u32) -> Option<MpiCall> {
        if let Some(shape) = self.shapes.newest(number as usize) {
            return Some(*shape);
        }
        if self.remembered.is_empty() {
            self.remembered.resize(REMEMBERED, (u32::MAX, MpiCall::default()));
        }
        let remembered = &mut self.remembered[number as usize % REMEMBERED];
        if remembered.0 != number {
            *remembered = (number, *self.cursor.get(number as usize)?);
        }
        Some(remembered.1)
    }
}

/// A call is packed without its times.
impl Record for MpiCall {
    fn code(&mut self, before: &MpiCall, coder: &mut impl Coder) {
        *self = MpiCall {
            function: coder.small(self.function),
            return_address: coder.near(self.return_address, before.return_address),
            send: transfer(self.send, before.send, coder),
            receive: transfer(self.receive, before.receive, coder),
            root: coder.some_near(self.root.map(|root| root as u64), 0).map(|root| root as i32),
            communicator: coder.some_near(self.communicator, before.communicator.unwrap_or_default()),
            bytes: coder.some_near(self.bytes, before.bytes.unwrap_or_default()),
            remote: remote(self.remote, coder),
            ..MpiCall::default()
        };
    }
}

fn transfer(transfer: Option<Transfer>, before: Option<Transfer>, coder: &mut impl Coder) -> Option<Transfer> {
    let (is_some, before) = (coder.flag(transfer.is_some()), before.unwrap_or_default());
    is_some.then(|| {
        let Transfer { peer, tag, bytes } = transfer.unwrap_or_default();
        Transfer {
            peer: number(peer, before.peer, coder),
            tag: number(tag, before.tag, coder),
            bytes: coder.some_near(bytes, before.bytes.unwrap_or_default()),
        }
    })
}

fn number(number: Option<i32>, before: Option<i32>, coder: &mut impl Coder) -> Option<i32> {
    let number = number.map(|number| number as u64);
    coder.some_near(number, before.unwrap_or_default() as u64).map(|number| number as i32)
}

fn remote(remote: Option<Remote>, coder: &mut impl Coder) -> Option<Remote> {
    const DIRECTIONS: [Direction; 3] = [Direction::Message, Direction::Put, Direction::Get];
    let known =
        coder.flag(remote.is_some()).then(|| remote.unwrap_or(Remote { node: 0, bytes: 0, direction: DIRECTIONS[0] }));
    known.map(|Remote { node, bytes, direction }| Remote {
        node: coder.small(node),
        bytes: coder.unsigned(bytes),
        direction: DIRECTIONS[coder.unsigned(direction as u64) as usize % DIRECTIONS.len()],
    })
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
