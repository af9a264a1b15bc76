//! Timing profiles: the sections `[timing]` and `[caches]` of every platform. `hart.profile` names
//! the profile.

use crate::document;
use crate::error::suggestion;
use crate::families::FAMILIES;
use rankine_keys::Section;
use rankine_timing::{CacheParams, TimingParams};
use serde::Deserialize;

/// The names and texts of the profiles that belong to no family. A text holds the values that
/// differ from the keys' defaults.
const SHARED: [(&str, &str); 2] =
    [("inorder64", include_str!("../profiles/inorder64.toml")), ("untimed", include_str!("../profiles/untimed.toml"))];

/// The sections that a profile consists of.
pub(crate) const SECTIONS: [Section; 2] = [TimingParams::SECTION, CacheParams::SECTION];

/// Is this the name of such a section?
pub(crate) fn is_section(name: &str) -> bool {
    SECTIONS.iter().any(|section| section.name == name)
}

/// The names and texts of all profiles: those that belong to no family, then those of each family.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHARED.iter().chain(FAMILIES.iter().flat_map(|family| family.profiles())).copied()
}

/// Names of the timing profiles.
pub fn profiles() -> impl Iterator<Item = &'static str> {
    all().map(|(name, _)| name)
}

/// The text of a profile's sections. An error is the end of a sentence that begins with "unknown".
pub(crate) fn text(name: &str) -> Result<String, String> {
    let (_, own) = all().find(|(profile, _)| *profile == name).ok_or_else(|| {
        let names: Vec<&str> = profiles().collect();
        format!("profile `{name}`{}; there are {}", suggestion(name, profiles()), names.join(", "))
    })?;
    Ok(document::text(SECTIONS.iter(), "", own))
}

/// The sections of a profile. An error is a sentence.
pub(crate) fn sections(name: &str) -> Result<(TimingParams, CacheParams), String> {
    let text = text(name).map_err(|e| format!("unknown {e}"))?;
    Ok(read(&text).expect("profiles parse: a test reads them all"))
}

/// Reads a text with the sections of a profile.
pub(crate) fn read(text: &str) -> Result<(TimingParams, CacheParams), toml::de::Error> {
    #[derive(Deserialize)]
    struct Sections {
        timing: TimingParams,
        caches: CacheParams,
    }
    toml::from_str(text).map(|Sections { timing, caches }| (timing, caches))
}
