//! Processors of a node beside the one that runs the rank's program: what a family says of them, and what they see.

use crate::family::{Further, Span};
use crate::general::MemoryParams;
use crate::platform::Platform;
use crate::profiles;
use rankine_isa::parse_isa;

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
    /// What it runs unless a program is given: a C file below `libmpi-c`.
    pub program: Option<&'static str>,
    /// Names and values that firmware in C is compiled with.
    pub defines: Vec<(&'static str, u64)>,
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
        let Further { name, section, hart, memory, program, defines } = self;
        let key = |key: &str| format!("{section}.{key}");
        parse_isa(&hart.isa).map_err(|e| format!("{}: {e}", key("isa")))?;
        for (of, value, least, most) in [
            ("clock_hz", hart.clock_hz, 1, 1_000_000_000_000),
            ("memory_base", memory.base, 4096, 1 << 48),
            ("memory_bytes", memory.bytes, 4096, 1 << 40),
            ("stack_bytes", memory.stack_bytes, 4096, 1 << 32),
        ] {
            if !(least..=most).contains(&value) {
                return Err(format!("{} = {value} is outside {least} to {most}", key(of)));
            }
        }
        if memory.base < memory.stack_bytes {
            return Err(format!("{} does not fit below {}", key("stack_bytes"), key("memory_base")));
        }
        let (timing, caches) = profiles::sections(&hart.profile).map_err(|e| format!("{}: {e}", key("profile")))?;
        let mut view = platform.clone();
        view.platform.channel.clear();
        (view.hart, view.memory) = (hart, memory);
        (view.timing, view.caches, view.ddr) = (timing, caches, None);
        Ok(FurtherProcessor { name, section, view, program, defines })
    }
}
