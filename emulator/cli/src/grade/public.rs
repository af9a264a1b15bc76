//! The `lab.toml` for students: the checks that are not hidden, with the reference solution's outputs
//! and measures in place of comparisons with it.

use super::judge::limits;
use super::lab::{Bounds, Check, Lab, Limits, Measure, Output};
use super::outcome::{Figures, Run};
use super::points::Points;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use toml::Value;

/// The text of the file. Each check comes with the reference solution's run, if there is a solution.
pub fn text(lab: &Lab, checks: &[(&Check, &Option<Run>)]) -> String {
    let hidden = lab.checks.len() - checks.len();
    let mut text = String::from("# The checks of this lab that you see. Try your program: rankine grade . ");
    text += &format!("{}\n", lab.source);
    if hidden > 0 {
        let points: Points = lab.checks.iter().filter(|check| check.is_hidden).map(|check| check.points).sum();
        text += &format!(
            "# Hidden checks besides these, with other arguments or numbers of ranks: {hidden}, with {points} points.\n"
        );
    }
    let mut lab_table = Lines::of("[lab]");
    lab_table.add("name", lab.name.as_str());
    lab_table.add("source", lab.source.as_str());
    lab_table.add_list("beside", &lab.beside);
    text += &lab_table.0;
    text += &limits_text(&lab.limits);
    checks.iter().for_each(|(check, reference)| text += &check_text(lab, check, reference.as_ref()));
    text
}

/// Lines of a table.
struct Lines(String);

impl Lines {
    fn of(header: &str) -> Lines {
        Lines(format!("\n{header}\n"))
    }

    fn add(&mut self, key: &str, value: impl Into<Value>) {
        let _ = writeln!(self.0, "{key} = {}", value.into()); // cannot fail
    }

    /// Adds a list unless it is empty.
    fn add_list<T: Clone + Into<Value>>(&mut self, key: &str, list: &[T]) {
        if !list.is_empty() {
            self.add(key, Value::Array(list.iter().cloned().map(Into::into).collect()));
        }
    }
}

fn limits_text(limits: &Limits) -> String {
    let mut lines = Lines::of("[limits]");
    let Limits { cycles, seconds, memory_mib, output_kib, disk_mib } = *limits;
    for (key, limit) in [
        ("cycles", cycles),
        ("seconds", seconds),
        ("memory_mib", memory_mib),
        ("output_kib", output_kib),
        ("disk_mib", disk_mib),
    ] {
        lines.add(key, limit as i64);
    }
    lines.0
}

fn check_text(lab: &Lab, check: &Check, reference: Option<&Run>) -> String {
    let mut lines = Lines::of("[[check]]");
    lines.add("name", check.name.as_str());
    lines.add("points", number(check.points));
    lines.add("ranks", check.ranks as i64);
    if let Some(platform) = &check.platform {
        lines.add("platform", platform.as_str());
    }
    lines.add_list("set", &check.settings);
    lines.add_list("library", &check.library);
    lines.add_list("arguments", &check.arguments);
    if !check.input.is_empty() {
        lines.add("input", check.input.as_str());
    }
    if check.cycles_max != lab.limits.cycles {
        lines.add("cycles_max", check.cycles_max as i64);
    }
    if check.exit_code != 0 {
        lines.add("exit_code", i64::from(check.exit_code));
    }
    add_output(&mut lines, check, reference);
    if check.is_clean {
        lines.add("clean", true);
    }
    lines.add_list("without", &check.without);
    lines.add_list("with", &check.with);
    let none = Figures::default();
    let figures = reference.and_then(|run| run.figures.as_ref()).unwrap_or(&none);
    let most = |bounds| absolute(bounds, figures, f64::floor, u64::min);
    add_bounds(&mut lines, "most", most(&check.bounds));
    add_bounds(&mut lines, "least", absolute(&check.least, figures, f64::ceil, u64::max));
    let ranks: Vec<i64> = check.same_for_ranks.iter().map(|ranks| *ranks as i64).collect();
    lines.add_list("same_for_ranks", &ranks);
    let prizes = check.partial.iter().map(|(bounds, points)| {
        let mut prize = table(most(bounds));
        prize.insert("points".into(), number(*points));
        prize
    });
    lines.add_list("partial", &prizes.collect::<Vec<toml::Table>>());
    lines.0
}

/// Points as a number, without decimals if it is whole.
fn number(points: Points) -> Value {
    let number = points.as_number();
    if number.fract() == 0.0 { Value::Integer(number as i64) } else { Value::Float(number) }
}

fn add_output(lines: &mut Lines, check: &Check, reference: Option<&Run>) {
    let of_solution = reference.map_or("", |run| run.stdout.as_str());
    match &check.output {
        Some(Output::Exactly(text)) => lines.add("output", text.as_str()),
        Some(Output::Sorted(text)) => lines.add("output_sorted", text.as_str()),
        Some(Output::Matches(regex)) => lines.add("output_matches", regex.as_str()),
        Some(Output::OfSolution { is_sorted: true }) => lines.add("output_sorted", of_solution),
        Some(Output::OfSolution { is_sorted: false }) => lines.add("output", of_solution),
        None => {}
    }
}

/// Bounds without a comparison with the solution: its measures are put in.
fn absolute(
    bounds: &Bounds,
    figures: &Figures,
    round: fn(f64) -> f64,
    stricter: fn(u64, u64) -> u64,
) -> BTreeMap<Measure, u64> {
    let mut all = BTreeMap::new();
    for (measure, limit, _) in limits(bounds, figures) {
        let limit = round(limit) as u64;
        all.entry(measure).and_modify(|other| *other = stricter(*other, limit)).or_insert(limit);
    }
    all
}

fn table(bounds: BTreeMap<Measure, u64>) -> toml::Table {
    bounds.into_iter().map(|(measure, limit)| (measure.name().into(), Value::Integer(limit as i64))).collect()
}

fn add_bounds(lines: &mut Lines, key: &str, bounds: BTreeMap<Measure, u64>) {
    if !bounds.is_empty() {
        lines.add(key, table(bounds));
    }
}
