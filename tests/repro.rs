//! Tests of the measurements of published machines: the programs that `rankine repro` runs keep
//! their bounds. The whole table takes a minute, and is not part of `make test`.

use rankine_tests::{check_rows, is_long, rankine, root, scratch};

/// Rows: options of the ping-pong of Katsamani 2010, and its sizes with the most cycles that each may take.
const PINGPONG: &[(&str, &[(u32, f64)])] = &[
    // The library supports tags, wildcards and communicators and checks arguments. It is not slower
    // than the thesis' library without these.
    ("-n2000 0", &[(0, 217.0)]),
    ("-n400 4 16 48", &[(4, 501.0), (16, 644.0), (48, 737.0)]),
    ("-n50 -s 48", &[(48, 716.0)]),
];

#[test]
fn pingpong_on_sarc() {
    let (directory, source) = (scratch("repro"), root().join("apps/repro/sarc/pingpong.c"));
    check_rows(PINGPONG, |(options, most)| {
        let source = source.to_string_lossy();
        let mut words = vec!["run", "-q", "-n", "4", "--platform", "sarc", &source];
        words.extend(options.split(' '));
        let output = rankine(&directory, &words);
        let lines: Vec<(u32, f64)> = output
            .stdout
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(size, cycles)| Some((size.parse().ok()?, cycles.parse().ok()?)))
            .collect();
        let holds = lines.len() == most.len()
            && lines.iter().zip(*most).all(|((size, cycles), (of, most))| size == of && cycles <= most);
        if output.code == 0 && holds { Ok(()) } else { Err(format!("{options}: {output:?}")) }
    });
}

/// Rows for TMD-MPIbench with the library restricted as in Saldaña 2006: the beginning of a line,
/// and the least and the most cycles that it may show.
const BENCH: &[(&str, f64, f64)] = &[
    ("       0 ", 0.0, 600.0),
    // The bounds are around our result, not around the printed one (17488): row T4 of
    // docs/reproduction/tmd.md is outside its criterion.
    ("    1000 ", 0.9 * 14378.0, 1.1 * 14378.0),
    ("# barrier of 3 ranks", 0.0, 2428.0),
    ("# a call of MPI_Wtime", 1600.0, 8000.0),
];

#[test]
fn tmdbench_on_one_board() {
    let (directory, source) = (scratch("repro-tmd"), root().join("apps/tmdbench.c").display().to_string());
    let words = ["run", "-q", "-n", "3", "--platform", "tmd-simple", "--library", "MPI_SUBSET=1", &source];
    let options = ["--mhz", "40", "--sizes", "0,1000", "clock", "latency", "barrier"];
    let output = rankine(&directory, &[&words[..], &options].concat());
    check_rows(BENCH, |(beginning, least, most)| {
        let line = output.stdout.lines().find(|line| line.starts_with(beginning)).unwrap_or_default();
        let mut numbers = line.split_whitespace().rev().filter_map(|word| word.parse::<f64>().ok());
        match numbers.next().is_some_and(|cycles| (*least..=*most).contains(&cycles)) {
            true => Ok(()),
            false => Err(format!("{beginning}: not {least} to {most} cycles: {output:?}")),
        }
    });
}

/// Rows for machines and programs of Saldaña 2006: platform, ranks, options of the run, program
/// with its arguments, exit code, and a part of the output.
type TmdRow = (&'static str, &'static str, &'static [&'static str], &'static str, i32, &'static str);

const TMD_MPI: &[&str] = &["--library", "MPI_SUBSET=1"];
const SMALL: &[&str] = &["--set", "memory.bytes=0x10000", "--set", "memory.stack_bytes=0x1000"];
const SMALL_TMD_MPI: &[&str] =
    &["--library", "MPI_SUBSET=1", "--set", "memory.bytes=0x10000", "--set", "memory.stack_bytes=0x1000"];

const TMD: &[TmdRow] = &[
    // The columns of appendix C: words, whole microseconds, bytes per second.
    (
        "tmd-simple",
        "3",
        TMD_MPI,
        "tmdbench.c --as-printed --mhz 40 --samples 2 --sizes 0,1 latency",
        0,
        "   words         us          B/s\n       0          8            0\n       1          9 ",
    ),
    ("tmd-simple", "3", TMD_MPI, "tmdbench.c --as-printed --mhz 40 --samples 2 clock", 0, " us\ntmdbench: OK"),
    // As many nodes as an FPGA holds, and a master without rows.
    ("tmd-13", "13", TMD_MPI, "tmdjacobi.c --master --no-times --rows 24 --columns 8 --eps 0.2 --check", 0, ": OK"),
    ("tmd-9:1uB_FPU_8HW", "9", TMD_MPI, "tmdjacobi.c --master --no-times --rows 18 --columns 9 --check", 0, ": OK"),
    ("tmd-simple", "1", TMD_MPI, "tmdjacobi.c --master --rows 18", 2, "rank 0 has no rows: use more ranks"),
    ("tmd-13", "14", TMD_MPI, "tmdjacobi.c --rows 24", 125, "13"),
    // The 64 KB of a MicroBlaze hold a program with TMD-MPI, but not with the full library.
    ("tmd-simple", "3", SMALL_TMD_MPI, "../tests/subset/small.c", 0, "ok\n"),
    ("tmd-simple", "3", SMALL, "../tests/subset/small.c", 125, "larger than a node's memory"),
];

