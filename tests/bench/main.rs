//! `make bench`: the cost of operations in simulated cycles, and the speed of the emulator beside
//! `qemu-riscv64`, a translator. Both execute the same programs in the same benchmark run.

mod measure;
mod observe;
mod scale;
mod speed;

use rankine_tests::{built, root, run, scratch};
use std::path::Path;
use std::process::Command;

fn main() {
    let directory = scratch("bench");
    programs(&directory);
    latencies(&directory);
    let goals: Vec<_> = speed::goals(&directory)
        .into_iter()
        .chain(scale::goals(&directory))
        .chain(observe::goals(&directory))
        .collect();
    println!("\n{:<72} {:>9} {:>9}", "ratio or size", "measured", "target");
    for goal in goals {
        println!("{:<72} {:>9.3} {:>9} {}", goal.what, goal.measured, goal.target(), goal.verdict());
    }
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
