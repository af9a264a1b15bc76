//! A node's memory as its devices see it: the private memories of all its processors.

use super::processor::Processor;
use rankine_bus::Memory;

/// The memories of a node's processors, which have different addresses. A device's write removes
/// stale lines from the caches.
pub(crate) struct NodeMemory<'a> {
    pub processors: &'a mut [Processor],
}

impl Memory for NodeMemory<'_> {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool {
        self.processors.iter().any(|processor| processor.ram.read(addr, into))
    }

    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool {
        self.processors.iter_mut().any(|processor| processor.write_from_outside(addr, bytes))
    }

    /// Scratchpad takes ways of the first processor's cache only.
    fn use_cache_ways(&mut self, shape: (usize, usize), set: usize, ways: usize) {
        if let Some(cached) = self.processors.first_mut().and_then(|processor| processor.engine.caches_mut()) {
            cached.use_second_ways(shape, set, ways);
        }
    }
}
