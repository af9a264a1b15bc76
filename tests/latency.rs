//! Tests of message latency: on every platform, latency does not fall as the size grows, except for
//! the falls that the platform's row lists. When the interface moves a long message by itself, both
//! ranks wait meanwhile.

use rankine_tests::{built, check_rows, rankine, root, run, scratch};
use std::process::Command;

/// The share by which a longer message may be faster than a shorter one.
const TOLERANCE: f64 = 0.05;

/// The falls of `column`, a list of bytes and cycles sorted by size: each size whose latency is
/// more than [`TOLERANCE`] below the largest latency of smaller sizes.
fn falls(column: &[(u32, f64)]) -> Vec<u32> {
    let mut largest: f64 = 0.0;
    let mut falls = Vec::new();
    for (bytes, cycles) in column {
        if *cycles < largest * (1.0 - TOLERANCE) {
            falls.push(*bytes);
        }
        largest = largest.max(*cycles);
    }
    falls
}

/// Rows: platform, and the sizes of its known falls.
const ROWS: &[(&str, &[u32])] = &[
    ("manycore", &[]),
    ("nic", &[]),
    // Up to P2P_EAGER_LIMIT messages go as packets of 48 bytes; longer ones go by landings, which
    // take a third of the cycles per byte.
    ("sarc", &[8192]),
    // Messages of 1 and 2 bytes are not copied in line. Above AM_DIRECT_LIMIT, messages are written
    // directly to their place.
    ("gas-c", &[4, 8, 2048]),
    // Messages of 1 to 8 bytes take longer than those of 16.
    ("tmd-simple", &[16, 32]),
    ("tmd-3x3", &[16, 32]),
    ("tmd-9", &[16, 32]),
    ("tmd-proposed", &[8, 16, 32, 64, 128]),
];

#[test]
fn latency_does_not_fall() {
    let directory = scratch("latency");
    let source = root().join("tests/latency/column.c").display().to_string();
    check_rows(ROWS, |(platform, known)| {
        let output = rankine(&directory, &["run", "-q", "-n", "2", "--platform", platform, &source]);
        let number = |line: &str| {
            line.split_once(' ').and_then(|(bytes, cycles)| Some((bytes.parse().ok()?, cycles.parse().ok()?)))
        };
        let column: Vec<(u32, f64)> = output.stdout.lines().filter_map(number).collect();
        match (output.code, column.len(), falls(&column)) {
            (0, 18, falls) if falls == *known => Ok(()),
            (0, 18, falls) => Err(format!("{platform}: falls at {falls:?} bytes, known are {known:?}: {column:?}")),
            _ => Err(format!("{platform}: {output:?}")),
        }
    });
}

/// Share of a long message's bytes whose packets must be left out as steady traffic.
const LEFT_OUT: f64 = 0.9;

#[test]
fn most_of_a_long_message_is_left_out() {
    let source = root().join("tests/latency/column.c").display().to_string();
    let mut command = Command::new(built("rankine"));
    command.current_dir(scratch("left-out")).env("RANKINE_LOG", "sched=debug");
    let output = run(command.args(["run", "-q", "-n", "2", &source, "1048576", "1048576", "2"]), "");
    let bytes =
        |line: &str| line.split_once("leaves out steady traffic")?.1.rsplit_once("bytes=")?.1.parse::<u64>().ok();
    let left_out: u64 = output.stderr.lines().filter_map(bytes).sum();
    let all = 2 * (2 + 2) * (1 << 20);
    assert!(left_out as f64 > LEFT_OUT * all as f64, "{left_out} of {all} bytes: {output:?}");
}

/// Share of a long message's cycles in which its ranks must wait.
const WAITING: f64 = 0.9;

#[test]
fn ranks_of_a_long_message_wait() {
    let directory = scratch("waiting");
    let source = root().join("tests/latency/column.c").display().to_string();
    let words = ["run", "-q", "-n", "2", "--stats", "stats.json", &source, "1048576", "1048576", "4"];
    let output = rankine(&directory, &words);
    assert_eq!(output.code, 0, "{output:?}");
    let text = std::fs::read_to_string(directory.join("stats.json")).expect("statistics");
    let statistics: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    check_rows(&["MPI_Send", "MPI_Recv"], |function| {
        let of = &statistics["mpi"]["functions"][function];
        match (of["wait_cycles"].as_f64(), of["cycles"].as_f64()) {
            (Some(waiting), Some(all)) if waiting >= WAITING * all => Ok(()),
            _ => Err(format!("{function}: {of}")),
        }
    });
}
