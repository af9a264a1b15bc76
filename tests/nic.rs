//! Platform `nic`: what its parameters refuse, and what is told of firmware that breaks the protocol.

use rankine_session::report::EXIT_DEADLOCK;
use rankine_tests::{built, check_rows, root, run, scratch};
use std::process::Command;

/// The exit code of what cannot be begun.
const EXIT_USAGE: i32 = 125;
/// A hart has touched what is not there.
const EXIT_FAULT: i32 = 139;
/// MPI_ERR_NO_MEM.
const EXIT_NO_MEMORY: i32 = 39;

/// Options with which two ranks run `apps/queues.c`, firmware if it is not the platform's own, the exit code, and what is told.
type Row = (&'static str, &'static str, i32, &'static [&'static str]);

const ROWS: &[Row] = &[
    ("--set nic.alpu=0", "", EXIT_USAGE, &["nic.alpu = 0: alpu.cells = 0", "2 to"]),
    ("--set nic.alpu=7", "", EXIT_USAGE, &["nic.alpu = 7: alpu.cells = 7", "alpu.block_cells"]),
    ("--set nic.alpu=1000000", "", EXIT_USAGE, &["alpu.cells = 1000000"]),
    ("--set nic.alpu=-3", "", EXIT_USAGE, &["nic.alpu = \"-3\"", "write none"]),
    ("--set nic.alpu=1.5", "", EXIT_USAGE, &["nic.alpu = \"1.5\"", "write none"]),
    ("--set nic.alpu=128 --set nic.firmware=hash", "", EXIT_USAGE, &["no associative units", "nic.alpu=none"]),
    ("--set nic.firmware=magic", "", EXIT_USAGE, &["`list` and `hash`", "--firmware FILE"]),
    ("--set nic.memory_bytes=4096", "", EXIT_USAGE, &["nic.memory_bytes = 4096"]),
    ("--set nic.alpu=128 --set nic.memory_bytes=0x2000000", "", EXIT_USAGE, &["alpu.tag_bits = 20"]),
    ("--set nic.isa=rv64im", "", EXIT_USAGE, &["nic.isa", "rv32"]),
    ("--set hart.isa=rv32im", "", EXIT_USAGE, &["hart.isa", "rv64"]),
    ("--set interface.host_base=0x10800000", "", EXIT_USAGE, &["overlap", "interface.host_base"]),
    ("--set interface.credits=0", "", EXIT_USAGE, &["interface.credits = 0"]),
    (
        "--set nic.memory_bytes=0x10000",
        "",
        EXIT_NO_MEMORY,
        &["processor 1 at cycle", "no memory left", "nic.memory_bytes", "exit code 39 (MPI_ERR_NO_MEM)"],
    ),
    (
        "",
        "forgets",
        EXIT_DEADLOCK,
        &[
            "rank 0 waits in MPI_",
            "each processor 1 waits in nic_read",
            "forgets.c",
            "rank 1: the NIC processor took a receive of tag 32000 from rank 0 at cycle",
            "rank 0: the host waits for the NIC processor to complete a request; there is no header and no request",
        ],
    ),
    (
        "--set nic.silent_cycles=1000000",
        "busy",
        EXIT_DEADLOCK,
        &[
            "rank 0 waits in MPI_",
            "processor 1 has changed nothing outside its memory for",
            "busy.c:",
            "raise nic.silent_cycles",
        ],
    ),
    (
        "--set nic.silent_cycles=1000000",
        "counts",
        EXIT_DEADLOCK,
        &["rank 0 waits in MPI_", "processor 1 has changed nothing outside its memory for", "counts.c:"],
    ),
    (
        "--set nic.silent_cycles=1000000 --no-elision --threads 4",
        "counts",
        EXIT_DEADLOCK,
        &["processor 1 has changed nothing outside its memory for", "raise nic.silent_cycles"],
    ),
    (
        "",
        "twice",
        EXIT_FAULT,
        &["there is no open request with the cookie 0x", "completed before", "at cycle", "twice.c:15"],
    ),
    ("", "stranger", EXIT_FAULT, &["there is no open request with the cookie 0x1234", "stranger.c:7"]),
    ("", "never", EXIT_DEADLOCK, &["loops for ever in main at", "never.c", "has not enabled its interface"]),
    ("", "disabled", EXIT_DEADLOCK, &["disabled.c", "has not enabled its interface", "requests wait"]),
    (
        "--set nic.alpu=128",
        "overfills",
        EXIT_DEADLOCK,
        &["rank 0: nic: posted alpu: entries lost, unit full: 72; the first at cycle", "overfills.c:8"],
    ),
    (
        "--set nic.alpu=128",
        "undrained",
        EXIT_DEADLOCK,
        &["undrained.c", "waits for the processor to read results (32 of 32)"],
    ),
    ("", "walks", EXIT_FAULT, &["rank 0 processor 1: segmentation fault: load from 0x0", "walks.c:11"]),
    (
        "",
        "recurses",
        EXIT_FAULT,
        &[
            "processor 1: stack overflow: store to 0x",
            "in depth at",
            "recurses.c:8 (",
            "enlarge nic.stack_bytes with --set",
        ],
    ),
    (
        "--set nic.memory_bytes=0x100000",
        "grows",
        EXIT_FAULT,
        &["store to 0x0, a null pointer", "grows.c:8", "nic.memory_bytes is 1.0 MiB; enlarge nic.memory_bytes"],
    ),
    (
        "--set nic.silent_cycles=1000000",
        "circles",
        EXIT_DEADLOCK,
        &["processor 1 has changed nothing outside its memory for", "circles.c:14", "requests wait"],
    ),
    ("", "wild", EXIT_FAULT, &["processor 1", "no memory of the NIC at 0x12345678", "at cycle", "wild.c:8"]),
];

