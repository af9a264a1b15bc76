//! `rankine diff`: two runs side by side, from their statistics, their profiles, or both.

use crate::annotate;
use crate::regular;
use crate::run::profiles::SAVED;
use crate::tell::{failed, say};
use rankine_observe::comparison::{self, Place, Two, Words};
use rankine_observe::profile::Saved;
use rankine_observe::stats::Stats;
use rankine_program::Debug;
use std::path::{Path, PathBuf};

/// The largest file of statistics that is read.
const STATS_BYTES_MAX: u64 = 1 << 28;

/// The file of statistics in a directory.
const STATS: &str = "stats.json";

/// The exit code of `--exit-code` if the runs differ, as diff(1) has it.
const EXIT_DIFFERENT: i32 = 1;

/// Names as the command line has them.
#[derive(clap::Args)]
pub struct Arguments {
    /// First run: the file of `--stats`, or the directory of `--profile`; the directory may also contain the statistics as stats.json
    a: PathBuf,
    /// Second run: a file or directory of the same kind
    b: PathBuf,
    /// Number of rows of each table, those with the greatest difference first; 0: all
    #[arg(long, value_name = "N", default_value_t = 10)]
    rows: usize,
    /// Exit with code 1 if any simulated figure differs
    #[arg(long)]
    exit_code: bool,
}

/// What was read of a run. At least one is there.
struct Run {
    stats: Option<Stats>,
    profile: Option<Saved>,
}

/// Prints the comparison; the exit code.
pub fn main(arguments: &Arguments) -> i32 {
    match compare(arguments) {
        Ok((text, is_same)) => {
            say!("{}", text.trim_end());
            if arguments.exit_code && !is_same { EXIT_DIFFERENT } else { 0 }
        }
        Err(message) => failed(message),
    }
}

/// The text, and whether all simulated figures are the same.
fn compare(arguments: &Arguments) -> Result<(String, bool), String> {
    let shown = if arguments.rows == 0 { usize::MAX } else { arguments.rows };
    let [a, b] = [read(&arguments.a)?, read(&arguments.b)?];
    let mut out = String::new();
    let mut verdicts = Vec::new();
    for (name, (path, run)) in ["A", "B"].iter().zip([(&arguments.a, &a), (&arguments.b, &b)]) {
        let command = run.stats.as_ref().map(|stats| format!(": rankine run {}", stats.command.join(" ")));
        out += &format!("{name}  {}{}\n", path.display(), command.unwrap_or_default());
    }
    if let (Some(first), Some(second)) = (&a.stats, &b.stats) {
        let stats = [first, second];
        let [keys_of_a, keys_of_b] = stats.map(|of| keys(&of.platform.resolved));
        Words::of([keys_of_a?, keys_of_b?]).write(&mut out, "Keys of the platform", usize::MAX);
        Words::of(stats.map(programs)).write(&mut out, "Programs", shown);
        let (text, is_same) = comparison::statistics(stats, shown);
        out += &format!("\n{text}");
        verdicts.push(is_same);
    }
    if let (Some(first), Some(second)) = (&a.profile, &b.profile) {
        let (text, is_same) = lines([first, second], shown)?;
        out += &format!("\n{text}");
        verdicts.push(is_same);
    }
    if verdicts.is_empty() {
        return Err(format!(
            "{} and {} have nothing in common: one has only statistics, the other only a profile; write both runs with the same options",
            arguments.a.display(),
            arguments.b.display()
        ));
    }
    let is_same = verdicts.iter().all(|is_same| *is_same);
    if is_same {
        out += "\nAll simulated figures are the same.\n";
    }
    Ok((out, is_same))
}

fn read(path: &Path) -> Result<Run, String> {
    let shown = path.display();
    if !path.is_dir() {
        return Ok(Run { stats: Some(statistics(path)?), profile: None });
    }
    let [stats, profile] = [path.join(STATS), path.join(SAVED)];
    let run = Run {
        stats: stats.exists().then(|| statistics(&stats)).transpose()?,
        profile: profile.exists().then(|| annotate::saved(&profile)).transpose()?,
    };
    if run.stats.is_none() && run.profile.is_none() {
        return Err(format!(
            "{shown} has neither {STATS} nor {SAVED}; write them with `rankine run --profile={shown} --stats {shown}/{STATS} …`"
        ));
    }
    Ok(run)
}

fn statistics(path: &Path) -> Result<Stats, String> {
    let text = regular::read_text(path, STATS_BYTES_MAX)
        .map_err(|e| format!("{} {e}; write statistics with `rankine run --stats FILE`", path.display()))?;
    Stats::from_json(&text).map_err(|e| format!("{} {e}", path.display()))
}

/// `section.key` and value of each key of a platform.
fn keys(resolved: &str) -> Result<Vec<(String, String)>, String> {
    let table: toml::Table = resolved.parse().map_err(|e| format!("the platform in the statistics is damaged: {e}"))?;
    let mut keys = Vec::new();
    flatten(&toml::Value::Table(table), String::new(), &mut keys);
    Ok(keys)
}

fn flatten(value: &toml::Value, name: String, keys: &mut Vec<(String, String)>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                flatten(value, name, keys);
            }
        }
        toml::Value::String(text) => keys.push((name, text.clone())),
        other => keys.push((name, other.to_string())),
    }
}

/// Path and start of the digest of each program.
fn programs(stats: &Stats) -> Vec<(String, String)> {
    stats.programs.iter().map(|program| (program.path.clone(), program.sha256.chars().take(12).collect())).collect()
}

/// The comparison of two profiles; their programs must still be what was profiled.
fn lines(runs: Two<&Saved>, shown: usize) -> Result<(String, bool), String> {
    let here = std::env::current_dir().unwrap_or_default();
    let mut debugs: Vec<Vec<Debug>> = Vec::new();
    for run in runs {
        let opened = run
            .programs
            .iter()
            .map(|program| annotate::open(program).map(|program| Debug::load(program.bytes.clone(), here.clone())));
        debugs.push(opened.collect::<Result<_, String>>()?);
    }
    let place = |run: usize, program: usize, pc: u64| {
        let frame = debugs.get(run).and_then(|of| of.get(program)).and_then(|debug| debug.place(pc).into_iter().next());
        let unknown = || format!("{pc:#x}");
        let function = frame.as_ref().and_then(|frame| frame.function.clone()).unwrap_or_else(unknown);
        let line = frame.as_ref().and_then(|frame| frame.source());
        Place { line: line.map_or_else(|| function.clone(), |line| format!("{line} {function}")), function }
    };
    Ok(comparison::profiles(runs, &place, shown))
}
