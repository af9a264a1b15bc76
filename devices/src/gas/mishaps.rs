//! Mistakes of a node's software that a GAScore survives: the message is dropped and counted.

use crate::mishaps;
use rankine_bus::NodeId;
use std::fmt;

/// Each is counted in the register of this number (`regs/gascore.toml`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// A request whose type is unknown.
    Type,
    /// More arguments or a longer payload than the limits allow.
    Length,
    /// An address of a payload that is not a multiple of 4.
    Alignment,
    /// A request for a node that is not there.
    Node,
    /// A reply with a free token, which was returned or never given.
    Reply,
    /// A token that came back although it was free.
    Token,
    /// A payload from or to addresses that are not memory.
    Memory,
}

const NAMES: [&str; 7] = [
    "messages of an unknown type",
    "messages longer than the limits",
    "messages with an unaligned address",
    "messages to a node that is not there",
    "replies with a free token",
    "free tokens returned",
    "payloads outside memory",
];

pub struct Mishaps {
    node: NodeId,
    all: mishaps::Mishaps<{ NAMES.len() }>,
}

impl Mishaps {
    pub fn new(node: NodeId) -> Mishaps {
        Mishaps { node, all: mishaps::Mishaps::new(&NAMES) }
    }

    pub fn raise(&mut self, mishap: Mishap, cycle: u64, story: fmt::Arguments<'_>) {
        let place = format_args!("GAScore of node {}", self.node);
        tracing::debug!(target: "gascore", cycle, "{place}: {story}");
        self.all.raise(mishap as usize, cycle, &place, story);
    }

    /// The count of register `index`.
    pub fn count(&self, index: usize) -> Option<u64> {
        (index < NAMES.len()).then(|| self.all.count(index))
    }

    pub fn sum(&self) -> u64 {
        self.all.sum()
    }

    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.all.statistics()
    }

    pub fn complaint(&self) -> Option<String> {
        self.all.complaint()
    }
}
