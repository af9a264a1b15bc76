//! Rows of costs in aligned columns.

use crate::recording::Counts;

const HEADINGS: [&str; 7] = ["cycles", "share", "executions", "L1I-miss", "L1D-miss", "L2-miss", "wait"];

/// A line of a table.
#[derive(Clone, Debug)]
pub(super) enum Row {
    /// Costs, if any instruction was executed, and the text beside them.
    Costs(Option<Counts>, String),
    /// Text across the columns.
    Text(String),
}

/// The text of `rows`. Percentages refer to `cycles`.
pub(super) fn table(rows: &[Row], cycles: u64) -> String {
    let cells: Vec<Option<[String; 7]>> = rows.iter().map(|row| cells(row, cycles)).collect();
    let mut widths = HEADINGS.map(str::len);
    for row in cells.iter().flatten() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    let mut text = line(&HEADINGS.map(str::to_owned), widths, "");
    for (row, cells) in rows.iter().zip(&cells) {
        match (row, cells) {
            (Row::Costs(_, what), Some(cells)) => text.push_str(&line(cells, widths, what)),
            (Row::Costs(_, what) | Row::Text(what), _) => text.push_str(&format!("{what}\n")),
        }
    }
    text
}

fn cells(row: &Row, cycles: u64) -> Option<[String; 7]> {
    match row {
        Row::Costs(Some(counts), _) => Some([
            counts.cycles.to_string(),
            share(counts.cycles, cycles),
            counts.instructions.to_string(),
            counts.l1i_misses.to_string(),
            counts.l1d_misses.to_string(),
            counts.l2_misses.to_string(),
            counts.wait_cycles.to_string(),
        ]),
        Row::Costs(None, _) => Some([(); 7].map(|()| ".".to_owned())),
        Row::Text(_) => None,
    }
}

fn line(cells: &[String; 7], widths: [usize; 7], what: &str) -> String {
    let columns = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}"));
    let columns: Vec<String> = columns.collect();
    format!("{}  {what}", columns.join("  ")).trim_end().to_owned() + "\n"
}

/// `12.5 %`, rounded; 0 if `whole` is 0.
pub(super) fn share(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let permille = (part * 1000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{} %", permille / 10, permille % 10)
}
