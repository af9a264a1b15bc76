//! Tests of profiles: the programs for which they are written read them, and `rankine annotate` shows them.

use super::runs::{Ran, compiled, ran, run_in};
use rankine_tests::exact::Start;
use rankine_tests::{Output, check_rows, rankine, root, run, scratch};
use std::process::Command;

/// Source, options and arguments.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("apps/ring.c", "-n 3", "--rounds 2 --words 40"),
    ("apps/heat2d.c", "-n 4", "--nx 16 --ny 16 --iters 10"),
    ("apps/intsort.c", "-n 2 --untimed", "--keys 500"),
    ("tests/traces/made_code.c", "-n 2", ""),
    ("tests/traces/made_code.c", "-n 1 --untimed", ""),
];

/// `callgrind_annotate` reads each rank's file without complaint. Its sums are the rank's figures.
#[test]
fn callgrind() {
    let rows: Vec<_> = PROGRAMS.iter().enumerate().collect();
    check_rows(&rows, |(number, (source, options, arguments))| {
        let test = format!("callgrind-{number}");
        let ran = ran(&test, source, &format!("{options} --profile"), arguments);
        for (rank, (cycles, instructions)) in
            ran.of_ranks("cycles").iter().zip(ran.of_ranks("instructions")).enumerate()
        {
            let file = format!("rankine-profile/callgrind.out.{rank}");
            let mut command = Command::new("callgrind_annotate");
            let command = command.args(["--inclusive=no", "--tree=both", "--auto=yes", &file]);
            let output = run(command.current_dir(&ran.directory), "");
            let totals = totals(&output.stdout);
            if output.code != 0 || !output.stderr.is_empty() || output.stdout.contains("WARNING") {
                return Err(format!("{source}: rank {rank}: {}{}", output.stdout, output.stderr));
            }
            if totals.get(..2) != Some(&[*cycles, instructions]) {
                return Err(format!("{source}: rank {rank}: {cycles} cycles, {instructions} instructions: {totals:?}"));
            }
        }
        Ok(())
    });
}

/// The numbers in the line of totals, without the percentages that may follow them.
fn totals(text: &str) -> Vec<u64> {
    let line = text.lines().find(|line| line.ends_with("PROGRAM TOTALS")).unwrap_or_default();
    let words = line.split_whitespace().filter(|word| !word.starts_with('(') && !word.ends_with(')'));
    words.filter_map(|word| word.replace(',', "").parse().ok()).collect()
}

fn annotate(ran: &Ran, words: &str) -> Output {
    let words: Vec<&str> = words.split_whitespace().collect();
    rankine(&ran.directory, &[&["annotate"], &words[..]].concat())
}

/// The lines of a listing that name a function or a file, with their cycles.
fn heads(text: &str) -> Vec<(u64, String)> {
    let blocks = text.split("\n\n").skip(2).filter_map(|block| block.lines().next());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Cycles, share, `%`, executions, three kinds of misses, waiting.
        let [cycles, _, "%", _, _, _, _, _, name @ ..] = &words[..] else { return None };
        Some((cycles.parse().ok()?, name.join(" ")))
    };
    blocks.filter_map(row).collect()
}

