//! Phases of calls as a table for a terminal.

use super::CallsByPhase;
use crate::mpi_view::{Columns, Distribution, cell};

/// A line for the calls of each rank and function, one for what came before them, one for each phase.
pub fn table(calls: &[CallsByPhase]) -> String {
    if calls.is_empty() {
        return "no MPI calls\n".into();
    }
    let mut columns =
        Columns::new(["rank", "<call and phase", "calls", "minimum", "median", "mean", "maximum", "% of call"]);
    for of in calls {
        let whole = of.calls.total();
        columns.row(row(of.rank, &of.function, &of.calls, Some(whole)));
        for phase in &of.phases {
            columns.row(row(of.rank, &format!("  {}", phase.name), &phase.each, Some(whole)));
        }
        columns.row(match &of.before {
            Some(before) => row(of.rank, "  (since the call before)", before, None),
            None => continue,
        });
    }
    let mut out = "Phases of MPI calls, in cycles a call\n".to_owned();
    columns.write(&mut out);
    out
}

fn row(rank: u32, name: &str, of: &Distribution, whole: Option<f64>) -> Vec<String> {
    let share = whole.map_or_else(String::new, |whole| format!("{:.1}", 100.0 * of.total() / whole.max(1.0)));
    vec![
        rank.to_string(),
        name.to_owned(),
        cell(of.count),
        cell(of.minimum_cycles),
        cell(of.median_cycles),
        format!("{:.1}", of.mean_cycles),
        cell(of.maximum_cycles),
        share,
    ]
}
