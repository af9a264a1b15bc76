//! Benchmarks of observation: the CPU time of observed runs, compared with the same runs unobserved.

use crate::measure::{Cost, Goal, Run, Target, compile, side_by_side};
use std::path::Path;

/// Programs, options and arguments. Together they run for some seconds.
const PROGRAMS: [(&str, &str, &str); 5] = [
    ("bench/core", "", "10000"),
    ("bench/records", "", "1500000"),
    ("bench/sort", "", "25"),
    ("bench/memory", "", "600"),
    ("heat2d", "-n 4 --threads 1", "--nx 256 --ny 256 --iters 60"),
];

/// Ranks of the largest of these runs.
const RANKS_MOST: usize = 4;

/// Arguments of the same programs for the runs that log all instructions.
const LOGGED: [&str; 5] = ["2000", "500000", "10", "200", "--nx 256 --ny 256 --iters 40"];

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

/// Logs all instructions of all ranks to `/dev/null`.
fn logs(directory: &Path) -> Vec<Goal> {
    println!("\n{:<16} {:>9} {:>12} {:>12}   times the run alone", "all logged", "alone s", "spike", "commit");
    // One file for each rank; each is a link to `/dev/null`.
    for rank in 0..RANKS_MOST {
        let nowhere = directory.join(format!("nowhere-{rank}"));
        std::os::unix::fs::symlink("/dev/null", nowhere).expect("a symbolic link");
    }
    let nowhere = directory.join("nowhere-%r").display().to_string();
    let (mut slowdowns, mut rates) = ([1.0; 2], [f64::INFINITY; 2]);
    for ((name, options, _), arguments) in PROGRAMS.into_iter().zip(LOGGED) {
        let program = compile(directory, name);
        let [counted, alone, spike, commit] = side_by_side([
            Run::Rankine(&program, options, arguments),
            Run::Alone(&program, options, arguments),
            Run::Alone(&program, &format!("{options} --trace spike={nowhere}"), arguments),
            Run::Alone(&program, &format!("{options} --trace commit={nowhere}"), arguments),
        ]);
        let lines = counted.median(|cost| cost.instructions);
        let ratios = [&spike, &commit].map(|log| log.ratio(&alone, |cost| cost.user_seconds));
        println!("{name:<16} {:>9.2} {:>12.2} {:>12.2}", alone.median(|cost| cost.user_seconds), ratios[0], ratios[1]);
        for (index, log) in [&spike, &commit].into_iter().enumerate() {
            slowdowns[index] *= ratios[index];
            rates[index] = rates[index].min(lines / log.median(|cost| cost.user_seconds));
        }
    }
    let goals = |(index, format): (usize, &str)| {
        let mean = f64::powf(slowdowns[index], 1.0 / PROGRAMS.len() as f64);
        [
            Goal::new(
                format!("{format}: million lines a CPU second, the slowest of five programs"),
                rates[index] / 1e6,
                Target::AtLeast(3.0),
            ),
            Goal::new(
                format!("{format}: CPU time of the runs alone, mean of five programs"),
                mean,
                Target::AtMost(10.0),
            ),
        ]
    };
    ["spike", "commit"].into_iter().enumerate().flat_map(goals).collect()
}
