//! Tests that the same inputs give the same bits. For every program in `apps/` and `tests/`,
//! output, cycles and all statistics are the same in each run. They do not depend on skipped rounds
//! of polling loops, on host threads, or on observers.
//!
//! With RANKINE_LONG (`make test-long`) programs also run with the sizes and numbers of ranks of
//! the other tests, and all programs run that end badly or call the C library; otherwise every
//! second one of these.

use rankine_tests::exact::{Shown, Start, TRACED, WAYS};
use rankine_tests::lists::{
    APP_ROWS, LIBC_ARGUMENTS, LIBC_INPUT, LIBC_OPTIONS, bad_rows, libc_status, mpi_rows, mpi_sample,
};
use rankine_tests::{c_files, check_rows, is_long, root, scratch};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Rows: source, ranks, arguments and exit code. The programs are small, because every round of
/// every polling loop is performed, too.
const ROWS: &[(&str, u32, &str, i32)] = &[
    ("apps/hello.c", 4, "-v", 0),
    ("apps/ring.c", 5, "--rounds 3 --words 700", 0),
    ("apps/pingpong.c", 2, "--iters 3 --max 8192", 0),
    ("apps/collectives.c", 3, "--iters 2 --bytes 40", 0),
    ("apps/heat2d.c", 4, "--nx 16 --ny 16 --iters 10", 0),
    ("apps/intsort.c", 4, "--keys 500", 0),
    ("apps/masterworker.c", 4, "--tasks 20", 0),
    ("apps/masterworker.c", 3, "--tasks 9 --who", 0),
    ("apps/pi.c", 3, "--samples 20000", 0),
    ("apps/matmul.c", 3, "--n 12", 0),
    ("apps/life.c", 3, "--width 20 --height 12 --gens 5", 0),
    ("apps/queues.c", 2, "--max 10", 0),
    ("apps/queues.c", 2, "--preposted --unexpected --lengths 5 --fractions 50 --repeats 5", 0),
    (
        "apps/queues.c",
        3,
        "--preposted --unexpected --lengths 5 --fractions 50 --sizes 64 --repeats 5 --differ source",
        0,
    ),
    ("apps/queues.c", 2, "--preposted --max 3", 2),
    ("apps/queues.c", 2, "--unexpected --lengths 30000 --sizes 3000", 2),
    ("apps/patterns.c", 4, "halo --fields 1 --rounds 1", 0),
    ("apps/patterns.c", 5, "alltoall --depth 3 --rounds 1", 0),
    ("apps/patterns.c", 5, "manytoone --messages 5 --rounds 1", 0),
    ("apps/patterns.c", 2, "halo --depth 3", 2),
    ("apps/tmdbench.c", 3, "--mhz 40 --samples 2 --barriers 2 --sizes 0,1,300", 0),
    ("apps/tmdbench.c", 3, "--samples 0", 2),
    ("apps/tmdjacobi.c", 3, "--rows 12 --columns 8 --eps 0.2 --check", 0),
    ("apps/tmdjacobi.c", 3, "--rows 2", 2),
    ("apps/bench/core.c", 1, "3", 0),
    ("apps/bench/heap.c", 1, "200", 0),
    ("apps/bench/jacobi.c", 2, "1", 0),
    ("apps/bench/memory.c", 1, "1", 0),
    ("apps/bench/records.c", 2, "1000", 0),
    ("apps/bench/sort.c", 1, "1", 0),
    ("apps/bench/waiting.c", 4, "recv 20", 0),
    ("apps/bench/waiting.c", 3, "uneven 10 6", 0),
    ("apps/labs/01-ranks/skeleton.c", 3, "10", 11),
    ("apps/labs/01-ranks/solution/solution.c", 3, "10", 0),
    ("apps/labs/02-deadlock/skeleton.c", 3, "receive-first", 86),
    ("apps/labs/02-deadlock/skeleton.c", 3, "send-first 100000", 86),
    // All ranks send before any receives; the messages are no longer than P2P_EAGER_LIMIT.
    ("apps/labs/02-deadlock/skeleton.c", 3, "send-first 4096", 0),
    ("apps/labs/02-deadlock/skeleton.c", 3, "odd-even 5000", 0),
    ("apps/labs/02-deadlock/skeleton.c", 3, "sendrecv 5000", 0),
    ("apps/labs/02-deadlock/skeleton.c", 2, "isend", 11),
    ("apps/labs/02-deadlock/skeleton.c", 2, "ssend", 12),
    ("apps/labs/02-deadlock/solution/solution.c", 3, "isend 5000", 0),
    ("apps/labs/02-deadlock/solution/solution.c", 3, "ssend 5000", 0),
    ("apps/labs/03-eager-rendezvous/skeleton.c", 2, "--late 3000 --max 8192", 0),
    ("apps/labs/03-eager-rendezvous/skeleton.c", 2, "--limit", 11),
    ("apps/labs/03-eager-rendezvous/solution/solution.c", 2, "--late 9000 --max 8192 --limit", 0),
    ("apps/labs/04-message-cycles/skeleton.c", 2, "--iters 2", 11),
    ("apps/labs/04-message-cycles/solution/solution.c", 2, "--iters 2", 0),
    ("apps/labs/05-halo/skeleton.c", 2, "blocking 2 600 2", 0),
    ("apps/labs/05-halo/skeleton.c", 2, "overlap", 11),
    ("apps/labs/05-halo/solution/solution.c", 3, "overlap 5 600 2", 0),
    ("apps/labs/06-allreduce/skeleton.c", 2, "library 5", 0),
    ("apps/labs/06-allreduce/skeleton.c", 2, "tree", 11),
    ("apps/labs/06-allreduce/skeleton.c", 2, "ring", 12),
    ("apps/labs/06-allreduce/skeleton.c", 2, "halving", 13),
    ("apps/labs/06-allreduce/solution/solution.c", 3, "tree 7 600", 0),
    ("apps/labs/06-allreduce/solution/solution.c", 3, "ring 2 600", 0),
    ("apps/labs/06-allreduce/solution/solution.c", 4, "halving 2 600", 0),
    ("apps/labs/07-matching/skeleton.c", 2, "0 5", 11),
    ("apps/labs/07-matching/solution/solution.c", 2, "--wildcard 0 5", 0),
    ("apps/labs/08-network/skeleton.c", 4, "distances", 11),
    ("apps/labs/08-network/skeleton.c", 4, "patterns 8", 12),
    ("apps/labs/08-network/skeleton.c", 4, "ring", 11),
    ("apps/labs/08-network/solution/solution.c", 4, "distances", 0),
    ("apps/labs/08-network/solution/solution.c", 4, "patterns 5000", 0),
    ("apps/labs/08-network/solution/solution.c", 4, "ring", 0),
    ("apps/labs/09-caches/skeleton.c", 1, "plain 40", 0),
    ("apps/labs/09-caches/skeleton.c", 1, "reordered 9", 11),
    ("apps/labs/09-caches/skeleton.c", 1, "blocked 9", 12),
    ("apps/labs/09-caches/solution/solution.c", 1, "reordered 40", 0),
    ("apps/labs/09-caches/solution/solution.c", 1, "blocked 43", 0),
    ("apps/labs/10-channel/skeleton.c", 2, "stream", 11),
    ("apps/labs/10-channel/solution/solution.c", 2, "stream 20 300", 0),
    ("apps/labs/10-channel/solution/solution.c", 2, "pingpong 5", 0),
    ("apps/labs/12-gasnet-halo/skeleton.c", 2, "put", 11),
    ("apps/labs/12-gasnet-halo/skeleton.c", 2, "message", 12),
    ("apps/labs/12-gasnet-halo/solution/solution.c", 3, "put 2 90 3", 0),
    ("apps/labs/12-gasnet-halo/solution/solution.c", 3, "message 2 90 3", 0),
    ("apps/labs/13-find-the-bug/skeleton.c", 4, "1", 0),
    ("apps/labs/13-find-the-bug/skeleton.c", 3, "3", 0),
    ("apps/labs/13-find-the-bug/solution/solution.c", 4, "2", 0),
    ("apps/labs/13-find-the-bug/solution/solution.c", 4, "5", 0),
    ("apps/labs/14-from-a-paper/skeleton.c", 1, "", 11),
    ("apps/labs/14-from-a-paper/solution/solution.c", 1, "8 0", 0),
    ("tests/anatomy/messages.c", 2, "waitall 5000", 0),
    ("tests/anatomy/messages.c", 2, "self 8", 0),
    ("tests/debug/stops.c", 3, "well", 0),
    ("tests/repeat/bulk.c", 2, "sent", 0),
    ("tests/repeat/bulk.c", 2, "received", 0),
    ("tests/repeat/bulk.c", 2, "reserve", 0),
    ("tests/repeat/bulk.c", 2, "sender", 0),
    ("tests/repeat/bulk.c", 2, "receiver", 0),
    ("tests/repeat/bulk.c", 2, "apart", 0),
    ("tests/repeat/relay.c", 3, "ahead", 0),
    ("tests/repeat/relay.c", 3, "behind", 0),
    ("tests/repeat/long.c", 4, "1 3", 0),
    ("tests/repeat/clock.c", 2, "", 0),
    ("tests/repeat/polls.c", 2, "well", 0),
    ("tests/repeat/polls.c", 5, "well", 0),
    ("tests/repeat/polls.c", 2, "abort", 3),
    ("tests/repeat/polls.c", 2, "exit", 4),
    ("tests/repeat/polls.c", 3, "fault", 139),
    ("tests/repeat/polls.c", 2, "fault", 139),
    ("tests/repeat/random.c", 3, "1 6", 0),
    ("tests/latency/column.c", 2, "4096", 0),
    ("tests/traces/made_code.c", 2, "", 0),
    ("tests/traces/many_messages.c", 4, "200", 0),
];

