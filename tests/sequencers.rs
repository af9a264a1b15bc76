//! Tests of sequencer programs on the command line of `rankine run`: the nodes that they go to, and
//! the message when they fit none.

use rankine_tests::{check_rows, rankine, root, scratch};
use std::path::PathBuf;

/// Rows, run in a copy of `apps/pams`: words after `run -q`, exit code, standard output, and a part
/// of standard error. COLLECT is the program that prints what sequencers report.
const RUNS: &[(&str, i32, &str, &str)] = &[
    // A short message takes 17 cycles, and 7 more for each FPGA on its way.
    ("--platform gas COLLECT 1 : short_send.pams : short_receive.pams", 0, "1 20018\n", ""),
    ("--platform gas short_send.pams : short_receive.pams : COLLECT 1", 0, "1 20018\n", ""),
    ("--platform gas --no-elision COLLECT 1 : ping.pams : pong.pams", 0, "0 20036\n", ""),
    ("--platform gas --threads 8 COLLECT 1 : write_send.pams : -n 3 write_receive.pams", 0, "1 20030\n", ""),
    // The report of a deadlock names the sequencer's wait for a message that nobody sends.
    (
        "--platform gas COLLECT 1 : idle.pams : short_receive.pams",
        86,
        "",
        "message counter 0: 0 of 1 messages of handler 130",
    ),
    // One line names all idle sequencers.
    ("--platform gas COLLECT 1 : idle.pams : short_receive.pams", 86, "", "ranks 0, 2-15: each is idle"),
    (
        "--platform gas --trace spike=%r.log,rank=1 COLLECT 1 : short_send.pams",
        125,
        "",
        "rank 1 is a sequencer, whose instructions only format commit shows",
    ),
    (
        "--platform gas --trace commit=%r.log,rank=1,from=main COLLECT 1 : short_send.pams",
        125,
        "",
        "rank 1 is a sequencer, whose program has no symbols",
    ),
    (
        "--platform gas COLLECT 1 : -n 17 short_send.pams",
        125,
        "",
        "nodes without a hart of platform gas: there are 16, 1 too few",
    ),
    ("--platform gas COLLECT 1 : -n 4000000000 short_send.pams", 125, "", "-n 4000000000: platform gas has 17 nodes"),
    (
        "--platform gas -n 2 COLLECT 1 : short_send.pams",
        125,
        "",
        "nodes with a hart of platform gas: there are 1, 1 too few",
    ),
    ("--platform gas -n 0 COLLECT 1 : short_send.pams", 125, "", "zero ranks"),
    ("--platform gas short_send.pams", 125, "", "no program for a node with a hart"),
    ("--platform gas COLLECT 1 : short_send.pams argument", 125, "", "short_send.pams: takes no arguments"),
    ("--platform gas COLLECT 1 : missing.pams", 125, "", "missing.pams cannot be read"),
    (
        "--platform gas COLLECT 1 : wrong.pams",
        125,
        "",
        "wrong.pams:2:1: unknown mnemonic `WAITT` (did you mean `WAIT`?)",
    ),
    // On a platform without sequencers, their programs are refused in any place of the command line.
    (
        "--platform manycore short_send.pams",
        125,
        "",
        "short_send.pams: is a program for a sequencer, and platform manycore has none; give --platform gas\n",
    ),
    ("short_send.pams", 125, "", "is a program for a sequencer, and platform manycore has none"),
    (
        "--platform gas-c COLLECT 1 : short_send.pams",
        125,
        "",
        "is a program for a sequencer, and platform gas-c has none",
    ),
];

/// Makes a directory with the programs of `apps/pams`, a program that collects what they report, and bad programs.
fn programs(name: &str) -> PathBuf {
    let directory = scratch(name);
    for program in std::fs::read_dir(root().join("apps/pams")).expect("apps/pams") {
        let program = program.expect("readable").path();
        std::fs::copy(&program, directory.join(program.file_name().expect("a name"))).expect("scratch is writable");
    }
    let collect = root().join("apps/repro/gas/collect.c");
    std::fs::copy(collect, directory.join("collect.c")).expect("scratch is writable");
    std::fs::write(directory.join("idle.pams"), "WAIT code\n").expect("scratch is writable");
    std::fs::write(directory.join("wrong.pams"), "WAIT code\nWAITT code\n").expect("scratch is writable");
    directory
}

