//! The families of platforms. Nothing outside this directory names one, or one of its sections.
//! How to add one stands in ARCHITECTURE.md.

mod bare;
mod interface;
mod manycore;
mod sarc;
#[cfg(test)]
mod tests;
mod tmd;

use crate::family::Family;
pub(crate) use bare::NoParts;
use rankine_keys::Section;

/// All of them, in the order in which their presets are listed.
pub(crate) static FAMILIES: [&dyn Family; 4] = [&manycore::Manycore, &sarc::Sarc, &bare::Bare, &tmd::Tmd];

/// The preset used when nobody names one.
pub const DEFAULT_PLATFORM: &str = "manycore";

/// The preset for programs that do not say what they were linked for: those without our C library.
pub const PLATFORM_OF_OTHERS: &str = "bare";

/// A configuration of a preset, for tests: nodes differ, and some ranks have no hart.
pub const EXAMPLE_CONFIGURATION: &str = "tmd-9:4uB_FPU_2PPC_3HW";

/// A setting that the default platform understands, for messages.
pub(crate) const EXAMPLE_SETTING: &str = "ni.command_fifo=8";

/// What entries of lists and tables are made of, by section and key.
pub(crate) fn entries() -> Vec<(&'static str, Section)> {
    FAMILIES.iter().flat_map(|family| family.entries()).copied().collect()
}

/// Names of the presets.
pub fn presets() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| family.presets()).map(|(name, _)| *name)
}

/// Is this a preset, or a configuration of one, as `NAME:CONFIGURATION`?
pub fn is_preset(name: &str) -> bool {
    let (preset, _) = name.split_once(':').unwrap_or((name, ""));
    presets().any(|known| known == preset)
}

/// The family that a preset belongs to, and the preset's text.
pub(crate) fn of_preset(name: &str) -> Option<(&'static dyn Family, &'static str)> {
    FAMILIES.iter().find_map(|family| {
        let (_, text) = family.presets().iter().find(|(preset, _)| *preset == name)?;
        Some((*family, *text))
    })
}
