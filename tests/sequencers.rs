//! Programs of sequencers on the command line of `rankine run`: to which nodes they go, and what is said where they cannot.

use rankine_tests::{check_rows, rankine, root, scratch};

/// In the directory of `apps/pams`: what follows `run -q`, exit code, standard output, part of standard error. COLLECT is the program that
/// prints what is reported.
const RUNS: &[(&str, i32, &str, &str)] = &[
    // A short message takes 17 cycles, and 7 more for each FPGA on its way.
    ("--platform gas COLLECT 1 : short_send.pams : short_receive.pams", 0, "1 20018\n", ""),
    ("--platform gas short_send.pams : short_receive.pams : COLLECT 1", 0, "1 20018\n", ""),
    ("--platform gas --no-elision COLLECT 1 : ping.pams : pong.pams", 0, "0 20036\n", ""),
    ("--platform gas --threads 8 COLLECT 1 : write_send.pams : -n 3 write_receive.pams", 0, "1 20030\n", ""),
    // Who waits for a message that nobody sends.
    (
        "--platform gas COLLECT 1 : idle.pams : short_receive.pams",
        86,
        "",
        "message counter 0: 0 of 1 messages of handler 130",
    ),
    // Those that do nothing are told in one line.
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
    // A platform without sequencers, in any place of the command line.
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

#[test]
fn programs_find_their_nodes() {
    let directory = scratch("sequencers");
    for program in std::fs::read_dir(root().join("apps/pams")).expect("apps/pams") {
        let program = program.expect("readable").path();
        std::fs::copy(&program, directory.join(program.file_name().expect("a name"))).expect("scratch is writable");
    }
    let collect = root().join("apps/repro/gas/collect.c");
    std::fs::copy(collect, directory.join("collect.c")).expect("scratch is writable");
    std::fs::write(directory.join("idle.pams"), "WAIT code\n").expect("scratch is writable");
    std::fs::write(directory.join("wrong.pams"), "WAIT code\nWAITT code\n").expect("scratch is writable");
    check_rows(RUNS, |(words, code, out, err)| {
        let words: Vec<&str> =
            words.split(' ').map(|word| if word == "COLLECT" { "collect.c" } else { word }).collect();
        let output = rankine(&directory, &[&["run", "-q"], &words[..]].concat());
        let holds = output.code == *code && output.stdout == *out && output.stderr.contains(err);
        if holds { Ok(()) } else { Err(format!("{words:?}: {output:?}")) }
    });
}
