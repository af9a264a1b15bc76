//! Collectives in TMD-MPEs: barrier, broadcast and reduction along a binomial tree of all ranks.
//! Harts only give and get words. Collectives are proposed by Saldaña 2006 §6.1; the protocol and
//! its times are ours.
//!
//! A rank's place counts from the root on. The parent's place is the rank's place without its
//! lowest 1 bit; the children's places are its own place plus 1, 2, 4 … below that bit. Parent and
//! child exchange *tokens*, which are headers with NDW = 0, and data. Data are sent only after a
//! token of the receiver, so the receiver always takes them. Tokens that come early are counted for
//! each rank.
//!
//! | | steps of a rank, in order |
//! |---|---|
//! | barrier | a token of each child; a token to the parent, and one back; a token to each child; the hart gets a word 0 |
//! | broadcast | a token of each child; a token to the parent; then by pieces: words of the hart, or of the parent; to each child, the farthest first; to the hart |
//! | reduction | words of the hart; of each child: a token to it, its words, combined one a cycle; a token of the parent, the words to it; at the root to the hart |

use std::collections::{BTreeMap, VecDeque};

/// Opcodes of the collectives.
pub const BARRIER: u32 = 4;
pub const BROADCAST: u32 = 5;
pub const REDUCE: u32 = 6;

/// Progress in a step of a collective.
#[derive(Default)]
pub struct Progress {
    /// Words of the piece that are done.
    pub at: u32,
    /// The step's first cycle.
    pub since: u64,
    /// The packet's header is out.
    pub has_header: bool,
    /// The hart has got a word of this collective.
    pub has_given: bool,
}

/// The operation that combines two words of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Sum,
    MaxSigned,
    MaxUnsigned,
}

impl Operation {
    /// The operation with this number in a command.
    pub fn of(number: u32) -> Option<Operation> {
        [Operation::Sum, Operation::MaxSigned, Operation::MaxUnsigned].get(number as usize).copied()
    }

    pub fn combine(self, a: u32, b: u32) -> u32 {
        match self {
            Operation::Sum => a.wrapping_add(b),
            Operation::MaxSigned => (a as i32).max(b as i32) as u32,
            Operation::MaxUnsigned => a.max(b),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Barrier,
    Broadcast,
    Reduce(Operation),
}

/// A step of a collective. Words are those of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A token of this rank.
    Await(u8),
    /// A token to this rank.
    Token(u8),
    /// Words of the hart.
    Take,
    /// Words of this rank, in place of the piece's or combined with them.
    Fetch(u8, Option<Operation>),
    /// Words to this rank.
    Put(u8),
    /// Words to the hart.
    Give,
    /// A word 0 to the hart.
    Notify,
}

/// The place of a rank in a tree.
#[derive(Clone, Copy)]
struct Tree {
    root: u32,
    ranks: u32,
    place: u32,
}

impl Tree {
    fn rank(self, place: u32) -> u8 {
        ((self.root + place) % self.ranks) as u8
    }

    fn parent(self) -> Option<u8> {
        (self.place != 0).then(|| self.rank(self.place & (self.place - 1)))
    }

    /// The nearest first.
    fn children(self) -> impl DoubleEndedIterator<Item = u8> {
        let bits = if self.place == 0 { u32::BITS - 1 } else { self.place.trailing_zeros() };
        (0..bits)
            .map(move |bit| self.place + (1 << bit))
            .filter(move |place| *place < self.ranks)
            .map(move |place| self.rank(place))
    }
}

/// A collective that a TMD-MPE carries out.
pub struct Collective {
    kind: Kind,
    tree: Tree,
    piece_words: u32,
    /// Words of the piece.
    pub words: u32,
    /// Words of later pieces.
    left: u32,
    actions: VecDeque<Action>,
    pub piece: Vec<u32>,
}

impl Collective {
    /// `own` and `root` are below `ranks`, of which there are at most 256; pieces have
    /// `piece_words` words.
    pub fn new(kind: Kind, size: u32, own: u32, root: u32, ranks: u32, piece_words: u32) -> Collective {
        let tree = Tree { root, ranks, place: (own + ranks - root) % ranks };
        let (piece, actions) = (Vec::new(), VecDeque::new());
        let mut collective = Collective { kind, tree, piece_words, words: 0, left: size, actions, piece };
        match kind {
            Kind::Barrier => collective.plan_barrier(),
            Kind::Broadcast => {
                collective.actions.extend(tree.children().map(Action::Await).chain(tree.parent().map(Action::Token)));
            }
            Kind::Reduce(operation) => collective.plan_reduction(operation),
        }
        collective
    }

