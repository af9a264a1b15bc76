//! Platforms: TOML files with presets built in, `--platform FILE`, `--set key=value`, and their description.
//!
//! A preset lists every key, each with its unit, meaning and source in the comment behind it; so the set of known
//! keys, the defaults and the documentation are one text. A user's file names its `base` and overrides keys.

use crate::kinds::{self, View};
use crate::{configuration, tmd};
use rankine_devices::fsl::FslParams;
use rankine_devices::mutex::MutexParams;
use rankine_devices::ni::NiParams;
use rankine_devices::noc::{CrossbarParams, MeshParams};
use rankine_devices::tmd::TmdParams;
use rankine_timing::{CacheParams, DdrParams, TimingParams};
use serde::Deserialize;
use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, Value};

/// Presets built in: name and text.
const PRESETS: [(&str, &str); 7] = [
    ("manycore", include_str!("../platforms/manycore.toml")),
    ("sarc", include_str!("../platforms/sarc.toml")),
    ("bare", include_str!("../platforms/bare.toml")),
    ("tmd-simple", include_str!("../platforms/tmd-simple.toml")),
    ("tmd-3x3", include_str!("../platforms/tmd-3x3.toml")),
    ("tmd-9", include_str!("../platforms/tmd-9.toml")),
    ("tmd-45", include_str!("../platforms/tmd-45.toml")),
];

/// Timing profiles, which `hart.profile` chooses from: the sections `[timing]` and `[caches]` of every platform.
const PROFILES: [(&str, &str); 7] = [
    ("inorder64", include_str!("../platforms/timing/inorder64.toml")),
    ("untimed", include_str!("../platforms/timing/untimed.toml")),
    ("mb5", include_str!("../platforms/timing/mb5.toml")),
    ("mb3", include_str!("../platforms/timing/mb3.toml")),
    ("ppc405", include_str!("../platforms/timing/ppc405.toml")),
    ("nic", include_str!("../platforms/timing/nic.toml")),
    ("host", include_str!("../platforms/timing/host.toml")),
];

/// The longest platform file.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The preset used when nobody names one.
pub const DEFAULT_PLATFORM: &str = "manycore";

