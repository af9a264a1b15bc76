//! Numbers by which the parts of the fabric name each other: state machines, FIFOs and pairs of FIFOs.

/// A part by number; in a cycle the smaller number is called first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitId(pub usize);

/// A FIFO by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FifoId(pub usize);

/// A pair of FIFOs, as the part sees it that speaks through it.
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
