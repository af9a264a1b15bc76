//! What a device call leaves behind, and the memory it may touch.

use crate::{Activity, Packet, Time};

/// Effects of one device call; the machine carries them out in the order given and clears the lists.
#[derive(Debug, Default)]
pub struct Effects {
    /// (when, token) for [`crate::Device::event`].
    pub timers: Vec<(Time, u64)>,
    pub packets: Vec<Packet>,
    pub wake: bool,
    /// What the processor that made the access asks of the simulator.
    pub request: Option<Request>,
    /// Software has made a mistake that the device survives.
    pub mistake: bool,
    /// A packet has been begun, and so many packets of its transfer follow. What happens while they do is looked through for periods.
    pub bulk: u32,
    /// What devices do, if somebody wants to know.
    pub activity: Option<Vec<Activity>>,
}

/// What a program asks of the simulator by an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Its end, with this status.
    Exit(i32),
    /// A byte on its standard output.
    Put(u8),
}

/// A node's ordinary memory as its devices see it, by node-local physical address.
/// Both calls do all or nothing; false means that the range is not memory.
pub trait Memory {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool;
    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool;

    /// A set of the cache that scratchpad is carved out of, which has `shape` sets and ways, has so many ways left for the
    /// hart.
    fn use_cache_ways(&mut self, shape: (usize, usize), set: usize, ways: usize) {
        let _ = (shape, set, ways);
    }
}