/// Rows as in [`ROWS`], on platform `sarc`.
const SARC_ROWS: &[(&str, u32, &str, i32)] = &[
    ("apps/repro/sarc/pingpong.c", 3, "-n3 0 48 100 -s 64 300", 0),
    ("apps/hello.c", 5, "-v", 0),
    ("apps/ring.c", 3, "--rounds 2 --words 100", 0),
    ("tests/repeat/clock.c", 2, "", 0),
    // Its cache lines displace each other in the small cache while it polls.
    ("apps/labs/02-deadlock/skeleton.c", 4, "receive-first", 86),
    ("tests/repeat/random.c", 3, "1 6", 0),
    ("tests/devices/ways.c", 1, "", 0),
    ("tests/devices/mistakes.c", 2, "", 0),
    ("tests/devices/transfers.c", 2, "", 0),
    ("tests/repeat/polls.c", 4, "well", 0),
    ("tests/repeat/polls.c", 3, "fault", 139),
    ("apps/heat2d.c", 4, "--nx 16 --ny 16 --iters 4", 0),
    ("apps/bench/waiting.c", 4, "recv 5", 0),
    ("apps/queues.c", 2, "--preposted --unexpected --lengths 5 --fractions 50 --sizes 64 --repeats 5", 0),
    ("apps/patterns.c", 3, "manytoone --messages 5 --rounds 1", 0),
    ("tests/port/stream.c", 1, "300 w", 0),
    ("tests/port/stream.c", 4, "300 rws-", 0),
];

