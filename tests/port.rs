//! Tests of the memory port that all nodes of `sarc` share: ranks that stream make each other wait,
//! and a rank alone never waits for others.

use rankine_tests::exact::{Start, statistics};
use rankine_tests::{check_rows, rankine, root, scratch};
use std::path::Path;

const LINES: &str = "16000";

/// The largest relative difference between the cycles of a rank and those that the port's rate gives.
const TOLERANCE: f64 = 0.02;

fn stream(directory: &Path) -> String {
    let program = directory.join("stream");
    Start::compile(&root().join("tests/port/stream.c"), "sarc", &program).unwrap();
    program.display().to_string()
}

/// Cycles per line of each rank that streams.
fn cycles_a_line(directory: &Path, program: &str, letters: &str, settings: &str) -> Result<Vec<f64>, String> {
    let ranks = letters.len().to_string();
    let mut words = vec!["run", "-q", "-n", &ranks, "--platform", "sarc"];
    settings.split_whitespace().for_each(|setting| words.extend(["--set", setting]));
    let output = rankine(directory, &[&words[..], &[program, LINES, letters]].concat());
    let cycles = |line: &str| line.split_once(' ').and_then(|(_, cycles)| cycles.parse::<f64>().ok());
    match output.code {
        0 => Ok(output.stdout.lines().filter_map(cycles).map(|cycles| cycles / 100.0).collect()),
        _ => Err(format!("{letters}: {output:?}")),
    }
}

/// Rows: letters for ranks, settings, the cycles per line of each streaming rank, and the reason. A
/// load and its loop take 48 cycles when alone. A line that is read or written occupies the port
/// for 20 + 32/8 = 24 cycles.
#[test]
fn rates() {
    let directory = scratch("port");
    let program = stream(&directory);
    let longer = "ddr.access_cycles=26";
    let rows: &[(&str, &str, f64, &str)] = &[
        ("r", "", 48.0, "alone"),
        ("rr", "", 48.0, "two just fit"),
        ("rrr", "", 72.0, "three do not"),
        ("rrrr", "", 96.0, "the port's rate"),
        ("rrrr", "ddr.contention=false", 48.0, "nobody waits"),
        ("r", longer, 48.0, "alone"),
        ("rr", longer, 60.0, "two lines of 30"),
        ("rrrr", longer, 120.0, "four"),
        ("rrrr", "ddr.bytes_per_cycle=4", 112.0, "28 a line"),
        ("r---", "", 48.0, "the others wait for a message"),
        ("wwww", "", 192.0, "each line comes and goes"),
        ("rw", "", 72.0, "one reads, and waits for what the other reads and writes"),
        ("rww", "", 120.0, "and for two others"),
    ];
    check_rows(rows, |(letters, settings, expected, why)| {
        let cycles = cycles_a_line(&directory, &program, letters, settings)?;
        let is_right = |cycles: &f64| (cycles / expected - 1.0).abs() <= TOLERANCE;
        let count = letters.chars().filter(|letter| *letter != '-').count();
        match cycles.len() == count && cycles.iter().all(is_right) {
            true => Ok(()),
            false => Err(format!("{letters} {settings}: {cycles:?} cycles a line, not {expected} ({why})")),
        }
    });
}

/// Rank 1 stores faster than the port can take it, and without waiting. Rank 0 then waits for at
/// most one line of rank 1 at a time. Rows: letters, and the least and the most cycles per line of
/// rank 0.
#[test]
fn a_full_buffer_does_not_shut_others_out() {
    let directory = scratch("port-buffers");
    let program = stream(&directory);
    let rows: &[(&str, f64, f64)] = &[("rs", 48.0, 50.0), ("ws", 70.0, 74.0)];
    check_rows(rows, |(letters, least, most)| {
        let cycles = cycles_a_line(&directory, &program, letters, "")?;
        let other = |cycles: &&f64| **cycles < 10.0;
        let first = cycles.iter().find(|cycles| !other(cycles)).copied().unwrap_or_default();
        match (least..=most).contains(&&first) && cycles.iter().any(|cycles| other(&cycles)) {
            true => Ok(()),
            false => Err(format!("{letters}: {cycles:?} cycles a line, not {least} to {most} for the first")),
        }
    });
}

/// When a rank is alone, the port changes nothing.
#[test]
fn alone() {
    let directory = scratch("port-alone");
    let rows: &[(&str, &str)] = &[
        ("tests/port/stream.c", "3000 r"),
        ("tests/port/stream.c", "3000 w"),
        ("tests/port/stream.c", "3000 s"),
        ("apps/hello.c", "-v"),
        ("apps/bench/memory.c", "1"),
        ("apps/bench/sort.c", "1"),
        ("apps/intsort.c", "--keys 3000"),
    ];
    check_rows(rows, |(source, arguments)| {
        let name = format!("{}{}", source, arguments).replace(['/', ' '], "-");
        let program = directory.join(&name);
        Start::compile(&root().join(source), "sarc", &program)?;
        let ranks = |contention: &str| {
            let stats = directory.join(format!("{name}-{contention}.json"));
            let (path, setting) = (stats.display().to_string(), format!("ddr.contention={contention}"));
            let program = program.display().to_string();
            let mut words = vec!["run", "-q", "--platform", "sarc", "--set", &setting, "--stats", &path, &program];
            words.extend(arguments.split(' '));
            let output = rankine(&directory, &words);
            if output.code != 0 {
                return Err(format!("{name}: {output:?}"));
            }
            let mut ranks = statistics(&stats)?["ranks"].clone();
            let waited = ranks[0]["processors"][0]["caches"]
                .as_object_mut()
                .and_then(|caches| caches.remove("memory_wait_cycles"));
            match waited.is_none_or(|cycles| cycles == 0) {
                true => Ok(ranks),
                false => Err(format!("{name}: waits")),
            }
        };
        match ranks("true")? == ranks("false")? {
            true => Ok(()),
            false => Err(format!("{name}: {} with the port, {} without", ranks("true")?, ranks("false")?)),
        }
    });
}
