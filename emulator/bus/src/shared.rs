//! A device that all nodes share.

use crate::{Access, NodeId, Reply, Time};

/// A memory-mapped device that belongs to no node. Calls come strictly in order of simulated time.
pub trait SharedDevice: Send {
    /// Does the device answer at this address, which is the same for all nodes?
    fn answers(&self, addr: u64) -> bool;

    /// A node's load or store, at an address at which the device answers. Loads change nothing; a
    /// store may change the values that any node reads. Never returns [`Reply::Stall`].
    fn access(&mut self, now: Time, node: NodeId, access: Access) -> Reply;
}
