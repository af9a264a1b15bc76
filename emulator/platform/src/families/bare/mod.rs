//! The family of platforms with one hart, or two harts, for programs that use no network.

use super::roles::DEFAULT_PLATFORM;
use crate::family::{Family, Further, Parts};
use crate::general::{HartParams, MemoryParams};
use rankine_keys::{Section, keys};
use serde::Deserialize;
use std::sync::Arc;

pub(crate) struct Bare;

impl Family for Bare {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn about(&self) -> &'static str {
        "One hart and its memory, for programs that use no network."
    }

    fn drawing(&self) -> &'static str {
        include_str!("drawing.txt")
    }

    fn main_keys(&self) -> &'static [&'static str] {
        &[
            "hart.isa",
            "hart.profile",
            "hart.clock_hz",
            "caches.l1i_bytes",
            "caches.l1d_bytes",
            "caches.memory_read_cycles",
            "memory.base",
            "memory.bytes",
            "memory.stack_bytes",
            "second.isa",
        ]
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("bare", include_str!("presets/bare.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[SecondParams::SECTION]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Node>(text)?))
    }
}

keys! {
    /// A second processor of each node, beside the one of `[hart]`. It has a clock and a private memory of its own,
    /// and runs the firmware of `rankine run --firmware`. A run ends when the programs of all ranks have ended, even
    /// if this processor is still running.
    pub struct SecondParams [second] {
        /// instruction set of the second processor; empty = there is no second processor
        isa: String = "", "text", "ours";
        /// name of the timing profile of the second processor, as hart.profile for the first
        profile: String = "untimed", "text", "ours";
        /// clock frequency of the second processor; hart.clock_hz is that of the devices and the network
        clock_hz: u64 = 1_000_000_000, "Hz", "ours: as the first processor";
        /// address at which firmware is linked; the stack lies below it
        memory_base: u64 = 0xc000_0000, "address", "ours: above the memory of 64-bit and 32-bit programs";
        /// size of the memory from memory_base upwards, for text, data and heap
        memory_bytes: u64 = 0x10_0000, "bytes", "ours: 1 MiB";
        /// size of the stack below memory_base
        stack_bytes: u64 = 0x1_0000, "bytes", "ours: 64 KiB";
    }
}

/// The parts of a node besides its hart and memory: only a second processor, if there is one.
#[derive(Debug, Deserialize)]
struct Node {
    second: SecondParams,
}

impl Parts for Node {
    fn further(&self) -> Vec<Further> {
        let second = &self.second;
        let SecondParams { isa, profile, clock_hz, .. } = second.clone();
        let memory =
            MemoryParams { base: second.memory_base, bytes: second.memory_bytes, stack_bytes: second.stack_bytes };
        let hart = HartParams { isa, profile, clock_hz };
        let second = Further {
            name: "second",
            section: SecondParams::SECTION.name,
            hart,
            memory,
            silent_cycles: None,
            program: None,
            defines: Vec::new(),
        };
        if self.second.isa.is_empty() { Vec::new() } else { vec![second] }
    }

    fn more_ranks_advice(&self) -> String {
        NoParts.more_ranks_advice()
    }
}

/// The parts of a platform before its family has made them.
#[derive(Debug)]
pub(crate) struct NoParts;

impl Parts for NoParts {
    fn more_ranks_advice(&self) -> String {
        format!("compile an MPI program with `rankine cc`, or use --platform {DEFAULT_PLATFORM}")
    }
}
