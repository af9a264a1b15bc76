//! Tests of platforms of the TMD family: the connections that `rankine describe` shows, messages
//! about tables written by hand, machines whose nodes differ, and ranks that are engines.

use rankine_tests::{Output, check_rows, rankine, root, run, scratch};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn source(path: &str) -> String {
    root().join(path).display().to_string()
}

/// The parts of `expected` that `text` lacks.
fn missing<'a>(text: &str, expected: &[&'a str]) -> Vec<&'a str> {
    expected.iter().filter(|part| !text.contains(**part)).copied().collect()
}

#[test]
fn describe_shows_boards_and_channels() {
    let directory = scratch("tmd-describe");
    let rows: &[(&str, &[&str])] = &[
        (
            "tmd-3x3",
            &[
                "  fifo_words = 16 ",
                "  board 2\n    NetIf of node 6: MicroBlaze (rv32i)\n      channel 0: NetIf of board 2's gateway 0 to board 0, ranks 0 to 2\n",
                "    NetIf of board 1's gateway 0 to board 2: bridge and OCCC, for ranks 6 to 8\n      channel 0: NetIf of node 3, rank 3\n",
            ],
        ),
        (
            "tmd-simple",
            &["    NetIf of node 1: MicroBlaze (rv32i)\n      channel 0: NetIf of node 2, which takes rank 2\n"],
        ),
        (
            "tmd-9",
            &[
                "isa = \"rv32if\"",
                "    NetIf of node 8: MicroBlaze with floating-point unit (rv32if)\n      channel 0: NetIf of node 0, rank 0\n",
            ],
        ),
        (
            "tmd-9:4uB_FPU_2PPC_3HW",
            &[
                "name = \"tmd-9:4uB_FPU_2PPC_3HW\"",
                "    NetIf of node 3: MicroBlaze with floating-point unit (rv32if)\n",
                "    NetIf of node 6: Jacobi engine behind a TMD-MPE\n",
                "    NetIf of node 7: PowerPC 405 (rv32im)\n",
            ],
        ),
        (
            "tmd-45",
            &[
                "isa = \"rv32i\"",
                "  board 4\n    NetIf of node 36: MicroBlaze (rv32i)\n",
                "    NetIf of node 44: PowerPC 405 (rv32im)\n",
                "    NetIf of board 4's gateway 0 to board 3: bridge and OCCC, for ranks 27 to 35\n",
            ],
        ),
    ];
    for (platform, expected) in rows {
        let output = rankine(&directory, &["describe", platform, "--all"]);
        let missing = missing(&output.stdout, expected);
        assert!(output.code == 0 && missing.is_empty(), "{platform}: no {missing:?} in {}", output.stdout);
    }
}

/// Rows for machines on which each line turns over one bit in a million: platform, ranks, program,
/// arguments, and the least number of packets sent again.
const NOISY: &[(&str, &str, &str, &[&str], u64)] = &[
    ("tmd-3x3", "9", "apps/heat2d.c", &["--nx", "64", "--ny", "64", "--iters", "20", "--check"], 1),
    ("tmd-3x3", "7", "apps/intsort.c", &[], 0),
    ("tmd-45", "20", "apps/heat2d.c", &["--nx", "48", "--ny", "60", "--iters", "60", "--check"], 1),
];

#[test]
fn errors_on_lines_are_repaired() {
    let directory = scratch("tmd-noisy");
    check_rows(NOISY, |(platform, ranks, program, arguments, least)| {
        let program = source(program);
        let with = |options: &[&str]| {
            let words = [&["run", "-q", "-n", ranks, "--platform", platform], options, &[&program], arguments].concat();
            rankine(&directory, &words)
        };
        let stats = format!("{platform}-{ranks}.json");
        let (clean, noisy) = (with(&[]), with(&["--set", "tmd.occc_bit_errors=1000", "--stats", &stats]));
        let counters = &member(&directory, &stats)["network"]["counters"];
        let again = counters["retransmissions"].as_u64().unwrap_or(0);
        match noisy.code == 0 && noisy.stdout == clean.stdout && again >= *least {
            true => Ok(()),
            false => Err(format!("{program}: {again} retransmissions, {noisy:?} in place of {clean:?}")),
        }
    });
}

