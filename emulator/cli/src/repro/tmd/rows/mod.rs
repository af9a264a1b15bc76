//! Rows T1 to T22.

mod jacobi;
mod messages;

use super::jacobi::{Jacobi, Scaling};
pub use messages::bandwidth;

use super::messages::Messages;
use crate::repro::table::Row;

pub const NAMES: &[&str] = &[
    "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17",
    "T18", "T19", "T20", "T21", "T22",
];

/// Rows that need messages, Jacobi on one FPGA, and its speed-up on five.
pub const OF_MESSAGES: &[&str] =
    &["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T22"];
pub const OF_JACOBI: &[&str] = &["T14", "T15", "T16", "T17", "T18", "T19"];
pub const OF_SCALING: &[&str] = &["T20", "T21"];

/// Those of what was measured, in order.
pub fn rows(
    messages: Option<&Messages>,
    jacobi: Option<&Jacobi>,
    scaling: Option<&Scaling>,
) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    if let Some(messages) = messages {
        rows.extend(messages::rows(messages)?);
    }
    if let Some(jacobi) = jacobi {
        rows.extend(jacobi::rows(jacobi)?);
    }
    if let Some(scaling) = scaling {
        rows.extend(jacobi::scaling_rows(scaling)?);
    }
    rows.sort_by_key(|row| NAMES.iter().position(|name| *name == row.id));
    Ok(rows)
}

fn within(value: f64, printed: f64, percent: f64) -> bool {
    100.0 * (value - printed).abs() <= percent * printed
}
