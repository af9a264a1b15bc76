//! Parameters of a hart's links, and their limits.

use crate::regs::fsl as regs;
use serde::Deserialize;

/// Section `[fsl]` of a platform with links. Cycles are the node's clock.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FslParams {
    /// Address of link 0's registers.
    pub base: u64,
    /// The hart's cost of a put, in place of a bus access.
    pub put_cycles: u32,
    /// The hart's cost of a get, a look at the status or at the flags.
    pub get_cycles: u32,
    /// What each access costs in addition, where the hart sits behind a bridge to the links.
    pub extra_cycles: u32,
    /// Words that each FIFO holds.
    pub depth: u32,
    /// Pairs of FIFOs.
    pub links: u32,
}

/// Most links of a hart: what a MicroBlaze has (Saldaña 2006 §3.3).
const LINKS_MAX: u32 = 8;

impl FslParams {
    /// Are the numbers usable? An error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let fill_max = (regs::STATUS_FILL_MASK >> regs::STATUS_FILL_SHIFT) as u32;
        let limits = [
            ("put_cycles", self.put_cycles, 1, 1000),
            ("get_cycles", self.get_cycles, 1, 1000),
            ("extra_cycles", self.extra_cycles, 0, 1000),
            ("depth", self.depth, 1, fill_max),
            ("links", self.links, 1, LINKS_MAX),
        ];
        if let Some((name, value, low, high)) = limits.into_iter().find(|(_, v, low, high)| v < low || v > high) {
            return Err(format!("fsl.{name} = {value}: must be {low} to {high}"));
        }
        if !self.base.is_multiple_of(regs::LINK_BYTES) || self.base.checked_add(self.bytes()).is_none() {
            return Err(format!("fsl.base = {:#x}: must be a multiple of {:#x}", self.base, regs::LINK_BYTES));
        }
        Ok(())
    }

    /// Bytes of address space.
    pub fn bytes(&self) -> u64 {
        u64::from(self.links) * regs::LINK_BYTES
    }
}
