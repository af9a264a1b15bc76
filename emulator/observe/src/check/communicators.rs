//! The communicators of a run, and the collective calls on them. The n-th collective call of each
//! rank belongs to the same operation (MPI 4.1 §6.1).

use super::call::CallRef;
use std::collections::{BTreeMap, VecDeque};

/// Number of a communicator of the run.
pub(super) type CommId = usize;

/// `MPI_COMM_WORLD` is the first.
pub(super) const WORLD: CommId = 0;

/// Distinguishes the communicators that one collective call makes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Whole,
    Color(i64),
    Group(Vec<u32>),
}

/// The properties of a new communicator.
pub(super) struct Made {
    pub part: Part,
    /// One group; or two groups, for an inter-communicator.
    pub groups: Vec<Vec<u32>>,
    /// The dimensions of a Cartesian topology; else empty.
    pub dims: Vec<i64>,
}

/// A rank's call in a collective operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub call: CallRef,
    pub has_left: bool,
}

/// A collective operation: the calls of those ranks that have entered it.
#[derive(Default)]
pub(super) struct Operation {
    pub entries: Vec<Entry>,
    made: BTreeMap<Part, CommId>,
}

/// Identifies a collective operation: its communicator, and its number there.
pub(super) type OperationId = (CommId, u64);

pub(super) struct Communicator {
    /// Ranks of `MPI_COMM_WORLD`, in the order of ranks in each group.
    pub groups: Vec<Vec<u32>>,
    pub dims: Vec<i64>,
    /// For each rank of `MPI_COMM_WORLD`, the index of its group and its rank there.
    places: BTreeMap<u32, (usize, u32)>,
    /// The operations that are not over, the number of the first of them, and the number of
    /// operations that each rank has entered.
    operations: VecDeque<Operation>,
    first: u64,
    entered: BTreeMap<u32, u64>,
    /// Ranks have made different calls, so later calls cannot be assigned to operations.
    pub is_broken: bool,
}

#[derive(Default)]
pub(super) struct Communicators {
    all: Vec<Communicator>,
    /// By a key, communicators that not all ranks of another communicator make together.
    others: BTreeMap<Vec<u64>, CommId>,
}

impl Communicator {
    fn new(groups: Vec<Vec<u32>>, dims: Vec<i64>) -> Communicator {
        let places = groups
            .iter()
            .enumerate()
            .flat_map(|(number, group)| group.iter().zip(0..).map(move |(world, rank)| (*world, (number, rank))))
            .collect();
        Communicator {
            groups,
            dims,
            places,
            operations: VecDeque::new(),
            first: 0,
            entered: BTreeMap::new(),
            is_broken: false,
        }
    }

    /// The rank in this communicator of a rank of `MPI_COMM_WORLD`.
    pub fn rank_of(&self, world: u32) -> Option<u32> {
        self.places.get(&world).map(|place| place.1)
    }

    /// The group that a rank of `MPI_COMM_WORLD` is in.
    pub fn own_group(&self, world: u32) -> Option<&[u32]> {
        self.places.get(&world).map(|place| self.groups[place.0].as_slice())
    }

    /// The group to which its messages go.
    pub fn other_group(&self, world: u32) -> Option<&[u32]> {
        let own = self.places.get(&world)?.0;
        self.groups.get((own + 1) % self.groups.len()).map(Vec::as_slice)
    }

    pub fn members(&self) -> impl Iterator<Item = u32> {
        self.places.keys().copied()
    }

    /// An operation that is not over.
    pub fn operation(&self, number: u64) -> Option<&Operation> {
        self.operations.get(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    fn operation_mut(&mut self, number: u64) -> Option<&mut Operation> {
        self.operations.get_mut(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    /// A rank enters its next collective call. Returns the operation's number.
    pub fn enter(&mut self, call: CallRef) -> u64 {
        let entered = self.entered.entry(call.rank).or_insert(0);
        let number = *entered;
        *entered += 1;
        while self.first + self.operations.len() as u64 <= number {
            self.operations.push_back(Operation::default());
        }
        if let Some(operation) = self.operation_mut(number) {
            operation.entries.push(Entry { call, has_left: false });
        }
        number
    }

    /// The call has failed, so the rank has not taken part.
    pub fn withdraw(&mut self, number: u64, rank: u32) {
        if let Some(operation) = self.operation_mut(number) {
            operation.entries.retain(|entry| entry.call.rank != rank);
        }
        if let Some(entered) = self.entered.get_mut(&rank).filter(|entered| **entered == number + 1) {
            *entered -= 1;
        }
    }

    pub fn leave(&mut self, number: u64, rank: u32) {
        if let Some(operation) = self.operation_mut(number) {
            operation
                .entries
                .iter_mut()
                .filter(|entry| entry.call.rank == rank)
                .for_each(|entry| entry.has_left = true);
        }
    }

    /// Takes the oldest operation if all ranks have left it.
    pub fn take_finished(&mut self) -> Option<Operation> {
        let operation = self.operations.front()?;
        let is_over =
            operation.entries.len() == self.places.len() && operation.entries.iter().all(|entry| entry.has_left);
        if !is_over {
            return None;
        }
        self.first += 1;
        self.operations.pop_front()
    }

    /// Takes the operations that are not over at the end. [`Communicator::put_unfinished`] puts
    /// them back.
    pub fn take_unfinished(&mut self) -> VecDeque<Operation> {
        std::mem::take(&mut self.operations)
    }

    pub fn put_unfinished(&mut self, operations: VecDeque<Operation>) {
        self.operations = operations;
    }
}

impl Communicators {
    pub fn get(&self, id: CommId) -> &Communicator {
        &self.all[id]
    }

    pub fn get_mut(&mut self, id: CommId) -> &mut Communicator {
        &mut self.all[id]
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn add(&mut self, groups: Vec<Vec<u32>>, dims: Vec<i64>) -> CommId {
        self.all.push(Communicator::new(groups, dims));
        self.all.len() - 1
    }

    /// The communicator that an operation makes for a part of its ranks. None if the operation is
    /// not known.
    pub fn made_by(&mut self, (id, number): OperationId, made: Made) -> Option<CommId> {
        if let Some(known) = self.all[id].operation(number)?.made.get(&made.part) {
            return Some(*known);
        }
        let new = self.add(made.groups, made.dims);
        self.all[id].operation_mut(number)?.made.insert(made.part, new);
        Some(new)
    }

    /// The communicator with this key. It is made at the first request.
    pub fn keyed(&mut self, key: Vec<u64>, groups: Vec<Vec<u32>>) -> CommId {
        if let Some(known) = self.others.get(&key) {
            return *known;
        }
        let new = self.add(groups, Vec::new());
        self.others.insert(key, new);
        new
    }
}
