//! A device that all nodes share.

use crate::{Access, NodeId, Reply, Time};

/// A memory-mapped device that belongs to no node. Calls come strictly in order of simulated time.
pub trait SharedDevice: Send {
    /// Does it answer at this address, which is the same for all nodes?
    fn answers(&self, addr: u64) -> bool;

    /// A node's load or store at an address that it answers at. Loads change nothing; a store may change what any node
    /// reads. It never answers [`Reply::Stall`].
    fn access(&mut self, now: Time, node: NodeId, access: Access) -> Reply;
}
