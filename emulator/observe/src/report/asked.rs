//! Results of observers that the user asked for: mistakes in the use of MPI, and phases of calls.

use super::html::{Cell, table};
use crate::anatomy::MessageWatch;
use crate::check::{Finding, Related};
use crate::phases::FunctionPhases;
use std::io::{self, Write};

/// Results of observers that run only if they are asked for.
#[derive(Clone, Copy, Default)]
pub struct Asked<'a> {
    /// Of `--check`.
    pub mistakes: Option<&'a [Finding]>,
    /// Of `--phases`, all ranks together.
    pub phases: &'a [FunctionPhases],
    /// For the anatomy of messages, by rank.
    pub watches: &'a [MessageWatch],
}

pub(super) fn write(asked: &Asked<'_>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(findings) = asked.mistakes {
        out.write_all(b"<section>\n<h2>Mistakes in the use of MPI</h2>\n")?;
        if findings.is_empty() {
            out.write_all(b"<p>None was found.</p>\n")?;
        }
        mistakes(findings, out)?;
        out.write_all(b"</section>\n")?;
    }
    if !asked.phases.is_empty() {
        out.write_all(b"<section>\n<h2>Phases of MPI calls</h2>\n")?;
        phases(asked.phases, out)?;
        out.write_all(b"</section>\n")?;
    }
    Ok(())
}

fn mistakes(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    let row = |finding: &Finding| {
        let other = |of: &Related| format!("rank {} {} {} at {}", of.rank, of.role, of.call, of.place);
        let related: Vec<String> = finding.related.iter().map(other).collect();
        vec![
            Cell::Text(finding.kind.clone()),
            Cell::Number(finding.count),
            Cell::Number(finding.rank.into()),
            Cell::Number(finding.cycle),
            Cell::Code(finding.call.clone()),
            Cell::Code(finding.place.clone()),
            Cell::Text(finding.message.clone()),
            Cell::Code(related.join("; ")),
        ]
    };
    let rows: Vec<Vec<Cell>> = findings.iter().map(row).collect();
    table(
        out,
        "Each mistake once, where it happened first.",
        &["<kind", "times", "rank", "cycle", "<call", "<place", "<what is wrong", "<other calls"],
        &rows,
    )
}

fn phases(functions: &[FunctionPhases], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = Vec::new();
    for function in functions {
        let whole = function.calls.total();
        for phase in &function.phases {
            let each = &phase.each;
            let mut cells = vec![Cell::Code(function.function.clone()), Cell::Code(phase.name.clone())];
            cells.extend(
                [each.count, each.minimum_cycles, each.median_cycles, each.mean_cycles.round() as u64]
                    .map(Cell::Number),
            );
            cells.push(Cell::Number(each.maximum_cycles));
            cells.push(Cell::Percent(each.total().round() as u64, whole.round() as u64));
            rows.push(cells);
        }
    }
    let names = ["<function", "<phase", "calls", "least", "median", "mean", "most", "of its calls' time"];
    table(out, "Cycles of each phase in a call, over all ranks.", &names, &rows)
}
