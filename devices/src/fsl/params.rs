//! Parameters of a hart's links, and their limits.

use crate::limits;
use crate::regs::fsl as regs;
use rankine_keys::keys;

keys! {
    /// The links of a hart, each a pair of FIFOs. Cycles are those of the node's clock.
    pub struct FslParams [fsl] {
        /// address of the registers of link 0, which leads to the NetIf
        base: u64 = 0x0300_0000, "address", "ours: a MicroBlaze has instructions for its links";
        /// time of a put, in place of the time of a bus access
        put_cycles: u32 = 3, "cycles", "Saldaña 2006 §4.4";
        /// time of a get, or of a load of the status or the flags
        get_cycles: u32 = 3, "cycles", "Saldaña 2006 §4.4";
        /// extra time of each access to a link, at all nodes
        extra_cycles: u32 = 0, "cycles", "ours: none, MicroBlazes sit right at their links";
        /// number of words that each FIFO of a link holds; must be equal to the size of the network's FIFOs
        depth: u32 = 16, "words", "Saldaña 2006 §3.3";
        /// number of links of a hart
        links: u32 = 1, "links", "Saldaña 2006 §3.3: a MicroBlaze has 8";
    }
}

/// Most links of a hart: as many as a MicroBlaze has (Saldaña 2006 §3.3).
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
        limits::check(FslParams::SECTION.name, &limits)?;
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
