//! The symbol `tohost`, by which a bare test program communicates with the simulator.

use std::ops::ControlFlow;

/// Watches for stores to `tohost`.
#[derive(Clone, Copy, Debug)]
pub struct ToHost {
    pub addr: u64,
    pub fromhost: Option<u64>,
}

impl ToHost {
    /// The program stores `bytes` bytes at `addr`. Break if they overlap `tohost`.
    pub(crate) fn store(&self, addr: u64, bytes: u64) -> ControlFlow<()> {
        let overlaps = addr.wrapping_sub(self.addr) < 8 || self.addr.wrapping_sub(addr) < bytes;
        if overlaps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
