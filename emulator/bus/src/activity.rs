//! What devices do, for those who draw timelines of it and log it.

use crate::NodeId;

/// One thing that a device does, at the time of the call in which it tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Activity {
    /// A part of it begins something, with so many bytes and another node.
    Begins { part: Part, what: &'static str, bytes: u64, node: NodeId },
    /// What the part has begun is done.
    Ends { part: Part },
    /// A queue holds so many items from now on.
    Holds { queue: Part, items: u64 },
    /// It begins to execute an instruction of a program of its own, at this address of it.
    Executes { address: u64, text: String },
}

/// One of the parts of a device that have a name in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    pub name: &'static str,
    pub number: u32,
}
