//! Reads a TOML file key by key. Every error tells line and column, and an unknown key is an error.

use rankine_platform::{quantity, suggestion};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The text of a file, and its name in errors.
pub struct Source {
    pub name: String,
    pub text: String,
}

impl Source {
    /// An error at this place of the text (a byte offset): `FILE:LINE:COLUMN: message`.
    pub fn error(&self, at: usize, message: impl std::fmt::Display) -> String {
        let at = (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0);
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{line}:{column}: {message}", self.name)
    }

    /// Calls `read` with the file's top-level table. Fails if the file is not TOML, or if `read`
    /// does not take all keys.
    pub fn read<T>(&self, read: impl FnOnce(&mut Table) -> Result<T, String>) -> Result<T, String> {
        let parsed = DeTable::parse(&self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, error.message())
        })?;
        let mut table = Table::of(self, "the file", 0..0, parsed.get_ref());
        let value = read(&mut table)?;
        table.finish()?;
        Ok(value)
    }
}

/// A table whose keys are taken one by one.
pub struct Table<'a> {
    source: &'a Source,
    name: String,
    at: usize,
    left: BTreeMap<&'a str, Value<'a>>,
    known: Vec<&'static str>,
}

impl<'a> Table<'a> {
    fn of(source: &'a Source, name: &str, span: Range<usize>, table: &'a DeTable<'a>) -> Table<'a> {
        let entry = |(key, value): (&'a toml::Spanned<_>, &'a toml::Spanned<DeValue<'a>>)| {
            let key_text: &std::borrow::Cow<'a, str> = key.get_ref();
            (
                key_text.as_ref(),
                Value { source, name: key_text.to_string(), at: key.span().start, value: value.get_ref() },
            )
        };
        Table { source, name: name.into(), at: span.start, left: table.iter().map(entry).collect(), known: Vec::new() }
    }

    /// The value of a key, if the table has it.
    pub fn take(&mut self, key: &'static str) -> Option<Value<'a>> {
        self.known.push(key);
        self.left.remove(key)
    }

    /// The value of a key that must be there.
    pub fn need(&mut self, key: &'static str) -> Result<Value<'a>, String> {
        self.take(key).ok_or_else(|| self.error(format!("{} needs the key `{key}`", self.name)))
    }

    /// An error at the place of the table.
    pub fn error(&self, message: impl std::fmt::Display) -> String {
        self.source.error(self.at, message)
    }

    /// Fails if a key is left: such a key is unknown.
    pub fn finish(self) -> Result<(), String> {
        let first = self.left.values().min_by_key(|value| value.at);
        first.map_or(Ok(()), |value| {
            let near = suggestion(&value.name, self.known.iter().copied());
            let known = self.known.join(", ");
            Err(value.error(format!("unknown key `{}`{near} in {}; it knows {known}", value.name, self.name)))
        })
    }
}

/// A value, with its key.
pub struct Value<'a> {
    source: &'a Source,
    name: String,
    at: usize,
    value: &'a DeValue<'a>,
}

impl<'a> Value<'a> {
    /// An error at the place of the key.
    pub fn error(&self, message: impl std::fmt::Display) -> String {
        self.source.error(self.at, message)
    }

    fn wanted<T>(&self, what: &str) -> Result<T, String> {
        Err(self.error(format!("`{}` must be {what}", self.name)))
    }

    pub fn text(&self) -> Result<String, String> {
        match self.value {
            DeValue::String(text) => Ok(text.to_string()),
            _ => self.wanted("a text"),
        }
    }

    pub fn flag(&self) -> Result<bool, String> {
        match self.value {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => self.wanted("true or false"),
        }
    }

    /// A whole number that is at least `least`.
    pub fn whole(&self, least: u64) -> Result<u64, String> {
        let number = match self.value {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            // Such as 3e8.
            DeValue::Float(number) => quantity(number.as_str(), ""),
            _ => None,
        };
        match number.filter(|number| *number >= least && *number <= i64::MAX as u64) {
            Some(number) => Ok(number),
            None => self.wanted(&format!("a whole number from {least} on, as 5_000_000 or 5e6")),
        }
    }

    /// A finite number that is not negative.
    pub fn number(&self) -> Result<f64, String> {
        let number = match self.value {
            DeValue::Integer(_) => self.whole(0).ok().map(|number| number as f64),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        match number.filter(|number: &f64| number.is_finite() && *number >= 0.0) {
            Some(number) => Ok(number),
            None => self.wanted("a number from 0 on"),
        }
    }

    /// The elements of a list.
    pub fn list(&self) -> Result<Vec<Value<'a>>, String> {
        let DeValue::Array(list) = self.value else { return self.wanted("a list: [ … ]") };
        let element = |value: &'a toml::Spanned<DeValue<'a>>| Value {
            source: self.source,
            name: self.name.clone(),
            at: value.span().start,
            value: value.get_ref(),
        };
        Ok(list.iter().map(element).collect())
    }

    pub fn texts(&self) -> Result<Vec<String>, String> {
        self.list()?.iter().map(Value::text).collect()
    }

    pub fn is_table(&self) -> bool {
        matches!(self.value, DeValue::Table(_))
    }

    /// The entries of a table that may have any keys, in their order.
    pub fn entries(&self) -> Result<Vec<(String, Value<'a>)>, String> {
        let DeValue::Table(table) = self.value else { return self.wanted("a table") };
        let table = Table::of(self.source, &self.name, self.at..self.at, table);
        Ok(table.left.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Calls `read` with this table. Fails if `read` does not take all keys.
    pub fn table<T>(&self, read: impl FnOnce(&mut Table<'a>) -> Result<T, String>) -> Result<T, String> {
        let DeValue::Table(table) = self.value else { return self.wanted("a table") };
        let mut table = Table::of(self.source, &format!("`{}`", self.name), self.at..self.at, table);
        let value = read(&mut table)?;
        table.finish()?;
        Ok(value)
    }
}
