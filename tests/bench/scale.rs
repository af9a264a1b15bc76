//! Many harts: throughput, host threads, waiting, memory.

use crate::measure::{Cost, Goal, Target, compile, rankine};
use std::path::Path;

pub fn goals(directory: &Path) -> Vec<Goal> {
    let mut goals = throughput(directory);
    goals.extend(waiting(directory));
    goals.extend(size(directory));
    goals
}

/// The same work by one hart, by 64 and by 1024.
fn throughput(directory: &Path) -> Vec<Goal> {
    let program = compile(directory, "bench/core");
    let go = |options: &str, rounds: &str| rankine(&program, options, rounds);
    let one = go("--threads 1", "12800");
    let many = go("--threads 1 -n 64", "200");
    let two_threads = go("--threads 2 -n 64", "200");
    let most = go("--threads 1 -n 1024", "12");
    println!("\n{:<24} {:>14} {:>8} {:>8} {:>14}", "core", "instructions", "user s", "wall s", "instr/CPU s");
    let rows = [("1 hart", &one), ("64 harts", &many), ("64 harts, two threads", &two_threads), ("1024 harts", &most)];
    for (name, Cost { user_seconds, seconds, instructions, .. }) in rows {
        let rate = instructions / user_seconds;
        println!("{name:<24} {instructions:>14} {user_seconds:>8.2} {seconds:>8.2} {rate:>14.3e}");
    }
    let of_one = |cost: &Cost| cost.rate() / one.rate();
    vec![
        Goal::new("64 busy harts: instructions a CPU second, of one's", of_one(&many), Target::AtLeast(0.9)),
        Goal::new("1024 busy harts: instructions a CPU second, of one's", of_one(&most), Target::AtLeast(0.7)),
        Goal::new(
            "64 busy harts, two host threads: throughput of one thread's",
            two_threads.wall_rate() / many.wall_rate(),
            Target::AtLeast(1.7),
        ),
    ]
}

/// Ranks that wait cost little.
fn waiting(directory: &Path) -> Vec<Goal> {
    let program = compile(directory, "bench/waiting");
    let alone = rankine(&program, "--threads 1 -n 1", "recv 100000");
    let awaited = rankine(&program, "--threads 1 -n 64", "recv 100000");
    let even = rankine(&program, "--threads 1 -n 64", "barrier 100 64");
    let uneven = rankine(&program, "--threads 1 -n 64", "uneven 100 64");
    vec![
        Goal::new(
            "63 ranks wait for a computing one: CPU time of that one alone",
            awaited.user_seconds / alone.user_seconds,
            Target::AtMost(1.3),
        ),
        Goal::new(
            "64 ranks, uneven work between barriers: rate of even work's",
            uneven.rate() / even.rate(),
            Target::AtLeast(0.75),
        ),
    ]
}

/// hello on as many ranks as the platform holds.
fn size(directory: &Path) -> Vec<Goal> {
    let hello = rankine(&compile(directory, "hello"), "-n 1024", "");
    let a_hart = (hello.peak_bytes - hello.guest_bytes) / 1024.0 / 1024.0;
    vec![
        Goal::new("1024 ranks of hello: seconds", hello.seconds, Target::AtMost(10.0)),
        Goal::new("1024 ranks of hello: GiB", hello.peak_bytes / f64::from(1 << 30), Target::AtMost(2.0)),
        Goal::new("1024 ranks of hello: KiB a rank beside its memory", a_hart, Target::AtMost(128.0)),
    ]
}