/// A resolved platform: every key has a value.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Platform {
    /// The preset that everything else is laid over.
    pub base: String,
    pub platform: General,
    pub hart: HartParams,
    pub memory: MemoryParams,
    pub host: HostParams,
    pub sim: SimParams,
    pub timing: TimingParams,
    pub caches: CacheParams,
    pub map: Option<MapParams>,
    pub ni: Option<NiParams>,
    pub noc: Option<MeshParams>,
    pub crossbar: Option<CrossbarParams>,
    pub mutex: Option<MutexParams>,
    pub ddr: Option<DdrParams>,
    pub fsl: Option<FslParams>,
    pub tmd: Option<TmdParams>,
    /// What nodes see that differ, by rank.
    #[serde(skip)]
    pub(crate) views: Vec<Option<View>>,
    /// The resolved text, saved with every result.
    #[serde(skip)]
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct General {
    pub name: String,
    pub description: String,
    /// MPI channel of the C library on this platform; empty when it has none.
    pub channel: String,
    pub nodes_max: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HartParams {
    /// ISA string, or `elf`: what the program asks for.
    pub isa: String,
    /// Where the sections `[timing]` and `[caches]` come from.
    pub profile: String,
    pub clock_hz: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryParams {
    /// Where programs are linked; 0 = at the lowest segment of the program.
    pub base: u64,
    pub bytes: u64,
    pub stack_bytes: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostParams {
    pub call_cycles: u64,
    pub stretch_cycles: u64,
    pub first_stretch_cycles: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimParams {
    pub base: u64,
    pub access_cycles: u64,
}

/// Where a node's network interface answers, by node-local address, and how other nodes are addressed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapParams {
    pub ni_registers: u64,
    pub tags: u64,
    pub scratchpad: u64,
    pub global_base: u64,
    pub node_stride: u64,
}

/// A platform that cannot be used, said in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformError(pub String);

impl std::fmt::Display for PlatformError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlatformError {}

fn error<T>(message: impl Into<String>) -> Result<T, PlatformError> {
    Err(PlatformError(message.into()))
}

/// Names of the presets.
pub fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// Is this a preset, or a configuration of one, as `tmd-9:9uB`?
pub fn is_preset(name: &str) -> bool {
    let (preset, _) = name.split_once(':').unwrap_or((name, ""));
    presets().any(|known| known == preset)
}

/// Names of the timing profiles.
pub fn profiles() -> impl Iterator<Item = &'static str> {
    PROFILES.iter().map(|(name, _)| *name)
}

impl Platform {
    /// Resolves a preset's name or a file's path, then `settings` (`section.key=value`) in order.
    pub fn resolve(name_or_path: &str, settings: &[String]) -> Result<Platform, PlatformError> {
        Platform::changed(name_or_path, read(name_or_path)?, settings)
    }

    /// As [`Platform::resolve`], with the text of the file at hand.
    pub fn from_text(path: &str, text: &str, settings: &[String]) -> Result<Platform, PlatformError> {
        Platform::changed(path, changes(path, text)?, settings)
    }

    /// A preset with the changes of a file and of settings.
    fn changed(
        name: &str,
        (base, mut changes): (String, Vec<Change>),
        settings: &[String],
    ) -> Result<Platform, PlatformError> {
        for setting in settings {
            changes.push(Change::of_setting(setting)?);
        }
        let mut document = preset(&base)?;
        // Which profile there is in the end depends on these.
        for change in changes.iter().filter(|change| change.section == "hart") {
            change.apply(&mut document)?;
            kinds::spread(&mut document, &change.key);
        }
        let of_tmd = |change: &&Change| change.section == "tmd";
        changes.iter().filter(of_tmd).try_for_each(|change| change.apply(&mut document))?;
        kinds::lead(&mut document);
        add_profile(&mut document)?;
        let is_left = |change: &&Change| !["hart", "tmd"].contains(&change.section.as_str());
        changes.iter().filter(is_left).try_for_each(|change| change.apply(&mut document))?;
        let text = document.to_string();
        let mut platform: Platform = toml::from_str(&text)
            .map_err(|e| PlatformError(format!("platform {name}: {}", e.to_string().trim_end())))?;
        platform.text = text;
        platform.check()?;
        platform.views = kinds::views(&platform).map_err(PlatformError)?;
        Ok(platform)
    }

    fn check(&self) -> Result<(), PlatformError> {
        let limits = [
            ("platform.nodes_max", u64::from(self.platform.nodes_max), 1, 65_536),
            ("hart.clock_hz", self.hart.clock_hz, 1, 1_000_000_000_000),
            ("memory.bytes", self.memory.bytes, 4096, 1 << 40),
            ("memory.stack_bytes", self.memory.stack_bytes, 4096, 1 << 32),
            ("host.call_cycles", self.host.call_cycles, 1, 1 << 32),
            ("host.stretch_cycles", self.host.stretch_cycles, 1, 10_000_000),
            ("host.first_stretch_cycles", self.host.first_stretch_cycles, 1, 10_000_000),
            ("sim.access_cycles", self.sim.access_cycles, 1, 1 << 32),
        ];
        for (key, value, least, most) in limits {
            if !(least..=most).contains(&value) {
                return error(format!("{key} = {value} is outside {least} to {most}"));
            }
        }
        if self.memory.base != 0 && self.memory.base < self.memory.stack_bytes {
            return error("memory.stack_bytes does not fit below memory.base");
        }
        let networks = usize::from(self.noc.is_some()) + usize::from(self.crossbar.is_some());
        if self.map.is_some() != self.ni.is_some() || usize::from(self.ni.is_some()) != networks {
            return error("the sections [map], [ni] and a network's, [noc] or [crossbar], go together: all or none");
        }
        tmd::check(self).map_err(PlatformError)
    }

    /// Every key with value, unit, meaning and source, as `rankine describe` prints it.
    pub fn describe(&self) -> String {
        let Ok(document) = self.text.parse::<DocumentMut>() else { return self.text.clone() };
        let mut out = String::new();
        for (section, item) in document.iter() {
            let Some(table) = item.as_table() else { continue };
            let _ = writeln!(out, "[{section}]");
            for (key, item) in table.iter() {
                let Some(value) = item.as_value() else { continue };
                let (shown, comment) = value_and_comment(value);
                let _ = writeln!(out, "  {:<34} {comment}", format!("{key} = {shown}"));
            }
        }
        out
    }
}

/// A value as written, on one line, and the comment behind it.
fn value_and_comment(value: &Value) -> (String, String) {
    let comment = value.decor().suffix().and_then(|s| s.as_str()).unwrap_or("").trim();
    let mut bare = value.clone();
    bare.decor_mut().clear();
    let shown = match bare {
        Value::Array(array) => {
            let items: Vec<String> = array.iter().map(|item| item.to_string().trim().to_string()).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    };
    (shown, comment.trim_start_matches('#').trim().to_string())
}

/// The document of a preset, or of a configuration of one, by its name; its profile is not yet in it.
fn preset(name: &str) -> Result<DocumentMut, PlatformError> {
    let (plain, wanted) = name.split_once(':').map_or((name, None), |(plain, wanted)| (plain, Some(wanted)));
    let text = PRESETS.iter().find(|(preset, _)| *preset == plain).map_or("", |(_, text)| text);
    let mut document: DocumentMut =
        format!("base = {name:?}\n\n{text}").parse().expect("presets parse: a test reads them all");
    if let Some(wanted) = wanted {
        configuration::apply(&mut document, plain, wanted).map_err(PlatformError)?;
    }
    Ok(document)
}

/// Puts in the sections of the profile that the document names.
fn add_profile(document: &mut DocumentMut) -> Result<(), PlatformError> {
    let name = document.get("hart").and_then(|hart| hart.get("profile")).and_then(Item::as_str).unwrap_or_default();
    let text = profile_text(name).map_err(|e| PlatformError(format!("unknown hart.{e}")))?;
    let profile: DocumentMut = text.parse().expect("profiles parse: a test reads them all");
    for (section, item) in profile.iter() {
        document.insert(section, item.clone());
    }
    Ok(())
}

/// An error ends a sentence that begins with "unknown".
fn profile_text(name: &str) -> Result<&'static str, String> {
    PROFILES.iter().find(|(profile, _)| *profile == name).map(|(_, text)| *text).ok_or_else(|| {
        let names: Vec<&str> = profiles().collect();
        format!("profile `{name}`{}; there are {}", suggestion(name, profiles()), names.join(", "))
    })
}

/// The sections of a profile by itself.
pub(crate) fn profile_sections(name: &str) -> Result<(TimingParams, CacheParams), PlatformError> {
    #[derive(Deserialize)]
    struct Sections {
        timing: TimingParams,
        caches: CacheParams,
    }
    let text = profile_text(name).map_err(|e| PlatformError(format!("unknown {e}")))?;
    let Sections { timing, caches } = toml::from_str(text).expect("profiles parse: a test reads them all");
    Ok((timing, caches))
}

/// The preset that a preset's name or a file's path begins with, and what the file changes.
fn read(name_or_path: &str) -> Result<(String, Vec<Change>), PlatformError> {
    if is_preset(name_or_path) {
        return Ok((name_or_path.to_owned(), Vec::new()));
    }
    if !name_or_path.ends_with(".toml") && !name_or_path.contains('/') {
        let names = presets().collect::<Vec<_>>();
        let hint = suggestion(name_or_path, names.iter().copied());
        return error(format!(
            "unknown platform `{name_or_path}`{hint}; presets are {}, and a path ending in .toml names a file",
            names.join(", ")
        ));
    }
    let text = read_file(Path::new(name_or_path))
        .map_err(|e| PlatformError(format!("cannot read platform file {name_or_path}: {e}")))?;
    changes(name_or_path, &text)
}

/// The text of a file, unless it is too long to be a platform or never ends.
fn read_file(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    if std::fs::File::open(path)?.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)? as u64 > FILE_BYTES_MAX {
        return Err(std::io::Error::other(format!("it is longer than {FILE_BYTES_MAX} bytes")));
    }
    Ok(text)
}

/// The preset that a file's text is laid over, and what it changes.
fn changes(path: &str, text: &str) -> Result<(String, Vec<Change>), PlatformError> {
    let user: DocumentMut = text
        .parse()
        .map_err(|e: toml_edit::TomlError| PlatformError(format!("{path}: {}", e.to_string().trim_end())))?;
    let base = user.get("base").and_then(Item::as_str).unwrap_or(DEFAULT_PLATFORM);
    if !is_preset(base) {
        return error(format!("{path}: unknown base `{base}`{}", suggestion(base, presets())));
    }
    let mut changes = Vec::new();
    for (section, item) in user.iter().filter(|(key, _)| *key != "base") {
        let Some(table) = item.as_table() else {
            return error(format!("{path}: `{section}` must be a section, as in [{section}]"));
        };
        for (key, item) in table.iter() {
            let Some(value) = item.as_value().cloned() else {
                return error(format!("{path}: {section}.{key} must be a plain value"));
            };
            changes.push(Change { by: path.into(), section: section.into(), key: key.into(), value });
        }
    }
    Ok((base.to_owned(), changes))
}

/// A key that a file or a setting changes.
struct Change {
    /// The file, or the option as written.
    by: String,
    section: String,
    key: String,
    value: Value,
}

impl Change {
    fn of_setting(setting: &str) -> Result<Change, PlatformError> {
        let parts =
            setting.split_once('=').and_then(|(path, value)| path.trim().split_once('.').map(|(s, k)| (s, k, value)));
        let Some((section, key, value)) = parts else {
            return error(format!("--set {setting}: write section.key=value, e.g. --set ni.command_fifo=8"));
        };
        let value = value.trim();
        // A bare word is a string, as people write it on command lines.
        let value = value.parse::<Value>().unwrap_or_else(|_| Value::from(value));
        Ok(Change { by: format!("--set {setting}"), section: section.into(), key: key.into(), value })
    }

    fn apply(&self, document: &mut DocumentMut) -> Result<(), PlatformError> {
        set(document, &self.section, &self.key, self.value.clone())
            .map_err(|e| PlatformError(format!("{}: {e}", self.by)))
    }
}

/// Replaces the value of a known key and keeps the comment behind it.
fn set(document: &mut DocumentMut, section: &str, key: &str, mut value: Value) -> Result<(), PlatformError> {
    let sections: Vec<String> = document.iter().map(|(name, _)| name.to_string()).collect();
    let Some(table) = document.get_mut(section).and_then(Item::as_table_mut) else {
        return error(format!(
            "unknown section [{section}]{}",
            suggestion(section, sections.iter().map(String::as_str))
        ));
    };
    if !table.contains_key(key) {
        return error(format!("unknown key {section}.{key}{}", suggestion(key, keys(table))));
    }
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    table.insert(key, Item::Value(value));
    Ok(())
}

fn keys(table: &Table) -> impl Iterator<Item = &str> {
    table.iter().map(|(key, _)| key)
}

/// ` (did you mean `x`?)` when a known name is near, else nothing.
pub fn suggestion<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> String {
    known
        .map(|name| (strsim::jaro_winkler(given, name), name))
        .filter(|(score, _)| *score > 0.69)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| format!(" (did you mean `{name}`?)"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_profiles_resolve_and_document_every_key() {
        let settings = profiles().map(|profile| vec![format!("hart.profile={profile}")]);
        for (name, settings) in settings.flat_map(|set| presets().map(move |name| (name, set.clone()))) {
            let platform = Platform::resolve(name, &settings).unwrap_or_else(|e| panic!("{name} {settings:?}: {e}"));
            assert_eq!(platform.platform.name, name);
            let again = Platform::from_text("again.toml", &platform.text, &[]).unwrap();
            assert_eq!(again.text, platform.text, "{name}: the resolved text, as a file, is something else");
            for line in platform.describe().lines().filter(|line| line.starts_with("  ")) {
                let comment = line.split_once(" = ").unwrap().1;
                assert!(comment.contains(": ") && comment.contains('['), "{name}: no unit or source: {line}");
            }
        }
    }

    #[test]
    fn settings() {
        for (setting, expected) in [
            ("hart.clock_hz=2000000000", ""),
            ("hart.clok_hz=1", "unknown key hart.clok_hz (did you mean `clock_hz`?)"),
            ("hrat.clock_hz=1", "unknown section [hrat] (did you mean `hart`?)"),
            ("clock=1", "write section.key=value"),
            ("hart.clock_hz=0", "hart.clock_hz = 0 is outside"),
            ("hart.clock_hz=fast", "clock_hz"),
            ("hart.profile=mb5", ""),
            ("hart.profile=ppc40", "unknown hart.profile `ppc40` (did you mean `ppc405`?)"),
            ("caches.l1d_bytes=0", ""),
            ("caches.l1d_replacement=random", "l1d_replacement"),
            ("memory.bytes=-1", "bytes"),
        ] {
            let message = match Platform::resolve(DEFAULT_PLATFORM, &[setting.to_string()]) {
                Ok(_) => String::new(),
                Err(e) => e.to_string(),
            };
            assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{setting}: {message}");
        }
        assert!(Platform::resolve("manycor", &[]).unwrap_err().0.contains("did you mean `manycore`"));
        assert!(Platform::resolve("none.toml", &[]).unwrap_err().0.contains("cannot read platform file"));
    }
}
