//! Tables of waits for other ranks, and of the critical path.

use super::html::{Cell, percent, table};
use crate::mpi_view::{MpiView, grouped};
use crate::waits::{CriticalPath, Wait, Waits};
use std::io::{self, Write};

/// The most rows of each table.
const ROWS_SHOWN: usize = 50;

/// Writes the sections; `cycles` is the time of the longest rank.
pub(super) fn write(waits: Option<&Waits>, view: &MpiView, cycles: u64, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<section>\n<h2>Waits for other ranks</h2>\n")?;
    let Some(Waits { waits, path }) = waits else {
        return out.write_all(
            b"<p>The run has too many calls or messages for this analysis; the tables by call have the waiting cycles.</p>\n\
              </section>\n",
        );
    };
    if waits.is_empty() {
        out.write_all(b"<p>No call waited because another rank was late.</p>\n")?;
    }
    causes(waits, view, out)?;
    out.write_all(b"</section>\n<section>\n<h2>Critical path</h2>\n")?;
    shares(path, cycles, out)?;
    out.write_all(b"</section>\n")
}

fn causes(waits: &[Wait], view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    let row = |wait: &Wait| {
        vec![
            Cell::Text(wait.cause.name().into()),
            Cell::Code(wait.site.clone()),
            Cell::Code(wait.other.clone()),
            Cell::Number(wait.rank.into()),
            Cell::Number(wait.calls),
            Cell::Number(wait.cycles),
            Cell::Percent(wait.cycles, view.cycles),
        ]
    };
    let rows: Vec<Vec<Cell>> = waits.iter().take(ROWS_SHOWN).map(row).collect();
    let caption = format!(
        "Cycles that calls waited because another rank was late: {} of {} pairs of call sites. The column `rank` has the rank that \
         caused most of these cycles.",
        rows.len(),
        waits.len()
    );
    let names = ["<cause", "<call that waits", "<for", "rank", "calls", "cycles", "of all time"];
    table(out, &caption, &names, &rows)
}

fn shares(path: &CriticalPath, cycles: u64, out: &mut dyn Write) -> io::Result<()> {
    let most = path.shares.first().map_or(0, |share| share.cycles);
    let row = |share: &crate::waits::Share| {
        vec![
            Cell::Code(share.what.clone()),
            Cell::Bar(vec![("mpi", share.cycles)], most),
            Cell::Number(share.cycles),
            Cell::Percent(share.cycles, cycles),
        ]
    };
    let rows: Vec<Vec<Cell>> = path.shares.iter().take(ROWS_SHOWN).map(row).collect();
    let on_path = path.shares.iter().map(|share| share.cycles).fold(0, u64::saturating_add);
    let caption = format!(
        "The chain of work and messages that determines the length of the run: {} cycles ({:.1} % of the run) in {} steps. \
         Less work outside of this chain does not make the run shorter.",
        grouped(on_path),
        percent(on_path, cycles),
        grouped(path.steps.len() as u64)
    );
    table(out, &caption, &["<what", "<", "cycles", "of the run"], &rows)
}
