//! `--set mpi.coll.OPERATION=ALGORITHM` becomes an environment variable of the program, which the
//! MPI library reads.

use rankine_platform::suggestion;

/// The operations for which the library has several algorithms (`libmpi-c/coll/choices.h`). A
/// nonblocking form uses the same choice as the blocking one.
const OPERATIONS: &[&str] = &[
    "allgather",
    "allgatherv",
    "allreduce",
    "alltoall",
    "alltoallv",
    "barrier",
    "bcast",
    "exscan",
    "gather",
    "reduce",
    "reduce_scatter",
    "scan",
    "scatter",
];

/// What an option `--set` sets.
pub enum Setting {
    /// A variable of every program's environment: name and value.
    Variable(String, String),
    /// A key of the platform, as written.
    Key(String),
}

/// Splits a setting: one of `mpi.coll` becomes a variable, and any other is passed on to the
/// platform.
pub fn variable(setting: &str) -> Result<Setting, String> {
    let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
    let Some(rest) = key.strip_prefix("mpi.") else { return Ok(Setting::Key(setting.to_owned())) };
    let (section, operation) = rest.split_once('.').unwrap_or((rest, ""));
    if section != "coll" {
        return Err(format!("--set {setting}: there is no mpi.{section}; did you mean `mpi.coll`?"));
    }
    if !OPERATIONS.contains(&operation) {
        return Err(format!(
            "--set {setting}: no choice of algorithms for {operation}{}; there is one for {}",
            suggestion(operation, OPERATIONS.iter().copied()),
            OPERATIONS.join(", ")
        ));
    }
    match value.trim() {
        "" => Err(format!("--set {setting}: mpi.coll.{operation} needs a value, the name of an algorithm")),
        algorithm => Ok(Setting::Variable(format!("RANKINE_COLL_{}", operation.to_uppercase()), algorithm.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::OPERATIONS;
    use crate::cc;

    #[test]
    fn operations_are_those_of_the_library() {
        let sources = cc::library_texts().unwrap();
        let (_, choices) = sources.iter().find(|(path, _)| path.ends_with("coll/choices.h")).unwrap();
        let defined = choices.lines().filter_map(|line| line.strip_prefix("#define COLL_")?.split_once("_ROWS(ROW)"));
        let mut names: Vec<String> = defined.map(|(name, _)| name.to_lowercase()).collect();
        names.sort();
        assert_eq!(names, OPERATIONS);
    }
}