/// A table sends packets for rank 2 to rank 1. The run warns of it, although no rank sends such packets.
#[test]
fn tables_that_lead_astray_are_told_at_the_beginning() {
    let directory = scratch("tmd-astray");
    let nodes = "{ board = 0, kind = 'mb', mpe = false }";
    let astray = "{ board = 0, kind = 'mb', mpe = false, channels = [{ node = 1, low = 1, high = 2 }, { node = 2 }] }";
    let text = format!("base = 'tmd-simple'\n[tmd]\nnetif = 'selective'\nnodes = [{astray}, {nodes}, {nodes}]\n");
    std::fs::write(directory.join("astray.toml"), text).expect("scratch is writable");
    let output = rankine(&directory, &["run", "-n", "2", "--platform", "astray.toml", &source("apps/hello.c")]);
    assert_eq!(output.code, 0, "{output:?}");
    let expected = "rankine: warning: tmd: packets of rank 0 for rank 2 come to rank 1";
    assert!(output.stderr.contains(expected), "{output:?}");
}

/// Rows: platform, program, ranks, arguments, and a part of standard output.
const MIXED: &[(&str, &str, &str, &[&str], &str)] = &[
    ("tmd-9:7uB_FPU_2PPC", "apps/hello.c", "9", &[], "rank 8"),
    ("tmd-9:7uB_FPU_2PPC", "apps/ring.c", "9", &["--rounds", "2", "--words", "700"], "OK"),
    ("tmd-9:7uB_FPU_2PPC", "apps/heat2d.c", "9", &["--nx", "18", "--ny", "18", "--iters", "4", "--check"], "OK"),
    ("tmd-45", "apps/hello.c", "45", &[], "rank 44"),
    ("tmd-45", "apps/ring.c", "45", &["--rounds", "1", "--words", "30"], "OK"),
    ("tmd-45", "apps/heat2d.c", "45", &["--nx", "18", "--ny", "45", "--iters", "2", "--check"], "OK"),
];

/// One command compiles a C file for each kind of node. The programs work together.
#[test]
fn mixed_machines() {
    let directory = scratch("tmd-mixed");
    check_rows(MIXED, |(platform, program, ranks, arguments, expected)| {
        let program = source(program);
        let words = [&["run", "-q", "-n", ranks, "--platform", platform, &program], *arguments].concat();
        let output = rankine(&directory, &words);
        match output.code == 0 && output.stdout.contains(expected) && output.stderr.is_empty() {
            true => Ok(()),
            false => Err(format!("{words:?}: {output:?}")),
        }
    });
}

/// Rows for hardware that the thesis proposes, and for ours: platform, settings, ranks, program and
/// arguments, exit code, and parts of the output.
type VariantRow =
    (&'static str, &'static [&'static str], &'static str, &'static [&'static str], i32, &'static [&'static str]);

const TMD_MPI: &str = "MPI_SUBSET=1";

