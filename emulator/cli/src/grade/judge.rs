//! Judges a run: gives the points of a check, and a sentence for each difference from what was
//! expected.

use super::lab::{Bounds, Check, Measure, Output};
use super::outcome::{Figures, Run, cause};
use super::points::Points;
use rankine_observe::mpi_view::{counted, grouped};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The points of a check, and the reasons for missing points.
pub struct Verdict {
    pub earned: Points,
    /// Sentences; their further lines are indented.
    pub reasons: Vec<String>,
}

/// The most lines of a program's or tool's text that are shown.
const LINES_SHOWN: usize = 12;
/// The most letters of such a line.
const LETTERS_SHOWN: usize = 160;

impl Verdict {
    fn none(reason: String) -> Verdict {
        Verdict { earned: Points::default(), reasons: vec![reason] }
    }

    /// The verdict for a source that does not compile.
    pub fn uncompiled(sentence: &str, said: &str) -> Verdict {
        Verdict::none(format!("{sentence}{}", quoted(said)))
    }
}

/// Judges a run and the runs with other numbers of ranks, in comparison with the reference
/// solution's run.
pub fn judge(check: &Check, needs: &BTreeSet<String>, run: &Run, others: &[(u64, Run)], reference: &Run) -> Verdict {
    if let Some(stopped) = run.stopped {
        return Verdict::none(format!("the run was stopped: {}", cause(stopped)));
    }
    let Some(figures) = &run.figures else {
        return Verdict::none(format!("the program did not start{}", quoted(&run.stderr)));
    };
    let mut reasons = Vec::new();
    reasons.extend(of_exit(check, run));
    reasons.extend(of_output(check, run, reference));
    if check.is_clean && figures.has_mistakes {
        reasons.push(format!("expected no mistakes in the use of MPI, got{}", quoted(&run.stderr)));
    }
    reasons.extend(of_functions(check, needs, figures));
    reasons.extend(others.iter().filter_map(|(ranks, other)| of_other(check, *ranks, run, other)));
    let measured = reference.figures.as_ref().unwrap_or(figures);
    reasons.extend(below(&check.least, figures, measured));
    let has_all_else = reasons.is_empty();
    let beyond = beyond(&check.bounds, figures, measured);
    let earned = match (has_all_else, beyond.is_empty()) {
        (true, true) => check.points,
        (true, false) => {
            let holds = |(bounds, _): &&(Bounds, Points)| self::beyond(bounds, figures, measured).is_empty();
            check.partial.iter().find(holds).map_or_else(Points::default, |(_, points)| *points)
        }
        (false, _) => Points::default(),
    };
    reasons.extend(beyond);
    Verdict { earned, reasons }
}

/// The difference in the exit code, if there is one.
fn of_exit(check: &Check, run: &Run) -> Option<String> {
    let found_mistakes = check.is_clean && run.code == 87 && check.exit_code == 0;
    if run.code == check.exit_code || found_mistakes {
        return None;
    }
    let meaning = match run.code {
        86 => " (deadlock)",
        87 => " (mistakes in the use of MPI)",
        89 => " (it wrote more to files than the limit of disk space)",
        124 => " (it reached the limit of cycles)",
        129.. => " (a fault of the program)",
        _ => "",
    };
    Some(format!("expected exit code {}, got {}{meaning}{}", check.exit_code, run.code, quoted(&run.stderr)))
}

/// The difference in standard output, if there is one.
fn of_output(check: &Check, run: &Run, reference: &Run) -> Option<String> {
    let came = &run.stdout;
    match check.output.as_ref()? {
        Output::Exactly(text) => difference(&lines(text, false), &lines(came, false)),
        Output::Sorted(text) => difference(&lines(text, true), &lines(came, true)),
        Output::OfSolution { is_sorted } => difference(&lines(&reference.stdout, *is_sorted), &lines(came, *is_sorted)),
        Output::Matches(regex) if regex.is_match(came) => None,
        Output::Matches(regex) => {
            Some(format!("expected output that matches `{}`, got{}", shown(regex.as_str()), quoted(came)))
        }
    }
}

/// The lines without blanks at their ends and without empty lines at the end. If order does not
/// count, they are sorted.
fn lines(text: &str, is_sorted: bool) -> Vec<&str> {
    let mut lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    if is_sorted {
        lines.sort_unstable();
    }
    lines
}