#[test]
fn programs_find_their_nodes() {
    let directory = programs("sequencers");
    check_rows(RUNS, |(words, code, out, err)| {
        let words: Vec<&str> =
            words.split(' ').map(|word| if word == "COLLECT" { "collect.c" } else { word }).collect();
        let output = rankine(&directory, &[&["run", "-q"], &words[..]].concat());
        let holds = output.code == *code && output.stdout == *out && output.stderr.contains(err);
        if holds { Ok(()) } else { Err(format!("{words:?}: {output:?}")) }
    });
}

/// Rows for a short message from rank 0 to rank 1 that rank 1 reports to the hart: options of the
/// run, exit code, a file, and lines that follow each other in it. Blanks are single.
type Written = (&'static str, i32, &'static str, &'static [&'static str]);
const WRITTEN: &[Written] = &[
    (
        "",
        0,
        "0.log",
        &[
            "# cycle instret rank pc place instruction cycles, writes",
            "0 0 0 0 pams TIMER_THR t0, 20000 2",
            "2 1 0 2 pams WAIT t0 19999",
            "20001 2 0 3 pams REQUEST (0x01000082, 1) end 3",
            "20004 3 0 6 pams WAIT code -",
        ],
    ),
    (
        "",
        0,
        "1.log",
        &[
            "0 0 1 0 pams MSG_THR m0, 130, 1 2",
            "2 1 1 2 pams WAIT m0 20017",
            "20019 2 1 3 pams REQUEST (0x0101008c, 16) 3",
            "20022 3 1 6 pams REQUEST arrival end 2",
            "20024 4 1 7 pams WAIT code -",
        ],
    ),
    // The WAIT for the message has not ended yet.
    ("--max-cycles 10000", 124, "1.log", &["0 0 1 0 pams MSG_THR m0, 130, 1 2", "2 1 1 2 pams WAIT m0 -"]),
    // A counter is armed only until its WAIT has ended. The completion word of the request stands in FSL 4.
    ("", 0, "state.txt", &["rank 0: pams", "at WAIT code at address 6 since cycle 20004", "address 7"]),
    ("", 0, "state.txt", &["rank 1: pams", "at WAIT code at address 7 since cycle 20024", "address 8"]),
    ("", 0, "state.txt", &["ArrivalTime 20018", "control outputs 0", "control inputs 0"]),
    (
        "--max-cycles 10000",
        124,
        "state.txt",
        &["message counter 0 0", "message counter 0, handler 130", "message counter 0, threshold 1"],
    ),
    ("--max-cycles 10000", 124, "state.txt", &["timer threshold 0 20000", "timer threshold 1 not set"]),
    ("", 0, "state.txt", &["FSL 3 0 of 16 words", "FSL 4 1 of 16 words", "tokens in use 0 of 16"]),
    ("", 0, "state.txt", &["rank 16: gascore", "FSL 1 0 of 16 words", "FSL 2 0 of 16 words"]),
];

#[test]
fn logs_and_registers() {
    let messages = ["collect.c", "1", ":", "short_send.pams", ":", "short_receive.pams"];
    let rows: Vec<_> = WRITTEN.iter().enumerate().collect();
    check_rows(&rows, |(number, (options, code, file, lines))| {
        let directory = programs(&format!("sequencers-written-{number}"));
        let options: Vec<&str> = options.split_whitespace().collect();
        let watching = ["run", "-q", "--platform", "gas", "--trace", "commit=%r.log", "--state", "state.txt"];
        let output = rankine(&directory, &[&watching[..], &options, &messages].concat());
        let text = std::fs::read_to_string(directory.join(file)).map_err(|e| format!("{file}: {e}"))?;
        let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let written: Vec<String> = text.lines().map(squeezed).collect();
        match output.code == *code && written.windows(lines.len()).any(|part| part == *lines) {
            true => Ok(()),
            false => Err(format!("{options:?} {file}: exit {}, not {lines:?} in\n{text}", output.code)),
        }
    });
}
