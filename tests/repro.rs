//! The measurements of published machines: what must hold of them, by the programs that `rankine repro` runs. The whole
//! table takes a minute, and is not a test.

use rankine_tests::{check_rows, rankine, root, scratch};

/// Options and sizes of the ping-pong of Katsamani 2010, and at most how many cycles each size may take.
const PINGPONG: &[(&str, &[(u32, f64)])] = &[
    // With tags, wildcards, communicators and checked arguments: not slower than the thesis' library without.
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

/// TMD-MPIbench with the library restricted as in Saldaña 2006: beginning of a line, and at least and at most how many cycles it tells.
const BENCH: &[(&str, f64, f64)] = &[
    ("       0 ", 0.0, 600.0),
    // What comes out, and not what is printed (17488): row T4 of docs/reproduction/tmd.md is outside.
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

/// Queues on the network interface of Underwood 2005: entries of a unit, the queue, two of its lengths, and how many ns each entry between
/// them costs at least and at most.
const QUEUES: &[(&str, &str, [u32; 2], f64, f64)] = &[
    ("none", "--preposted --fractions 100", [50, 250], 12.0, 19.0),
    ("none", "--preposted --fractions 100", [500, 600], 51.2, 76.8),
    // Not with what rank 1 has to do for the barrier before.
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

/// Rows of SARC that are looked at when each choice that was made knowing a row is undone: a sample, and in long runs all but those of
/// phases, K12 to K18: with RINGS_OVERLAP=1 calls do not go through all phases that these need.
const CHOICES: &[&str] = &["--rows K1"];
const CHOICES_IN_LONG_RUNS: &[&str] = &["--rows K1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K19,K20,K21"];

/// No row moves that a choice does not list.
#[test]
fn choices_list_the_rows_that_move() {
    let directory = scratch("repro-choices");
    let rows = if std::env::var_os("RANKINE_LONG").is_some() { CHOICES_IN_LONG_RUNS } else { CHOICES };
    check_rows(rows, |rows| {
        let words: Vec<&str> = ["repro", "sarc", "--choices"].into_iter().chain(rows.split(' ')).collect();
        let output = rankine(&directory, &words);
        if output.code == 0 { Ok(()) } else { Err(format!("{}{}", output.stdout, output.stderr)) }
    });
}
