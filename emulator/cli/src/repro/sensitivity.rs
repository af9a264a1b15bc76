//! Sensitivity: how far each row moves if a key of the machine's platforms is changed. This shows
//! on which keys a row depends.

use super::bench::in_parallel;
use super::choices::change;
use super::options::{Machine, Options};
use super::table::Row;
use rankine_platform::Platform;
use std::fmt::Write as _;

/// A key is changed by this share of its value, and by 1 at least.
const SHARE: f64 = 0.1;
/// Per cent below which a change is not listed.
const LISTED: f64 = 0.05;
/// The change in per cent at which a cell of the heat map is darkest.
const DARKEST: f64 = 20.0;

/// Sections that are left out, because they say how the machine is simulated or named; and units of
/// values that are no quantities.
const NOT_THE_MACHINE: [&str; 3] = ["platform", "host", "sim"];
const NO_QUANTITIES: [&str; 3] = ["address", "text", "bool"];

/// A changed key, and its effect on the rows.
struct Line {
    setting: String,
    /// For each row the change in per cent, or None if the row has no numbers. An error says why
    /// the machine did not run.
    rows: Result<Vec<Option<f64>>, String>,
}

/// The changes of all rows, for each changed key.
pub struct Sensitivity {
    rows: Vec<String>,
    lines: Vec<Line>,
}

/// Measures all rows that are asked for, with few repeats, once with a smaller and once with a
/// larger value of each numeric key. If `keys` are given, only keys that begin like one of them are
/// changed. Keys whose values differ between the machine's presets are not changed. An error if no
/// key begins so.
pub fn measure(machine: &Machine, options: &Options, keys: &[String]) -> Result<Sensitivity, String> {
    let quick = Options { is_quick: true, ..options.clone() };
    let rows = |options: &Options| -> Result<Vec<Row>, String> {
        let rows = machine.results(options)?.rows;
        Ok(rows.into_iter().filter(|row| row.counts()).collect())
    };
    let settings = settings(machine, options, keys)?;
    let before = rows(&quick)?;
    let line = |setting: String| {
        let (quick, before) = (&quick, &before);
        Box::new(move || {
            let changes = |behind: Vec<Row>| before.iter().zip(&behind).map(|(a, b)| change(a, b)).collect();
            Line { rows: rows(&quick.setting(setting.clone())).map(changes), setting }
        }) as Box<dyn FnOnce() -> _ + Send>
    };
    let lines = in_parallel(settings.into_iter().map(line).collect());
    Ok(Sensitivity { rows: labels(&before), lines })
}

/// The names of the rows. If several rows have the same name, a number follows the second and later
/// ones.
fn labels(rows: &[Row]) -> Vec<String> {
    let label = |(index, row): (usize, &Row)| match rows[..index].iter().filter(|other| other.id == row.id).count() {
        0 => row.id.to_owned(),
        before => format!("{}.{}", row.id, before + 1),
    };
    rows.iter().enumerate().map(label).collect()
}

/// Settings with a smaller and a larger value for each numeric key that begins like one of `keys`,
/// or for all numeric keys if `keys` is empty.
fn settings(machine: &Machine, options: &Options, keys: &[String]) -> Result<Vec<String>, String> {
    let described = machine.platforms.iter().map(|platform| {
        let platform = Platform::resolve(platform, &options.settings).map_err(|error| error.to_string())?;
        let costs =
            platform.further().iter().flat_map(|processor| processor.costs.clone()).filter(|(_, value)| *value != 0);
        Ok(numbers(&platform.describe()).into_iter().chain(costs).collect::<Vec<_>>())
    });
    let described = described.collect::<Result<Vec<_>, String>>()?;
    let Some((first, others)) = described.split_first() else { return Ok(Vec::new()) };
    let is_chosen = |key: &str| keys.is_empty() || keys.iter().any(|chosen| key.starts_with(chosen.as_str()));
    let common = first.iter().filter(|key| others.iter().all(|other| other.contains(key)) && is_chosen(&key.0));
    let common: Vec<_> = common.collect();
    if common.is_empty() {
        return Err(format!(
            "no numeric key that can be changed begins with {}; see rankine describe",
            keys.join(" or ")
        ));
    }
    Ok(common
        .into_iter()
        .flat_map(|(key, value)| [less(*value), more(*value)].map(|value| format!("{key}={value}")))
        .collect())
}

fn step(value: u64) -> u64 {
    ((value as f64 * SHARE).round() as u64).max(1)
}

fn less(value: u64) -> u64 {
    value.saturating_sub(step(value))
}

fn more(value: u64) -> u64 {
    value.saturating_add(step(value))
}

