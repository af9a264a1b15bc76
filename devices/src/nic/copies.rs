//! The copy engine, which writes payload into memory, in order: for commands of the NIC processor, and data from the network.
//!
//! What is written is taken from its source when the command is given, as if all before it were written, and stands in memory
//! when the engine is done with it.

use super::header::Header;
use rankine_bus::{NodeId, Part, Time};
use std::collections::VecDeque;

/// The engine, for timelines.
pub const ENGINE: Part = Part { name: "copy engine", number: 0 };

/// What the NIC processor has written of its next command.
#[derive(Default)]
pub struct Staged {
    pub from: u32,
    pub to: u64,
}

/// Who has given work.
pub enum Origin {
    Command,
    /// A packet of data from this node, and its header if it is the last.
    Data(NodeId, Option<Header>),
}

pub struct Work {
    pub to: u64,
    pub bytes: Vec<u8>,
    pub origin: Origin,
}

/// `copy_fifo` bounds the commands, credits the data.
#[derive(Default)]
pub struct Copies {
    pub staged: Staged,
    pub work: VecDeque<Work>,
    /// Commands among the work.
    pub commands: usize,
    pub idle_at: Time,
    pub count: u64,
    pub bytes: u64,
}

impl Copies {
    /// When all that has been given is written.
    pub fn idle_at(&self) -> Time {
        self.idle_at
    }
}
