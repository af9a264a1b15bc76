//! A table of values that two runs have under the same names.

use super::Two;
use crate::mpi_view::{Columns, cell, section};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// From so many times the first value on, the second is shown as a multiple, not in percent.
const MANY: u64 = 10;

/// Counts of two runs, by name. A name that one run lacks counts as zero there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs(BTreeMap<String, Two<u64>>);

impl Pairs {
    /// Of each run, values by name; values of the same name are added up.
    pub(super) fn of<I: IntoIterator<Item = (String, u64)>>(runs: Two<I>) -> Pairs {
        let mut pairs = Pairs::default();
        for (run, values) in runs.into_iter().enumerate() {
            for (name, value) in values {
                let sum = &mut pairs.0.entry(name).or_default()[run];
                *sum = sum.saturating_add(value);
            }
        }
        pairs
    }

    /// Appends the rows that differ, the greatest difference first and `shown` at most. Appends nothing if none differs.
    pub(super) fn write(&self, out: &mut String, title: &str, shown: usize) {
        let mut rows: Vec<(&String, Two<u64>)> =
            self.0.iter().filter(|(_, [a, b])| a != b).map(|(name, values)| (name, *values)).collect();
        rows.sort_by_key(|(_, [a, b])| Reverse(a.abs_diff(*b)));
        let all = rows.len();
        rows.truncate(shown);
        let mut columns = Columns::new(["<", "A", "B", "B - A", "%"]);
        for (name, values) in rows {
            columns.row(row(name, values));
        }
        section(out, &counted(title, shown, all), &columns);
    }

    /// Appends all rows in the order of `names`, whether they differ or not.
    pub(super) fn write_all(&self, out: &mut String, title: &str, names: &[&str]) {
        let mut columns = Columns::new(["<", "A", "B", "B - A", "%"]);
        for name in names {
            columns.row(row(name, self.0.get(*name).copied().unwrap_or_default()));
        }
        section(out, title, &columns);
    }
}

/// Words of two runs, by name: of a platform, values of keys. None where a run has no such name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(BTreeMap<String, Two<Option<String>>>);

impl Words {
    pub fn of<I: IntoIterator<Item = (String, String)>>(runs: Two<I>) -> Words {
        let mut words = Words::default();
        for (run, values) in runs.into_iter().enumerate() {
            for (name, value) in values {
                words.0.entry(name).or_default()[run] = Some(value);
            }
        }
        words
    }

    /// Appends the rows that differ, in order of name and `shown` at most.
    pub fn write(&self, out: &mut String, title: &str, shown: usize) {
        let mut columns = Columns::new(["<", "<A", "<B"]);
        let differing: Vec<_> = self.0.iter().filter(|(_, [a, b])| a != b).collect();
        for (name, values) in differing.iter().take(shown) {
            let [a, b] = values.each_ref().map(|value| value.clone().unwrap_or_else(|| "-".into()));
            columns.row(vec![(*name).clone(), a, b]);
        }
        section(out, &counted(title, shown, differing.len()), &columns);
    }
}

fn counted(title: &str, shown: usize, all: usize) -> String {
    if all > shown { format!("{title}: {shown} of {all} that differ") } else { title.to_owned() }
}

/// Name, both values, their difference with its sign, and its part of the first value.
fn row(name: &str, [a, b]: Two<u64>) -> Vec<String> {
    let sign = match a.cmp(&b) {
        std::cmp::Ordering::Less => "+",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "-",
    };
    let change = match (a, b) {
        _ if a == b => String::new(),
        (0, _) => "new".into(),
        (_, 0) => "gone".into(),
        _ if b / a >= MANY => format!("×{:.1}", b as f64 / a as f64),
        _ => format!("{:+.1}", 100.0 * (b as f64 - a as f64) / a as f64),
    };
    vec![name.to_owned(), cell(a), cell(b), format!("{sign}{}", cell(a.abs_diff(b))), change]
}
