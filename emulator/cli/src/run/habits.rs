//! Options that scripts pass to the launchers of MPICH and Open MPI, and their meaning here.

use super::arguments::Arguments;
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
    ("hostlist", 1),
    ("machines", 1),
    ("machinelist", 1),
    ("rankmap", 1),
    ("rankfile", 1),
    ("rf", 1),
    ("perhost", 1),
    ("npernode", 1),
    ("npersocket", 1),
    ("pernode", 0),
    ("nolocal", 0),
    ("N", 1),
    ("nodes", 1),
    ("ntasks-per-node", 1),
    ("cpus-per-task", 1),
    ("cpus-per-proc", 1),
    ("cpus-per-rank", 1),
    ("cpu-set", 1),
    ("cpu-list", 1),
    ("order-nodes", 1),
    ("usize", 1),
    ("topolib", 1),
    ("gpus-per-proc", 1),
    ("gpu-subdevs-per-proc", 1),
    ("skip-launch-node", 0),
    ("hybrid-hosts", 0),
    ("localhost", 1),
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
    // what is printed about places and processes
    ("report-bindings", 0),
    ("display", 1),
    ("display-map", 0),
    ("display-devel-map", 0),
    ("display-topo", 0),
    ("display-allocation", 0),
    ("display-devel-allocation", 0),
    ("timestamp-output", 0),
    ("print-rank-map", 0),
    ("print-all-exitcodes", 0),
    ("prepend-pattern", 1),
    ("stream-buffering", 1),
    ("xml", 0),
    ("info", 0),
    // how processes are started and connected
    ("allow-run-as-root", 0),
    ("mca", 2),
    ("gmca", 2),
    ("prtemca", 2),
    ("pmixmca", 2),
    ("am", 1),
    ("tune", 1),
    ("personality", 1),
    ("prefix", 1),
    ("launcher", 1),
    ("launcher-exec", 1),
    ("bootstrap", 1),
    ("bootstrap-exec", 1),
    ("demux", 1),
    ("nameserver", 1),
    ("pmi-port", 0),
    ("enable-x", 0),
    ("disable-x", 0),
    ("noprefix", 0),
    ("stdin", 1),
    ("enable-recovery", 0),
    ("disable-recovery", 0),
    ("rmk", 1),
    ("iface", 1),
    ("ranks-per-proc", 1),
    ("disable-auto-cleanup", 0),
    ("enable-auto-cleanup", 0),
    ("disable-hostname-propagation", 0),
    ("enable-hostname-propagation", 0),
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
    Some(format!("ignored options: {first}{others}; each rank has its own node of the platform"))
}

/// The pattern of a rank's directory for Open MPI's `--output-filename DIR[:OPTION,…]`, where `%r`
/// stands for the rank. There is one job, whose directory `1` the option `nojobid` leaves out.
pub fn below(word: &str) -> String {
    let is_options = |options: &str| options.split(',').all(|option| ["nojobid", "nocopy"].contains(&option));
    let (directory, options) = word.rsplit_once(':').filter(|(_, options)| is_options(options)).unwrap_or((word, ""));
    let job = if options.contains("nojobid") { "" } else { "/1" };
    format!("{}{job}/rank.%r", directory.replace('%', "%%"))
}

/// Makes the directories that the ranks of a run write their outputs into, if such an option was
/// given.
pub fn make_directories(arguments: &Arguments) -> Result<(), String> {
    let Some(pattern) = &arguments.made_for_ranks else { return Ok(()) };
    let ranks: u64 = arguments.launches.iter().map(|launch| u64::from(launch.ranks)).sum();
    let paths = rankine_host::paths(pattern, ranks as usize).map_err(|error| error.to_string())?;
    paths.iter().try_for_each(|path| {
        std::fs::create_dir_all(path)
            .map_err(|error| format!("--output-filename: cannot make the directory {}: {error}", path.display()))
    })
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

#[cfg(test)]
mod tests {
    use super::{below, names};

    /// docs/porting.md has a table of all options of other launchers.
    #[test]
    fn the_table_is_complete() {
        let page = include_str!("../../../../docs/porting.md");
        let missing: Vec<&str> = names().filter(|name| !page.contains(&format!("`-{name}`"))).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn directories_of_ranks() {
        for (word, expected) in [
            ("out", "out/1/rank.%r"),
            ("a:b", "a:b/1/rank.%r"),
            ("out:nocopy", "out/1/rank.%r"),
            ("o%:nojobid,nocopy", "o%%/rank.%r"),
        ] {
            assert_eq!(below(word), expected, "{word}");
        }
    }
}