#[test]
fn annotated() {
    let ran = ran("annotate", "apps/heat2d.c", "-n 4 --profile", "--nx 16 --ny 16 --iters 10 --check");
    let (cycles, instructions) = (ran.of_ranks("cycles"), ran.of_ranks("instructions"));
    let all =
        format!("4 ranks: {} cycles, {} instructions", cycles.iter().sum::<u64>(), instructions.iter().sum::<u64>());
    let one = format!("1 rank: {} cycles, {} instructions", cycles[1], instructions[1]);
    let source = "/heat2d.c)";
    let within = |words: &str| format!("{words} --source-dir {}", root().display());
    for (words, first, head, contains) in [
        ("", &all, "", &["executions", "more functions:"][..]),
        ("--input rankine-profile --rank 1", &one, "", &["executions"]),
        (&within("main"), &all, "main", &["MPI_Init(&argc, &argv);", "jal ", source]),
        (&within("main --rank 1 --processor 0"), &one, "main", &["MPI_Init(&argc, &argv);", "jal "]),
        ("-i rankine-profile MPI_Send", &all, "MPI_Send ", &["c.jr         ra"]),
        (&within("heat2d.c"), &all, "", &["MPI_Init(&argc, &argv);", "/heat2d.c"]),
        (&within("apps/heat2d.c --rank 1"), &one, "", &["MPI_Init(&argc, &argv);"]),
        ("main", &all, "main", &["Source not found", "--source-dir"]),
    ] {
        let output = annotate(&ran, words);
        let text = &output.stdout;
        assert_eq!(
            (output.code, output.stderr.as_str(), text.lines().next()),
            (0, "", Some(first.as_str())),
            "{words}"
        );
        let heads = heads(text);
        assert!(!heads.is_empty() && heads[0].1.starts_with(head), "{words}: {heads:?} in {text}");
        assert!(contains.iter().all(|word| text.contains(word)), "{words}: {contains:?} in {text}");
        if !words.contains("main") && !words.contains(".c") {
            assert!(heads.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{words}: {heads:?}");
        }
    }
    let rows: &[(&str, &[&str])] = &[
        ("mian", &["no function or executed source file is called mian", "main"]),
        ("head2d.c", &["no function or executed source file is called head2d.c", "heat2d.c"]),
        ("zzzzzzzz", &["no function or executed source file is called zzzzzzzz"]),
        ("--rank 4", &["the profile has no rank 4; it has 4"]),
        ("--processor 1", &["no node of the profile has a processor 1"]),
        ("--rank 1 mian", &["no function or executed source file is called mian"]),
        ("-i stats.json", &["stats.json/profile.json cannot be read"]),
    ];
    check_rows(rows, |(words, expected)| refused(&annotate(&ran, words), expected));
}

/// Names of source files in debug information, and text that a listing must not show. Reading some
/// of these files would block.
const NO_SOURCES: &[(&str, &str)] =
    &[("/dev/zero", "\0"), ("/etc/passwd", "root:"), ("pipe", ""), ("link", "root:"), ("/dev/stdin", "typed")];

/// Only regular files are read as sources, and only in the directories of the program, of its
/// source, and those that the user names.
#[test]
fn other_files_are_no_sources() {
    let directory = scratch("sources");
    let made = run(Command::new("sh").args(["-c", "mkfifo pipe; ln -s /etc/passwd link"]).current_dir(&directory), "");
    assert_eq!(made.code, 0, "{made:?}");
    check_rows(NO_SOURCES, |(file, hidden)| {
        let name = format!("named{}", file.replace('/', "-"));
        let (source, output) = (format!("{name}.c"), format!("-i{name}.profile"));
        std::fs::write(directory.join(&source), format!("#line 1 \"{file}\"\nint main(void) {{ return 0; }}\n"))
            .map_err(|e| e.to_string())?;
        let ran = rankine(&directory, &["run", "-q", &format!("--profile={name}.profile"), &source]);
        let shown = rankine(&directory, &["annotate", &output, "main"]);
        let is_hidden = hidden.is_empty() || !shown.stdout.contains(hidden);
        match ran.code == 0 && shown.code == 0 && is_hidden && shown.stdout.contains("Source not found") {
            true => Ok(()),
            false => Err(format!("{file}: {ran:?} {shown:?}")),
        }
    });
}

fn refused(output: &Output, expected: &[&str]) -> Result<(), String> {
    match output.code == 125 && output.stdout.is_empty() && expected.iter().all(|text| output.stderr.contains(text)) {
        true => Ok(()),
        false => Err(format!("{expected:?} are not in {output:?}")),
    }
}

/// A profile is shown only with the program that was profiled.
#[test]
fn a_changed_program_is_not_annotated() {
    let directory = compiled("changed", "apps/hello.c");
    let ran = run_in(&directory, "program", "-n 2 --profile", "");
    assert_eq!(annotate(&ran, "main").code, 0);
    Start::compile(&root().join("apps/ring.c"), "manycore", &directory.join("program")).expect("ring");
    refused(&annotate(&ran, "main"), &["program has changed since it was profiled", "--profile"]).unwrap();
    std::fs::remove_file(directory.join("program")).expect("the program");
    refused(&annotate(&ran, "main"), &["program", "cannot be read"]).unwrap();
}