#[test]
fn what_is_refused_and_told() {
    let directory = scratch("nic");
    check_rows(ROWS, |(options, firmware, code, told)| {
        let mut command = Command::new(built("rankine"));
        command.current_dir(&directory).args(["run", "-n", "2", "--platform", "nic"]).args(options.split_whitespace());
        if !firmware.is_empty() {
            command.arg("--firmware").arg(root().join("tests/nic").join(firmware).with_extension("c"));
        }
        let output = run(command.arg(root().join("apps/queues.c")), "");
        let lacks = told.iter().find(|words| !output.stderr.contains(**words));
        match (output.code == *code, lacks) {
            (true, None) => Ok(()),
            (_, lacks) => Err(format!("{options} {firmware}: exit code {code}? {lacks:?}? {output:?}")),
        }
    });
}

/// Instructions that the host executes for a run of `computes.c`.
fn executed(ranks: &str, alpu: &str) -> u64 {
    let directory = scratch(&format!("nic-{ranks}-{alpu}"));
    let mut command = Command::new(built("rankine"));
    command.current_dir(&directory).args([
        "run",
        "-n",
        ranks,
        "--platform",
        "nic",
        "--set",
        alpu,
        "--stats",
        "stats.json",
    ]);
    let output = run(command.arg(root().join("tests/nic/computes.c")), "");
    assert_eq!(output.code, 0, "{output:?}");
    let text = std::fs::read_to_string(directory.join("stats.json")).expect("statistics");
    let statistics: serde_json::Value = serde_json::from_str(&text).expect("statistics are JSON");
    statistics["host"]["instructions_executed"].as_u64().expect("a number")
}

/// 63 hosts and 64 NIC processors that wait cost at most 0.3 of the one that computes.
#[test]
fn waiting_costs_little() {
    for alpu in ["nic.alpu=none", "nic.alpu=128"] {
        let (alone, all) = (executed("1", alpu), executed("64", alpu));
        assert!(all * 10 <= alone * 13, "{alpu}: {all} instructions for 64 ranks, {alone} for one");
    }
}
