//! Options that scripts pass to the launchers of MPICH and Open MPI, and their meaning here.

use std::ffi::OsString;

/// Options about places and processes that this machine does not have, each with its number of
/// values. They are read and have no effect.
const WITHOUT_EFFECT: &[(&str, usize)] = &[
    // where ranks run: each has a node of its own
    ("host", 1),
    ("hosts", 1),
    ("H", 1),
    ("f", 1),
    ("hostfile", 1),
    ("machinefile", 1),
    ("machine", 1),
    ("default-hostfile", 1),
    ("ppn", 1),
    ("perhost", 1),
    ("npernode", 1),
    ("N", 1),
    ("bind-to", 1),
    ("map-by", 1),
    ("rank-by", 1),
    ("binding", 1),
    ("membind", 1),
    ("bind-to-core", 0),
    ("bind-to-socket", 0),
    ("bind-to-none", 0),
    ("bycore", 0),
    ("bynode", 0),
    ("oversubscribe", 0),
    ("nooversubscribe", 0),
    ("use-hwthread-cpus", 0),
    ("report-bindings", 0),
    // how processes are started and connected
    ("allow-run-as-root", 0),
    ("mca", 2),
    ("gmca", 2),
    ("prefix", 1),
    ("launcher", 1),
    ("launcher-exec", 1),
    ("bootstrap", 1),
    ("rmk", 1),
    ("iface", 1),
    ("ranks-per-proc", 1),
    ("disable-auto-cleanup", 0),
    ("disable-hostname-propagation", 0),
    ("envnone", 0),
    ("genvnone", 0),
    ("localonly", 0),
];

/// The number of values of an option that has no effect here; none for other options.
pub fn without_effect(name: &str) -> Option<usize> {
    WITHOUT_EFFECT.iter().find(|(known, _)| *known == name).map(|(_, values)| *values)
}

/// The names of these options, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    WITHOUT_EFFECT.iter().map(|(name, _)| *name)
}

/// The message that names the given options without effect, if there are any.
pub fn remark(given: &[String]) -> Option<String> {
    let first = given.first()?;
    let others: String = given[1..].iter().map(|option| format!(", {option}")).collect();
    Some(format!("without effect here: {first}{others}; each rank has a node of the platform for itself"))
}

/// `NAME=VALUE` for the variables that `list` names, separated by commas, with their values in this
/// computer's environment. Variables that are not set are left out.
pub fn listed(list: &str) -> Vec<String> {
    list.split(',').filter_map(|name| Some(format!("{name}={}", text(std::env::var_os(name)?)))).collect()
}

/// All of this computer's environment.
pub fn whole_environment() -> Vec<String> {
    std::env::vars_os().map(|(name, value)| format!("{}={}", text(name), text(value))).collect()
}

/// Open MPI's `-x NAME` and `-x NAME=VALUE`.
pub fn exported(word: &str) -> Vec<String> {
    if word.contains('=') { vec![word.to_owned()] } else { listed(word) }
}

fn text(word: OsString) -> String {
    word.to_string_lossy().into_owned()
}
