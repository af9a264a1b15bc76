//! The families of platforms. Nothing outside this directory names one, or one of its sections.
//!
//! # How to add a family
//!
//! 1. Declare the keys of each new device next to it, in `devices/src/DEVICE/params.rs`, with [`rankine_keys::keys`].
//! 2. Make a directory here with a `mod.rs`, and a structure in it with a field for each of the family's sections.
//! 3. Implement [`crate::family::Parts`] for that structure: what it checks, where its devices answer, the devices, the network, and what the
//!    C library is told. If nodes differ, its `processors` say how.
//! 4. Implement [`Family`] for a unit structure: the name, the sections, the presets.
//! 5. Write the presets, `presets/NAME.toml`: only values that differ from the declared defaults, each with its source in the
//!    comment behind it. A timing profile of its own goes to `profiles/`.
//! 6. Put the family into [`FAMILIES`].
//! 7. Run the command of [`crate::page::COMMAND`], which writes `docs/platforms.md`, and the tests of this crate, which read all
//!    presets.
//! 8. If programs shall run on it, add the C library's channel, `libmpi-c/channel/NAME`.

mod bare;
mod interface;
mod manycore;
mod sarc;
mod tmd;

use crate::family::Family;

/// All of them, in the order in which their presets are listed.
pub(crate) static FAMILIES: [&dyn Family; 4] = [&manycore::Manycore, &sarc::Sarc, &bare::Bare, &tmd::Tmd];

/// A setting that the default platform understands, for messages.
pub(crate) const EXAMPLE_SETTING: &str = "ni.command_fifo=8";

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{general, profiles};
    use rankine_keys::Section;
    use std::collections::BTreeSet;
    use std::path::Path;
    use toml_edit::DocumentMut;

    /// Each key is one of these sections, and its value or its source differs from the declaration's.
    fn check(name: &str, text: &str, sections: &[Section]) {
        assert!(text.starts_with("# "), "{name}: say what it is in its first line");
        let document: DocumentMut = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        for (section, item) in document.iter() {
            let known = sections.iter().find(|known| known.name == section);
            let known = known.unwrap_or_else(|| panic!("{name}: there is no section [{section}]"));
            for (key, item) in item.as_table().unwrap().iter() {
                let place = format!("{name}: {section}.{key}");
                let key = known.keys.iter().find(|known| known.name == key).unwrap_or_else(|| panic!("{place}"));
                let mut value = item.as_value().unwrap().clone();
                let source = value.decor().suffix().unwrap().as_str().unwrap().trim().to_owned();
                let source = source.strip_prefix("# ").unwrap_or_else(|| panic!("{place}: no source behind it"));
                value.decor_mut().clear();
                assert!(value.to_string() != key.default || source != key.source, "{place}: that is the default");
            }
        }
    }

    #[test]
    fn presets_and_profiles_have_sources_and_no_defaults() {
        for family in FAMILIES {
            let sections: Vec<Section> = general::SECTIONS.iter().chain(family.sections()).copied().collect();
            family.presets().iter().for_each(|(name, text)| check(name, text, &sections));
            if !family.common().is_empty() {
                check(family.name(), family.common(), &sections);
            }
        }
        profiles::PROFILES.iter().for_each(|(name, text)| check(name, text, &profiles::SECTIONS));
    }

    /// Names of families and of their sections as words of code: `"ni"`, `ni.`, `tmd::`.
    #[test]
    fn nothing_else_names_a_family() {
        let own = FAMILIES.iter().flat_map(|family| {
            let sections = family.sections().iter().map(|section| section.name);
            sections.chain(family.presets().iter().map(|(name, _)| *name)).chain([family.name()])
        });
        // Any platform may have a port of memory, and `map` is a method of iterators.
        let own: BTreeSet<&str> = own.filter(|name| !["ddr", "map"].contains(name)).collect();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for path in std::fs::read_dir(sources).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
        {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            // A timing profile may be named as a family.
            let may_name = |line: &&str| line.contains("const DEFAULT_PLATFORM") || line.contains("include_str!");
            let lines = code.lines().filter(|line| !may_name(line));
            for line in lines.filter(|line| !line.trim_start().starts_with("//")) {
                let mut words = line.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_-".contains(letter));
                let found = words.find(|word| own.contains(word));
                assert_eq!(found, None, "{}: {line}", path.display());
            }
        }
    }
}
