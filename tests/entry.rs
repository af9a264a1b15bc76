//! Tests of the first steps of a newcomer: the demo, the commands that README shows, and the words
//! of commands and errors.

use rankine_tests::{Output, built, check_rows, pages, root, run, scratch};
use std::process::Command;

/// Runs a line in a shell in which `rankine` is the program built here.
fn shell(directory: &std::path::Path, line: &str) -> Output {
    let beside = built("rankine");
    let beside = beside.parent().expect("a directory").display().to_string();
    let path = format!("{beside}:{}", std::env::var("PATH").expect("PATH"));
    run(Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(directory), "")
}

/// Lines of an output without those that depend on this computer.
fn comparable(text: &str) -> Vec<String> {
    let program = built("rankine").display().to_string();
    let lines = text.lines().filter(|line| !pages::depends_on_computer(line));
    lines.map(|line| line.replace(&program, "target/release/rankine").trim_end().to_owned()).collect()
}

/// The console blocks of a page: each command and what it prints.
fn console_blocks(page: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join(page)).expect("a page");
    let blocks = text.split("```console\n$ ").skip(1).filter_map(|rest| rest.split_once("\n```"));
    blocks.filter_map(|(block, _)| block.split_once('\n')).map(|(line, shown)| (line.into(), shown.into())).collect()
}

/// The command that README tells everybody to try first. The test leaves out its steps that install and build.
const DEMO: &str = "make demo";

#[test]
fn readme_shows_what_commands_print() {
    let blocks = console_blocks("README.md");
    assert!(blocks.iter().any(|(line, _)| line == DEMO), "README shows the demo");
    check_rows(&blocks, |(line, shown)| {
        let made = format!(
            "MAKEFLAGS= make -o setup -o build --no-print-directory demo RANKINE={}",
            built("rankine").display()
        );
        let command = if line == DEMO { &made } else { line };
        let printed = shell(&root(), &format!("{{ {command}; }} 2>&1"));
        match comparable(&printed.stdout) == comparable(shown) {
            true => Ok(()),
            false => Err(format!("README shows of `{line}`\n{shown}\nand it prints\n{}", printed.stdout)),
        }
    });
}

/// The commands that the demo prints at its end work as described.
#[test]
fn commands_at_the_end_of_the_demo() {
    let directory = scratch("entry-demo");
    std::os::unix::fs::symlink(root().join("apps"), directory.join("apps")).expect("scratch is writable");
    let blocks = console_blocks("README.md");
    let (_, shown) = blocks.iter().find(|(line, _)| line == DEMO).expect("the demo");
    let commands: Vec<&str> = shown.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(commands.len(), 2, "{shown}");
    let expected = [("heat2d.html", "% of time in MPI"), ("rankine-profile", "heat2d.c")];
    for (line, (file, words)) in commands.iter().zip(expected) {
        let line = line.replace("target/release/rankine", "rankine");
        let output = shell(&directory, &line);
        assert_eq!(output.code, 0, "{line}: {output:?}");
        assert!(directory.join(file).exists(), "{line} writes {file}");
        assert!(output.stdout.contains(words) || output.stderr.contains(words), "{line}: no {words} in {output:?}");
    }
}