#[test]
fn programs_of_the_tmd() {
    let directory = scratch("repro-tmd-programs");
    check_rows(TMD, |(platform, ranks, options, program, code, expected)| {
        let program = root().join("apps").join(program).display().to_string();
        let words: Vec<&str> = ["run", "-q", "-n", ranks, "--platform", platform]
            .into_iter()
            .chain(options.iter().copied())
            .chain(program.split(' '))
            .collect();
        let output = rankine(&directory, &words);
        match output.code == *code && format!("{}{}", output.stdout, output.stderr).contains(expected) {
            true => Ok(()),
            false => Err(format!("{words:?}: {output:?}")),
        }
    });
}

/// Rows for queues on the network interface of Underwood 2005: entries of a unit, the queue, two
/// lengths of it, and the least and the most ns that each entry between them may cost.
const QUEUES: &[(&str, &str, [u32; 2], f64, f64)] = &[
    ("none", "--preposted --fractions 100", [50, 250], 12.0, 19.0),
    ("none", "--preposted --fractions 100", [500, 600], 51.2, 76.8),
    // The time does not include rank 1's work for the barrier before.
    ("none", "--preposted --fractions 0", [200, 400], -1.0, 1.0),
    ("128", "--preposted --fractions 100", [20, 120], -0.5, 0.5),
    ("128", "--preposted --fractions 100", [175, 250], 12.0, 21.0),
    ("256", "--preposted --fractions 100", [50, 250], -0.5, 0.5),
    ("none", "--unexpected", [50, 250], 4.0, 12.0),
    ("256", "--unexpected", [50, 250], -0.5, 0.5),
];

#[test]
fn queues_on_a_matching_interface() {
    let (directory, source) = (scratch("repro-alpu"), root().join("apps/queues.c").display().to_string());
    check_rows(QUEUES, |(units, queue, lengths, least, most)| {
        let units = format!("nic.alpu={units}");
        let words =
            ["run", "-q", "-n", "2", "--platform", "nic", "--set", &units, "--set", "alpu.match_cycles=7", &source];
        let arguments = format!("{queue} --lengths {},{} --sizes 0 --repeats 12 --csv", lengths[0], lengths[1]);
        let output = rankine(&directory, &words.into_iter().chain(arguments.split(' ')).collect::<Vec<_>>());
        let times = output.stdout.lines().skip(1).filter_map(|line| line.rsplit(',').next()?.parse::<f64>().ok());
        let [short, long] = times.collect::<Vec<_>>()[..] else {
            return Err(format!("{units} {arguments}: {output:?}"));
        };
        let each = (long - short) / f64::from(lengths[1] - lengths[0]);
        if (*least..=*most).contains(&each) {
            Ok(())
        } else {
            Err(format!("{units} {arguments}: {each} ns: {output:?}"))
        }
    });
}

/// Rows of each machine that are measured while choices are undone; in long runs all rows are. Such
/// a choice was made with knowledge of a row.
const CHOICES: &[(&str, &str)] = &[("sarc", "K1"), ("gas", "G5,G6,G7"), ("alpu", "A15"), ("tmd", "T14,T15")];

/// Undoing a choice moves only the rows that the choice lists.
#[test]
fn choices_list_the_rows_that_move() {
    let directory = scratch("repro-choices");
    check_rows(CHOICES, |(machine, rows)| {
        let rows = if is_long() { &[][..] } else { &["--rows", rows] };
        let output = rankine(&directory, &[&["repro", machine, "--choices"], rows].concat());
        if output.code == 0 { Ok(()) } else { Err(format!("{}{}", output.stdout, output.stderr)) }
    });
}

/// Rows of each machine that are measured again and must stand in the machine's page; in long runs all rows are.
const PAGES: &[(&str, &str)] = &[("sarc", "K1,K2"), ("gas", "G5,G6,G7"), ("alpu", "A15"), ("tmd", "T14,T15")];