/// Rows as in [`ROWS`], on platforms of the TMD family.
const TMD_ROWS: &[(&str, &str, u32, &str, i32)] = &[
    ("tmd-simple", "apps/hello.c", 3, "-v", 0),
    ("tmd-simple", "apps/pingpong.c", 2, "--iters 2 --max 4096", 0),
    ("tmd-simple", "tests/repeat/polls.c", 3, "fault", 139),
    ("tmd-simple", "apps/labs/02-deadlock/skeleton.c", 3, "receive-first", 86),
    ("tmd-3x3", "apps/ring.c", 5, "--rounds 2 --words 700", 0),
    ("tmd-3x3", "tests/repeat/random.c", 4, "1 6", 0),
    ("tmd-9", "apps/heat2d.c", 4, "--nx 16 --ny 16 --iters 4", 0),
    ("tmd-9", "tests/repeat/polls.c", 5, "well", 0),
    ("tmd-9", "apps/queues.c", 2, "--preposted --unexpected --lengths 5 --fractions 50 --sizes 64 --repeats 5", 0),
    ("tmd-9", "apps/patterns.c", 4, "halo --fields 1 --rounds 1", 0),
    ("tmd-proposed", "tests/repeat/random.c", 4, "1 6", 0),
    ("tmd-proposed", "apps/heat2d.c", 5, "--nx 16 --ny 16 --iters 4", 0),
    ("tmd-proposed", "apps/labs/02-deadlock/skeleton.c", 3, "receive-first", 86),
];

