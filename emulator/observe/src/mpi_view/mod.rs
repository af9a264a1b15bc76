//! Sums of what a run did in MPI: by function, by call site, by pair of ranks. They are the member
//! `mpi` of the statistics, and are shown as tables. `docs/mpi-view.md` describes every member and
//! column.

mod calls;
mod columns;
mod distribution;
mod messages;
mod table;

pub(crate) use calls::by_function;
pub use calls::{CallSite, Cost, RankCost, Spent};
pub use columns::compact;
pub(crate) use columns::{Columns, cell};
pub use distribution::Distribution;
pub(crate) use distribution::Tally;
pub(crate) use messages::joined;
pub use messages::{Flow, LongestQueue, Matrix, Messages, ProtocolMessages, Unexpected};
pub use rankine_bus::{counted, grouped};
pub use table::table;
pub(crate) use table::{functions, heaviest_flows, section, square};

use crate::recording::Recording;
use rankine_program::Debug;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The MPI calls and messages of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MpiView {
    pub ranks: usize,
    /// Cycles of all ranks together, in MPI or not.
    pub cycles: u64,
    /// The cost of all MPI calls together.
    pub total: Cost,
    pub functions: BTreeMap<String, Spent>,
    /// Those with most cycles come first.
    pub call_sites: Vec<CallSite>,
    pub messages: Messages,
    pub matrix: Matrix,
}

impl MpiView {
    /// The sums of a recording. `place` names the place of the call that returns to an address of a
    /// program (index in [`Recording::programs`]).
    pub fn of(recording: &Recording, place: &dyn Fn(usize, u64) -> String) -> MpiView {
        let (total, functions) = calls::by_function(recording, |_| true);
        MpiView {
            ranks: recording.ranks.len(),
            cycles: recording.ranks.iter().map(|rank| rank.cycles).fold(0, u64::saturating_add),
            total,
            functions,
            call_sites: calls::by_site(recording, place),
            messages: Messages::of(recording),
            matrix: Matrix::of(&recording.messages),
        }
    }
}

/// `file:line function` of the call that returns to `return_address`, as far as known. Used as a
/// place for [`MpiView::of`].
pub fn place_of_call(debug: &Debug, return_address: u64) -> String {
    let frames = debug.caller(return_address);
    let Some(frame) = frames.first() else { return format!("{return_address:#x}") };
    match (frame.source(), &frame.function) {
        (Some(source), Some(function)) => format!("{source} {function}"),
        _ => frame.to_string(),
    }
}

#[cfg(test)]
#[path = "../tests/mpi_view.rs"]
mod tests;
