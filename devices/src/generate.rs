//! Writes register constants for Rust and C and the manual's register pages from `regs/*.toml`.
//!
//! The generator is part of the crate that uses the constants. Run it after a description is
//! edited, and before a new name is used.

use crate::registers::{Access, Description, Field, Item, Section, Unit, Width};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The command that brings stale files up to date.
pub const COMMAND: &str = "cargo run -p rankine-devices --example generate";

/// A generated file with its expected text.
pub struct Generated {
    pub path: PathBuf,
    pub text: String,
}

/// All generated files of the repository at `root`, in a fixed order.
pub fn generate(root: &Path) -> Result<Vec<Generated>, String> {
    let mut sources: Vec<PathBuf> = std::fs::read_dir(root.join("devices/regs"))
        .map_err(|error| format!("devices/regs: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    sources.sort();
    let mut files = Vec::new();
    for source in sources {
        let text = std::fs::read_to_string(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        let device = Description::parse(&text).map_err(|error| format!("{}: {error}", source.display()))?;
        for (directory, extension, text) in [
            ("devices/src/regs", "rs", rust(&device)),
            ("libmpi-c/hal/regs", "h", c_header(&device)),
            ("docs/registers", "md", manual(&device)),
        ] {
            let path = root.join(directory).join(format!("{}.{extension}", device.name));
            files.push(Generated { path, text });
        }
    }
    Ok(files)
}

/// A named number with its explanation.
struct Constant {
    name: String,
    value: u64,
    decimal: bool,
    rust_type: &'static str,
    meaning: String,
}

fn constants(section: &Section) -> Vec<Constant> {
    let rust_type = if section.unit == Unit::WordIndex { "usize" } else { "u64" };
    let mut all = Vec::new();
    for item in &section.items {
        let name = format!("{}_{}", section.prefix, item.name);
        let decimal = section.unit != Unit::ByteOffset;
        all.push(Constant { name, value: item.at, decimal, rust_type, meaning: first_sentence(&item.meaning) });
        for field in &item.fields {
            all.extend(field_constants(item, field));
        }
    }
    all
}

/// A single bit is one constant, its mask; a wider field has a shift and a mask in place.
fn field_constants(item: &Item, field: &Field) -> Vec<Constant> {
    let name = format!("{}_{}", item.field_prefix.as_ref().unwrap_or(&item.name), field.name);
    let constant = |suffix: &str, value| Constant {
        name: format!("{name}{suffix}"),
        value,
        decimal: suffix == "_SHIFT",
        rust_type: "u64",
        meaning: field.meaning.clone(),
    };
    match field.range() {
        Some((high, low)) if high == low => vec![constant("", field.mask())],
        Some((_, low)) => vec![constant("_SHIFT", u64::from(low)), constant("_MASK", field.mask())],
        None => Vec::new(),
    }
}

impl Constant {
    fn number(&self) -> String {
        if self.decimal { self.value.to_string() } else { format!("{:#x}", self.value) }
    }
}

fn first_sentence(text: &str) -> String {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.').to_string()
}

fn rust(device: &Description) -> String {
    let mut out = format!("//! {}: constants, from `regs/{}.toml`.\n", device.title, device.name);
    let _ = writeln!(out, "//! Generated: `{COMMAND}`.");
    for section in &device.sections {
        let _ = writeln!(out, "\n// {}", section.title);
        for c in constants(section) {
            let (meaning, name, kind, value) = (capital(&c.meaning), &c.name, c.rust_type, c.number());
            let _ = writeln!(out, "/// {meaning}.\npub const {name}: {kind} = {value};");
        }
    }
    out
}

fn c_header(device: &Description) -> String {
    let upper = device.name.to_uppercase();
    let mut out =
        format!("/* {}: constants for C and assembly, from devices/regs/{}.toml.\n", device.title, device.name);
    let _ = writeln!(out, " * Generated: {COMMAND}.");
    let _ = writeln!(out, " * A field of several bits has a shift and a mask in place; a single bit is its mask. */");
    let _ = writeln!(out, "#ifndef HAL_REGS_{upper}_H\n#define HAL_REGS_{upper}_H");
    for section in device.sections.iter().filter(|section| section.software) {
        let unit = match section.unit {
            Unit::ByteOffset => " (byte offsets)",
            Unit::WordIndex => " (word indices)",
            Unit::Value => "",
        };
        let _ = writeln!(out, "\n/* {}{unit} */", section.title);
        for c in constants(section) {
            let name = format!("{upper}_{}", c.name);
            let _ = writeln!(out, "#define {name:<28} {:<10} /* {} */", c.number(), c.meaning);
        }
    }
    out.push_str("\n#endif\n");
    out
}

fn manual(device: &Description) -> String {
    let mut out = format!("# {}\n\n<!-- Generated: {COMMAND} -->\n\n{}\n", device.title, device.about.trim());
    for section in &device.sections {
        let _ = writeln!(out, "\n## {}\n\n{}\n", section.title, section.about.trim());
        if section.unit == Unit::Value {
            value_table(&mut out, device, section);
        } else {
            register_table(&mut out, device, section);
        }
    }
    mishap_table(&mut out, device);
    out
}

fn mishap_table(out: &mut String, device: &Description) {
    if device.mishaps.is_empty() {
        return;
    }
    out.push_str("\n## Mistakes of software and their effects\n\n");
    out.push_str("This table lists mistakes of software. None of them stops the device.\n\n");
    out.push_str("| mistake | effect | where it can be seen |\n|---|---|---|\n");
    for mishap in &device.mishaps {
        let _ = writeln!(out, "| {} | {} | {} |", mishap.mistake, mishap.happens, mishap.seen);
    }
}

fn value_table(out: &mut String, device: &Description, section: &Section) {
    out.push_str("| value | name | meaning | source |\n|---|---|---|---|\n");
    for item in &section.items {
        let name = macro_name(device, section, item);
        let _ = writeln!(out, "| {} | `{name}` | {} | {} |", item.at, item.meaning, item.source);
    }
}

fn register_table(out: &mut String, device: &Description, section: &Section) {
    let at = if section.unit == Unit::ByteOffset { "offset" } else { "word" };
    let _ = writeln!(out, "| {at} | name | width | access | reset | meaning | source |\n|---|---|---|---|---|---|---|");
    for item in &section.items {
        let at = if section.unit == Unit::ByteOffset { format!("{:#04x}", item.at) } else { item.at.to_string() };
        let width = match &item.width {
            Some(Width::Bits(bits)) => bits.to_string(),
            Some(Width::Named(name)) => name.clone(),
            None => String::new(),
        };
        let access = item.access.map_or("", access_name);
        let reset = item.reset.as_deref().unwrap_or("");
        let name = macro_name(device, section, item);
        let _ =
            writeln!(out, "| {at} | `{name}` | {width} | {access} | {reset} | {} | {} |", item.meaning, item.source);
    }
    for item in section.items.iter().filter(|item| !item.fields.is_empty()) {
        let _ = writeln!(
            out,
            "\nFields of `{}`:\n\n| bits | name | meaning |\n|---|---|---|",
            macro_name(device, section, item)
        );
        let prefix = item.field_prefix.as_ref().unwrap_or(&item.name);
        for field in &item.fields {
            let name = format!("{}_{prefix}_{}", device.name.to_uppercase(), field.name);
            let _ = writeln!(out, "| {} | `{name}` | {} |", field.bits, field.meaning);
        }
    }
}

fn macro_name(device: &Description, section: &Section, item: &Item) -> String {
    format!("{}_{}_{}", device.name.to_uppercase(), section.prefix, item.name)
}

fn access_name(access: Access) -> &'static str {
    match access {
        Access::RO => "read only",
        Access::WO => "write only",
        Access::RW => "read, write",
        Access::RW1C => "read, write 1 to clear",
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