    fn plan_barrier(&mut self) {
        let (up, down) = (self.tree.children().map(Action::Await), self.tree.children().map(Action::Token));
        let parent = self.tree.parent().into_iter().flat_map(|parent| [Action::Token(parent), Action::Await(parent)]);
        self.actions.extend(up.chain(parent).chain(down).chain([Action::Notify]));
    }

    fn plan_reduction(&mut self, operation: Operation) {
        self.words = std::mem::take(&mut self.left);
        let children =
            self.tree.children().flat_map(|child| [Action::Token(child), Action::Fetch(child, Some(operation))]);
        let end = match self.tree.parent() {
            Some(parent) => vec![Action::Await(parent), Action::Put(parent)],
            None => vec![Action::Give],
        };
        self.actions.extend([Action::Take].into_iter().chain(children).chain(end));
    }

    fn plan_piece(&mut self) {
        self.words = self.left.min(self.piece_words);
        self.left -= self.words;
        let children = self.tree.children().rev().map(Action::Put);
        match self.tree.parent() {
            Some(parent) => {
                self.actions.extend([Action::Fetch(parent, None)].into_iter().chain(children).chain([Action::Give]))
            }
            None => self.actions.extend([Action::Take].into_iter().chain(children)),
        }
    }

    /// The current step; none if all is done.
    pub fn action(&mut self) -> Option<Action> {
        if self.actions.is_empty() && self.left > 0 {
            self.plan_piece();
        }
        self.planned()
    }

    /// The current step, if it is already planned.
    pub fn planned(&self) -> Option<Action> {
        self.actions.front().copied()
    }

    pub fn next(&mut self) {
        self.actions.pop_front();
    }

    /// In words, for reports.
    pub fn show(&self) -> &'static str {
        match self.kind {
            Kind::Barrier => "barrier",
            Kind::Broadcast => "broadcast",
            Kind::Reduce(_) => "reduction",
        }
    }
}

/// Tokens that have come before a step waited for them, by rank.
#[derive(Default)]
pub struct Tokens(BTreeMap<u8, u32>);

impl Tokens {
    pub fn store(&mut self, src: u8) {
        *self.0.entry(src).or_default() += 1;
    }

    /// Takes one of this rank; false if there is none.
    pub fn take(&mut self, src: u8) -> bool {
        let count = self.0.get_mut(&src).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Action::*;
    use super::*;

    fn actions(kind: Kind, size: u32, own: u32, root: u32, ranks: u32) -> Vec<Action> {
        let mut collective = Collective::new(kind, size, own, root, ranks, 4);
        std::iter::from_fn(|| {
            let action = collective.action();
            collective.next();
            action
        })
        .collect()
    }

    #[test]
    fn what_ranks_do() {
        let sum = Kind::Reduce(Operation::Sum);
        for (kind, size, own, root, ranks, expected) in [
            (Kind::Barrier, 0, 0, 0, 1, vec![Notify]),
            (Kind::Barrier, 0, 0, 0, 3, vec![Await(1), Await(2), Token(1), Token(2), Notify]),
            (Kind::Barrier, 0, 2, 0, 4, vec![Await(3), Token(0), Await(0), Token(3), Notify]),
            (Kind::Broadcast, 5, 2, 2, 3, vec![Await(0), Await(1), Take, Put(1), Put(0), Take, Put(1), Put(0)]),
            (Kind::Broadcast, 4, 1, 2, 3, vec![Token(2), Fetch(2, None), Give]),
            (Kind::Broadcast, 0, 1, 2, 3, vec![Token(2)]),
            (sum, 3, 0, 0, 2, vec![Take, Token(1), Fetch(1, Some(Operation::Sum)), Give]),
            (sum, 3, 1, 0, 2, vec![Take, Await(0), Put(0)]),
        ] {
            assert_eq!(actions(kind, size, own, root, ranks), expected, "{kind:?} of {own}");
        }
    }

    #[test]
    fn operations() {
        for (number, a, b, expected) in
            [(0, u32::MAX, 3, 2), (1, u32::MAX, 3, 3), (2, u32::MAX, 3, u32::MAX), (1, 0x8000_0000, u32::MAX, u32::MAX)]
        {
            assert_eq!(Operation::of(number).map(|operation| operation.combine(a, b)), Some(expected));
        }
        assert_eq!(Operation::of(3), None);
    }

    #[test]
    fn tokens_are_counted() {
        let mut tokens = Tokens::default();
        [3, 3, 4].into_iter().for_each(|src| tokens.store(src));
        assert_eq!([3, 4, 4, 3, 3, 5].map(|src| tokens.take(src)), [true, true, false, true, false, false]);
    }
}
