//! `make bench`: what operations cost in simulated cycles, and how fast the emulator is beside `qemu-riscv64`, a
//! translator, measured in the same run on the same programs.

use rankine_tests::{built, root, run, scratch};
use std::path::Path;
use std::process::Command;

/// Runs of each timed command; the median counts.
const REPEATS: usize = 5;

fn main() {
    let directory = scratch("bench");
    programs(&directory);
    latencies(&directory);
    speed(&directory);
}

fn programs(directory: &Path) {
    println!(
        "{:<10} {:>5} {:>14} {:>14} {:>9} {:>12}",
        "program", "ranks", "cycles", "instructions", "host s", "instr/host s"
    );
    for program in ["hello", "ring", "heat2d", "intsort"] {
        for ranks in [4, 16, 64] {
            let stats = directory.join("stats.json");
            let mut command = Command::new(built("rankine"));
            command.current_dir(directory).args(["run", "-q", "-n", &ranks.to_string(), "--stats"]).arg(&stats);
            let output = run(command.arg(root().join(format!("apps/{program}.c"))), "");
            assert_eq!(output.code, 0, "{output:?}");
            let text = std::fs::read_to_string(&stats).expect("statistics");
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            println!(
                "{program:<10} {ranks:>5} {:>14} {:>14} {:>9.2} {:>12.3e}",
                value["totals"]["cycles"],
                value["totals"]["instructions"],
                value["host"]["seconds"].as_f64().unwrap_or(0.0),
                value["host"]["instructions_per_second"].as_f64().unwrap_or(0.0)
            );
        }
    }
}

fn latencies(directory: &Path) {
    let source = root().join("apps/pingpong.c");
    for (place, peer) in [("between neighbours", "1"), ("across the 8 x 8 mesh", "63")] {
        let mut command = Command::new(built("rankine"));
        command.current_dir(directory).args(["run", "-q", "-n", "64"]).arg(&source);
        let output = run(command.args(["--peer", peer, "--max", "64"]), "");
        println!("\nping-pong {place}:\n{}", output.stdout.trim_end());
    }
}

/// Programs of `apps/bench`, each with the argument that makes it execute half a thousand million instructions or
/// more. The last one is floating-point work and no part of the mean.
const PROGRAMS: [(&str, &str); 5] =
    [("core", "10000"), ("records", "3000000"), ("sort", "50"), ("memory", "2500"), ("jacobi", "1500")];

fn speed(directory: &Path) {
    println!(
        "\n{:<10} {:>14} {:>12} {:>12} {:>12} {:>8}",
        "program", "instructions", "rankine s", "instr/s", "qemu s", "ratio"
    );
    let mut product = 1.0;
    for (name, argument) in PROGRAMS {
        let program = directory.join(name);
        let source = root().join(format!("apps/bench/{name}.c"));
        let output = run(Command::new(built("rankine")).args(["cc", "-O2", "-o"]).arg(&program).arg(source), "");
        assert_eq!(output.code, 0, "{output:?}");
        let stats = directory.join("stats.json");
        let mut command = Command::new(built("rankine"));
        command.args(["run", "-q", "--stats"]).arg(&stats).arg(&program).arg(argument);
        let ours = median_user_seconds(&mut command);
        let qemu = median_user_seconds(Command::new("qemu-riscv64").arg(&program).arg(argument));
        let text = std::fs::read_to_string(&stats).expect("statistics");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let instructions = value["totals"]["instructions"].as_f64().unwrap_or(0.0);
        println!(
            "{name:<10} {instructions:>14} {ours:>12.2} {:>12.3e} {qemu:>12.2} {:>8.3}",
            instructions / ours,
            qemu / ours
        );
        if name != "jacobi" {
            product *= qemu / ours;
        }
    }
    println!("geometric mean without jacobi: {:.3}", f64::powf(product, 0.25));
}

fn median_user_seconds(command: &mut Command) -> f64 {
    let mut times: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let before = children_user_seconds();
            let output = run(command, "");
            assert_eq!(output.code, 0, "{output:?}");
            children_user_seconds() - before
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[REPEATS / 2]
}

/// User CPU time of all children that have ended, from field 16 of /proc/self/stat in ticks of 10 ms.
fn children_user_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    after_name.split_whitespace().nth(13).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}
