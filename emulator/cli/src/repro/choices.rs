//! The choices that were made with knowledge of a row of the source, and a check whether other rows
//! move with them.

use super::options::{Machine, Options};
use super::table::{Class, Outcome, Row};
use crate::tell::say;
use std::collections::BTreeSet;

/// A choice that was made with knowledge of a row.
pub struct Choice {
    pub name: &'static str,
    /// How the choice is undone. None if it cannot be undone.
    pub otherwise: Option<Change>,
    /// The rows for which the choice was made, and those that move with it.
    pub rows: &'static [&'static str],
}

impl Choice {
    /// A choice that settings of the platform undo.
    pub const fn set(name: &'static str, settings: &'static [&'static str], rows: &'static [&'static str]) -> Choice {
        Choice { name, otherwise: Some(Change::Set(settings)), rows }
    }

    /// A choice that a parameter of the library undoes.
    pub const fn library(name: &'static str, parameter: &'static str, rows: &'static [&'static str]) -> Choice {
        Choice { name, otherwise: Some(Change::Library(parameter)), rows }
    }

    /// A choice that another method of measuring undoes.
    pub const fn method(name: &'static str, method: &'static str, rows: &'static [&'static str]) -> Choice {
        Choice { name, otherwise: Some(Change::Method(method)), rows }
    }

    /// Is the choice undone by one of these keys? True if `keys` is empty.
    fn is_of(&self, keys: &[String]) -> bool {
        let begins = |text: &str| keys.iter().any(|key| text.starts_with(key.as_str()));
        keys.is_empty()
            || match self.otherwise {
                Some(Change::Set(settings)) => settings.iter().any(|setting| begins(setting)),
                Some(Change::Library(text) | Change::Method(text)) => begins(text),
                None => false,
            }
    }

