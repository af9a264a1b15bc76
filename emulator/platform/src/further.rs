//! Processors of a node beside the one that runs the rank's program: what a family says of them, and what they see.

use crate::family::Span;
use crate::general::{HartParams, MemoryParams};
use crate::platform::Platform;
use crate::profiles;
use rankine_isa::parse_isa;
use rankine_keys::keys;

keys! {
    /// A processor that each node has beside the one of `[hart]`. It has its own clock and private memory, and runs the
    /// firmware that `rankine run --firmware` gives. A run ends when the programs of all ranks have ended, whatever this
    /// processor does then.
    pub struct FurtherParams [second] {
        /// ISA string; empty = there is no such processor
        isa: String = "", "text", "ours";
        /// costs of instructions and memory, as `hart.profile`
        profile: String = "untimed", "text", "ours";
        /// its clock; that of the devices and the network is hart.clock_hz
        clock_hz: u64 = 1_000_000_000, "Hz", "ours: as the first processor";
        /// where firmware is linked; the stack lies below it
        memory_base: u64 = 0xc000_0000, "address", "ours: above the memory of 64-bit and 32-bit programs";
        /// memory from memory_base upwards: text, data, heap
        memory_bytes: u64 = 0x10_0000, "bytes", "ours: 1 MiB";
        /// stack below memory_base
        stack_bytes: u64 = 0x1_0000, "bytes", "ours: 64 KiB";
    }
}

/// A further processor as its family describes it.
#[derive(Clone, Debug)]
pub(crate) struct Further {
    /// What it is called, for people.
    pub name: &'static str,
    /// The section of the platform that has its keys.
    pub section: &'static str,
    pub params: FurtherParams,
}

/// A further processor of a platform.
#[derive(Clone, Debug)]
pub struct FurtherProcessor {
    /// What it is called, as in `--firmware NAME=FILE`.
    pub name: &'static str,
    /// The section of the platform that has its keys.
    pub section: &'static str,
    /// The platform as this processor sees it: its hart, memory and costs. There is no MPI library, and no port of memory that
    /// nodes share.
    pub view: Platform,
}

impl FurtherProcessor {
    /// Where its memory lies, stack included.
    pub(crate) fn memory(&self) -> Span {
        let MemoryParams { base, bytes, stack_bytes } = self.view.memory;
        (self.section, base - stack_bytes, bytes + stack_bytes)
    }
}

impl Further {
    /// The processor of a platform. An error is a sentence.
    pub fn of(self, platform: &Platform) -> Result<FurtherProcessor, String> {
        let Further { name, section, params } = self;
        let key = |key: &str| format!("{section}.{key}");
        parse_isa(&params.isa).map_err(|e| format!("{}: {e}", key("isa")))?;
        for (of, value, least, most) in [
            ("clock_hz", params.clock_hz, 1, 1_000_000_000_000),
            ("memory_base", params.memory_base, 4096, 1 << 48),
            ("memory_bytes", params.memory_bytes, 4096, 1 << 40),
            ("stack_bytes", params.stack_bytes, 4096, 1 << 32),
        ] {
            if !(least..=most).contains(&value) {
                return Err(format!("{} = {value} is outside {least} to {most}", key(of)));
            }
        }
        if params.memory_base < params.stack_bytes {
            return Err(format!("{} does not fit below {}", key("stack_bytes"), key("memory_base")));
        }
        let (timing, caches) = profiles::sections(&params.profile).map_err(|e| format!("{}: {e}", key("profile")))?;
        let mut view = platform.clone();
        view.platform.channel.clear();
        view.hart = HartParams { isa: params.isa, profile: params.profile, clock_hz: params.clock_hz };
        view.memory =
            MemoryParams { base: params.memory_base, bytes: params.memory_bytes, stack_bytes: params.stack_bytes };
        (view.timing, view.caches, view.ddr) = (timing, caches, None);
        Ok(FurtherProcessor { name, section, view })
    }
}
