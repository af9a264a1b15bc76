//! `--set mpi.coll.OPERATION=ALGORITHM`: an environment variable of the program, which the MPI library reads.

use rankine_machine::suggestion;

/// The collective operations; a form that does not block, or that is persistent, does as the one that blocks.
const OPERATIONS: &[&str] = &[
    "allgather",
    "allgatherv",
    "allreduce",
    "alltoall",
    "alltoallv",
    "alltoallw",
    "barrier",
    "bcast",
    "exscan",
    "gather",
    "gatherv",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_block",
    "scan",
    "scatter",
    "scatterv",
];

/// What a `--set` sets.
pub enum Setting {
    /// A variable of every program's environment: name and value.
    Variable(String, String),
    /// A key of the platform, as it came.
    Key(String),
}

/// Takes those of `mpi.coll` out; the rest is the platform's to judge.
pub fn variable(setting: &str) -> Result<Setting, String> {
    let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
    let Some(rest) = key.strip_prefix("mpi.") else { return Ok(Setting::Key(setting.to_owned())) };
    let (section, operation) = rest.split_once('.').unwrap_or((rest, ""));
    if section != "coll" {
        return Err(format!("--set {setting}: there is no mpi.{section}; did you mean `mpi.coll`?"));
    }
    if !OPERATIONS.contains(&operation) {
        return Err(format!(
            "--set {setting}: no collective operation {operation}{}; there are {}",
            suggestion(operation, OPERATIONS.iter().copied()),
            OPERATIONS.join(", ")
        ));
    }
    match value.trim() {
        "" => Err(format!("--set {setting}: mpi.coll.{operation} needs a value, the name of an algorithm")),
        algorithm => Ok(Setting::Variable(format!("RANKINE_COLL_{}", operation.to_uppercase()), algorithm.to_owned())),
    }
}
