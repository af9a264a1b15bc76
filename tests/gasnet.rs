//! Tests of programs for GASNet. Those of the list in `gasnet` check themselves and give the same
//! bits in every way of running them; those in `gasnet/bad` end with one message. With RANKINE_LONG
//! (`make test-long`), every row of the list is run in all ways, otherwise the first row of each
//! program and platform with more than one rank.

use rankine_tests::exact::{Start, WAYS, statistics};
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

/// One node ends the job. The library probes the size of the heap; this causes no warning.
#[test]
fn exit_of_one_node() {
    let directory = scratch("gasnet-exit");
    let program = root().join("tests/gasnet/leave.c").display().to_string();
    for (ranks, platform) in [("1", "manycore"), ("2", "manycore"), ("9", "manycore"), ("4", "sarc")] {
        let output = rankine(&directory, &["run", "-q", "-n", ranks, "--platform", platform, &program]);
        assert_eq!((output.code, output.stdout.as_str()), (7, "ok\n"), "{ranks} ranks of {platform}: {output:?}");
        assert!(!output.stderr.contains("warning"), "{ranks} ranks of {platform}: {output:?}");
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

/// Beginnings of lines in the tables of `--gasnet` for `gasnet/cost.c` on three ranks, with single
/// blanks. The numbers follow from the program.
const TABLES: &[&str] = &[
    "gasnet_put 200 1 600 ",
    "gasnet_get 200 1 600 ",
    "gasnet_put_nb_val 200 800 ",
    "gasnet_request_short 200 0 ",
    "0 gasnet_put 200 1 600 ",
    "2 gasnet_init 1 0 ",
    "short request programs 200 0 0 ",
    "short reply programs 200 0 0 ",
    "128 ping 200 ",
    "129 pong 200 ",
    // Bytes put and got.
    "0 · 2.4k ·",
    "1 1.6k · ·",
];

/// A number in the form of the tables: groups of three digits.
fn grouped(number: &serde_json::Value) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap_or("")).collect();
    groups.join(" ")
}

/// The lines that the tables must have according to the statistics: functions, kinds of messages, and handlers.
fn lines_of_tables(gasnet: &serde_json::Value) -> Vec<String> {
    let line = |words: &[&str], of: &serde_json::Value, columns: &[&str]| {
        let numbers = columns.iter().map(|column| grouped(&of[*column]));
        words.iter().map(|word| (*word).to_owned()).chain(numbers).collect::<Vec<_>>().join(" ")
    };
    let list = |name: &str| gasnet[name].as_array().expect(name);
    let functions = gasnet["functions"].as_object().expect("functions").iter();
    let functions = functions.map(|(name, of)| line(&[name], of, &["calls", "bytes", "cycles", "wait_cycles"]));
    let messages = list("messages").iter().map(|of| {
        let whose = if of["is_library"] == true { "the library" } else { "programs" };
        line(&[of["kind"].as_str().expect("a kind"), whose], of, &["messages", "bytes", "unhandled"])
    });
    let handlers = list("handlers").iter().map(|of| {
        let function = of["function"].as_str().filter(|name| !name.is_empty()).unwrap_or("of the library");
        let numbers = ["minimum_cycles", "median_cycles", "maximum_cycles"].map(|name| grouped(&of["each"][name]));
        let (handler, spread) = (of["handler"].to_string(), numbers.join(" "));
        format!("{} {spread}", line(&[&handler, function], of, &["runs", "cycles"]))
    });
    functions.chain(messages).chain(handlers).collect()
}

/// `--gasnet` shows what the program does, and agrees with the statistics.
#[test]
fn tables() {
    let program = root().join("tests/gasnet/cost.c").display().to_string();
    check_rows(&["manycore", "sarc", "gas-c"], |platform| {
        let directory = scratch(&format!("gasnet-tables-{platform}"));
        let words = ["run", "-q", "-n", "3", "--platform", platform, "--gasnet", "--stats", "stats.json", &program];
        let output = rankine(&directory, &words);
        let stats = statistics(&directory.join("stats.json"))?;
        let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = output.stderr.lines().map(squeezed).collect();
        let expected = TABLES.iter().map(|begin| (*begin).to_owned()).chain(lines_of_tables(&stats["gasnet"]));
        let missing: Vec<String> =
            expected.filter(|begin| !lines.iter().any(|line| line.starts_with(begin.as_str()))).collect();
        match output.code == 0 && missing.is_empty() {
            true => Ok(()),
            false => Err(format!("{platform}: exit {}, missing {missing:?} in\n{}", output.code, output.stderr)),
        }
    });
}

/// Rows: programs, and more nodes than the preset gas-c has.
const MANY: &[(&str, u32)] = &[
    ("gasnet/start", 40),
    ("gasnet/barriers", 24),
    ("mpi/comm/split", 40),
    ("mpi/comm/create", 40),
    ("mpi/coll/barrier", 40),
    ("mpi/coll/bcast", 32),
    ("mpi/coll/reduce", 40),
];

#[test]
fn more_than_twenty_nodes() {
    let directory = scratch("gasnet-many");
    check_rows(MANY, |(program, ranks)| {
        let nodes: Vec<String> =
            (0..*ranks).map(|node| format!("{{fpga={},kind=\"hart\"}}", node * 4 / ranks)).collect();
        let settings = [
            format!("platform.nodes_max={ranks}"),
            format!("gas.nodes=[{}]", nodes.join(",")),
            format!("gascore.tokens={ranks}"),
        ];
        let mut command = Command::new(built("rankine"));
        command.current_dir(&directory).args(["run", "-q", "--platform", "gas-c", "-genv", "GIVEN", "word"]);
        command.args(["-n", &ranks.to_string()]).args(settings.iter().flat_map(|setting| ["--set", setting]));
        let output = run(command.arg(root().join(format!("tests/{program}.c"))), "");
        match output.code == 0 && output.stdout.trim() == "ok" {
            true => Ok(()),
            false => Err(format!("{program} on {ranks} ranks: {output:?}")),
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

/// A request with 17 arguments does not link, because GASNet has no such function.
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

/// On a platform whose library lacks GASNet or MPI, one sentence says so and names the platforms that
/// have it.
#[test]
fn platforms_without() {
    let directory = scratch("gasnet-without");
    let rows = [
        ("tmd-9", "GASNet", "tests/gasnet/tools.c", "manycore"),
        ("nic", "GASNet", "tests/gasnet/tools.c", "manycore"),
        ("gas", "MPI", "apps/hello.c", "gas-c"),
    ];
    check_rows(&rows, |(name, part, program, other)| {
        let program = root().join(program).display().to_string();
        let words = [&format!("--platform={name}"), &program, "-o", "absent"];
        let compiled = run(Command::new(built("gasnetcc")).current_dir(&directory).args(words), "");
        let ran = rankine(&directory, &["run", "-q", "-n", "2", "--platform", name, &program]);
        let sentence = format!("error: #error platform {name} has no {part}: give one of these with --platform: ");
        let is_told = |output: &rankine_tests::Output| {
            let stderr = &output.stderr;
            stderr.matches("error:").count() == 1 && stderr.contains(&sentence) && stderr.contains(other)
        };
        match (compiled.code, ran.code) == (1, 125) && is_told(&compiled) && is_told(&ran) {
            true => Ok(()),
            false => Err(format!("{name}: {compiled:?}\n{ran:?}")),
        }
    });
}
