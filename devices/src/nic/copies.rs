//! The copy engine: it writes payload into memory, in order, for commands of the NIC processor and
//! for data from the network.
//!
//! The bytes are taken from their source when the command is given, as if all earlier work were
//! done. They are in memory when the engine has done the work.

use super::header::Header;
use rankine_bus::{NodeId, Part, Time};
use std::collections::VecDeque;

/// The engine, for timelines.
pub const ENGINE: Part = Part { name: "copy engine", number: 0 };

/// The next command, as far as the NIC processor has written it.
#[derive(Default)]
pub struct Staged {
    pub from: u32,
    pub to: u64,
}

/// The origin of work.
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

/// All work of the engine. `copy_fifo` bounds the commands, credits bound the data.
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
    /// When all work given so far is done.
    pub fn idle_at(&self) -> Time {
        self.idle_at
    }
}
