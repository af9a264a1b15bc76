//! Runs programs and keeps their files for the tests of traces.

use rankine_tests::exact::Start;
use rankine_tests::{rankine, root, scratch};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A run that ended well, and the directory with its files.
pub struct Ran {
    pub directory: PathBuf,
    pub statistics: Value,
}

/// Makes a directory for the test, and compiles `source` to `program` in it.
pub fn compiled(test: &str, source: &str) -> PathBuf {
    let directory = scratch(&format!("traces-{test}"));
    Start::compile(&root().join(source), "manycore", &directory.join("program")).expect(source);
    directory
}

/// Compiles `source` and runs it with these options, in a directory for the test.
pub fn ran(test: &str, source: &str, options: &str, arguments: &str) -> Ran {
    run_in(&compiled(test, source), "program", options, arguments)
}

/// Runs a program with these options and `--stats`. The run must end well.
pub fn run_in(directory: &Path, program: &str, options: &str, arguments: &str) -> Ran {
    let words: Vec<&str> = options.split_whitespace().collect();
    let rest: Vec<&str> = arguments.split_whitespace().collect();
    let output = rankine(directory, &[&["run", "--stats", "stats.json"], &words[..], &[program], &rest[..]].concat());
    assert_eq!(output.code, 0, "{options}: {}{}", output.stdout, output.stderr);
    let statistics = serde_json::from_str(&read(directory, "stats.json")).expect("statistics");
    Ran { directory: directory.to_path_buf(), statistics }
}

pub fn read(directory: &Path, name: &str) -> String {
    let path = directory.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

impl Ran {
    pub fn read(&self, name: &str) -> String {
        read(&self.directory, name)
    }

    /// A figure of each rank in the statistics.
    pub fn of_ranks(&self, name: &str) -> Vec<u64> {
        let ranks = self.statistics["ranks"].as_array().expect("ranks");
        ranks.iter().map(|rank| rank[name].as_u64().expect(name)).collect()
    }
}
