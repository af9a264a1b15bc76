//! Runs of `rankine`, timed; medians of several.

use rankine_tests::{built, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Runs of each timed command; the median counts.
const REPEATS: usize = 5;

/// What a measurement is held to.
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

/// What a run cost the host, and what it did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub user_seconds: f64,
    pub seconds: f64,
    pub instructions: f64,
    pub peak_bytes: f64,
    pub guest_bytes: f64,
}

impl Cost {
    /// Useful instructions a second of processor time.
    pub fn rate(&self) -> f64 {
        self.instructions / self.user_seconds
    }

    /// Useful instructions a second.
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

/// Runs `program` with options of `rankine run` in front and arguments behind; medians of all members.
pub fn rankine(program: &Path, options: &str, arguments: &str) -> Cost {
    let stats = program.with_extension("json");
    let runs = (0..REPEATS).map(|_| {
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
    });
    let runs: Vec<Cost> = runs.collect();
    let middle = |member: fn(&Cost) -> f64| median(runs.iter().map(member).collect());
    Cost {
        user_seconds: middle(|cost| cost.user_seconds),
        seconds: middle(|cost| cost.seconds),
        instructions: middle(|cost| cost.instructions),
        peak_bytes: middle(|cost| cost.peak_bytes),
        guest_bytes: middle(|cost| cost.guest_bytes),
    }
}

/// User CPU seconds of a program under `qemu-riscv64`.
pub fn qemu(program: &Path, arguments: &str) -> f64 {
    let one = || timed(Command::new("qemu-riscv64").arg(program).args(arguments.split_whitespace())).0;
    median((0..REPEATS).map(|_| one()).collect())
}

/// User CPU seconds and seconds of one run.
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