/// The numeric keys of a platform's description, with their values. Keys with the value 0 are left
/// out, because 0 often means that something is absent.
fn numbers(description: &str) -> Vec<(String, u64)> {
    let (mut section, mut all) = (String::new(), Vec::new());
    for line in description.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.to_owned();
        }
        let Some((key, rest)) = line.trim().split_once(" = ") else { continue };
        let Some((value, text)) = rest.trim().split_once(char::is_whitespace) else { continue };
        let unit = text.trim().split(':').next().unwrap_or_default();
        let is_of_machine = !NOT_THE_MACHINE.contains(&section.as_str()) && !NO_QUANTITIES.contains(&unit);
        match value.replace('_', "").parse() {
            Ok(number) if number != 0 && is_of_machine => all.push((format!("{section}.{key}"), number)),
            _ => {}
        }
    }
    all
}

fn percent(change: Option<f64>) -> String {
    change.map_or_else(String::new, |change| format!("{change:+.1}"))
}

/// A line for each setting that moves a row, then the settings that move no row, and those with
/// which the machine does not run.
pub fn text(table: &Sensitivity) -> String {
    let (mut out, mut none, mut failed) = (String::new(), Vec::new(), Vec::new());
    for line in &table.lines {
        let Ok(rows) = &line.rows else {
            failed.push(line.setting.as_str());
            continue;
        };
        let moves =
            table.rows.iter().zip(rows).filter(|(_, change)| change.is_some_and(|change| change.abs() >= LISTED));
        let moves: Vec<String> = moves.map(|(row, change)| format!("{row} {} %", percent(*change))).collect();
        match moves.is_empty() {
            true => none.push(line.setting.as_str()),
            false => _ = writeln!(out, "{}: {}", line.setting, moves.join(", ")),
        }
    }
    let _ = writeln!(out, "moves nothing: {}", none.join(" "));
    let _ = writeln!(out, "does not run: {}", failed.join(" "));
    out
}

/// A line for each setting, a column for each row.
pub fn csv(table: &Sensitivity) -> String {
    let mut out = format!("\"setting\",{},\"error\"\n", table.rows.join(","));
    for line in &table.lines {
        let (cells, error) = match &line.rows {
            Ok(rows) => (rows.iter().copied().map(percent).collect(), ""),
            Err(error) => (vec![String::new(); table.rows.len()], error.as_str()),
        };
        let error = error.lines().next().unwrap_or_default().replace('"', "\"\"");
        let _ = writeln!(out, "\"{}\",{},\"{error}\"", line.setting, cells.join(","));
    }
    out
}

/// As an HTML table. The more a row moves, the darker its cell: red for an increase, blue for a
/// decrease.
pub fn html(table: &Sensitivity) -> String {
    let mut out = "<h2>Change of each row in per cent</h2>\n<table><tr><th>setting</th>".to_owned();
    table.rows.iter().for_each(|row| _ = write!(out, "<th>{row}</th>"));
    out.push_str("</tr>\n");
    for line in table.lines.iter() {
        let Ok(rows) = &line.rows else { continue };
        let _ = write!(out, "<tr><td>{}</td>", line.setting);
        for change in rows {
            let depth = (change.unwrap_or_default().abs() / DARKEST).min(1.0);
            let colour = if change.is_some_and(|change| change < 0.0) { "40,90,200" } else { "200,60,40" };
            let _ = write!(out, "<td style=\"background:rgba({colour},{depth:.2})\">{}</td>", percent(*change));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_description() {
        let text = "sarc: nodes\n[platform]\n  nodes_max = 16   nodes: most\n[hart]\n  isa = \"rv32i\"  text: ISA\n  clock_hz = 75_000_000  Hz: clock\n\
                    [ni]\n  base = 0x10  address: where\n  load = 4   cycles: load\n  none = 0   cycles: nothing\n";
        let keys = [("hart.clock_hz".to_owned(), 75_000_000), ("ni.load".to_owned(), 4)];
        assert_eq!(numbers(text), keys);
        for (value, low, high) in [(1, 0, 2), (4, 3, 5), (40, 36, 44), (4096, 3686, 4506)] {
            assert_eq!((less(value), more(value)), (low, high));
        }
    }

    #[test]
    fn changes_as_text_csv_and_html() {
        let line = |setting: &str, rows| Line { setting: setting.into(), rows };
        let lines = vec![
            line("a.b=5", Ok(vec![Some(-12.34), None])),
            line("a.c=5", Ok(vec![Some(0.0), Some(0.01)])),
            line("a.d=5", Err("no \"d\"\nnext".into())),
        ];
        let table = Sensitivity { rows: vec!["K1".into(), "K2".into()], lines };
        assert_eq!(text(&table), "a.b=5: K1 -12.3 %\nmoves nothing: a.c=5\ndoes not run: a.d=5\n");
        let expected = "\"setting\",K1,K2,\"error\"\n\"a.b=5\",-12.3,,\"\"\n\"a.c=5\",+0.0,+0.0,\"\"\n\"a.d=5\",,,\"no \"\"d\"\"\"\n";
        assert_eq!(csv(&table), expected);
        assert!(html(&table).contains("<td style=\"background:rgba(40,90,200,0.62)\">-12.3</td>"), "{}", html(&table));
    }
}
