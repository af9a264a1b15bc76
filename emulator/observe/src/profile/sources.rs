//! Source text by file and line, and the files that were not found.

use std::collections::BTreeMap;

/// The files that were asked for.
pub(super) struct Sources<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    files: BTreeMap<String, Option<Vec<String>>>,
}

impl<'a> Sources<'a> {
    pub(super) fn new(read: &'a dyn Fn(&str) -> Option<String>) -> Sources<'a> {
        Sources { read, files: BTreeMap::new() }
    }

    /// The line with this number (from 1 on) of `file`. Empty if there is none.
    pub(super) fn line(&mut self, file: &str, number: u32) -> &str {
        let read = self.read;
        let load = || Some(read(file)?.lines().map(printable).collect());
        let lines = self.files.entry(file.to_owned()).or_insert_with(load);
        let index = (number as usize).checked_sub(1);
        index.zip(lines.as_ref()).and_then(|(index, lines)| lines.get(index)).map_or("", String::as_str)
    }

    /// Files that could not be read, in order of name.
    pub(super) fn missing(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter(|(_, lines)| lines.is_none()).map(|(file, _)| file.as_str())
    }
}

/// A source line for a terminal: without control characters, with tabs of four columns.
fn printable(line: &str) -> String {
    let mut text = String::new();
    for c in line.trim_end().chars() {
        match c {
            '\t' => text.push_str(&" ".repeat(4 - text.chars().count() % 4)),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}
