//! Documents of platforms: TOML with every key of some sections. Behind each key stand its unit,
//! meaning and source.

use crate::error::{PlatformError, error, suggestion};
use crate::quantity::quantity;
use rankine_keys::Section;
use std::fmt::Write as _;
use toml_edit::{DocumentMut, Item, Table, Value};

/// The column in which comments begin, unless key and value are longer.
const COMMENT_COLUMN: usize = 32;

/// The text of a document with these sections, below the comment at the head of `preset`. A value
/// and its source are taken from `preset`, else from `common`, else from the declaration.
pub(crate) fn text<'a>(sections: impl Iterator<Item = &'a Section>, common: &str, preset: &str) -> String {
    let mut out = String::from("\n");
    out.extend(preset.split_inclusive('\n').take_while(|line| line.starts_with('#')));
    let presets = [preset, common]
        .map(|text| text.parse::<DocumentMut>().expect("presets and profiles parse: a test reads them all"));
    for section in sections {
        let _ = writeln!(out, "\n[{}]", section.name);
        for key in section.keys {
            let own = |preset: &DocumentMut| Some(preset.get(section.name)?.get(key.name)?.as_value()?.clone());
            let (value, source) = match presets.iter().find_map(own) {
                Some(value) => (plain(&value).to_string(), behind(&value).to_owned()),
                None => (key.default.to_owned(), key.source.to_owned()),
            };
            let setting = format!("{} = {value}", key.name);
            let _ = writeln!(out, "{setting:<COMMENT_COLUMN$} # {}", key.comment(&source));
        }
    }
    out
}

/// Every key with value, unit, meaning and source, as `rankine describe` prints it. Below keys that
/// are lists or tables, the keys of their entries follow.
pub(crate) fn describe(document: &DocumentMut, entries: &[(&str, Section)]) -> String {
    let mut out = String::new();
    for (section, item) in document.iter() {
        let Some(table) = item.as_table() else { continue };
        describe_section(&mut out, section, table, entries);
    }
    out
}

/// As [`describe`], for the section or key that `name` means: a section with all sections within
/// it, or one key, as `section.key`. Empty if there is no such name.
pub(crate) fn describe_part(document: &DocumentMut, name: &str, entries: &[(&str, Section)]) -> String {
    let mut out = String::new();
    if let Some(table) = table(document, name) {
        describe_section(&mut out, name, table, entries);
    } else if let Some((section, key)) = name.rsplit_once('.')
        && let Some(value) = table(document, section).and_then(|table| table.get(key)).and_then(Item::as_value)
    {
        let _ = writeln!(out, "  {:<34} {}", format!("{name} = {}", one_line(value)), behind(value));
        fields(&mut out, name, entries);
    }
    out
}

/// The table of a section, or of a section within another one.
fn table<'a>(document: &'a DocumentMut, name: &str) -> Option<&'a Table> {
    name.split('.').try_fold(document.as_table(), |table, part| table.get(part)?.as_table())
}

/// Describes a section, then the sections within it.
fn describe_section(out: &mut String, section: &str, table: &Table, entries: &[(&str, Section)]) {
    let _ = writeln!(out, "[{section}]");
    for (key, item) in table.iter() {
        let Some(value) = item.as_value() else { continue };
        let _ = writeln!(out, "  {:<34} {}", format!("{key} = {}", one_line(value)), behind(value));
        fields(out, &format!("{section}.{key}"), entries);
    }
    for (key, item) in table.iter() {
        let Some(table) = item.as_table() else { continue };
        describe_section(out, &format!("{section}.{key}"), table, entries);
    }
}

/// Describes the entries of this key, and the entries of keys in them.
fn fields(out: &mut String, key: &str, entries: &[(&str, Section)]) {
    for (of, entry) in entries {
        let Some(below) = of.strip_prefix(key).filter(|below| below.is_empty() || below.starts_with('.')) else {
            continue;
        };
        for field in entry.keys {
            let name = format!("{below}.{}: {}", field.name, field.default);
            let _ = writeln!(out, "    {name:<32} {}", field.comment(field.source));
        }
    }
}

/// A value as written, on one line.
fn one_line(value: &Value) -> String {
    match plain(value) {
        Value::Array(array) => {
            let items: Vec<String> = array.iter().map(|item| item.to_string().trim().to_string()).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

/// A value without the text around it.
fn plain(value: &Value) -> Value {
    let mut plain = value.clone();
    plain.decor_mut().clear();
    plain
}

/// The comment behind a value.
fn behind(value: &Value) -> &str {
    let suffix = value.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or("");
    suffix.trim().trim_start_matches('#').trim()
}

/// Replaces the value of a known key and keeps the comment behind it.
pub(crate) fn set(document: &mut DocumentMut, section: &str, key: &str, value: Value) -> Result<(), PlatformError> {
    let sections: Vec<String> = document.iter().map(|(name, _)| name.to_string()).collect();
    let Some(table) = document.get_mut(section).and_then(Item::as_table_mut) else {
        return error(format!(
            "unknown section [{section}]{}",
            suggestion(section, sections.iter().map(String::as_str))
        ));
    };
    set_in(table, section, key, value)
}

/// As [`set`], in the table of a section.
pub(crate) fn set_in(table: &mut Table, section: &str, key: &str, value: Value) -> Result<(), PlatformError> {
    let Some(old) = table.get_mut(key) else {
        return error(format!("unknown key {section}.{key}{}", suggestion(key, keys(table))));
    };
    match old.as_value_mut() {
        Some(old) => {
            let value = whole(old, &value).map_or(value, Value::from);
            replace(old, value);
        }
        None => *old = Item::Value(value),
    }
    Ok(())
}

/// The whole number that a new value such as `64KiB`, `2GHz` or `3e8` means, if the old value is a
/// whole number. None if the new value is a whole number already, or something else.
fn whole(old: &Value, new: &Value) -> Option<i64> {
    old.as_integer()?;
    let text = match new {
        Value::Float(float) => float.to_string(),
        _ => new.as_str()?.to_owned(),
    };
    ["B", "Hz"].into_iter().find_map(|unit| quantity(text.trim(), unit))?.try_into().ok()
}

/// Replaces a value and keeps the comment behind it.
pub(crate) fn replace(old: &mut Value, new: impl Into<Value>) {
    let mut new = new.into();
    *new.decor_mut() = old.decor().clone();
    *old = new;
}

fn keys(table: &Table) -> impl Iterator<Item = &str> {
    table.iter().map(|(key, _)| key)
}
