//! Tests of all families: their presets, what the C library is told, and that no other code names a
//! family.

use super::FAMILIES;
use crate::{DEFAULT_PLATFORM, EXAMPLE_CONFIGURATION, PLATFORM_OF_OTHERS, Platform, general, profiles};
use rankine_keys::Section;
use std::collections::BTreeSet;
use std::path::Path;
use toml_edit::DocumentMut;

/// Checks that each key is in one of these sections, and that its value or its source differs from
/// the declaration's.
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
    profiles::all().for_each(|(name, text)| check(name, text, &profiles::SECTIONS));
}

/// Names of families and of their sections must not occur as words of other code, as in `"ni"`,
/// `ni.`, `tmd::`.
#[test]
fn nothing_else_names_a_family() {
    let own = FAMILIES.iter().flat_map(|family| {
        let sections = family.sections().iter().map(|section| section.name);
        sections.chain(family.presets().iter().map(|(name, _)| *name)).chain([family.name()])
    });
    // Every platform may have a memory port, and `map` is a method of iterators.
    let own: BTreeSet<&str> = own.filter(|name| !["ddr", "map"].contains(name)).collect();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in std::fs::read_dir(sources).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let mut words = line.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_-".contains(letter));
            let found = words.find(|word| own.contains(word));
            assert_eq!(found, None, "{}: {line}", path.display());
        }
    }
}

#[test]
fn names_for_others_are_known() {
    for name in [DEFAULT_PLATFORM, PLATFORM_OF_OTHERS, EXAMPLE_CONFIGURATION] {
        assert_eq!(Platform::resolve(name, &[]).unwrap_or_else(|e| panic!("{e}")).platform.name, name);
    }
    assert_eq!(Platform::resolve(PLATFORM_OF_OTHERS, &[]).unwrap().platform.channel, "");
}

/// Platform, setting, and the names of the values that its library is told, or the error.
#[test]
fn library_defines() {
    for (name, setting, expected) in [
        ("bare", "sim.base=0x2000", "SIM_BASE=0x2000"),
        (
            "manycore",
            "",
            "SIM_BASE=0x1000000 NI_CONTROL_BASE=0x2000000 NI_TAGS_BASE=0x4000000 NI_SCRATCHPAD_BASE=0x8000000 \
             NI_GLOBAL_BASE=0x100000000 NI_NODE_SHIFT=0x20 NI_WORD_BYTES=0x8 NI_SCRATCHPAD_BYTES=0x10000 NI_CACHE_WAYS=0x0",
        ),
        (
            "sarc",
            "",
            "SIM_BASE=0x10000000 NI_CONTROL_BASE=0x30000 NI_TAGS_BASE=0x20000 NI_SCRATCHPAD_BASE=0x10000 \
             NI_GLOBAL_BASE=0x40000000 NI_NODE_SHIFT=0x14 NI_WORD_BYTES=0x4 NI_SCRATCHPAD_BYTES=0x10000 NI_CACHE_WAYS=0x4 \
             MUTEX_BASE=0x20000000",
        ),
        ("tmd-9", "", "SIM_BASE=0x1000000 FSL_BASE=0x3000000 FSL_PAYLOAD_WORDS=0x1fb"),
        (
            "tmd-proposed",
            "",
            "SIM_BASE=0x1000000 FSL_BASE=0x3000000 FSL_PAYLOAD_WORDS=0x1fb FSL_MOVER_BASE=0x3100000 FSL_COLLECTIVE_WORDS=0x40",
        ),
        (
            "tmd-3x3",
            "tmd.tables=loaded",
            "SIM_BASE=0x1000000 FSL_BASE=0x3000000 FSL_PAYLOAD_WORDS=0x1fb FSL_TABLE_BOARDS=0x3 FSL_TABLE_FIRSTS=0x60300 \
             FSL_TABLE_FURTHER_FIRSTS=0x0 FSL_TABLE_NODES=0x9 FSL_TABLE_LANES=0x1",
        ),
        (
            "gas-c",
            "",
            "SIM_BASE=0x1000000 GASCORE_BASE=0x3000000 GASCORE_TOKENS=0x20 GASCORE_ARGUMENTS=0x10 GASCORE_MEDIUM_BYTES=0x200 \
             GASCORE_LONG_BYTES=0x4000",
        ),
        ("tmd-9", "tmd.packet_words=8", "platform 'tmd-9': tmd.packet_words = 8: the library needs 9 or more"),
        (
            "manycore",
            "map.node_stride=3",
            "platform 'manycore': the library needs map.node_stride to be a power of two above the scratchpad's end, and \
             map.global_base a multiple of it",
        ),
    ] {
        let settings: Vec<String> = (!setting.is_empty()).then(|| setting.to_owned()).into_iter().collect();
        let platform = Platform::resolve(name, &settings).unwrap_or_else(|e| panic!("{e}"));
        let defines = platform.library_defines().map(|all| {
            let all = all.iter().map(|(name, value)| format!("{name}={value:#x}"));
            all.collect::<Vec<_>>().join(" ")
        });
        assert_eq!(defines.unwrap_or_else(|e| e), expected, "{name} {setting}");
    }
}

#[test]
fn numbers() {
    let platform = Platform::resolve("sarc", &["ni.counter_update_cycles=7".into()]).unwrap();
    for (key, expected) in [
        ("ni.counter_update_cycles", Some(7)),
        ("sim.base", Some(0x1000_0000)),
        ("hart.isa", None),
        ("hart.none", None),
        ("none.isa", None),
        ("base", None),
    ] {
        assert_eq!(platform.number(key), expected, "{key}");
    }
}