/// Rows: a line for a shell, its exit code, and the parts that standard output and error together
/// must have in this order. `$T` is the directory of tests.
const ROWS: &[(&str, i32, &[&str])] = &[
    (
        "rankine describe",
        0,
        &["Each MPI rank has its own node", "router", "The most important keys", "hart.clock_hz", "--all"],
    ),
    ("test $(rankine describe | wc -l) -lt 40", 0, &[]),
    ("rankine describe noc", 0, &["[noc]", "width = 0", "flit_bytes = 16"]),
    ("rankine describe noc.width hart.clock_hz", 0, &["noc.width = 0", "hart.clock_hz = "]),
    ("rankine describe sarc", 0, &["sarc: ", "crossbar", "ddr.access_cycles"]),
    ("rankine describe --platform nic nic", 0, &["[nic]", "alpu = "]),
    ("rankine describe --all", 0, &["profiles (hart.profile)", "[timing]", "[ddr]"]),
    ("rankine describe tmd-9 --all", 0, &["[tmd]", "NetIf of node 8"]),
    ("rankine describe crossbar", 125, &["platform manycore has no section crossbar; it is in sarc, nic"]),
    ("rankine describe nco", 125, &["no section nco (did you mean `noc`?)"]),
    ("rankine describe noc.widht", 125, &["unknown key noc.widht (did you mean `width`?)"]),
    ("rankine describe hart.clock_hz --set hart.clock_hz=2GHz", 0, &["hart.clock_hz = 2000000000"]),
    ("rankine describe bare", 0, &["the platform has at most 1 node."]),
    ("rankine platforms", 0, &["manycore", "1024 nodes", "sarc", "tmd-45", "gas-c", "rankine describe --platform"]),
    ("rankine run -q -n 2 --phases $T/../apps/ring.c", 0, &["Phases of MPI calls", "all  MPI_Recv", "all    enter"]),
    ("rankine run -q -n 2 --phases=ranks,MPI_Init $T/../apps/ring.c", 0, &["0  MPI_Init", "1  MPI_Init"]),
    (
        "rankine run -q -n 2 --phases=MPI_Sendd $T/../apps/ring.c",
        0,
        &["no rank has finished a call of MPI_Sendd", "MPI_Send"],
    ),
    (
        "rankine run -n 4 --mpi $T/../apps/ring.c",
        0,
        &["48 messages: 40 of point-to-point calls, 8 within", "40 point-to-point messages"],
    ),
    ("RANKINE_LOG=nonsense rankine run $T/../apps/hello.c", 125, &["nothing is called nonsense", "sched"]),
    ("RANKINE_LOG=noc=debug rankine run -q $T/../apps/hello.c", 0, &["Hello"]),
    ("rankine run -q -n 2 --max-cycles 1k $T/../apps/ring.c", 124, &["--max-cycles"]),
    ("rankine run -q -n 2 --max-cycles 1m $T/../apps/ring.c", 0, &["ring: 2 ranks"]),
    ("rankine run -q -n 2 --set memory.bytes=64mib --set hart.clock_hz=2ghz $T/../apps/ring.c", 0, &["ring: 2 ranks"]),
    ("rankine run -q -n 2 --library P2P_EAGER_LIMIT=1KiB $T/../apps/ring.c", 0, &["ring: 2 ranks"]),
    ("rankine run -n 2 $T/host/messages.c 1", 0, &["; 1 point-to-point message, 4 bytes;"]),
    ("RANKINE_CACHE=$PWD/none rankine doctor; test ! -e none", 0, &["none (Rankine creates it when it is needed)"]),
    ("rankine run -q --timeout 1m --heartbeat 10s $T/../apps/hello.c", 0, &["Hello"]),
    ("rankine run -q -n 4 $T/bad/bad_rank.c", 6, &["the run ends with exit code 6 (MPI_ERR_RANK)"]),
    (
        "mpicc -fopenmp -pthread $T/../apps/hello.c -o hello",
        0,
        &["note: -fopenmp: each rank has one thread", "note: -pthread"],
    ),
    (
        "mpicc -m64 -fcf-protection -Wl,--enable-new-dtags,--hash-style=gnu -Wl,-rpath=/x $T/../apps/hello.c -o h && rankine run -q h",
        0,
        &["Hello"],
    ),
    ("mpicc -fopenmp -c $T/../apps/hello.c -o hello.o && echo compiled", 0, &["compiled"]),
    (
        "RANKINE_CACHE=$PWD/kept mpicc $T/../apps/hello.c 2>&1",
        0,
        &["compiling the MPI library for manycore, once: ", " files", "the MPI library for manycore is compiled, in "],
    ),
    (
        "RANKINE_CACHE=$PWD/kept script -qec \"mpicc --platform tmd-simple --library MPI_SUBSET=1 $T/../apps/tmdbench.c\" /dev/null",
        0,
        &[
            "once: ",
            "\r\u{1b}[Krankine: building the MPI library for tmd-simple: ",
            " of ",
            " files\r\u{1b}[K",
            "is compiled, in ",
        ],
    ),
    (
        "RANKINE_CACHE=$PWD/kept rankine run $T/../apps/hello.c && RANKINE_CACHE=$PWD/kept rankine cache",
        0,
        &["libraries       2", "programs        1", "limits"],
    ),
    ("rankine completions bash > rankine.bash && bash -n rankine.bash && grep -c -e --max-cycles rankine.bash", 0, &[]),
    ("rankine completions zsh | grep -e --max-cycles", 0, &["simulated cycles"]),
    ("rankine completions fish | grep -e max-cycles", 0, &["simulated cycles"]),
    ("rankine man pages && cat pages/rankine-run.1 pages/rankine.1", 0, &["max\\-cycles", "rankine\\-run"]),
    ("RANKINE_CACHE=$PWD/kept RANKINE_CACHE_MIB=8GiB rankine cache", 0, &["The limits are 8192 MiB"]),
    ("RANKINE_CACHE=$PWD/kept rankine cache prune", 0, &["0.0 MiB removed"]),
    (
        "RANKINE_CACHE=$PWD/kept rankine cache clear && RANKINE_CACHE=$PWD/kept rankine cache",
        0,
        &["MiB removed", "libraries       0"],
    ),
];

#[test]
fn commands() {
    let directory = scratch("entry-commands");
    let tests = root().join("tests").display().to_string();
    // In this order, because some lines use files that earlier lines leave.
    for (line, code, expected) in ROWS {
        let output = shell(&directory, &format!("T={tests}; {{ {line}; }} 2>&1"));
        let mut rest = output.stdout.as_str();
        for part in *expected {
            let found = rest.split_once(part);
            rest = found.unwrap_or_else(|| panic!("{line}: no {part:?} in {}", output.stdout)).1;
        }
        assert_eq!(output.code, *code, "{line}: {}", output.stdout);
    }
}

/// RANKINE_LOG accepts exactly the names for which the sources write diagnostics.
#[test]
fn names_of_diagnostics() {
    let text = shell(&root(), "grep -rhoE 'target: \"[a-z]+\"' --include=*.rs emulator devices | sort -u").stdout;
    let found: Vec<&str> = text.lines().filter_map(|line| line.split('"').nth(1)).collect();
    let refused = shell(&root(), "RANKINE_LOG=nonsense rankine describe noc.width");
    let expected = format!("there are {}", found.join(", "));
    assert!(found.len() > 3 && refused.stderr.contains(&expected), "{expected}: {refused:?}");
}
