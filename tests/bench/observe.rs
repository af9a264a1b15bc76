//! What looking at a run costs the host, beside the same run that nobody looks at.

use crate::measure::{Cost, Goal, Run, Target, compile, side_by_side};
use std::path::Path;

/// Programs, options and arguments: some seconds together.
const PROGRAMS: [(&str, &str, &str); 5] = [
    ("bench/core", "", "10000"),
    ("bench/records", "", "1500000"),
    ("bench/sort", "", "25"),
    ("bench/memory", "", "600"),
    ("heat2d", "-n 4 --threads 1", "--nx 256 --ny 256 --iters 60"),
];

/// The program that is logged, and how long it is.
const LOGGED: (&str, &str) = ("bench/core", "1000");

pub fn goals(directory: &Path) -> Vec<Goal> {
    println!("\n{:<16} {:>9} {:>12} {:>12}", "looked at", "alone s", "with --mpi", "--profile");
    let profile = directory.join("profile").display().to_string();
    let (mut goals, mut product) = (Vec::new(), 1.0);
    let seconds = |cost: &Cost| cost.user_seconds;
    for (name, options, arguments) in PROGRAMS {
        let program = compile(directory, name);
        let [alone, counted, profiled] = side_by_side([
            Run::Alone(&program, options, arguments),
            Run::Alone(&program, &format!("{options} --mpi"), arguments),
            Run::Alone(&program, &format!("{options} --profile={profile}"), arguments),
        ]);
        let (view, profiling) = (counted.ratio(&alone, seconds), profiled.ratio(&alone, seconds));
        println!("{name:<16} {:>9.2} {view:>12.3} {profiling:>12.3}", alone.median(seconds));
        product *= profiling;
        if name == "heat2d" {
            goals.push(Goal::new("MPI view of heat2d: CPU time of the run alone", view, Target::AtMost(1.05)));
        }
    }
    let mean = f64::powf(product, 1.0 / PROGRAMS.len() as f64);
    goals.push(Goal::new("profiles of five programs: CPU time of the runs alone", mean, Target::AtMost(2.0)));
    goals.extend(logs(directory));
    goals
}

/// Logs of all instructions, written to nowhere.
fn logs(directory: &Path) -> Vec<Goal> {
    let (name, argument) = LOGGED;
    let program = compile(directory, name);
    let [counted, alone, spike, commit] = side_by_side([
        Run::Rankine(&program, "", argument),
        Run::Alone(&program, "", argument),
        Run::Alone(&program, "--trace spike=/dev/null", argument),
        Run::Alone(&program, "--trace commit=/dev/null", argument),
    ]);
    let lines = counted.median(|cost| cost.instructions);
    let logged = [("spike", &spike), ("commit", &commit)].map(|(format, log)| {
        let rate = lines / log.median(|cost| cost.user_seconds);
        let slowdown = log.ratio(&alone, |cost| cost.user_seconds);
        [
            Goal::new(format!("{format}: million lines a CPU second"), rate / 1e6, Target::AtLeast(3.0)),
            Goal::new(format!("{format}: CPU time of the run alone"), slowdown, Target::AtMost(10.0)),
        ]
    });
    logged.into_iter().flatten().collect()
}
