//! Phases of calls as a table for a terminal.

use super::FunctionPhases;
use crate::mpi_view::{Columns, Distribution, cell};
use crate::stats::Stats;
use std::collections::BTreeSet;

/// What a table of phases shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Does each rank have its own lines? Else all ranks are added up.
    pub by_rank: bool,
    /// The names of the functions that are shown. Empty means all functions.
    pub functions: Vec<String>,
}

/// The table: for each function (and rank), a line for its calls, one for the time before them, and
/// one for each phase.
pub fn table(stats: &Stats, shown: &Shown) -> String {
    let by_rank = stats.phases.iter().flatten().map(|calls| (calls.rank.to_string(), &calls.of));
    let of_all = stats.phases_of_all.iter().map(|calls| ("all".to_owned(), calls));
    let all: Vec<(String, &FunctionPhases)> = if shown.by_rank { by_rank.collect() } else { of_all.collect() };
    if all.is_empty() {
        return "no MPI calls\n".into();
    }
    let mut columns =
        Columns::new(["rank", "<call and phase", "calls", "minimum", "median", "mean", "maximum", "% of call"]);
    let is_shown = |of: &FunctionPhases| shown.functions.is_empty() || shown.functions.contains(&of.function);
    for (rank, of) in all.iter().filter(|(_, of)| is_shown(of)) {
        let whole = of.calls.total();
        columns.row(row(rank, &of.function, &of.calls, Some(whole)));
        for phase in &of.phases {
            columns.row(row(rank, &format!("  {}", phase.name), &phase.each, Some(whole)));
        }
        columns.row(match &of.before {
            Some(before) => row(rank, "  (since the call before)", before, None),
            None => continue,
        });
    }
    let mut out = "Phases of MPI calls, in cycles per call\n".to_owned();
    columns.write(&mut out);
    for name in shown.functions.iter().filter(|name| all.iter().all(|(_, of)| of.function != **name)) {
        let called: BTreeSet<&str> = all.iter().map(|(_, of)| of.function.as_str()).collect();
        let called: Vec<&str> = called.into_iter().collect();
        out += &format!("no rank has finished a call of {name}; there are calls of {}\n", called.join(", "));
    }
    out
}

fn row(rank: &str, name: &str, of: &Distribution, whole: Option<f64>) -> Vec<String> {
    let share = whole.map_or_else(String::new, |whole| format!("{:.1}", 100.0 * of.total() / whole.max(1.0)));
    vec![
        rank.to_owned(),
        name.to_owned(),
        cell(of.count),
        cell(of.minimum_cycles),
        cell(of.median_cycles),
        format!("{:.1}", of.mean_cycles),
        cell(of.maximum_cycles),
        share,
    ]
}
