//! Effects of a device call, and the memory that a device can access.

use crate::{Activity, Packet, Time};

/// Effects of one device call. The machine carries them out in the order given and clears the
/// lists.
#[derive(Debug, Default)]
pub struct Effects {
    /// (time, token) for [`crate::Device::event`].
    pub timers: Vec<(Time, u64)>,
    pub packets: Vec<Packet>,
    pub wake: bool,
    /// A request to the simulator by the processor that made the access.
    pub request: Option<Request>,
    /// Software has made a mistake that the device survives.
    pub mistake: bool,
    /// A packet has been begun, and so many packets of the same transfer follow. While they do, the
    /// machine looks for periods of steady traffic.
    pub bulk: u32,
    /// Activities of devices, if an observer wants to know.
    pub activity: Option<Vec<Activity>>,
}

/// A program's request to the simulator, made by an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Exit with this status.
    Exit(i32),
    /// Write a byte to standard output.
    Put(u8),
}

/// A node's ordinary memory as its devices see it, by node-local physical address. Both calls
/// transfer all bytes or none; they return false if the range is not memory.
pub trait Memory {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool;
    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool;

    /// Software uses ways of a cache as scratchpad. The cache has `shape` sets and ways. In set
    /// `set`, `ways` ways are left for the hart.
    fn use_cache_ways(&mut self, shape: (usize, usize), set: usize, ways: usize) {
        let _ = (shape, set, ways);
    }
}
