//! Rows T1 to T22.

mod jacobi;
mod messages;

use super::jacobi::{Jacobi, Scaling};
pub use messages::bandwidth;

use super::messages::Messages;
use crate::repro::table::Row;

/// The rows, and their places in the thesis.
pub const SOURCES: &[(&str, &str)] = &[
    ("T1", "App. C: 15 µs, in whole µs"),
    ("T2", "§5.1.1: 17 and 22 µs"),
    ("T3", "App. C"),
    ("T4", "App. C"),
    ("T5", "App. C"),
    ("T6", "App. C"),
    ("T7", "§5.1.1"),
    ("T8", "§5.1.1"),
    ("T9", "App. C"),
    ("T10", "App. C"),
    ("T11", "§5.1.3"),
    ("T12", "§6.1: an estimate"),
    ("T13", "§5.1.2"),
    ("T14", "§5.2.2"),
    ("T15", "§5.2.2"),
    ("T16", "§5.2.2, Fig. 5.5"),
    ("T17", "§5.2.2, Fig. 5.5"),
    ("T18", "§5.2.2, Fig. 5.5"),
    ("T19", "§5.2.2, Fig. 5.5"),
    ("T20", "§5.2.3, Fig. 5.6"),
    ("T21", "§5.2.3, Fig. 5.6"),
    ("T22", "§5.1.1"),
];

/// The rows that need messages, Jacobi on one FPGA, and Jacobi's speed-up on five.
pub const OF_MESSAGES: &[&str] =
    &["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T22"];
pub const OF_JACOBI: &[&str] = &["T14", "T15", "T16", "T17", "T18", "T19"];
pub const OF_SCALING: &[&str] = &["T20", "T21"];

/// The rows of the given measurements, in order.
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
    rows.sort_by_key(|row| SOURCES.iter().position(|(name, _)| *name == row.id));
    Ok(rows)
}

fn within(value: f64, printed: f64, percent: f64) -> bool {
    100.0 * (value - printed).abs() <= percent * printed
}
