//! Sums of what a run did in GASNet: functions, active messages, handlers, and traffic between
//! ranks. They are the member `gasnet` of the statistics, and are shown as tables.
//! `docs/gasnet-view.md` describes every member and column.

mod handlers;
mod messages;
mod recorder;
mod table;

pub use handlers::{HandlerCost, RankRuns};
pub use messages::{GasnetMatrix, KindMessages};
pub use recorder::{ActiveRecorder, active_messages};
pub use table::table;

use crate::mpi_view::{Cost, Spent, by_function};
use crate::recording::Recording;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The beginning of the names of GASNet's functions.
const PREFIX: &str = "gasnet_";

/// The GASNet calls and active messages of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GasnetView {
    pub ranks: usize,
    /// Cycles of all ranks together, in GASNet or not.
    pub cycles: u64,
    /// The cost of all GASNet calls together.
    pub total: Cost,
    pub functions: BTreeMap<String, Spent>,
    /// By kind; the messages of programs come first.
    pub messages: Vec<KindMessages>,
    /// In order of number, then of function.
    pub handlers: Vec<HandlerCost>,
    pub matrix: GasnetMatrix,
}

impl GasnetView {
    /// The sums of a recording. `function` names the function at an address of a program (index in
    /// [`Recording::programs`]). None if the run did not use GASNet.
    pub fn of(recording: &Recording, function: &dyn Fn(usize, u64) -> String) -> Option<GasnetView> {
        let (total, functions) = by_function(recording, |name| name.starts_with(PREFIX));
        if functions.is_empty() && recording.active.is_empty() {
            return None;
        }
        Some(GasnetView {
            ranks: recording.ranks.len(),
            cycles: recording.ranks.iter().map(|rank| rank.cycles).fold(0, u64::saturating_add),
            total,
            functions,
            messages: messages::by_kind(recording),
            handlers: handlers::by_handler(recording, function),
            matrix: GasnetMatrix::of(recording),
        })
    }
}

#[cfg(test)]
#[path = "../tests/gasnet.rs"]
mod tests;