/// Rows as in [`ROWS`], on platforms of the TMD family with these settings.
const TMD_SETTINGS: &[(&str, &str, &str, u32, &str, i32)] = &[
    ("tmd-3x3", "tmd.network_hz=100000000", "tests/repeat/random.c", 4, "1 6", 0),
    ("tmd-9:7uB_FPU_2PPC", "tmd.network_hz=33000000", "apps/ring.c", 7, "--rounds 2 --words 700", 0),
    ("tmd-simple", "tmd.network_hz=7000000", "tests/repeat/polls.c", 3, "well", 0),
    ("tmd-simple", "tmd.network_hz=123456789", "apps/labs/02-deadlock/skeleton.c", 3, "receive-first", 86),
];

/// Rows as in [`ROWS`], on platform `gas-c`.
const GAS_ROWS: &[(&str, u32, &str, i32)] = &[
    ("apps/hello.c", 20, "-v", 0),
    ("apps/ring.c", 3, "--rounds 2 --words 700", 0),
    ("apps/heat2d.c", 4, "--nx 16 --ny 16 --iters 4", 0),
    ("apps/labs/02-deadlock/skeleton.c", 3, "receive-first", 86),
    ("tests/repeat/random.c", 4, "1 6", 0),
    ("tests/repeat/polls.c", 5, "well", 0),
    ("tests/repeat/polls.c", 3, "fault", 139),
    ("apps/repro/gas/harts.c", 6, "5", 0),
    ("apps/repro/gas/harts.c", 3, "5", 2),
];

/// Rows as in [`ROWS`], on platform `nic` with these settings.
const NIC_ROWS: &[(&str, &str, u32, &str, i32)] = &[
    ("nic.alpu=none", "apps/hello.c", 5, "-v", 0),
    ("nic.alpu=128", "apps/ring.c", 3, "--rounds 2 --words 700", 0),
    ("nic.alpu=32", "tests/repeat/random.c", 4, "1 6", 0),
    ("nic.firmware=hash", "tests/repeat/random.c", 4, "1 6", 0),
    ("nic.alpu=128", "apps/labs/02-deadlock/skeleton.c", 3, "receive-first", 86),
    ("nic.alpu=none", "apps/heat2d.c", 4, "--nx 16 --ny 16 --iters 4", 0),
    ("nic.alpu=128", "tests/repeat/polls.c", 5, "well", 0),
    ("nic.alpu=128", "tests/repeat/polls.c", 2, "abort", 3),
    ("nic.alpu=128", "tests/repeat/polls.c", 3, "fault", 139),
    ("nic.alpu=128", "apps/bench/waiting.c", 4, "recv 5", 0),
    (
        "nic.alpu=32",
        "apps/queues.c",
        2,
        "--preposted --unexpected --lengths 40 --fractions 50 --sizes 64 --repeats 5",
        0,
    ),
    ("nic.alpu=128", "apps/patterns.c", 8, "alltoall --depth 2 --rounds 1", 0),
];

