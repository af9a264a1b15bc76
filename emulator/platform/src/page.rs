//! The manual's page on platforms, `docs/platforms.md`, from the declarations of all keys.

use crate::families::{self, DEFAULT_PLATFORM, FAMILIES, presets};
use crate::general::SECTIONS;
use crate::profiles::{self, profiles};
use rankine_keys::Section;
use std::fmt::Write as _;

/// The command that writes the page anew.
pub const COMMAND: &str = "cargo run -p rankine-platform --example page";

/// The path of the page, from the root of the repository.
pub const PATH: &str = "docs/platforms.md";

/// The text of the page.
pub fn page() -> String {
    let mut out = format!("# Platforms\n\n<!-- Generated: {COMMAND} -->\n\n");
    introduction(&mut out);
    families(&mut out);
    out.push_str("\n## Sections of all platforms\n");
    SECTIONS.iter().for_each(|of_all| section(&mut out, of_all, ""));
    let names = profiles().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        out,
        "\n## Sections of timing profiles\n\nThe key `hart.profile` names a profile: {names}. The profile gives these sections; \
         a file or a setting may change their keys, as in `--set timing.alu=2`. If nodes have a further processor, put the name of \
         the section with its keys in front: `--set SECTION.timing.alu=2`."
    );
    profiles::SECTIONS.iter().for_each(|of_profile| section(&mut out, of_profile, ""));
    out.push_str("\n## Sections of families\n");
    for (of_family, owners) in sections_of_families() {
        let families = if owners.len() == 1 { "family" } else { "families" };
        section(&mut out, of_family, &format!(" (Of the {families} {}.)", owners.join(", ")));
        entries_of(&mut out, of_family);
    }
    out
}

fn introduction(out: &mut String) {
    let _ = writeln!(
        out,
        "A platform is a machine that Rankine emulates. This page lists its parameters for those who choose or change one.\n\n\
         `--platform` takes the name of a preset ({}; without it `{DEFAULT_PLATFORM}`) or a TOML file. `--set SECTION.KEY=VALUE` \
         changes one key. A file names the preset that it changes:\n\n\
         ```toml\n\
         base = \"{DEFAULT_PLATFORM}\"\n\n\
         [hart]\n\
         clock_hz = 2_000_000_000\n\
         ```\n\n\
         `rankine platforms` lists the presets. `rankine describe --platform PLATFORM` says what a machine is and which keys matter \
         most. `rankine describe --platform PLATFORM SECTION` prints the keys of a section with their values. `--all` prints the \
         keys of all sections, and `--toml` a platform file with all of them.\n\n\
         In the tables below, the column *source* says where the default comes from; *ours* marks a value that no publication \
         gives. A preset may set another value, with a source of its own. [Architecture](../ARCHITECTURE.md) describes how to add \
         a family.",
        presets().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    );
}

fn families(out: &mut String) {
    out.push_str("\n## Families\n\nPresets of a family have the same sections.\n\n");
    out.push_str("| family | machines | presets | sections |\n|---|---|---|---|\n");
    for family in FAMILIES {
        let presets: Vec<String> = family.presets().iter().map(|(name, _)| format!("`{name}`")).collect();
        let sections: Vec<String> = family.sections().iter().map(|section| format!("`[{}]`", section.name)).collect();
        let (presets, sections) = (presets.join(", "), sections.join(", "));
        let _ = writeln!(out, "| {} | {} | {presets} | {sections} |", family.name(), family.about());
    }
}

/// Each section once, with the names of the families that have it.
fn sections_of_families() -> Vec<(&'static Section, Vec<&'static str>)> {
    let mut all: Vec<(&Section, Vec<&str>)> = Vec::new();
    for (section, family) in FAMILIES.iter().flat_map(|family| family.sections().iter().map(|s| (s, family.name()))) {
        match all.iter_mut().find(|(known, _)| *known == section) {
            Some((_, owners)) => owners.push(family),
            None => all.push((section, vec![family])),
        }
    }
    all
}

/// Writes the declarations of the entries of a section's lists and tables. Keys with the same
/// entries share a table.
fn entries_of(out: &mut String, section: &Section) {
    let prefix = format!("{}.", section.name);
    let mut alike: Vec<(Section, Vec<String>)> = Vec::new();
    for (name, entry) in families::entries().into_iter().filter(|(name, _)| name.starts_with(&prefix)) {
        let name = format!("`{name}`");
        match alike.iter_mut().find(|(known, _)| *known == entry) {
            Some((_, names)) => names.push(name),
            None => alike.push((entry, vec![name])),
        }
    }
    for (entry, names) in alike {
        let _ = writeln!(out, "\n#### Entries of {}\n\n{}\n", names.join(", "), entry.about);
        keys(out, &entry);
    }
}

fn section(out: &mut String, section: &Section, owners: &str) {
    let _ = writeln!(out, "\n### `[{}]`\n\n{}{owners}\n", section.name, section.about);
    keys(out, section);
}

fn keys(out: &mut String, section: &Section) {
    out.push_str("| key | unit | default | meaning | source |\n|---|---|---|---|---|\n");
    for key in section.keys {
        let (meaning, source) = (key.meaning.replace('|', "\\|"), key.source.replace('|', "\\|"));
        let _ = writeln!(out, "| `{}` | {} | `{}` | {meaning} | {source} |", key.name, key.unit, key.default);
    }
}