const VARIANTS: &[VariantRow] = &[
    ("tmd-3x3", &["--set", "tmd.network_hz=10000000"], "9", &["tests/tmd/exchange.c"], 0, &["ok"]),
    ("tmd-3x3", &["--set", "tmd.tables=loaded"], "9", &["tests/tmd/exchange.c"], 0, &["ok"]),
    (
        "tmd-3x3",
        &["--set", "tmd.tables=loaded", "--set", "tmd.link_channels=3"],
        "8",
        &["tests/tmd/exchange.c"],
        0,
        &["ok"],
    ),
    (
        "tmd-9:4uB_FPU_2PPC_3HW",
        &["--set", "tmd.tables=loaded"],
        "9",
        &["tests/tmd/peers.c", "sweep", "4", "6"],
        0,
        &["ok"],
    ),
    ("tmd-proposed", &[], "9", &["tests/tmd/exchange.c"], 0, &["ok"]),
    ("tmd-proposed", &["--library", TMD_MPI], "9", &["tests/tmd/exchange.c"], 0, &["ok"]),
    ("tmd-proposed", &["--library", TMD_MPI, "--no-elision"], "5", &["tests/tmd/exchange.c"], 0, &["ok"]),
    (
        "tmd-simple:3uB_MPE",
        &["--library", TMD_MPI, "--set", "tmd.mpe_duplex=full", "--set", "tmd.mpe_dma=true"],
        "3",
        &["tests/tmd/exchange.c"],
        0,
        &["ok"],
    ),
    (
        "tmd-9:4uB_FPU_MPE_2PPC_MPE_3HW",
        &["--set", "tmd.mpe_duplex=full"],
        "9",
        &["tests/tmd/peers.c", "sweep", "4", "6"],
        0,
        &["ok"],
    ),
    (
        "tmd-9:4uB_FPU_MPE_2PPC_3HW",
        &["--set", "tmd.mpe_duplex=full", "--library", TMD_MPI],
        "7",
        &["apps/tmdjacobi.c", "--rows", "18", "--columns", "9", "--sweeps", "6", "--check"],
        0,
        &[": OK"],
    ),
    (
        "tmd-9:4uB_FPU_2PPC_3HW",
        &["--set", "tmd.mpe_duplex=full"],
        "9",
        &["tests/tmd/peers.c", "sweep", "4", "6"],
        16,
        &["without a TMD-MPE a rank cannot tell a full-duplex engine's clear to send from its data"],
    ),
    // In this program no library loads the tables.
    (
        "tmd-9:1uB_FPU_8HW",
        &["--set", "tmd.tables=loaded"],
        "2",
        &["tests/devices/engines.c", "1"],
        86,
        &["NetIf of node 0: a packet of 2 words of rank 0 to rank 1 waits until the table of this NetIf is loaded"],
    ),
    (
        "tmd-simple:3uB_MPE",
        &["--set", "tmd.tables=loaded", "--set", "tmd.netif=selective", "--library", TMD_MPI],
        "2",
        &["tests/tmd/exchange.c"],
        16,
        &["a TMD-MPE passes no tables"],
    ),
    (
        "tmd-proposed",
        &[],
        "3",
        &["apps/labs/02-deadlock/skeleton.c", "receive-first"],
        86,
        &["in MPI_Recv(count 8, MPI_BYTE, source 2, tag 9, MPI_COMM_WORLD), called from receive_first"],
    ),
];

#[test]
fn variants() {
    let directory = scratch("tmd-variants");
    check_rows(VARIANTS, |(platform, options, ranks, program, code, expected)| {
        let file = source(program[0]);
        let words = [&["run", "-q", "-n", ranks, "--platform", platform], *options, &[&file], &program[1..]].concat();
        let output = rankine(&directory, &words);
        let text = format!("{}{}", output.stdout, output.stderr);
        match output.code == *code && missing(&text, expected).is_empty() && !text.contains("warning") {
            true => Ok(()),
            false => Err(format!("{words:?}: {output:?}")),
        }
    });
}

fn member(directory: &Path, file: &str) -> Value {
    let text = std::fs::read_to_string(directory.join(file)).expect("statistics");
    serde_json::from_str(&text).expect("JSON")
}

/// Programs for two kinds of nodes in one run. One command, and one program for each kind, give the
/// same. A node refuses a program for another kind. A program that needs less than each kind has
/// runs on all nodes.
#[test]
fn programs_of_kinds() {
    let directory = scratch("tmd-programs");
    let (hello, platform) = (source("apps/hello.c"), "tmd-9:7uB_FPU_2PPC");
    let cc = |node: &str, out: &str| {
        let output = rankine(&directory, &["cc", "-O2", "--platform", platform, "--node", node, "-o", out, &hello]);
        assert_eq!(output.code, 0, "{output:?}");
    };
    cc("0", "mb.elf");
    cc("8", "ppc.elf");
    let run = |words: &[&str]| rankine(&directory, &[&["run", "-q", "-n"], words].concat());
    let one = run(&["9", "--platform", platform, "--stats", "one.json", "--check", &hello]);
    let two = run(&["7", "--stats", "two.json", "--check", "mb.elf", ":", "-n", "2", "ppc.elf"]);
    assert!((one.code, two.code) == (0, 0) && one.stdout == two.stdout, "{one:?} {two:?}");
    let [one, two] = ["one.json", "two.json"].map(|file| member(&directory, file));
    assert_eq!(one["programs"].as_array().map(Vec::len), Some(2));
    assert_eq!(one["programs"][0]["path"], one["programs"][1]["path"]);
    let cycles = |stats: &Value, rank: usize| stats["ranks"][rank]["cycles"].as_u64();
    for rank in 0..9 {
        assert_eq!(cycles(&one, rank), cycles(&two, rank), "rank {rank}");
    }
    let refused = run(&["9", "mb.elf"]);
    let expected = [
        "mb.elf: was compiled for rv32if, but rank 7",
        "is a PowerPC 405 with rv32im",
        "--platform tmd-9:7uB_FPU_2PPC --node 7",
    ];
    assert!(refused.code == 125 && missing(&refused.stderr, &expected).is_empty(), "{refused:?}");
    let everywhere = rankine(&directory, &["cc", "--platform", "tmd-simple", "-o", "all.elf", &hello]);
    assert_eq!(everywhere.code, 0, "{everywhere:?}");
    let everywhere = run(&["9", "--platform", platform, "all.elf"]);
    assert_eq!(everywhere.code, 0, "{everywhere:?}");
}

