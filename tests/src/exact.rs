//! Everything that a run shows, and the ways of running that must not change it: again, with every
//! round of polling loops performed, with other numbers of host threads, observed or not; the same
//! with a limit that cuts the run off in the middle.

use crate::{built, run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiled program and how it is started.
#[derive(Clone, Debug)]
pub struct Start {
    pub program: PathBuf,
    /// Made again for each run, so that no run finds files of another.
    pub directory: PathBuf,
    /// Options of `rankine run`.
    pub options: Vec<String>,
    pub arguments: Vec<String>,
    pub input: &'static str,
}

/// A way of running a program.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    name: &'static str,
    options: &'static [&'static str],
    watched: Watched,
}

/// What observes the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watched {
    Statistics,
    /// Nothing: no statistics, no summary.
    Not,
    /// Statistics, and every event on standard error.
    Traced,
    /// Statistics, profile, report, traces, tables and the registers of devices. The sums of the
    /// profile must equal the statistics.
    Observed,
}

const fn way(name: &'static str, options: &'static [&'static str]) -> Way {
    Way { name, options, watched: Watched::Statistics }
}

const PLAIN: Way = way("plain", &[]);
pub const NO_ELISION: Way = way("no elision", &["--no-elision"]);
pub const EIGHT_THREADS: Way = way("eight threads", &["--threads", "8"]);
/// All ways but tracing, because a trace is long.
pub const WAYS: [Way; 7] = [
    way("again", &[]),
    NO_ELISION,
    Way { name: "quiet", options: &["-q"], watched: Watched::Not },
    way("one thread", &["--threads", "1"]),
    way("two threads", &["--threads", "2"]),
    EIGHT_THREADS,
    OBSERVED,
];
const OBSERVED: Way = Way { name: "observed", options: &[], watched: Watched::Observed };
pub const TRACED: Way = Way { name: "traced", options: &[], watched: Watched::Traced };
/// The ways for a run that is cut off in the middle.
pub const CUT_WAYS: [Way; 3] = [NO_ELISION, EIGHT_THREADS, OBSERVED];

/// All that must be the same in every way of running. Parts that a way does not show are `None`.
#[derive(Debug)]
pub struct Shown {
    pub code: i32,
    pub stdout: String,
    /// Standard error without the summary.
    pub stderr: Option<String>,
    /// The line of the summary with simulated figures.
    pub summary: Option<String>,
    pub statistics: Option<serde_json::Value>,
}

impl Shown {
    /// The first different line of each part that differs.
    fn difference(&self, other: &Shown) -> Option<String> {
        let pretty = |value: &Option<serde_json::Value>| value.as_ref().map(|value| format!("{value:#}"));
        let parts = [
            ("exit code", Some(self.code.to_string()), Some(other.code.to_string())),
            ("standard output", Some(self.stdout.clone()), Some(other.stdout.clone())),
            ("standard error", self.stderr.clone(), other.stderr.clone()),
            ("summary", self.summary.clone(), other.summary.clone()),
            ("statistics", pretty(&self.statistics), pretty(&other.statistics)),
        ];
        let differences: Vec<String> = parts
            .into_iter()
            .filter_map(|(what, one, two)| Some((what, first_difference(&one?, &two?)?)))
            .map(|(what, text)| format!("  {what}: {text}"))
            .collect();
        (!differences.is_empty()).then(|| differences.join("\n"))
    }

    /// The cycle at which a limit cuts the run off: somewhere in the middle, or just before a deadlock.
    fn cut(&self) -> Result<u64, String> {
        let text = self.stderr.as_deref().unwrap_or_default();
        let deadlock = ["deadlock at cycle ", "endless loop at cycle "]
            .iter()
            .find_map(|words| text.split_once(words))
            .and_then(|(_, rest)| rest.split_once(':'));
        let cycles = match deadlock {
            Some((cycle, _)) => return cycle.parse::<u64>().map(|cycle| cycle - 1).map_err(|e| e.to_string()),
            None => self.statistics.as_ref().and_then(|statistics| statistics["totals"]["cycles"].as_u64()),
        };
        cycles.map(|cycles| cycles * 5 / 8).ok_or("no cycles in the statistics".into())
    }
}

/// The first line in which two texts differ.
pub fn first_difference(one: &str, two: &str) -> Option<String> {
    let mut lines = (one.lines(), two.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (lines.0.next(), lines.1.next()) {
            (None, None) => return (one != two).then(|| "the last line's end".into()),
            (one, two) if one == two => {}
            (one, two) => return Some(format!("line {number}: {one:?} is {two:?}")),
        }
    }
}

/// The lines in alphabetical order, because ranks may print in any order.
pub fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

impl Start {
    /// Compiles `source` to `program` for a platform.
    pub fn compile(source: &Path, platform: &str, program: &Path) -> Result<(), String> {
        Start::compile_with(source, &["--platform".to_owned(), platform.to_owned()], program)
    }

    /// Compiles `source` to `program` with options of `rankine cc`.
    pub fn compile_with(source: &Path, options: &[String], program: &Path) -> Result<(), String> {
        let mut command = Command::new(built("rankine"));
        command.arg("cc").args(options).args(["-O2", "-o"]).arg(program).arg(source);
        let output = run(&mut command, "");
        match output.code {
            0 => Ok(()),
            _ => Err(format!("{} does not compile: {}", source.display(), output.stderr)),
        }
    }

    /// The same start with more options. If an option is given twice, the later one counts.
    pub fn with(&self, options: &[String]) -> Start {
        let mut start = self.clone();
        start.options.extend_from_slice(options);
        start
    }

    /// Runs the program in one way.
    pub fn shown(&self, way: &Way) -> Result<Shown, String> {
        let _ = std::fs::remove_dir_all(&self.directory);
        std::fs::create_dir_all(&self.directory).map_err(|e| format!("{}: {e}", self.directory.display()))?;
        let path = self.directory.with_extension("json");
        let mut command = Command::new(built("rankine"));
        command.current_dir(&self.directory).args(["run", "--heartbeat", "0"]).args(&self.options).args(way.options);
        if way.watched != Watched::Not {
            command.arg("--stats").arg(&path);
        }
        if way.watched == Watched::Traced {
            command.env("RANKINE_LOG", "trace");
        }
        let observed = self.directory.with_extension("observed");
        if way.watched == Watched::Observed {
            observe(&mut command, &observed);
        }
        let output = run(command.arg(&self.program).args(&self.arguments), self.input);
        let (stderr, summary) = split_summary(&output.stderr);
        let statistics = match way.watched {
            Watched::Not => None,
            _ => Some(statistics(&path).map_err(|e| format!("{e}\n{}", output.stderr))?),
        };
        if let Some(statistics) = statistics.as_ref().filter(|_| way.watched == Watched::Observed) {
            check_profile(&observed, statistics).map_err(|e| format!("{e}\n{}", output.stderr))?;
        }
        Ok(Shown {
            code: output.code,
            stdout: output.stdout,
            stderr: (way.watched != Watched::Traced).then(|| without_tables(&without_traces(&stderr)).to_owned()),
            summary,
            statistics,
        })
    }

    /// Runs the program in each of `ways`, and compares each with the plain run. Returns the plain run.
    pub fn always_same(&self, ways: &[Way]) -> Result<Shown, String> {
        let first = self.shown(&PLAIN)?;
        for way in ways {
            if let Some(difference) = first.difference(&self.shown(way)?) {
                return Err(format!("{}: {} differs:\n{difference}", self.describe(), way.name));
            }
        }
        Ok(first)
    }

    /// The same comparison of runs that a limit cuts off in the middle of `whole`.
    pub fn always_cut_same(&self, whole: &Shown) -> Result<(), String> {
        let limit = whole.cut().map_err(|e| format!("{}: {e}", self.describe()))?;
        self.with(&["--max-cycles".into(), limit.to_string()]).always_same(&CUT_WAYS).map(drop)
    }

    pub fn describe(&self) -> String {
        let name = self.program.file_name().unwrap_or_default().to_string_lossy();
        format!("{} {name} {}", self.options.join(" "), self.arguments.join(" "))
    }
}

/// Standard error without warnings about traces, such as a window that is never reached.
fn without_traces(stderr: &str) -> String {
    let lines = stderr.lines().filter(|line| !line.starts_with("rankine: warning: --trace"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Standard error without the tables of GASNet, which stand last, or the line that there were no GASNet calls.
fn without_tables(stderr: &str) -> &str {
    let begin = |title| stderr.rfind(title);
    begin("GASNet functions (").or_else(|| begin("no GASNet calls")).map_or(stderr, |begin| &stderr[..begin])
}

/// Adds all observers to a command, with their files in `directory`.
fn observe(command: &mut Command, directory: &Path) {
    let file = |name: &str| directory.join(name).display().to_string();
    let _ = std::fs::create_dir_all(directory);
    command.arg(format!("--profile={}", file("profile"))).args(["--report", &file("report.html")]);
    command.arg("--gasnet").args(["--state", &file("state.txt")]);
    for trace in ["commit=%r.log.gz,to=50000", "kanata=%r.kanata,from=1000,to=20000", "spike=%r.zst,from=main,to=60000"]
    {
        let (format, rest) = trace.split_once('=').unwrap_or((trace, ""));
        command.args(["--trace", &format!("{format}={}", file(rest))]);
    }
    for trace in ["perfetto=run.pftrace", "chrome=run.json", "paraver=run.prv", "simgrid=run.ti"] {
        let (format, name) = trace.split_once('=').unwrap_or((trace, ""));
        command.args(["--trace", &format!("{format}={}", file(name))]);
    }
}

/// Compares a profile with the statistics: for each processor, the instructions and cycles of the
/// profile and the cycles of the folded stacks.
fn check_profile(directory: &Path, statistics: &serde_json::Value) -> Result<(), String> {
    let read = |name: &str| {
        let path = directory.join("profile").join(name);
        std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    let profile: serde_json::Value = serde_json::from_str(&read("profile.json")?).map_err(|e| e.to_string())?;
    let profiled = profile["processors"].as_array().ok_or("the profile has no processors")?;
    let ranks = statistics["ranks"].as_array().ok_or("the statistics have no ranks")?;
    let processors_of = |rank: &'_ serde_json::Value| rank["processors"].as_array().cloned().unwrap_or_default();
    let told: Vec<(u64, serde_json::Value)> = ranks
        .iter()
        .flat_map(|rank| (0..).zip(processors_of(rank)).map(|(index, one)| (index, with_rank(one, rank))))
        .collect();
    if profiled.len() != told.len() {
        return Err(format!("{} processors in the profile, {} in the statistics", profiled.len(), told.len()));
    }
    let mut stacks = folded_sums(&read("folded.txt")?)?;
    for (one, (index, told)) in profiled.iter().zip(&told) {
        let number = &told["rank"];
        let rows = one["instructions"].as_array().ok_or_else(|| format!("rank {number}: no instructions"))?;
        let sum = |column: usize| rows.iter().filter_map(|row| row[column].as_u64()).fold(0, u64::wrapping_add);
        let name = if *index == 0 { format!("rank{number}") } else { format!("rank{number}.{index}") };
        let stacks = stacks.remove(&name).unwrap_or(0);
        for (what, source, expected, sum) in [
            ("rank", "profile", told["rank"].as_u64(), one["rank"].as_u64().unwrap_or(u64::MAX)),
            ("processor", "profile", Some(*index), one["processor"].as_u64().unwrap_or(u64::MAX)),
            ("instructions", "profile", told["instructions"].as_u64(), sum(1)),
            ("cycles", "profile", told["cycles"].as_u64(), sum(2)),
            ("cycles", "folded stacks", told["cycles"].as_u64(), stacks),
        ] {
            if expected != Some(sum) {
                return Err(format!("{name}: {what} {expected:?}, in the {source} {sum}"));
            }
        }
    }
    match stacks.keys().next() {
        Some(name) => Err(format!("folded stacks of {name}, which did not run")),
        None => Ok(()),
    }
}

/// A processor of the statistics, with the number of its rank added.
fn with_rank(mut processor: serde_json::Value, rank: &serde_json::Value) -> serde_json::Value {
    processor["rank"] = rank["rank"].clone();
    processor
}

/// The sums of folded stacks, by the first name of each stack.
fn folded_sums(text: &str) -> Result<BTreeMap<String, u64>, String> {
    let mut sums = BTreeMap::new();
    for line in text.lines() {
        let (path, count) = line.rsplit_once(' ').ok_or_else(|| format!("folded stacks: {line}"))?;
        let rank = path.split(';').next().unwrap_or_default();
        let count: u64 = count.parse().map_err(|e| format!("folded stacks: {line}: {e}"))?;
        *sums.entry(rank.to_string()).or_insert(0_u64) += count;
    }
    Ok(sums)
}

/// Splits the two lines of the summary off. Returns the rest, and the line that says nothing about the host.
fn split_summary(stderr: &str) -> (String, Option<String>) {
    let mut lines: Vec<&str> = stderr.lines().collect();
    if !lines.last().is_some_and(|line| line.starts_with("rankine: ") && line.contains(" s on the host")) {
        return (stderr.to_string(), None);
    }
    lines.pop();
    let summary = lines.pop().map(str::to_string);
    (lines.iter().map(|line| format!("{line}\n")).collect(), summary)
}

/// The statistics of a run without the cost on the host and the command line.
pub fn statistics(path: &Path) -> Result<serde_json::Value, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut value: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let fields = value.as_object_mut().ok_or("statistics are an object")?;
    fields.remove("host");
    fields.remove("command");
    Ok(value)
}