/// The most ranks for programs of `tests/mpi` in `make test`. With more, performing every round of
/// every polling loop takes minutes.
const SHORT_RANKS: u32 = 16;

/// Options with which runs may differ, and why. Such runs only have to end with the right exit code.
const MAY_DIFFER: [(&str, &str); 1] = [("--timeout", "how far a run comes in a time of the host depends on the host")];

/// A source and how it is started. [`prepared`] fills in `program` and `directory`.
struct Row {
    source: PathBuf,
    code: i32,
    start: Start,
}

fn row(source: PathBuf, code: i32, options: Vec<String>, arguments: Vec<String>, input: &'static str) -> Row {
    Row { source, code, start: Start { program: PathBuf::new(), directory: PathBuf::new(), options, arguments, input } }
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

fn simple(source: &str, ranks: u32, arguments: &str, code: i32) -> Row {
    let arguments = arguments.split_whitespace().map(str::to_string).collect();
    row(root().join(source), code, strings(&["-n", &ranks.to_string()]), arguments, "")
}

/// All rows. If `long`, every program is among them.
fn rows(long: bool) -> Vec<Row> {
    let rows = ROWS.iter().map(|(source, ranks, arguments, code)| simple(source, *ranks, arguments, *code));
    let mut rows: Vec<Row> = rows.collect();
    for (platform, of_platform) in [("sarc", SARC_ROWS), ("gas-c", GAS_ROWS)] {
        for (source, ranks, arguments, code) in of_platform {
            let mut row = simple(source, *ranks, arguments, *code);
            row.start.options.extend(strings(&["--platform", platform]));
            rows.push(row);
        }
    }
    for (platform, source, ranks, arguments, code) in TMD_ROWS {
        let mut row = simple(source, *ranks, arguments, *code);
        row.start.options.extend(strings(&["--platform", platform]));
        rows.push(row);
    }
    let nic_rows = NIC_ROWS
        .iter()
        .map(|(setting, source, ranks, arguments, code)| ("nic", *setting, *source, *ranks, *arguments, *code));
    for (platform, setting, source, ranks, arguments, code) in nic_rows.chain(TMD_SETTINGS.iter().copied()) {
        let mut row = simple(source, ranks, arguments, code);
        row.start.options.extend(strings(&["--platform", platform, "--set", setting]));
        rows.push(row);
    }
    if long {
        rows.extend(APP_ROWS.iter().map(|(name, ranks, words, _)| simple(&format!("apps/{name}.c"), *ranks, words, 0)));
    }
    let mut mpi_rows = if long { mpi_rows() } else { mpi_sample(8) };
    // Programs are compiled beforehand, for the platform's own amount of memory.
    let has_own_memory = |option: &String| option.starts_with("memory.");
    mpi_rows.retain(|mpi| (long || mpi.ranks <= SHORT_RANKS) && !mpi.options.iter().any(has_own_memory));
    for mpi in mpi_rows {
        let options = [&strings(&["-n", &mpi.ranks.to_string(), "--platform", &mpi.platform]), &mpi.options[..]];
        rows.push(row(root().join(format!("tests/mpi/{}.c", mpi.program)), 0, options.concat(), Vec::new(), ""));
    }
    let step = if long { 1 } else { 2 };
    rows.extend(
        bad_rows().into_iter().step_by(step).map(|bad| row(bad.file, bad.code, bad.options, bad.arguments, "")),
    );
    let libc = c_files("tests/libc").into_iter().step_by(step);
    rows.extend(libc.map(|file| {
        row(file.clone(), libc_status(&file), strings(&LIBC_OPTIONS), strings(&LIBC_ARGUMENTS), LIBC_INPUT)
    }));
    rows
}

/// Takes the options for compiling out of a row: the platform, which stays an option of the run as
/// well, and the library's parameters, which do not.
fn take_build_options(row: &mut Row) -> Vec<String> {
    let (mut build, mut run) = (Vec::new(), Vec::new());
    let mut words = std::mem::take(&mut row.start.options).into_iter();
    while let Some(word) = words.next() {
        let (is_platform, is_library) = (word == "--platform", word == "--library");
        let option: Vec<String> =
            std::iter::once(word).chain(words.by_ref().take((is_platform || is_library).into())).collect();
        if is_platform || is_library {
            build.extend_from_slice(&option);
        }
        if !is_library {
            run.extend(option);
        }
    }
    row.start.options = run;
    if build.is_empty() { strings(&["--platform", "manycore"]) } else { build }
}

/// Compiles the program of each row, once for each platform and library.
fn prepared(name: &str, mut rows: Vec<Row>) -> Vec<Row> {
    let directory = scratch(name);
    let mut programs: BTreeMap<(PathBuf, Vec<String>), PathBuf> = BTreeMap::new();
    for (number, row) in rows.iter_mut().enumerate() {
        let options = take_build_options(row);
        let program = directory.join(format!("program-{}", programs.len()));
        row.start.program = programs.entry((row.source.clone(), options)).or_insert(program).clone();
        row.start.directory = directory.join(format!("run-{number}"));
    }
    let programs: Vec<_> = programs.into_iter().collect();
    check_rows(&programs, |((source, options), program)| Start::compile_with(source, options, program));
    rows
}

fn expect_code(row: &Row, shown: &Shown) -> Result<(), String> {
    match shown.code == row.code {
        true => Ok(()),
        false => Err(format!("{}: exit code {} instead of {}", row.start.describe(), shown.code, row.code)),
    }
}

#[test]
fn same_bits() {
    check_rows(&prepared("repeat", rows(is_long())), |row| {
        let start = &row.start;
        let may_differ = |option: &String| MAY_DIFFER.iter().any(|(name, _)| name == option);
        if start.options.iter().any(may_differ) {
            return expect_code(row, &start.shown(&WAYS[0])?);
        }
        let whole = start.always_same(&WAYS)?;
        expect_code(row, &whole)?;
        start.always_cut_same(&whole)
    });
}

/// Tracing every event changes nothing. The programs are short and have ends of every kind.
#[test]
fn same_bits_when_traced() {
    let short = ["apps/hello.c", "tests/repeat/polls.c", "tests/mpi/p2p/probe.c", "tests/bad/deadlock_ssend_ring.c"];
    let mut rows = rows(true);
    rows.retain(|row| short.iter().any(|short| row.source.ends_with(short)));
    check_rows(&prepared("traced", rows), |row| row.start.always_same(&[TRACED]).map(drop));
}

#[test]
fn every_program_has_a_row() {
    let have: BTreeSet<PathBuf> = rows(true).into_iter().map(|row| row.source).collect();
    let mut directories = vec![root().join("apps"), root().join("tests")];
    let mut missing = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).expect("a directory of the repository") {
            let path = entry.expect("readable directory").path();
            let elsewhere = [
                "tests/check",
                "tests/subset",
                "tests/tmd",
                "tests/processors",
                "tests/nic",
                "tests/gasnet",
                "tests/host",
                "tests/fortran",
                "tests/devices/engines.c",
                "tests/devices/adder.c",
                "tests/devices/gascore.c",
                "tests/devices/sequencers.c",
                "apps/repro/gas/collect.c",
                "apps/labs/11-firmware",
            ];
            if elsewhere.iter().any(|end| path.ends_with(end)) {
                // The tests of these names, `tmd`, `sequencers` and `labs` run these programs: in
                // several ways, with another library, against limits of the host, among engines or
                // sequencers, with further processors, as firmware, beside a device of the test, or
                // as a part of a program in Fortran.
            } else if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") && !have.contains(&path) {
                missing.push(path);
            }
        }
    }
    assert!(missing.is_empty(), "no row for {missing:?}");
}
