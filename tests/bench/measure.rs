//! Times commands side by side, takes medians of several rounds, and compares figures with their targets.

use rankine_tests::{built, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Rounds of each measurement. The median counts.
const REPEATS: usize = 5;

/// The bound that a measured figure should meet.
pub enum Target {
    AtLeast(f64),
    AtMost(f64),
}

/// A figure and its target.
pub struct Goal {
    pub what: String,
    pub measured: f64,
    target: Target,
}

impl Goal {
    pub fn new(what: impl Into<String>, measured: f64, target: Target) -> Goal {
        Goal { what: what.into(), measured, target }
    }

    pub fn target(&self) -> String {
        match self.target {
            Target::AtLeast(least) => format!(">= {least}"),
            Target::AtMost(most) => format!("<= {most}"),
        }
    }

    pub fn verdict(&self) -> &'static str {
        let met = match self.target {
            Target::AtLeast(least) => self.measured >= least,
            Target::AtMost(most) => self.measured <= most,
        };
        if met { "met" } else { "not met" }
    }
}

/// The cost of a run on the host, and the instructions that it executed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub user_seconds: f64,
    pub seconds: f64,
    pub instructions: f64,
    pub peak_bytes: f64,
    pub guest_bytes: f64,
}

impl Cost {
    /// Instructions executed per second of user CPU time.
    pub fn rate(&self) -> f64 {
        self.instructions / self.user_seconds
    }

    /// Instructions executed per second of elapsed time.
    pub fn wall_rate(&self) -> f64 {
        self.instructions / self.seconds
    }
}

/// Compiles a program of `apps`.
pub fn compile(directory: &Path, source: &str) -> PathBuf {
    let program = directory.join(source.replace('/', "-"));
    let path = root().join(format!("apps/{source}.c"));
    let output = run(Command::new(built("rankine")).args(["cc", "-O2", "-o"]).arg(&program).arg(path), "");
    assert_eq!(output.code, 0, "{output:?}");
    program
}

/// A command to be measured.
pub enum Run<'a> {
    /// Under `rankine run`, with these options and arguments.
    Rankine(&'a Path, &'a str, &'a str),
    /// Under `rankine run` without `--stats`, observed only as the options say: only times are known.
    Alone(&'a Path, &'a str, &'a str),
    /// Under `qemu-riscv64`, with these arguments.
    Qemu(&'a Path, &'a str),
}

impl Run<'_> {
    fn once(&self) -> Cost {
        match self {
            Run::Qemu(program, arguments) => {
                let mut command = Command::new("qemu-riscv64");
                let (user_seconds, seconds) = timed(command.arg(program).args(arguments.split_whitespace()));
                Cost { user_seconds, seconds, ..Cost::default() }
            }
            Run::Alone(program, options, arguments) => {
                let mut command = Command::new(built("rankine"));
                command.args(["run", "-q"]).args(options.split_whitespace()).arg(program);
                let (user_seconds, seconds) = timed(command.args(arguments.split_whitespace()));
                Cost { user_seconds, seconds, ..Cost::default() }
            }
            Run::Rankine(program, options, arguments) => rankine_once(program, options, arguments),
        }
    }
}

fn rankine_once(program: &Path, options: &str, arguments: &str) -> Cost {
    let stats = program.with_extension("json");
    let mut command = Command::new(built("rankine"));
    command.args(["run", "-q", "--stats"]).arg(&stats).args(options.split_whitespace()).arg(program);
    let (user_seconds, seconds) = timed(command.args(arguments.split_whitespace()));
    let text = std::fs::read_to_string(&stats).expect("statistics");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let host = |member: &str| value["host"][member].as_f64().unwrap_or(0.0);
    Cost {
        user_seconds,
        seconds,
        instructions: host("instructions_executed"),
        peak_bytes: host("peak_memory_bytes"),
        guest_bytes: host("guest_memory_bytes"),
    }
}

/// Several measurements of one command.
pub struct Measured(Vec<Cost>);

impl Measured {
    pub fn median(&self, member: fn(&Cost) -> f64) -> f64 {
        median(self.0.iter().map(member).collect())
    }

    /// The ratio of `member` to the same member of `other`: the median over rounds. Both commands
    /// run in each round, so a slow phase of the host slows both.
    pub fn ratio(&self, other: &Measured, member: fn(&Cost) -> f64) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(one, other)| member(one) / member(other)).collect())
    }
}

/// Measures commands in rounds. Each round runs each command once.
pub fn side_by_side<const N: usize>(runs: [Run; N]) -> [Measured; N] {
    let mut measured = [(); N].map(|()| Measured(Vec::new()));
    for _ in 0..REPEATS {
        for (run, measured) in runs.iter().zip(&mut measured) {
            measured.0.push(run.once());
        }
    }
    measured
}

/// User CPU time and elapsed time of one run, in seconds.
fn timed(command: &mut Command) -> (f64, f64) {
    let (before, started) = (children_user_seconds(), Instant::now());
    let output = run(command, "");
    assert_eq!(output.code, 0, "{output:?}");
    (children_user_seconds() - before, started.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// User CPU time of all children that have ended, from field 16 of /proc/self/stat in ticks of 10 ms.
fn children_user_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    after_name.split_whitespace().nth(13).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}
