//! The section on the machine: its address map, and the whole platform.

use super::html::{Cell, Text, table};
use crate::recording::Recording;
use std::io::{self, Write};

pub(super) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<section>\n<h2>Platform {}</h2>\n", Text(&recording.platform))?;
    let rows: Vec<Vec<Cell>> = addresses(&recording.platform_text)
        .into_iter()
        .map(|row| {
            let [name, address, meaning] = [row.name, format!("{:#x}", row.address), row.meaning];
            vec![Cell::Code(name), Cell::Code(address), Cell::Text(meaning)]
        })
        .collect();
    table(out, "Memory map: addresses that the platform sets.", &["<name", "<address", "<what"], &rows)?;
    write!(
        out,
        "<details><summary>The whole platform as TOML</summary>\n<pre>{}</pre></details>\n</section>\n",
        Text(&recording.platform_text)
    )
}

/// A parameter that is an address.
struct Address {
    name: String,
    address: u64,
    meaning: String,
}

/// The lines `name = 0x1000 # address: meaning`, in order of address. Every parameter of a platform
/// gives its unit in this form.
fn addresses(toml: &str) -> Vec<Address> {
    let mut table = "";
    let mut found = Vec::new();
    for line in toml.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            table = name;
        }
        let Some((setting, comment)) = line.split_once('#') else { continue };
        let Some(meaning) = comment.trim().strip_prefix("address:") else { continue };
        let Some((name, value)) = setting.split_once('=') else { continue };
        let Some(address) = number(value.trim()) else { continue };
        let meaning = meaning.rsplit_once('[').map_or(meaning, |(before, _)| before).trim().to_owned();
        found.push(Address { name: format!("{table}.{}", name.trim()), address, meaning });
    }
    found.sort_by_key(|row| row.address);
    found
}

/// A TOML integer that is not negative.
fn number(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}
