//! Parts of an HTML page: text that cannot become markup, tables, bars, values by number.

use crate::mpi_view::grouped;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// Text of any origin. It is harmless between tags and in quoted attributes.
pub(super) struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => write!(f, "{c}")?,
                // Characters that HTML forbids, or that change the direction of the text around
                // them.
                c if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                    f.write_str("\u{fffd}")?;
                }
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// JSON that is harmless in a script element. The replaced characters occur only in strings.
pub(super) fn json_in_script(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => safe += &format!("\\u{:04x}", c as u32),
            c => safe.push(c),
        }
    }
    safe
}

/// Gives numbers to values; each value is kept once.
pub(super) struct Interned<T> {
    pub(super) values: Vec<T>,
    numbers: BTreeMap<T, usize>,
}

impl<T: Ord + Clone> Interned<T> {
    pub(super) fn new() -> Interned<T> {
        Interned { values: Vec::new(), numbers: BTreeMap::new() }
    }

    pub(super) fn number(&mut self, value: T) -> usize {
        let next = self.values.len();
        let number = *self.numbers.entry(value.clone()).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        number
    }
}

/// One cell of a table.
pub(super) enum Cell {
    Text(String),
    /// A name or code, in a fixed-width font.
    Code(String),
    Number(u64),
    /// A missing number.
    NoNumber,
    /// `part` of `whole`, in per cent.
    Percent(u64, u64),
    /// Parts of `whole`, side by side: pairs (class of colour, part).
    Bar(Vec<(&'static str, u64)>, u64),
}

impl Cell {
    pub(super) fn number(value: Option<u64>) -> Cell {
        value.map_or(Cell::NoNumber, Cell::Number)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Cell::Text(text) => write!(out, "<td>{}</td>", Text(text)),
            Cell::Code(text) => write!(out, "<td><code>{}</code></td>", Text(text)),
            Cell::Number(value) => write!(out, "<td class=\"n\">{}</td>", grouped(*value)),
            Cell::NoNumber => write!(out, "<td class=\"n\">–</td>"),
            Cell::Percent(part, whole) => write!(out, "<td class=\"n\">{:.1} %</td>", percent(*part, *whole)),
            Cell::Bar(parts, whole) => {
                write!(out, "<td class=\"bar\"><div>")?;
                for (class, part) in parts.iter().filter(|part| part.1 > 0) {
                    let width = percent(*part, *whole).min(100.0);
                    write!(out, "<i class=\"{class}\" style=\"width:{width:.2}%\"></i>")?;
                }
                write!(out, "</div></td>")
            }
        }
    }
}

pub(super) fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// A table with a caption. Column names that begin with `<` are for text, others for numbers.
/// Writes nothing if there are no rows.
pub(super) fn table(out: &mut dyn Write, caption: &str, names: &[&str], rows: &[Vec<Cell>]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    write!(out, "<div class=\"wide\"><table><caption>{}</caption>\n<thead><tr>", Text(caption))?;
    for name in names {
        match name.strip_prefix('<') {
            Some(name) => write!(out, "<th scope=\"col\">{}</th>", Text(name))?,
            None => write!(out, "<th scope=\"col\" class=\"n\">{}</th>", Text(name))?,
        }
    }
    out.write_all(b"</tr></thead>\n<tbody>\n")?;
    for row in rows {
        out.write_all(b"<tr>")?;
        for cell in row {
            cell.write(out)?;
        }
        out.write_all(b"</tr>\n")?;
    }
    out.write_all(b"</tbody></table></div>\n")
}
