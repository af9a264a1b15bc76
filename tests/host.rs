//! What the computer denies, or a reader does not take: said in words, with the documented exit code; nothing hangs, and nothing
//! that programs see depends on it.

use rankine_tests::{Output, built, check_rows, root, run, scratch};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A line for a shell in which `rankine` is the program and `$T` the directory of tests; the exit code; what is printed.
type Row = (&'static str, i32, &'static [&'static str]);

const LOST: &[&str] = &["standard output is lost", "No space left on device"];

const ROWS: &[Row] = &[
    // Output that cannot be written.
    ("rankine run -q -n 2 $T/../apps/hello.c >/dev/full", 125, LOST),
    ("rankine run -q -n 2 -prepend-rank $T/../apps/hello.c >/dev/full", 125, LOST),
    ("rankine run -q -outfile-pattern /dev/full -n 2 $T/../apps/hello.c", 125, LOST),
    ("rankine run --help >/dev/full", 125, LOST),
    ("rankine --help >/dev/full", 125, LOST),
    ("rankine describe >/dev/full", 125, LOST),
    ("rankine describe --toml >/dev/full", 125, LOST),
    ("rankine doctor >/dev/full", 125, LOST),
    ("rankine cc -show x.c >/dev/full", 125, LOST),
    ("rankine check --functions >/dev/full", 125, LOST),
    // Files that may not grow.
    ("rankine cc $T/host/grows.c -o grows && (ulimit -f 0; rankine run -q -n 1 grows)", 0, &["File too large"]),
    // Few descriptors: as many files as the hard limit allows, the soft one is raised; beyond it the run ends.
    ("(ulimit -S -n 64; rankine run -q -n 4 $T/host/files.c 100 | sort)", 0, &["rank 3 has 100 files open"]),
    ("rankine run -q -n 2 $T/host/files.c 300", 0, &["rank 1 has 253 files open"]),
    ("(ulimit -n 80; rankine run -q -n 4 $T/host/files.c 100)", 125, &["ulimit -n", "rank", "main at"]),
    // A program that puts something else in the place of its console file.
    (
        "rankine run -q -n 2 -outfile-pattern out%r $T/host/replaces.c out1 moved; cat out0",
        0,
        &["first\nsecond\nthird"],
    ),
    ("RANKINE_CACHE_MIB=lots rankine run -q $T/../apps/hello.c", 125, &["RANKINE_CACHE_MIB=lots: not a number"]),
    // Simulated time that runs out.
    ("rankine run -q -n 2 --set hart.clock_hz=1 $T/../apps/hello.c", 0, &["Hello from rank 0 of 2"]),
    ("rankine run -q -n 2 $T/host/sleeps.c 200", 0, &["awake after 200 days"]),
    ("rankine run -q -n 2 $T/host/sleeps.c 1000", 88, &["simulated time has run out", "rank 1 is in MPI_Barrier"]),
    ("rankine run -q -n 2 $T/host/sleeps.c 100000000000000", 88, &["simulated time has run out", "main at"]),
    ("rankine run -q -n 2 --set hart.clock_hz=1000000000000 $T/host/sleeps.c 1000", 88, &["has run out"]),
    ("rankine run -q -n 2 --no-elision --set hart.clock_hz=1 $T/bad/endless_loop.c count", 88, &["count_for_ever"]),
];

fn shell(directory: &Path, line: &str) -> Output {
    let (program, tests) = (built("rankine"), root().join("tests"));
    let script = format!("rankine() {{ {} \"$@\"; }}; T={}; {line}", program.display(), tests.display());
    run(Command::new("bash").args(["-c", &script]).current_dir(directory), "")
}

#[test]
fn denied() {
    let directory = scratch("host-denied");
    check_rows(ROWS, |(line, code, expected)| {
        let output = shell(&directory, line);
        let all = format!("{}{}", output.stdout, output.stderr);
        let missing: Vec<_> = expected.iter().filter(|text| !all.contains(**text)).collect();
        match output.code == *code && missing.is_empty() && !all.contains("panicked") {
            true => Ok(()),
            false => Err(format!("{line}: {missing:?} are not in {output:?}")),
        }
    });
}

/// What is told of a loop without an end while it runs, one line after the other.
const MIDWAY: &[&str] = &[
    "no console output and no message for ",
    "rank 0 is in count_for_ever at ",
    "rank 1 is in MPI_Barrier(",
    "--timeout SECONDS",
];

#[test]
fn heartbeat() {
    let directory = scratch("host-heartbeat");
    let source = root().join("tests/bad/endless_loop.c").display().to_string();
    for way in [&["--threads", "2"][..], &["--no-elision"]] {
        let mut command = Command::new(built("rankine"));
        command.args(["run", "-q", "-n", "2", "--heartbeat", "0.2"]).args(way).args([&source, "count"]);
        let mut child = command.current_dir(&directory).stderr(Stdio::piped()).spawn().expect("rankine starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let told: Vec<String> = lines.by_ref().take(MIDWAY.len()).map_while(Result::ok).collect();
        // SAFETY: a signal to a child that has not been waited for.
        unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
        lines.for_each(drop);
        let code = child.wait().expect("a child").code();
        let is_told = told.iter().zip(MIDWAY).all(|(line, expected)| line.contains(expected));
        assert!(is_told && code == Some(128 + libc::SIGTERM), "{way:?}: {code:?}, {told:?}");
    }
}

/// Options of runs that print for ever to somebody who does not read, and the signal that is sent to them, if any; the exit code.
const UNREAD: &[(&str, Option<i32>, i32)] = &[
    ("--timeout 1", None, 124),
    ("--timeout 1 -prepend-rank", None, 124),
    ("", Some(libc::SIGTERM), 128 + libc::SIGTERM),
    ("", Some(libc::SIGINT), 128 + libc::SIGINT),
];

#[test]
fn unread() {
    let directory = scratch("host-unread");
    let source = root().join("tests/host/endless.c").display().to_string();
    let program = directory.join("endless").display().to_string();
    let compiled = run(Command::new(built("rankine")).args(["cc", &source, "-o", &program]), "");
    assert_eq!(compiled.code, 0, "{compiled:?}");
    check_rows(UNREAD, |(options, signal, code)| {
        let mut command = Command::new(built("rankine"));
        command.args(["run", "-n", "2"]).args(options.split_whitespace()).arg(&program).current_dir(&directory);
        // Both outputs into pipes that are kept open.
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|e| e.to_string())?;
        let mut stdout = child.stdout.take().ok_or("a pipe")?;
        stdout.read_exact(&mut [0; 1]).map_err(|e| e.to_string())?;
        if let Some(signal) = signal {
            // SAFETY: a signal to a child that has not been waited for.
            unsafe { libc::kill(child.id() as libc::pid_t, *signal) };
        }
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(120) {
            if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
                return match status.code() == Some(*code) {
                    true => Ok(()),
                    false => Err(format!("{options} {signal:?}: {status}")),
                };
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        Err(format!("{options} {signal:?}: does not end"))
    });
}
