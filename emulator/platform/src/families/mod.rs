//! The families of platforms. Nothing outside this directory names one, or one of its sections.
//! How to add one stands in ARCHITECTURE.md.

mod bare;
mod interface;
mod manycore;
mod sarc;
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
            let may_name = |line: &&str| line.contains("include_str!");
            let lines = code.lines().filter(|line| !may_name(line));
            for line in lines.filter(|line| !line.trim_start().starts_with("//")) {
                let mut words = line.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_-".contains(letter));
                let found = words.find(|word| own.contains(word));
                assert_eq!(found, None, "{}: {line}", path.display());
            }
        }
    }
}