    /// A choice that cannot be undone.
    pub const fn fixed(name: &'static str, rows: &'static [&'static str]) -> Choice {
        Choice { name, otherwise: None, rows }
    }
}

/// How a choice is undone.
#[derive(Clone, Copy)]
pub enum Change {
    /// Settings of the platform.
    Set(&'static [&'static str]),
    /// A parameter of the library.
    Library(&'static str),
    /// A method of measuring.
    Method(&'static str),
}

impl Change {
    fn on(self, options: &Options) -> Options {
        match self {
            Change::Set(settings) => {
                settings.iter().fold(options.clone(), |options, setting| options.setting((*setting).to_owned()))
            }
            Change::Library(parameter) => {
                let library = [&options.library[..], &[parameter.to_owned()]].concat();
                Options { library, ..options.clone() }
            }
            Change::Method(method) => Options { method: Some(method), ..options.clone() },
        }
    }

    fn text(self) -> String {
        match self {
            Change::Set(settings) => settings.iter().map(|s| format!("--set {s}")).collect::<Vec<_>>().join(" "),
            Change::Library(parameter) => format!("--library {parameter}"),
            Change::Method(method) => method.to_owned(),
        }
    }
}

/// The class of a row: constructed if it is listed as such, else fitted if a choice lists it, else
/// predicted. The reason names the choices.
pub fn class_of(row: &str, constructed: &[(&str, &'static str)], choices: &[Choice]) -> (Class, String) {
    if let Some((_, why)) = constructed.iter().find(|(id, _)| *id == row) {
        return (Class::Constructed, (*why).to_owned());
    }
    let names: Vec<&str> =
        choices.iter().filter(|choice| choice.rows.contains(&row)).map(|choice| choice.name).collect();
    match names.is_empty() {
        true => (Class::Predicted, "no choice moves this row".to_owned()),
        false => (Class::Fitted, names.join("; ")),
    }
}

/// A row moves if one of its numbers changes by more than this per cent, or if its verdict changes.
const MOVES: f64 = 1.0;

/// Undoes the choices one by one, except those that cannot be undone. Tells which rows move, and
/// which listed rows do not. Fails at the end if a row moved that its choice does not list, or if
/// the machine does not run without a choice. Rows that are not asked for do not count. If `keys`
/// are given, only choices are undone whose settings or parameters begin like one of them; if there
/// are none, that is an error.
pub fn check(machine: &Machine, options: &Options, keys: &[String]) -> Result<(), String> {
    let choices: Vec<&Choice> = machine.choices.iter().filter(|choice| choice.is_of(keys)).collect();
    if choices.is_empty() {
        return Err(format!("no choice changes a key that begins with {}", keys.join(" or ")));
    }
    let quick = Options { is_quick: true, ..options.clone() };
    let before = machine.results(&quick)?.rows;
    let mut mistakes = Vec::new();
    for choice in choices {
        let Some(change) = choice.otherwise else {
            say!("{}: cannot be undone; lists {}", choice.name, choice.rows.join(" "));
            continue;
        };
        let moved = match machine.results(&change.on(&quick)) {
            Ok(results) => moved(&before, &results.rows),
            Err(error) => {
                say!("{} ({}): does not run", choice.name, change.text());
                mistakes.push(format!("{} ({}): {error}", choice.name, change.text()));
                continue;
            }
        };
        let names: Vec<&str> = machine.row_names().filter(|row| moved.contains(row)).collect();
        let is_idle = |row: &&&str| !moved.contains(*row) && quick.wants(&[row]);
        let idle: Vec<&str> = choice.rows.iter().filter(is_idle).copied().collect();
        let idle =
            if idle.is_empty() { String::new() } else { format!("; lists {}, which it does not move", idle.join(" ")) };
        say!("{} ({}): moves {}{idle}", choice.name, change.text(), names.join(" "));
        let unlisted: Vec<&str> = names.into_iter().filter(|row| !choice.rows.contains(row)).collect();
        if !unlisted.is_empty() {
            mistakes.push(format!(
                "{}: these rows move, but the choice does not list them: {}",
                choice.name,
                unlisted.join(" ")
            ));
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes.join("\n  ")) }
}

/// The names of rows that moved, without rows that have no criterion.
fn moved(before: &[Row], behind: &[Row]) -> BTreeSet<&'static str> {
    let pairs = before.iter().zip(behind).filter(|(before, _)| before.counts());
    pairs.filter(|(before, behind)| has_moved(before, behind)).map(|(before, _)| before.id).collect()
}

fn has_moved(before: &Row, behind: &Row) -> bool {
    before.verdict() != behind.verdict() || change(before, behind).is_some_and(|percent| percent.abs() > MOVES)
}

/// The largest change of a number, in per cent of its value before. None if the row has no numbers.
pub fn change(before: &Row, behind: &Row) -> Option<f64> {
    let values = |row: &Row| match &row.outcome {
        Outcome::Values(values) => values.clone(),
        Outcome::Statement(text, _) => numbers_in(text),
    };
    let (before, behind) = (values(before), values(behind));
    let changes = before.iter().zip(&behind).map(|(before, behind)| match before == behind {
        true => 0.0,
        false => 100.0 * (behind - before) / before.abs().max(f64::MIN_POSITIVE),
    });
    changes.max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// The numbers of a statement, in order.
fn numbers_in(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')'));
    words.filter_map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repro::options::Options;
    use crate::repro::page::Results;
    use crate::repro::table::{Criterion, number, statement};

    const CHOICES: [Choice; 2] = [
        Choice { name: "first", otherwise: Some(Change::Library("A=1")), rows: &["R1"] },
        Choice { name: "second", otherwise: None, rows: &["R1", "R2"] },
    ];

    #[test]
    fn classes_follow_from_choices() {
        let class = |row| class_of(row, &[("R0", "built in")], &CHOICES);
        assert_eq!(class("R0"), (Class::Constructed, "built in".to_owned()));
        assert_eq!(class("R1"), (Class::Fitted, "first; second".to_owned()));
        assert_eq!(class("R3").0, Class::Predicted);
    }

    /// Row R1 is 100; with the parameter A=1 it is 102. Row R2 is 50; it moves with R1 if there is
    /// a setting.
    fn reproduce(options: &Options) -> Result<Results, String> {
        let is_changed = options.library.contains(&"A=1".to_owned());
        let second = if is_changed && !options.settings.is_empty() { 51.0 } else { 50.0 };
        let first = if is_changed { 102.0 } else { 100.0 };
        let rows = vec![
            number("R1", "q", vec![100.0], Criterion::Within(10.0), vec![first]),
            number("R2", "q", vec![50.0], Criterion::Within(10.0), vec![second]),
        ];
        Ok(Results { machine: "m", title: "t", about: Vec::new(), rows, figures: Vec::new(), prints_figures: false })
    }

    #[test]
    fn unlisted_rows_are_reported() {
        let rows = &[("R1", "p. 1"), ("R2", "p. 2")];
        let machine = Machine { name: "m", platforms: &[], rows, constructed: &[], choices: &CHOICES, reproduce };
        assert_eq!(check(&machine, &Options::default(), &[]), Ok(()));
        let options = Options::default().setting("k=1".into());
        let error = check(&machine, &options, &["A".to_owned()]).unwrap_err();
        assert_eq!(error, "first: these rows move, but the choice does not list them: R2");
        assert!(check(&machine, &options, &["B".to_owned()]).unwrap_err().contains("begins with B"));
    }

    #[test]
    fn changes() {
        let text = |text: &str| statement("R", "q", "", "", (text.into(), true));
        assert_eq!(change(&text("36"), &text("40")).map(f64::round), Some(11.0));
        assert_eq!(change(&text("for 100 of 123 (R²: 0.9)"), &text("for 99 of 123 (R²: 0.9)")), Some(-1.0));
        assert_eq!(change(&text("none"), &text("40")), None);
    }
}
