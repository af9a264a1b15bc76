//! Tests of programs without symbols or without debug information: every kind of observation ends
//! well and shows addresses.

use super::{logs, perfetto};
use rankine_tests::{Output, check_rows, rankine, run, scratch};
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"// A round of messages; ends with 7.
#include <mpi.h>
#include <stdio.h>
__attribute__((noinline)) static double work(double x)
{
    for (int i = 0; i < 100; i++)
        x = x * 1.0000001 + i;
    return x;
}
int main(int argc, char **argv)
{
    int rank, size;
    double mine, theirs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = work(rank);
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 5, &theirs, 1, MPI_DOUBLE, (rank + size - 1) % size, 5,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%g\n", theirs);
    MPI_Finalize();
    return 7;
}
"#;

/// A program, and words about it in each output.
struct Row {
    name: &'static str,
    warnings: &'static [&'static str],
    /// The place of a call in the timeline; none if no call is seen.
    call: Option<&'static str>,
    /// The name of a function in profiles, and parts of the annotated listing.
    function: &'static str,
    listing: &'static [&'static str],
}

const ROWS: &[Row] = &[
    Row {
        name: "whole",
        warnings: &[],
        call: Some("main at bare.c:18"),
        function: "work",
        listing: &["work  (bare.c)"],
    },
    Row {
        name: "no-lines",
        warnings: &[],
        call: Some("main+0x"),
        function: "work",
        listing: &["0x10", "No line information (compile with -g): assembly only."],
    },
    Row {
        name: "no-debug",
        warnings: &[],
        call: Some("main+0x"),
        function: "work",
        listing: &["0x10", "No line information (compile with -g): assembly only."],
    },
    Row {
        name: "stripped",
        warnings: &["has no symbols: Rankine sees no MPI calls, and shows addresses in place of functions"],
        call: None,
        function: "0x10",
        listing: &["???", "0x10", "No line information (compile with -g): assembly only."],
    },
];

fn make(directory: &Path) {
    std::fs::write(directory.join("bare.c"), PROGRAM).expect("scratch is writable");
    let good = |output: Output| assert_eq!(output.code, 0, "{}", output.stderr);
    good(rankine(directory, &["cc", "-O2", "-o", "whole", "bare.c"]));
    good(rankine(directory, &["cc", "-O2", "-g0", "-o", "no-lines", "bare.c"]));
    for (option, name) in [("-g", "no-debug"), ("-s", "stripped")] {
        let mut strip = Command::new("riscv64-unknown-elf-strip");
        good(run(strip.current_dir(directory).args([option, "-o", name, "whole"]), ""));
    }
}

#[test]
fn without_names() {
    let directory = scratch("traces-bare");
    make(&directory);
    check_rows(ROWS, |row| check(&directory, row).map_err(|e| format!("{}: {e}", row.name)));
}

/// Options for all kinds of observation. The program's name begins the names of the files.
fn options(name: &str) -> Vec<String> {
    let mut words = vec!["-n".to_string(), "2".into(), "--mpi".into(), format!("--profile={name}-profile")];
    for (option, end) in [("--stats", "stats.json"), ("--report", "report.html")] {
        words.extend([option.to_string(), format!("{name}-{end}")]);
    }
    for (format, end) in [
        ("commit", "%r.commit,from=2000,to=9000"),
        ("spike", "%r.spike"),
        ("kanata", "%r.kanata"),
        ("perfetto", "pftrace"),
        ("chrome", "json"),
        ("paraver", "prv"),
        ("simgrid", "ti"),
    ] {
        words.extend(["--trace".to_string(), format!("{format}={name}-{end}")]);
    }
    words
}

fn check(directory: &Path, row: &Row) -> Result<(), String> {
    let file = |name: &str| format!("{}-{name}", row.name);
    let options = options(row.name);
    let words = ["run"].into_iter().chain(options.iter().map(String::as_str)).chain([row.name]);
    let output = rankine(directory, &words.collect::<Vec<_>>());
    let warnings: Vec<&str> =
        output.stderr.lines().filter_map(|line| line.strip_prefix("rankine: warning: ")).collect();
    let are_known = warnings.iter().zip(row.warnings).all(|(told, expected)| told.contains(expected));
    if output.code != 7 || !are_known || warnings.len() != row.warnings.len() || output.stdout.lines().count() != 1 {
        return Err(format!("{output:?}"));
    }
    let read = |name: &str| super::runs::read(directory, &file(name));
    let timeline = std::fs::read(directory.join(file("pftrace"))).map_err(|e| e.to_string())?;
    let shown = perfetto::read(&timeline)?;
    let sites: Vec<&String> = shown.slices.iter().filter_map(|slice| slice.notes.get("call site")).collect();
    let is_named = |site: &&&String| row.call.is_some_and(|call| site.contains(call));
    if sites.iter().any(|site| is_named(&site)) != row.call.is_some() || sites.is_empty() != row.call.is_none() {
        return Err(format!("{:?} is not in {sites:?}", row.call));
    }
    for (name, found) in [
        ("report.html", row.call.and_then(|call| call.split(' ').next_back())),
        ("profile/folded.txt", Some(row.function)),
        ("ti_files/1", Some("1 init")),
    ] {
        if !found.is_none_or(|text| read(name).contains(text)) {
            return Err(format!("no {found:?} in {name}"));
        }
    }
    if logs::spike(&read("0.spike")).len() != logs::kanata(&read("0.kanata")).len() || read("0.commit").is_empty() {
        return Err("the logs of instructions differ".into());
    }
    let words: &[&str] = if row.call.is_some() { &["work"] } else { &[] };
    let listing = rankine(directory, &[&["annotate", "-i", &file("profile")], words].concat());
    match listing.code == 0 && row.listing.iter().all(|text| listing.stdout.contains(text)) {
        true => Ok(()),
        false => Err(format!("{:?} are not in {listing:?}", row.listing)),
    }
}