/// The tables in docs/reproduction are up to date.
#[test]
fn pages_have_the_rows() {
    let directory = scratch("repro-pages");
    check_rows(PAGES, |(machine, rows)| {
        let rows = if is_long() { &[][..] } else { &["--rows", rows] };
        let output = rankine(&directory, &[&["repro", machine, "--markdown", "rows.md"], rows].concat());
        let read = |path: &std::path::Path| std::fs::read_to_string(path).map_err(|error| error.to_string());
        let table = read(&directory.join("rows.md"))?;
        let page = read(&root().join(format!("docs/reproduction/{machine}.md")))?;
        // The number of rows within their criteria, by class.
        let score = output.stdout.lines().find(|line| is_long() && line.contains("rows within their criteria"));
        let missing: Vec<&str> =
            table.lines().chain(score).filter(|line| !page.lines().any(|of_page| of_page == *line)).collect();
        match output.code == 0 && table.lines().count() > 2 && missing.is_empty() {
            true => Ok(()),
            false => Err(format!("{machine}: not in the page: {missing:#?}\n{output:?}")),
        }
    });
}

/// Each page begins with the number of rows within their criteria by class, and with the results
/// that are not understood.
#[test]
fn pages_open_with_classes() {
    check_rows(PAGES, |(machine, _)| {
        let page = std::fs::read_to_string(root().join(format!("docs/reproduction/{machine}.md")));
        let page = page.map_err(|error| error.to_string())?;
        let opening = page.split("\n## ").next().unwrap_or_default();
        let count = |class: &str, verdict: &str| {
            page.lines().filter(|line| line.ends_with(&format!(" | {verdict} | {class} |"))).count()
        };
        let classes = ["predicted", "fitted", "constructed"];
        let line = |class| format!("| {class} | {} | {} |\n", count(class, "within"), count(class, "outside"));
        let table = format!("| class | within | outside |\n|---|---|---|\n{}", classes.map(line).concat());
        match opening.contains(&table) && opening.contains("not understood") {
            true => Ok(()),
            false => Err(format!("{machine}: the page does not open with what is not understood and\n{table}")),
        }
    });
}

/// Rows: words after `rankine repro`, exit code, and a part of the output.
const WORDS: &[(&[&str], i32, &str)] = &[
    (&["gas", "--sensitivity", "--keys", "gascore.am_rx", "--rows", "G5"], 0, "gascore.am_rx_interval=6: G5 +"),
    (&["gas", "--sensitivity", "--keys", "ni."], 125, "no numeric key that can be changed begins with ni."),
    (&["gas", "--keys", "gascore."], 125, "--sensitivity|--choices"),
    (&["gas", "--sensitivity", "--rows", "G11"], 125, "there is no row `G11`"),
    (&["gas", "--sensitivity", "--curves", "c.csv"], 125, "cannot be used with"),
    (&["sarc", "--sensitivity", "--choices"], 125, "cannot be used with"),
    (&["gas", "--choices", "--keys", "ni."], 125, "no choice changes a key that begins with ni."),
    (&["sarc", "--choices", "--csv", "c.csv"], 125, "cannot be used with"),
    (
        &["sarc", "--rows", "K1", "--set", "memory.bytes=0x10000"],
        125,
        "rankine: repro sarc: a program does not compile",
    ),
    (&["tmd", "--rows", "T1", "--set", "fsl.depth=0"], 125, "rankine: repro tmd: fsl.depth = 0"),
    (&["alpu", "--rows", "A1", "--set", "nic.alpu=7"], 125, "rankine: repro alpu: nic.alpu = 7"),
    (&["gas", "--set", "hart.clock_hz=abc"], 125, "expected u64"),
    (&["gas", "--figures", "/etc/passwd"], 125, "cannot make the directory /etc/passwd"),
    // Keys of the NIC processor.
    (
        &["alpu", "--sensitivity", "--keys", "nic.timing.issue", "--rows", "A15"],
        0,
        "moves nothing: nic.timing.issue_width=1 nic.timing.issue_width=3",
    ),
    (&["alpu", "--sensitivity", "--csv", "/no/such/directory/c.csv", "--rows", "A15"], 125, "cannot write"),
];

#[test]
fn sensitivities_and_bad_words() {
    let directory = scratch("repro-words");
    check_rows(WORDS, |(words, code, expected)| {
        let output = rankine(&directory, &[&["repro"], *words].concat());
        match output.code == *code && format!("{}{}", output.stdout, output.stderr).contains(expected) {
            true => Ok(()),
            false => Err(format!("{words:?}: {output:?}")),
        }
    });
}
