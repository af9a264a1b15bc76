//! Numbers by which the parts of the fabric name each other: state machines, FIFOs and pairs of
//! FIFOs.

/// A state machine by number. Within a cycle, smaller numbers are called first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitId(pub usize);

/// A FIFO by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FifoId(pub usize);

/// A pair of FIFOs, as seen by the part that uses it.
#[derive(Clone, Copy)]
pub struct Pair {
    pub to: FifoId,
    pub from: FifoId,
}

impl Pair {
    /// The pair as the other side sees it.
    pub fn turned(self) -> Pair {
        Pair { to: self.from, from: self.to }
    }
}
