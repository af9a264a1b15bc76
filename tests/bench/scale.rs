//! Benchmarks of many harts: throughput, host threads, waiting ranks, memory.

use crate::measure::{Cost, Goal, Run, Target, compile, side_by_side};
use std::path::Path;

pub fn goals(directory: &Path) -> Vec<Goal> {
    let mut goals = throughput(directory);
    goals.extend(waiting(directory));
    goals.extend(size(directory));
    goals
}

/// The same work done by 1 hart, by 64 and by 1024.
fn throughput(directory: &Path) -> Vec<Goal> {
    let program = compile(directory, "bench/core");
    let [one, many, two_threads, most] = side_by_side([
        Run::Rankine(&program, "--threads 1", "12800"),
        Run::Rankine(&program, "--threads 1 -n 64", "200"),
        Run::Rankine(&program, "--threads 2 -n 64", "200"),
        Run::Rankine(&program, "--threads 1 -n 1024", "12"),
    ]);
    println!("\n{:<24} {:>14} {:>8} {:>8} {:>14}", "core", "instructions", "user s", "wall s", "instr/CPU s");
    let rows = [("1 hart", &one), ("64 harts", &many), ("64 harts, two threads", &two_threads), ("1024 harts", &most)];
    for (name, measured) in rows {
        println!(
            "{name:<24} {:>14} {:>8.2} {:>8.2} {:>14.3e}",
            measured.median(|cost| cost.instructions),
            measured.median(|cost| cost.user_seconds),
            measured.median(|cost| cost.seconds),
            measured.median(Cost::rate)
        );
    }
    vec![
        Goal::new(
            "64 busy harts: instructions a CPU second, of one's",
            many.ratio(&one, Cost::rate),
            Target::AtLeast(0.9),
        ),
        Goal::new(
            "1024 busy harts: instructions a CPU second, of one's",
            most.ratio(&one, Cost::rate),
            Target::AtLeast(0.7),
        ),
        Goal::new(
            "64 busy harts, two host threads: throughput of one thread's",
            two_threads.ratio(&many, Cost::wall_rate),
            Target::AtLeast(1.7),
        ),
    ]
}

/// Ranks that wait cost little.
fn waiting(directory: &Path) -> Vec<Goal> {
    let program = compile(directory, "bench/waiting");
    let [alone, awaited, even, uneven] = side_by_side([
        Run::Rankine(&program, "--threads 1 -n 1", "recv 100000"),
        Run::Rankine(&program, "--threads 1 -n 64", "recv 100000"),
        Run::Rankine(&program, "--threads 1 -n 64", "barrier 100 64"),
        Run::Rankine(&program, "--threads 1 -n 64", "uneven 100 64"),
    ]);
    vec![
        Goal::new(
            "63 ranks wait for a computing one: CPU time of that one alone",
            awaited.ratio(&alone, |cost| cost.user_seconds),
            Target::AtMost(1.3),
        ),
        Goal::new(
            "64 ranks, uneven work between barriers: rate of even work's",
            uneven.ratio(&even, Cost::rate),
            Target::AtLeast(0.75),
        ),
    ]
}

/// Runs `hello` on as many ranks as the platform holds.
fn size(directory: &Path) -> Vec<Goal> {
    let program = compile(directory, "hello");
    let [hello] = side_by_side([Run::Rankine(&program, "-n 1024", "")]);
    let gibibytes = |cost: &Cost| cost.peak_bytes / f64::from(1 << 30);
    let beside = |cost: &Cost| (cost.peak_bytes - cost.guest_bytes) / 1024.0 / 1024.0;
    vec![
        Goal::new("1024 ranks of hello: seconds", hello.median(|cost| cost.seconds), Target::AtMost(10.0)),
        Goal::new("1024 ranks of hello: GiB", hello.median(gibibytes), Target::AtMost(2.0)),
        Goal::new("1024 ranks of hello: KiB a rank beside its memory", hello.median(beside), Target::AtMost(128.0)),
    ]
}
