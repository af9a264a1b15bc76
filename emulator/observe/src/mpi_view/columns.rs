//! Numbers in a readable form, and text in columns.

use rankine_bus::grouped;
use std::fmt::Write;

/// The longest line of a table, in characters.
pub(crate) const WIDTH_MAX: usize = 100;
const GAP: &str = "  ";
/// The least width of a text column.
const TEXT_MIN: usize = 8;
/// Numbers in columns from this value on are shown with four digits and a power of ten.
const GROUPED_BELOW: u64 = 10_000_000_000_000;

/// At most four characters, with two or three exact digits: `999`, `1.5k`, `12k`, `3.4M`. Rounded
/// down.
pub fn compact(value: u64) -> String {
    let (mut unit, mut index) = (1, 0);
    while value / unit >= 1000 {
        unit *= 1000;
        index += 1;
    }
    let prefix = ["", "k", "M", "G", "T", "P", "E"].get(index).copied().unwrap_or("");
    match value / unit {
        whole if whole < 10 && index > 0 => format!("{whole}.{}{prefix}", value % unit / (unit / 10)),
        whole => format!("{whole}{prefix}"),
    }
}

/// A number in a column: [`grouped`] unless that is too long.
pub(crate) fn cell(value: u64) -> String {
    if value < GROUPED_BELOW { grouped(value) } else { format!("{:.3e}", value as f64) }
}

/// `part` of `whole` in per cent; zero if `whole` is zero.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}

/// A table. Column names that begin with `<` are for text, which is left-aligned; other columns are
/// for numbers, which are right-aligned.
pub(crate) struct Columns {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    pub(crate) fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Columns {
        Columns { names: names.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the table; nothing if it has no rows. Lines have at most [`WIDTH_MAX`] characters,
    /// and no blanks at their ends. If the text columns are too wide, the widest of them is
    /// narrowed: cells are cut at their start, which in a path is the least important part.
    pub(crate) fn write(&self, out: &mut String) {
        if self.rows.is_empty() {
            return;
        }
        let widths = self.widths();
        let names = self.names.iter().map(|name| name.trim_start_matches('<').to_owned()).collect();
        for row in std::iter::once(&names).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, name), &width) in row.iter().zip(&self.names).zip(&widths) {
                let cell = printable_end(cell, width);
                let gap = if line.is_empty() { "" } else { GAP };
                // Writing to a string cannot fail.
                let _ = if name.starts_with('<') {
                    write!(line, "{gap}{cell:<width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            out.extend(line.trim_end().chars().take(WIDTH_MAX));
            out.push('\n');
        }
    }

    fn widths(&self) -> Vec<usize> {
        let length = |text: &str| text.chars().count();
        let mut widths: Vec<usize> = self.names.iter().map(|name| length(name.trim_start_matches('<'))).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(length(cell));
            }
        }
        let whole: usize = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        for _ in WIDTH_MAX..whole {
            let texts =
                widths.iter_mut().zip(&self.names).filter(|(width, name)| name.starts_with('<') && **width > TEXT_MIN);
            match texts.max_by_key(|(width, _)| **width) {
                Some((width, _)) => *width -= 1,
                None => break,
            }
        }
        widths
    }
}

/// The last `width` characters, with `…` in front if there are more. Control characters become `?`.
fn printable_end(text: &str, width: usize) -> String {
    let plain = text.chars().map(|c| if c.is_control() { '?' } else { c });
    let length = text.chars().count();
    if length <= width {
        return plain.collect();
    }
    std::iter::once('…').chain(plain.skip(length + 1 - width.max(1))).collect()
}
