//! Further processors: those of a node besides the one that runs the rank's program. How a family
//! describes them, and how they see the platform.

use crate::changes::Change;
use crate::error::PlatformError;
use crate::family::{Further, Span};
use crate::general::MemoryParams;
use crate::platform::Platform;
use crate::profiles;
use rankine_isa::parse_isa;
use rankine_timing::{CacheParams, TimingParams};
use std::fmt::Write as _;
use toml_edit::{DocumentMut, Item};

/// A further processor of a platform.
#[derive(Clone, Debug)]
pub struct FurtherProcessor {
    /// Its name, as in `--firmware NAME=FILE`.
    pub name: &'static str,
    /// The section of the platform that has its keys.
    pub section: &'static str,
    /// The platform as this processor sees it: its hart, memory and costs. The view has no MPI
    /// library and no memory port.
    pub view: Platform,
    /// The limit that its family gives ([`Further::silent_cycles`]).
    pub silent_cycles: Option<u64>,
    /// The program that it runs if none is given: a C file below `libmpi-c`.
    pub program: Option<&'static str>,
    /// Names and values with which firmware in C is compiled.
    pub defines: Vec<(&'static str, u64)>,
    /// Names and values of the numeric keys of its costs, such as `nic.timing.load`.
    pub costs: Vec<(String, u64)>,
}

impl FurtherProcessor {
    /// The addresses of its memory, including the stack.
    pub(crate) fn memory(&self) -> Span {
        let MemoryParams { base, bytes, stack_bytes } = self.view.memory;
        (self.section, base - stack_bytes, bytes + stack_bytes)
    }
}

impl Further {
    /// Makes the processor for a platform, with those of `changes` that are for its costs. Also
    /// returns these changes as sections of a document.
    pub fn on(self, platform: &Platform, changes: &[Change]) -> Result<(FurtherProcessor, String), PlatformError> {
        self.check().map_err(PlatformError)?;
        let Further { name, section, hart, memory, silent_cycles, program, defines } = self;
        let Costs { timing, caches, numbers, text } = Costs::of(section, &hart.profile, changes)?;
        let mut view = platform.clone();
        view.platform.channel.clear();
        (view.hart, view.memory) = (hart, memory);
        (view.timing, view.caches, view.ddr) = (timing, caches, None);
        Ok((FurtherProcessor { name, section, view, silent_cycles, program, defines, costs: numbers }, text))
    }

    /// Checks its keys. An error is a sentence.
    fn check(&self) -> Result<(), String> {
        let Further { section, hart, memory, .. } = self;
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
        Ok(())
    }
}

/// The costs of instructions and memory of a further processor.
struct Costs {
    timing: TimingParams,
    caches: CacheParams,
    /// As in [`FurtherProcessor::costs`].
    numbers: Vec<(String, u64)>,
    /// The sections `[SECTION.timing]` and `[SECTION.caches]`, with only those keys that were
    /// changed.
    text: String,
}

impl Costs {
    /// The costs of a profile, with the changes for the processor of this section.
    fn of(section: &str, profile: &str, changes: &[Change]) -> Result<Costs, PlatformError> {
        let text = profiles::text(profile).map_err(|e| PlatformError(format!("{section}.profile: unknown {e}")))?;
        let mut document: DocumentMut = text.parse().expect("profiles parse: a test reads them all");
        let mut changed = String::new();
        for of in profiles::SECTIONS {
            let own = changes.iter().filter(|change| change.of_further() == Some((section, of.name)));
            let own: Vec<&Change> = own.collect();
            let Some(table) = document.get_mut(of.name).and_then(Item::as_table_mut).filter(|_| !own.is_empty()) else {
                continue;
            };
            own.iter().try_for_each(|change| change.apply_in(table))?;
            let mut part = table.clone();
            part.retain(|key, _| own.iter().any(|change| change.key == key));
            let _ = write!(changed, "\n[{section}.{}]\n{part}", of.name);
        }
        let unfit = |e: toml::de::Error| PlatformError(format!("costs of [{section}]: {}", e.to_string().trim_end()));
        let (timing, caches) = profiles::read(&document.to_string()).map_err(unfit)?;
        Ok(Costs { timing, caches, numbers: numbers(section, &document), text: changed })
    }
}

/// The numeric keys of all sections of a document, with `name` in front of each.
fn numbers(name: &str, document: &DocumentMut) -> Vec<(String, u64)> {
    let of_section = |(section, item): (&str, &Item)| -> Vec<(String, u64)> {
        let keys = item.as_table().into_iter().flat_map(|table| table.iter());
        let number = |(key, value): (&str, &Item)| {
            Some((format!("{name}.{section}.{key}"), value.as_integer()?.try_into().ok()?))
        };
        keys.filter_map(number).collect()
    };
    document.iter().flat_map(of_section).collect()
}