/// The first line that differs.
fn difference(expected: &[&str], came: &[&str]) -> Option<String> {
    let count = expected.len().max(came.len());
    let at = (0..count).find(|at| expected.get(*at) != came.get(*at))?;
    let line = |lines: &[&str]| lines.get(at).map_or("no more output".into(), |line| format!("`{}`", shown(line)));
    Some(format!("line {} of the output: expected {}, got {}", at + 1, line(expected), line(came)))
}

/// Functions that are used although they are forbidden, and required functions that are missing.
fn of_functions(check: &Check, needs: &BTreeSet<String>, figures: &Figures) -> Vec<String> {
    let both = |name: &str| [name.to_owned(), format!("P{name}")];
    let is_used = |name: &&String| both(name).iter().any(|name| needs.contains(name) || figures.called.contains(name));
    let is_called = |name: &&String| both(name).iter().any(|name| figures.called.contains(name));
    let used =
        check.without.iter().filter(is_used).map(|name| format!("this check forbids {name}, but the program uses it"));
    let missing = check.with.iter().filter(|name| !is_called(name));
    used.chain(missing.map(|name| format!("this check requires a call of {name}, but no rank calls it"))).collect()
}

/// The difference in the run with another number of ranks, if there is one.
fn of_other(check: &Check, ranks: u64, run: &Run, other: &Run) -> Option<String> {
    let is_sorted = check.output.as_ref().is_some_and(Output::is_sorted);
    let what = if let Some(stopped) = other.stopped {
        format!("the run was stopped: {}", cause(stopped))
    } else if other.code != run.code {
        format!("expected exit code {}, got {}{}", run.code, other.code, quoted(&other.stderr))
    } else {
        difference(&lines(&run.stdout, is_sorted), &lines(&other.stdout, is_sorted))?
    };
    Some(format!("with {ranks} ranks instead of {}: {what}", check.ranks))
}

/// The bounds that are exceeded.
fn beyond(bounds: &Bounds, figures: &Figures, reference: &Figures) -> Vec<String> {
    let limits = limits(bounds, reference).map(|(measure, limit, why)| (measure, limit.floor() as u64, why));
    let exceeded = limits.filter(|(measure, most, _)| figures.of_measure(*measure) > *most);
    exceeded.map(|(measure, most, why)| sentence("at most", most, measure, &why, figures)).collect()
}

/// The lower bounds that are not reached.
fn below(bounds: &Bounds, figures: &Figures, reference: &Figures) -> Vec<String> {
    let limits = limits(bounds, reference).map(|(measure, limit, why)| (measure, limit.ceil() as u64, why));
    let missed = limits.filter(|(measure, least, _)| figures.of_measure(*measure) < *least);
    missed.map(|(measure, least, why)| sentence("at least", least, measure, &why, figures)).collect()
}

fn sentence(which: &str, limit: u64, measure: Measure, why: &str, figures: &Figures) -> String {
    let got = grouped(figures.of_measure(measure));
    format!("expected {which} {}{why}, got {got}", counted(limit, measure.one()))
}

/// Each bound as a number, with its origin in words.
pub fn limits(bounds: &Bounds, reference: &Figures) -> impl Iterator<Item = (Measure, f64, String)> {
    let absolute = bounds.absolute.iter().map(|(measure, limit)| (*measure, *limit as f64, String::new()));
    let relative = bounds.times_solution.iter().map(|(measure, times)| {
        let limit = reference.of_measure(*measure) as f64 * times;
        (*measure, limit, format!(" ({times} times the reference solution)"))
    });
    absolute.chain(relative)
}

/// A line, cut to the length that is shown.
fn shown(line: &str) -> String {
    match line.char_indices().nth(LETTERS_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The first lines of a text, indented. A repeated line is shown once.
fn quoted(text: &str) -> String {
    let mut lines: Vec<(&str, usize)> = Vec::new();
    for line in text.trim_end().lines() {
        match lines.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => lines.push((line, 1)),
        }
    }
    let mut quoted = if lines.is_empty() { String::new() } else { ":".to_owned() };
    for (line, count) in lines.iter().take(LINES_SHOWN) {
        let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
        let _ = write!(quoted, "\n| {}{times}", shown(line)); // writing to a String cannot fail
    }
    if lines.len() > LINES_SHOWN {
        let _ = write!(quoted, "\n| … and {}", counted((lines.len() - LINES_SHOWN) as u64, "more line"));
    }
    quoted
}
