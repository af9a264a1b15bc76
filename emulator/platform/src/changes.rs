//! Changes of a preset: keys that a user sets by a platform file or by `--set`.

use crate::document::{set, set_in};
use crate::error::{PlatformError, error, suggestion};
use crate::families::{DEFAULT_PLATFORM, EXAMPLE_SETTING, is_preset, presets};
use crate::profiles;
use std::io::Read;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, TomlError, Value};

/// The most bytes of a platform file.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// A change of a key by a file or a setting.
pub(crate) struct Change {
    /// The file, or the option as written.
    by: String,
    /// A section of the platform, or of a further processor, such as `nic.timing`.
    pub section: String,
    pub key: String,
    value: Value,
}

impl Change {
    /// Parses `section.key=value`. For the costs of a further processor, parses
    /// `section.timing.key=value`.
    pub fn of_setting(setting: &str) -> Result<Change, PlatformError> {
        let parts =
            setting.split_once('=').and_then(|(path, value)| path.trim().split_once('.').map(|(s, k)| (s, k, value)));
        let Some((section, key, value)) = parts else {
            return error(format!("--set {setting}: write section.key=value, e.g. --set {EXAMPLE_SETTING}"));
        };
        let value = value.trim();
        // A bare word is a string, because people write strings without quotes on command lines.
        let value = value.parse::<Value>().unwrap_or_else(|_| Value::from(value));
        let (section, key) = match key.split_once('.').filter(|(of, _)| profiles::is_section(of)) {
            Some((of, key)) => (format!("{section}.{of}"), key),
            None => (section.into(), key),
        };
        Ok(Change { by: format!("--set {setting}"), section, key: key.into(), value })
    }

    /// If the change is for the costs of a further processor: that processor's section, and
    /// `timing` or `caches`.
    pub fn of_further(&self) -> Option<(&str, &str)> {
        self.section.split_once('.')
    }

    pub fn apply(&self, document: &mut DocumentMut) -> Result<(), PlatformError> {
        set(document, &self.section, &self.key, self.value.clone()).map_err(|e| self.error(e))
    }

    /// As [`Change::apply`], to the table of its section.
    pub fn apply_in(&self, table: &mut Table) -> Result<(), PlatformError> {
        set_in(table, &self.section, &self.key, self.value.clone()).map_err(|e| self.error(e))
    }

    /// The error that says why the change cannot be made.
    pub fn error(&self, why: impl std::fmt::Display) -> PlatformError {
        PlatformError(format!("{}: {why}", self.by))
    }
}

/// The preset of a preset's name or of a file's path, and the file's changes.
pub(crate) fn read(name_or_path: &str) -> Result<(String, Vec<Change>), PlatformError> {
    if is_preset(name_or_path) {
        return Ok((name_or_path.to_owned(), Vec::new()));
    }
    if !name_or_path.ends_with(".toml") && !name_or_path.contains('/') {
        let names = presets().collect::<Vec<_>>();
        let plain = name_or_path.split_once(':').map_or(name_or_path, |(plain, _)| plain);
        let hint = suggestion(plain, names.iter().copied());
        return error(format!(
            "unknown platform `{name_or_path}`{hint}; presets are {}, and a path ending in .toml names a file",
            names.join(", ")
        ));
    }
    let text = read_file(Path::new(name_or_path))
        .map_err(|e| PlatformError(format!("cannot read platform file {name_or_path}: {e}")))?;
    of_text(name_or_path, &text)
}

/// The text of a file. An error if it is no regular file, because reading a pipe or a device might
/// never end, or too long to be a platform.
fn read_file(path: &Path) -> std::io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    if std::fs::File::open(path)?.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)? as u64 > FILE_BYTES_MAX {
        return Err(std::io::Error::other(format!("it is longer than {FILE_BYTES_MAX} bytes")));
    }
    Ok(text)
}

/// The preset on which a file's text is based, and the text's changes.
pub(crate) fn of_text(path: &str, text: &str) -> Result<(String, Vec<Change>), PlatformError> {
    let user: DocumentMut =
        text.parse().map_err(|e: TomlError| PlatformError(format!("{path}: {}", e.to_string().trim_end())))?;
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
            match item.as_table().filter(|_| profiles::is_section(key)) {
                Some(costs) => {
                    let section = format!("{section}.{key}");
                    for entry in costs.iter() {
                        changes.push(of_entry(path, &section, entry)?);
                    }
                }
                None => changes.push(of_entry(path, section, (key, item))?),
            }
        }
    }
    Ok((base.to_owned(), changes))
}

fn of_entry(path: &str, section: &str, (key, item): (&str, &Item)) -> Result<Change, PlatformError> {
    let Some(value) = item.as_value().cloned() else {
        return error(format!("{path}: {section}.{key} must be a plain value"));
    };
    Ok(Change { by: path.into(), section: section.into(), key: key.into(), value })
}
