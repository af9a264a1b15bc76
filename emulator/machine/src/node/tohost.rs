//! Where a bare test program speaks to the simulator: the symbol `tohost`.

use std::ops::ControlFlow;

/// Watches for stores to `tohost`.
#[derive(Clone, Copy, Debug)]
pub struct ToHost {
    pub addr: u64,
    pub fromhost: Option<u64>,
}

impl ToHost {
    /// The program stores so many bytes. Break: to `tohost`.
    pub(crate) fn store(&self, addr: u64, bytes: u64) -> ControlFlow<()> {
        let overlaps = addr.wrapping_sub(self.addr) < 8 || self.addr.wrapping_sub(addr) < bytes;
        if overlaps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
