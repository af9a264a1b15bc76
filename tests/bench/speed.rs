//! Benchmarks of one hart: untimed against the translator QEMU, and timed against untimed.

use crate::measure::{Cost, Goal, Run, Target, compile, side_by_side};
use std::path::Path;

/// Programs of `apps/bench`. With its argument, each executes at least 500 million instructions.
/// The last one is floating-point work and does not count in the means.
const PROGRAMS: [(&str, &str); 5] =
    [("core", "10000"), ("records", "3000000"), ("sort", "50"), ("memory", "2500"), ("jacobi", "1500")];

pub fn goals(directory: &Path) -> Vec<Goal> {
    println!(
        "\n{:<10} {:>14} {:>11} {:>9} {:>9} {:>13} {:>14}",
        "program", "instructions", "untimed s", "timed s", "qemu s", "qemu/untimed", "timed/untimed"
    );
    let (mut goals, mut of_qemu, mut of_untimed) = (Vec::new(), 1.0, 1.0);
    for (name, argument) in PROGRAMS {
        let program = compile(directory, &format!("bench/{name}"));
        let [untimed, timed, translator] = side_by_side([
            Run::Rankine(&program, "--untimed", argument),
            Run::Rankine(&program, "", argument),
            Run::Qemu(&program, argument),
        ]);
        let seconds = |cost: &Cost| cost.user_seconds;
        let (speed, slowdown) = (translator.ratio(&untimed, seconds), timed.ratio(&untimed, seconds));
        println!(
            "{name:<10} {:>14} {:>11.2} {:>9.2} {:>9.2} {speed:>13.3} {slowdown:>14.2}",
            untimed.median(|cost| cost.instructions),
            untimed.median(seconds),
            timed.median(seconds),
            translator.median(seconds)
        );
        if name == "jacobi" {
            goals.push(Goal::new(
                "jacobi, exact flags, untimed: fraction of QEMU's speed",
                speed,
                Target::AtLeast(0.4),
            ));
        } else {
            of_qemu *= speed;
            of_untimed *= slowdown;
        }
        if name == "memory" {
            goals.push(Goal::new("memory, timed: CPU time of untimed", slowdown, Target::AtMost(2.2)));
        }
    }
    let mean = |product: f64| f64::powf(product, 0.25);
    goals.push(Goal::new("four programs, untimed: fraction of QEMU's speed", mean(of_qemu), Target::AtLeast(0.3)));
    goals.push(Goal::new("four programs, timed: CPU time of untimed", mean(of_untimed), Target::AtMost(1.4)));
    goals
}
