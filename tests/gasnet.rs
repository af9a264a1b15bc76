//! Programs for GASNet: those of the list in `gasnet` check themselves, and are the same bits however they are run; those in
//! `gasnet/bad` end with one message. With RANKINE_LONG (`make test-long`) each row of the list is held against all ways of running it,
//! otherwise the smallest one of each program and platform.

use rankine_tests::exact::{Start, WAYS};
use rankine_tests::lists::{MpiRow, gasnet_rows, headed_rows};
use rankine_tests::{built, check_rows, is_long, rankine, root, run, scratch};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

fn source(row: &MpiRow) -> PathBuf {
    root().join("tests").join(format!("{}.c", row.program))
}

#[test]
fn on_the_emulator() {
    let directory = scratch("gasnet");
    check_rows(&gasnet_rows(), |row| {
        let mut command = Command::new(built("rankine"));
        command.current_dir(&directory).args(["run", "-n", &row.ranks.to_string(), "--platform", &row.platform]);
        let output = run(command.args(&row.options).arg(source(row)), "");
        let complaint = output.stderr.contains("warning");
        match output.code == 0 && output.stdout.trim() == "ok" && !complaint {
            true => Ok(()),
            false => Err(format!("{} on {} ranks of {}: {output:?}", row.program, row.ranks, row.platform)),
        }
    });
}

/// One node ends the job.
#[test]
fn exit_of_one_node() {
    let directory = scratch("gasnet-exit");
    let program = root().join("tests/gasnet/leave.c").display().to_string();
    for (ranks, platform) in [("1", "manycore"), ("2", "manycore"), ("9", "manycore"), ("4", "sarc")] {
        let output = rankine(&directory, &["run", "-q", "-n", ranks, "--platform", platform, &program]);
        assert_eq!((output.code, output.stdout.as_str()), (7, "ok\n"), "{ranks} ranks of {platform}: {output:?}");
    }
}

#[test]
fn same_bits() {
    let directory = scratch("gasnet-repeat");
    let mut rows = gasnet_rows();
    let mut seen = BTreeSet::new();
    rows.retain(|row| row.ranks > 1 && (seen.insert((row.program.clone(), row.platform.clone())) || is_long()));
    let numbered: Vec<(usize, MpiRow)> = rows.into_iter().enumerate().collect();
    check_rows(&numbered, |(number, row)| {
        let program = directory.join(format!("program-{number}"));
        let platform = ["--platform".to_owned(), row.platform.clone()];
        Start::compile_with(&source(row), &platform, &program)?;
        let ranks = ["-n".to_owned(), row.ranks.to_string()];
        let start = Start {
            program,
            directory: directory.join(format!("run-{number}")),
            options: [&ranks[..], &platform, &row.options].concat(),
            arguments: Vec::new(),
            input: "",
        };
        let shown = start.always_same(&WAYS)?;
        match shown.code {
            0 => Ok(()),
            code => Err(format!("{}: exit code {code}", row.program)),
        }
    });
}

#[test]
fn misuse() {
    let directory = scratch("gasnet-bad");
    let rows = headed_rows("tests/gasnet/bad");
    check_rows(&rows, |row| {
        let name = row.file.to_string_lossy();
        let words: Vec<&str> = row.options.iter().chain(&row.arguments).map(String::as_str).collect();
        let (options, arguments) = words.split_at(row.options.len());
        let output = rankine(&directory, &[&["run", "-q"], options, &[&name], arguments].concat());
        let missing: Vec<&String> = row.stderr.iter().filter(|words| !output.stderr.contains(*words)).collect();
        match output.code == row.code && missing.is_empty() {
            true => Ok(()),
            false => Err(format!("{arguments:?}: exit {}; missing {missing:?} in\n{}", output.code, output.stderr)),
        }
    });
}

/// A number of arguments that is too large has no function.
#[test]
fn seventeen_arguments() {
    let directory = scratch("gasnet-17");
    let program = root().join("tests/gasnet/seventeen.c").display().to_string();
    let mut command = Command::new(built("gasnetcc"));
    let output = run(command.current_dir(&directory).args([&program, "-o", "seventeen"]), "");
    assert_ne!(output.code, 0);
    let named = "undefined reference to `gasnet_AMRequestShort17'";
    assert!(output.stderr.contains(named), "{}", output.stderr);
}

/// Where there is no conduit, one sentence says so and names the platforms that have one.
#[test]
fn platforms_without() {
    let directory = scratch("gasnet-without");
    let program = root().join("tests/gasnet/tools.c").display().to_string();
    check_rows(&["tmd-9", "nic"], |name| {
        let compiled = run(
            Command::new(built("gasnetcc")).current_dir(&directory).args([
                &format!("--platform={name}"),
                &program,
                "-o",
                "absent",
            ]),
            "",
        );
        let ran = rankine(&directory, &["run", "-q", "-n", "2", "--platform", name, &program]);
        let sentence = format!("error: #error platform {name} has no GASNet: give one of these with --platform: ");
        let is_told = |output: &rankine_tests::Output| {
            let stderr = &output.stderr;
            stderr.matches("error:").count() == 1 && stderr.contains(&sentence) && stderr.contains("manycore")
        };
        match (compiled.code, ran.code) == (1, 125) && is_told(&compiled) && is_told(&ran) {
            true => Ok(()),
            false => Err(format!("{name}: {compiled:?}\n{ran:?}")),
        }
    });
}
