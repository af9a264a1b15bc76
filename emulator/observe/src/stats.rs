//! The statistics of one run as JSON (`--stats`). `docs/stats.md` describes every member.
//!
//! If the same run is repeated, everything except `host` is the same bit for bit.

use crate::check::Finding;
use crate::gasnet::GasnetView;
use crate::mpi_view::MpiView;
use crate::phases::{CallsByPhase, FirmwarePhases, FunctionPhases};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name changes whenever a reader of the old form would misread the new one.
pub const SCHEMA: &str = "rankine-stats-2";

/// Values of named counters.
pub type Counters = BTreeMap<String, u64>;

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of Rankine.
    pub version: String,
    /// The command line, with an element for each argument.
    pub command: Vec<String>,
    pub platform: Platform,
    pub programs: Vec<Program>,
    /// In order of rank.
    pub ranks: Vec<Rank>,
    pub network: Network,
    pub totals: RunTotals,
    /// The cycle from which on calls and messages may be missing, because the memory for them was used
    /// up. None if they are complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_until: Option<u64>,
    /// MPI calls and messages; `docs/mpi-view.md` describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mpi: Option<MpiView>,
    /// GASNet calls, active messages and handlers; `docs/gasnet-view.md` describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gasnet: Option<GasnetView>,
    /// Phases of MPI calls, by rank and function; `docs/phases.md` describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phases: Option<Vec<CallsByPhase>>,
    /// The phases of all ranks together. Not written to the file.
    #[serde(skip)]
    pub phases_of_all: Vec<FunctionPhases>,
    /// Phases of firmware that has labels, by processor; `docs/phases.md` describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firmware_phases: Option<Vec<FirmwarePhases>>,
    /// Mistakes in the use of MPI; `docs/check.md` describes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Vec<Finding>>,
    /// The cost of the run on the host. It differs from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<HostCost>,
}

/// The machine that was emulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Platform {
    pub name: String,
    /// SHA-256 of `resolved`, in hexadecimal digits.
    pub sha256: String,
    /// The whole platform file after all `--set`, as TOML.
    pub resolved: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub path: String,
    /// SHA-256 of the ELF file, in hexadecimal digits.
    pub sha256: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    pub rank: u32,
    /// None if the run ended before the rank did.
    pub exit_status: Option<i32>,
    /// Cycles of the processor that runs the rank's program, in its own clock, until the program
    /// ended.
    pub cycles: u64,
    /// Instructions of all processors of the rank's node.
    pub instructions: u64,
    /// Cycles between entering and leaving MPI functions.
    pub mpi_cycles: u64,
    /// Outermost calls, by function.
    pub mpi_calls: BTreeMap<String, FunctionCalls>,
    /// Messages sent by point-to-point calls.
    pub sent_messages: u64,
    /// The bytes of these messages, without messages of derived datatypes.
    pub sent_payload_bytes: u64,
    /// The processors of the rank's node, in order. The first one runs the rank's program. Empty
    /// for an engine.
    pub processors: Vec<ProcessorStats>,
    /// The counters of each device, by the device's name.
    pub devices: BTreeMap<String, Counters>,
}

/// One processor of a rank's node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessorStats {
    /// Cycles of its own clock, until it ended or the run did.
    pub cycles: u64,
    pub instructions: u64,
    /// Misses and write-backs of its caches. Empty if it has none.
    pub caches: Counters,
}

/// Calls of one function, and the cycles between entering and leaving it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionCalls {
    pub calls: u64,
    pub cycles: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    pub name: String,
    pub counters: Counters,
}

/// Sums over all ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunTotals {
    /// Cycles of the rank that took longest.
    pub cycles: u64,
    pub instructions: u64,
    pub mpi_cycles: u64,
    pub sent_messages: u64,
    pub sent_payload_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostCost {
    pub seconds: f64,
    pub user_cpu_seconds: f64,
    pub threads: u32,
    /// Without the instructions of skipped polling rounds.
    pub instructions_executed: u64,
    pub instructions_per_second: f64,
    /// The most memory that the process has used, and the part of it that is memory of the emulated
    /// nodes.
    #[serde(default)]
    pub peak_memory_bytes: u64,
    #[serde(default)]
    pub guest_memory_bytes: u64,
}

impl RunTotals {
    pub fn of(ranks: &[Rank]) -> RunTotals {
        let sum = |value: fn(&Rank) -> u64| ranks.iter().map(value).fold(0, u64::saturating_add);
        RunTotals {
            cycles: ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0),
            instructions: sum(|rank| rank.instructions),
            mpi_cycles: sum(|rank| rank.mpi_cycles),
            sent_messages: sum(|rank| rank.sent_messages),
            sent_payload_bytes: sum(|rank| rank.sent_payload_bytes),
        }
    }
}

impl Stats {
    /// The document, indented, with a newline at its end.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// From JSON; an error says what is wrong.
    pub fn from_json(text: &str) -> Result<Stats, String> {
        #[derive(Deserialize)]
        struct Form {
            schema: String,
        }
        let no_statistics = |e| format!("has no statistics of a run: {e}");
        let Form { schema } = serde_json::from_str(text).map_err(no_statistics)?;
        if schema != SCHEMA {
            return Err(format!("has the form {schema}, this version reads {SCHEMA}"));
        }
        serde_json::from_str(text).map_err(no_statistics)
    }
}

/// A device's or network's counters for [`Counters`].
pub fn counters(list: Vec<(&'static str, u64)>) -> Counters {
    list.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

#[cfg(test)]
#[path = "tests/stats.rs"]
mod tests;