/// All observers work in a run with several programs, and with ranks that have no program.
#[test]
fn watchers_of_mixed_machines() {
    let directory = scratch("tmd-watched");
    let (program, platform) = (source("tests/devices/engines.c"), "tmd-9:1uB_FPU_8HW");
    let words =
        ["-n", "3", "--platform", platform, "--mpi", "--phases", "--check", "--profile=p", "--report", "r.html"];
    let traces = ["--trace", "commit=%r.log,rank=0", "--trace", "perfetto=t.pftrace", "--trace", "paraver=t.prv"];
    let output = rankine(&directory, &[&["run"], &words[..], &traces, &["--stats", "s.json", &program, "2"]].concat());
    assert!(output.code == 0 && output.stdout == "ok\n" && !output.stderr.contains("warning"), "{output:?}");
    let statistics = member(&directory, "s.json");
    assert_eq!(statistics["ranks"][2]["exit_status"], Value::Null);
    assert_eq!(statistics["network"]["counters"]["engine iterations"], 6);
    let (mixed, ring) = ("tmd-9:7uB_FPU_2PPC", source("apps/ring.c"));
    let words =
        ["run", "-n", "9", "--platform", mixed, "--mpi", "--phases", "--check", "--profile=q", "--report", "q.html"];
    let traces = ["--trace", "commit=%r.log", "--trace", "perfetto=q.pftrace"];
    let watched = rankine(&directory, &[&words[..], &traces, &[&ring, "--rounds", "1"]].concat());
    assert_eq!(watched.code, 0, "{watched:?}");
    let log = |rank: u32| std::fs::read_to_string(directory.join(format!("{rank}.log"))).expect("a log");
    assert!(log(0).lines().count() > 1000 && log(8).lines().count() > 1000);
    // The summary shows the same cycles with and without observers.
    let plain = rankine(&directory, &["run", "-n", "9", "--platform", mixed, &ring, "--rounds", "1"]);
    let summary = |output: &Output| output.stderr.lines().find(|line| line.contains(" cycles (")).map(str::to_owned);
    assert!(summary(&plain).is_some() && summary(&plain) == summary(&watched), "{plain:?} {watched:?}");
}

/// Tests that engines are ranks. Rows: options of the run, arguments, exit code, standard output,
/// and parts of standard error.
#[test]
fn engines_are_ranks() {
    let directory = scratch("tmd-engines");
    type Row<'a> = (&'a [&'a str], &'a [&'a str], i32, &'a str, &'a [&'a str]);
    let rows: &[Row<'_>] = &[
        (&["-n", "2"], &["1"], 0, "ok\n", &["2 ranks on tmd-9:1uB_FPU_8HW"]),
        (&["-n", "9"], &["8"], 0, "ok\n", &["9 ranks on tmd-9:1uB_FPU_8HW"]),
        (&["-n", "9", "--no-elision"], &["8"], 0, "ok\n", &[]),
        (&["-n", "9", "--threads", "1"], &["4"], 0, "ok\n", &[]),
        (
            &["-n", "3"],
            &["2", "hang"],
            86,
            "",
            &[
                "rank 0 waits for the device at 0x3000000 in get",
                "called from main",
                "ranks 1-2: each is an engine",
                "engine of node 1 waits for",
                "engine of node 2 waits for 28 of 28 words of its rows",
            ],
        ),
        (&["-n", "2", "--max-cycles", "500"], &["1"], 124, "", &["rank 1 is an engine"]),
    ];
    check_rows(rows, |(options, arguments, code, stdout, stderr)| {
        let program = source("tests/devices/engines.c");
        let words = [&["run", "--platform", "tmd-9:1uB_FPU_8HW"], *options, &[&program], *arguments].concat();
        let output = rankine(&directory, &words);
        let missing = missing(&output.stderr, stderr);
        match output.code == *code && output.stdout == *stdout && missing.is_empty() {
            true => Ok(()),
            false => Err(format!("{words:?}: no {missing:?} in {output:?}")),
        }
    });
}

