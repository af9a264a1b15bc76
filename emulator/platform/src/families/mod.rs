//! The families of platforms. Code outside this directory names neither a family nor its sections.
//! ARCHITECTURE.md says how to add a family.

mod bare;
mod gas;
mod interface;
mod manycore;
mod nic;
mod roles;
mod sarc;
#[cfg(test)]
mod tests;
mod tmd;

use crate::family::Family;
pub(crate) use bare::NoParts;
use rankine_keys::Section;
pub(crate) use roles::EXAMPLE_SETTING;
pub use roles::{DEFAULT_PLATFORM, EXAMPLE_CONFIGURATION, PLATFORM_OF_OTHERS};

/// All families, in the order in which their presets are listed.
pub(crate) static FAMILIES: [&dyn Family; 6] =
    [&manycore::Manycore, &sarc::Sarc, &nic::NicFamily, &bare::Bare, &tmd::Tmd, &gas::Gas];

/// The declarations of the entries of lists and tables, by section and key.
pub(crate) fn entries() -> Vec<(&'static str, Section)> {
    FAMILIES.iter().flat_map(|family| family.entries()).copied().collect()
}

/// Names of the presets.
pub fn presets() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| family.presets()).map(|(name, _)| *name)
}

/// The names of the presets that have a section of this name.
pub(crate) fn presets_with(section: &str) -> Vec<&'static str> {
    let with = FAMILIES.iter().filter(|family| family.sections().iter().any(|own| own.name == section));
    with.flat_map(|family| family.presets()).map(|(name, _)| *name).collect()
}

/// Is this a preset, or a configuration of a preset (`NAME:CONFIGURATION`)?
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
