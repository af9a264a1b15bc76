//! Tests of `--check`. The head of each program with mistakes names the mistakes to be reported;
//! for other programs, nothing is reported. The reports depend neither on the number of host
//! threads nor on `--no-elision`. Checking costs no simulated cycle.

use rankine_tests::lists::{APP_ROWS, BadRow, MpiRow, gasnet_rows, headed_rows, mpi_sample};
use rankine_tests::{Output, check_rows, rankine, root, scratch};
use serde_json::Value;
use std::path::Path;

/// Programs of `tests/mpi` that make mistakes on purpose, to see the library's answer, or send one
/// type as another on purpose.
const ON_PURPOSE: &[&str] = &[
    "coll/gather_scatter",
    "coll/vectors",
    "errors/completion",
    "icoll/truncated",
    "p2p/alignments",
    "p2p/truncation",
    "p2p/truncation_derived",
    "request/cancel_send",
    "request/errors_in_status",
];

/// Platforms for the program that cancels sends, some of them before the message has left.
const CANCELLING: &[&str] =
    &["manycore", "sarc", "gas-c", "tmd-9", "nic", "nic --set nic.firmware=hash", "nic --set nic.alpu=128"];

/// Programs for GASNet with a mistake on purpose: one waits in MPI while it has a lock, to see that
/// no handler runs (docs/check.md, `lock held`).
const GASNET_ON_PURPOSE: &[&str] = &["gasnet/locks"];

/// Programs of `apps/` on platform `nic`, where the NIC processor matches messages, with units and without.
const NIC_ROWS: &[&str] = &[
    "-n 7 apps/ring.c",
    "-n 4 --set nic.alpu=128 apps/masterworker.c",
    "-n 2 apps/pingpong.c --max 65536",
    "-n 4 --set nic.alpu=128 apps/patterns.c manytoone --messages 20 --bytes 3000 --no-times",
    "-n 5 --set nic.firmware=hash apps/patterns.c alltoall --depth 9 --bytes 40 --no-times",
];

/// Runs a row's program with additional options. Returns the output and the statistics.
fn run(directory: &Path, name: &str, row: &BadRow, more: &[&str]) -> (Output, Value) {
    let file = row.file.to_string_lossy();
    let stats = directory.join(format!("{name}.json"));
    let stats_name = stats.to_string_lossy();
    let mut words = vec!["run", "-q", "--stats", &stats_name];
    words.extend(more);
    words.extend(row.options.iter().map(String::as_str));
    words.push(&file);
    words.extend(row.arguments.iter().map(String::as_str));
    let output = rankine(directory, &words);
    let text = std::fs::read_to_string(&stats).unwrap_or_default();
    (output, serde_json::from_str(&text).unwrap_or_default())
}

/// A name for the files of a row.
fn name_of(row: &BadRow) -> String {
    let stem = row.file.file_stem().unwrap_or_default().to_string_lossy();
    [stem.as_ref(), &row.arguments.join("-"), &row.options.join("")].join("-").replace('/', "-")
}

/// Checks that exactly the expected mistakes of a row are reported.
fn is_told(directory: &Path, row: &BadRow, more: &[&str]) -> Result<(), String> {
    let (output, stats) = run(directory, &name_of(row), row, &[&["--check"], more].concat());
    let found: Vec<&str> =
        stats["check"].as_array().into_iter().flatten().filter_map(|one| one["kind"].as_str()).collect();
    let text = output.stderr.to_lowercase();
    let missing: Vec<&String> = row.stderr.iter().filter(|words| !text.contains(&words.to_lowercase())).collect();
    match output.code == row.code && found == row.mistakes && missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{}: exit {} instead of {}, found {found:?}, missing {missing:?}\n{}",
            name_of(row),
            output.code,
            row.code,
            output.stderr
        )),
    }
}

#[test]
fn mistakes_are_told() {
    let directory = scratch("check");
    check_rows(&headed_rows("tests/check"), |row| is_told(&directory, row, &[]));
}

/// Misuse of GASNet: the library ends the run, and the mistake is reported.
#[test]
fn misuse_of_gasnet_is_told() {
    let directory = scratch("check-gasnet");
    check_rows(&headed_rows("tests/gasnet/bad"), |row| is_told(&directory, row, &[]));
}

/// Platforms where the NIC processor matches messages report the same mistakes.
#[test]
fn mistakes_are_told_where_the_nic_matches() {
    let directory = scratch("check-nic");
    let mut rows = headed_rows("tests/check");
    rows.retain(|row| !row.options.iter().any(|option| option == "--platform"));
    check_rows(&rows, |row| is_told(&directory, row, &["--platform", "nic"]));
}

#[test]
fn the_same_is_told_however_the_run_is_made() {
    let directory = scratch("check-same");
    check_rows(&headed_rows("tests/check"), |row| {
        let name = name_of(row);
        let (_, first) = run(&directory, &name, row, &["--check", "--threads", "1"]);
        for way in [["--threads", "8"].as_slice(), &["--no-elision"]] {
            let (_, other) = run(&directory, &name, row, &[&["--check"], way].concat());
            if first["check"].is_null() || first["check"] != other["check"] {
                return Err(format!("{name} {way:?}: {} is not {}", first["check"], other["check"]));
            }
        }
        let (_, unwatched) = run(&directory, &name, row, &[]);
        match first["ranks"] == unwatched["ranks"] && unwatched["check"].is_null() {
            true => Ok(()),
            false => Err(format!("{name}: {} is not {}", first["ranks"], unwatched["ranks"])),
        }
    });
}

#[test]
fn nothing_is_told_of_programs_without_mistakes() {
    let directory = scratch("check-clean");
    let apps = APP_ROWS.iter().map(|(name, ranks, arguments, _)| {
        let words = format!("-n {ranks} apps/{name}.c {arguments}");
        (words, Vec::new())
    });
    let on_nic = NIC_ROWS.iter().map(|words| (words.to_string(), vec!["--platform".to_owned(), "nic".to_owned()]));
    let words = |row: MpiRow, from: &str| {
        (format!("-n {} --platform {} {from}{}.c", row.ranks, row.platform, row.program), row.options)
    };
    let is_on_purpose = |row: &MpiRow| ON_PURPOSE.contains(&row.program.as_str());
    let own = mpi_sample(4).into_iter().filter(|row| !is_on_purpose(row));
    let own = own.map(|row| words(row, "tests/mpi/"));
    let cancelling = CANCELLING
        .iter()
        .map(|platform| (format!("-n 2 --platform {platform} tests/mpi/request/cancel_unreceived.c"), Vec::new()));
    let gasnet = gasnet_rows().into_iter().filter(|row| !GASNET_ON_PURPOSE.contains(&row.program.as_str()));
    let gasnet = gasnet.map(|row| words(row, "tests/"));
    check_rows(
        &apps.chain(on_nic).chain(own).chain(cancelling).chain(gasnet).collect::<Vec<_>>(),
        |(words, options)| {
            let program =
                |word: &str| if word.ends_with(".c") { root().join(word).display().to_string() } else { word.into() };
            let words: Vec<String> = words.split_whitespace().map(program).collect();
            let all = ["run", "-q", "--check"].into_iter().chain(options.iter().chain(&words).map(String::as_str));
            let output = rankine(&directory, &all.collect::<Vec<_>>());
            match output.code == 0 && output.stderr.contains("check: no mistakes found") {
                true => Ok(()),
                false => Err(format!("{words:?}: exit {}: {}", output.code, output.stderr)),
            }
        },
    );
}