/// Rows for ranks of the library among engines: platform, ranks, program and arguments, exit code,
/// and a part of the output.
type PeerRow = (&'static str, &'static str, &'static str, &'static [&'static str], i32, &'static str);

const PEERS: &[PeerRow] = &[
    ("tmd-9:1uB_FPU_8HW", "9", "tests/tmd/peers.c", &["sweep", "1", "8"], 0, "ok"),
    ("tmd-9:4uB_FPU_2PPC_3HW", "9", "tests/tmd/peers.c", &["sweep", "4", "6"], 0, "ok"),
    ("tmd-9:4uB_FPU_2PPC_3HW", "9", "tests/tmd/peers.c", &["group", "4", "6"], 0, "ok"),
    ("tmd-9:1uB_FPU_8HW", "3", "tests/tmd/peers.c", &["barrier", "1", "2"], 5, "communicator with an engine in it"),
    ("tmd-9:1uB_FPU_8HW", "3", "tests/tmd/peers.c", &["dup", "1", "2"], 86, "engine of node 1 waits"),
    ("tmd-9:1uB_FPU_8HW", "2", "tests/tmd/peers.c", &["short", "1", "1"], 15, "message is longer than its receive"),
    ("tmd-9:1uB_FPU_8HW", "9", "apps/tmdjacobi.c", JACOBI, 0, ": OK"),
    ("tmd-9:4uB_FPU_2PPC_3HW", "7", "apps/tmdjacobi.c", JACOBI, 0, ": OK"),
];

const JACOBI: &[&str] = &["--rows", "18", "--columns", "9", "--sweeps", "6", "--check"];

#[test]
fn engines_as_peers_of_the_library() {
    let directory = scratch("tmd-peers");
    check_rows(PEERS, |(platform, ranks, program, arguments, code, expected)| {
        let program = source(program);
        let words = [&["run", "-q", "-n", ranks, "--platform", platform, &program], *arguments].concat();
        let output = rankine(&directory, &words);
        match output.code == *code && format!("{}{}", output.stdout, output.stderr).contains(expected) {
            true => Ok(()),
            false => Err(format!("{words:?}: {output:?}")),
        }
    });
}

/// GDB shows processors as threads with the registers of their kind, and stops at a breakpoint on nodes of both kinds.
#[test]
fn debuggers_of_mixed_machines() {
    let directory = scratch("tmd-gdb");
    let output =
        rankine(&directory, &["cc", "-g", "--platform", "tmd-simple", "-o", "ring.elf", &source("apps/ring.c")]);
    assert_eq!(output.code, 0, "{output:?}");
    let rankine = rankine_tests::built("rankine").display().to_string();
    let gdb = "gdb-multiarch -q -batch -nx -ex 'set pagination off' -ex \"target remote :$port\"";
    let script = format!(
        "{rankine} run -q -n 9 --platform tmd-9:7uB_FPU_2PPC --gdb-wait ring.elf 2> told & \
         until port=$(sed -n \"s/.*remote :\\([0-9]*\\)'.*/\\1/p\" told) && [ \"$port\" ]; do sleep 0.05; done; \
         {gdb} -ex 'info threads' -ex 'break main' -ex continue -ex 'thread 9' -ex 'print $pc' -ex 'print $a0' \
         -ex delete -ex continue ring.elf 2>&1; wait $!"
    );
    let output = run(Command::new("sh").current_dir(&directory).args(["-c", &script]), "");
    let expected = ["rank 8", "hit Breakpoint 1", "$1 = "];
    assert!(output.code == 0 && missing(&output.stdout, &expected).is_empty(), "{output:?}");
}
