//! Tests of denials by the host, and of readers that do not read: Rankine says so in words and ends
//! with the documented exit code. Nothing hangs. Programs see no difference.

use rankine_tests::{Output, built, check_rows, root, run, scratch};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Rows: a line for a shell in which `rankine` is the program, `$B` its directory and `$T` the
/// directory of tests; the exit code; parts of the output.
type Row = (&'static str, i32, &'static [&'static str]);

const CLOSED: &[&str] = &["standard output is lost", "it was closed when rankine began"];
const LOST: &[&str] = &["standard output is lost", "No space left on device"];

const ROWS: &[Row] = &[
    // Standard output cannot be written.
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
    // Standard output or error is closed. It is no error if nothing goes there, or to /dev/null.
    ("rankine run -q -n 2 $T/../apps/hello.c >&-", 125, CLOSED),
    ("rankine describe >&-", 125, CLOSED),
    ("$B/mpirun -q $T/../apps/hello.c >&-", 125, CLOSED),
    ("rankine run $T/../apps/hello.c 2>&-", 125, &["Hello"]),
    ("rankine run -q $T/../apps/hello.c 2>&-", 0, &["Hello"]),
    ("rankine run $T/../apps/hello.c >&- 2>&-", 125, &[]),
    ("rankine run -q $T/host/messages.c 0 >&- 2>&-", 0, &[]),
    ("rankine run -q $T/../apps/hello.c >/dev/null 2>&-", 0, &[]),
    ("rankine run -q $T/../apps/hello.c 1<>/dev/null", 0, &[]),
    // Files may not grow.
    ("rankine cc $T/host/grows.c -o grows && (ulimit -f 0; rankine run -q -n 1 grows)", 0, &["File too large"]),
    // The limit of what programs write: exact, the same for any number of threads, also if the files
    // are removed. Three ranks write 2, 3 and 1 MiB and make a file each.
    (
        "mkdir written_within && cd written_within && rankine run -q -n 3 --max-written 6303744 $T/host/writes.c 2 3 1; ls",
        0,
        &["written"],
    ),
    (
        "mkdir written_threads && cd written_threads && for t in 1 2 4; do rm -f of*; rankine run -q -n 3 --threads $t --max-written 6303743 $T/host/writes.c 2 3 1 2>$t; echo $? >>$t; cmp 1 $t || exit 1; done; \
         cat 1; exit $(tail -n 1 1)",
        89,
        &[
            "rank 1: the programs would write more to files than --max-written allows in ",
            "called from main at",
            "raise the limit",
        ],
    ),
    ("rankine run -q -n 1 --max-written 0 $T/../apps/hello.c", 0, &["Hello"]),
    (
        "mkdir written_new && cd written_new && rankine run -q -n 1 --max-written 0 $T/host/writes.c",
        89,
        &["--max-written allows in fopen"],
    ),
    // Few descriptors: Rankine raises the soft limit, so programs can open as many files as the
    // hard limit allows. Beyond that the run ends.
    ("(ulimit -S -n 64; rankine run -q -n 4 $T/host/files.c 100 | sort)", 0, &["rank 3 has 100 files open"]),
    ("rankine run -q -n 2 $T/host/files.c 300", 0, &["rank 1 has 253 files open"]),
    ("(ulimit -n 80; rankine run -q -n 4 $T/host/files.c 100)", 125, &["ulimit -n", "rank", "main at"]),
    // Cycles of a call that writes to a file, and of the bytes that it writes.
    ("rankine run -q -n 1 $T/host/drive.c", 0, &["a call 20000, 8192 bytes 4096"]),
    (
        "rankine run -q -n 1 --set host.file_call_cycles=3000 --set host.file_bytes_per_cycle=0 $T/host/drive.c",
        0,
        &["a call 3000, 8192 bytes 0"],
    ),
    // Outputs of Rankine that are special files or links; and outputs that stay unwritten because
    // the run does not begin.
    ("rankine run -q -n 1 --stats /dev/full $T/../apps/hello.c", 125, &["--stats", "No space left on device"]),
    ("rankine run -q -n 1 --stats /dev/stdout $T/../apps/hello.c", 0, &["\"ranks\"", "Hello from rank 0 of 1"]),
    (
        "echo before >one; rankine run -q -n 1 --stats /dev/stdout $T/../apps/hello.c >>one; cat one",
        0,
        &["before", "\"ranks\"", "Hello from rank 0 of 1"],
    ),
    ("mkfifo pipe; cat pipe & rankine run -q -n 1 --stats pipe $T/../apps/hello.c && wait", 0, &["\"ranks\""]),
    (
        "mkdir below; ln -s behind link; cd below && rankine run -q -n 1 --stats ../link $T/../apps/hello.c && cat ../behind",
        0,
        &["\"ranks\""],
    ),
    ("cd / && rankine run -q -n 1 --stats /dev/stdout $T/../apps/hello.c", 0, &["\"ranks\"", "Hello from rank 0 of 1"]),
    // Links that a program may have made lead nowhere: those that are there before the run, and
    // those that take the place of a directory while it runs.
    (
        "echo safe >victim; ln -s victim way; rankine run -q -n 1 -outfile-pattern way $T/../apps/hello.c; cat victim",
        0,
        &["way is a link, which a program may have made", "safe"],
    ),
    ("ln -s . here; rankine run -q -n 1 --report here/r $T/../apps/hello.c", 125, &["here is a link"]),
    (
        "mkdir swap behind_o; echo safe >behind_o/s; ln -s behind_o over; rankine run -q -n 1 --stats swap/s $T/host/swaps.c swap over; cat behind_o/s aside/s",
        0,
        &["swapped", "safe", "\"ranks\""],
    ),
    // Pipes that nobody reads.
    ("mkfifo quiet; rankine run -q -n 1 --timeout 1 --stats quiet $T/../apps/hello.c", 125, &["nobody reads"]),
    (
        "mkfifo p1; sleep 20 >/dev/null 2>&1 <p1 & rankine run -q --timeout 1 -outfile-pattern p1 $T/host/endless.c",
        124,
        &[],
    ),
    (
        "mkfifo p2; sleep 20 >/dev/null 2>&1 <p2 & rankine run -q -n 2 --timeout 1 --trace commit=p2,rank=0 $T/host/endless.c >/dev/null",
        125,
        &["--trace"],
    ),
    (
        "mkfifo p3; sleep 20 >/dev/null 2>&1 <p3 & rankine run -q -n 2 --timeout 1 --trace chrome=p3 $T/host/messages.c 10000000",
        125,
        &["--trace"],
    ),
    (
        "RANKINE_LOG=ni=debug rankine run -q -n 2 --timeout 1 $T/host/messages.c 10000000 2>&1 >/dev/null | sleep 5",
        0,
        &[],
    ),
    ("rankine run -n 1 --mpi $T/../apps/hello.c 2>/dev/full", 125, &["Hello"]),
    ("echo old >kept; rankine run --stats kept --trace chrome=/nowhere/x no_program; cat kept", 0, &["old"]),
    ("echo old >csv; (ulimit -f 0; rankine repro gas --rows G1 --csv csv); cat csv", 0, &["old"]),
    (
        "(ulimit -n 1024; rankine run -q -n 64 $T/host/files.c 256)",
        125,
        &["rank", "more files open than this computer allows", "ulimit -n", "main at"],
    ),
    (
        "(ulimit -n 1024; rankine run -q -n 64 --stats s --report r --check --trace chrome=c $T/host/files.c 256)",
        125,
        &["rank", "more files open than this computer allows", "ulimit -n", "main at"],
    ),
    // Little memory or stack: a sentence says so. Below about 19 000 KiB the loader or Rust's
    // runtime ends the program before its first line.
    (
        "rankine cc $T/../apps/hello.c -o small && (ulimit -s 32; rankine run -q -n 1 small)",
        0,
        &["Hello from rank 0 of 1"],
    ),
    (
        "for v in $(seq 20000 500 40000); do (ulimit -v $v; rankine describe 2>>said >/dev/null); \
         case $? in 0|125) ;; *) exit 1;; esac; done; ! grep 'memory allocation' said",
        0,
        &[],
    ),
    (
        "(ulimit -v 200000; rankine run -q -n 2 $T/../apps/hello.c)",
        125,
        &["cannot map", "guest memory", "next step: raise the limit"],
    ),
    // The library's sources need no directory.
    (
        "mkdir annotate && cd annotate && rankine run -q -n 2 --profile $T/../apps/ring.c && rankine annotate PMPI_Send >said && \
         ! grep 'Source not found' said && cat said",
        0,
        &["api_send_slowly(buf, count, datatype, dest, tag, comm);"],
    ),
    // The caches see the same addresses for any path of a program.
    (
        "rankine cc $T/../apps/heat2d.c -lm -o p && mkdir -p a/longer/path/to/it && cp p a/longer/path/to/it; \
         cycles() { rankine run -q -n 4 --stats s \"$@\" >out && grep cycles s >$to; }; to=first cycles ./p; to=next; \
         for p in p a/longer/path/to/it/p \"$PWD/p\"; \
         do cycles $p; cmp next first || exit 1; done",
        0,
        &[],
    ),
    // The alignment of a program's arguments does not depend on its path either.
    (
        "rankine cc --platform tmd-simple --library MPI_SUBSET=1 $T/../apps/tmdbench.c -o b || exit 1; \
         cycles() { rankine run -q -n 3 --platform tmd-simple --stats $1.stats ./$1 --mhz 40 --samples 2 --sizes 0,1 latency \
         >$1.out && grep cycles $1.stats >$1.cycles; }; \
         cycles b; for n in bb bbb bbbb; do cp b $n && cycles $n && cmp b.cycles $n.cycles || exit 1; done",
        0,
        &[],
    ),
    // Files without an end, or larger than any sensible input.
    ("rankine check /dev/zero", 125, &["/dev/zero: is not a regular file"]),
    ("mkfifo fifo; rankine check fifo", 125, &["fifo: is not a regular file"]),
    ("truncate -s 1G big.a; rankine check big.a", 125, &["big.a: is larger than"]),
    (
        "rankine cc $T/../apps/hello.c -o padded && truncate -s 1G padded; rankine run -n 1 padded",
        125,
        &["padded: is larger than 134217728 bytes"],
    ),
    // A program replaces its console file by something else.
    (
        "rankine run -q -n 2 -outfile-pattern out%r $T/host/replaces.c out1 moved; cat out0",
        0,
        &["first\nsecond\nthird"],
    ),
    ("RANKINE_CACHE_MIB=lots rankine run -q $T/../apps/hello.c", 125, &["RANKINE_CACHE_MIB=lots: not a size", "8GiB"]),
    // Simulated time runs out.
    ("rankine run -q -n 2 --set hart.clock_hz=1 $T/../apps/hello.c", 0, &["Hello from rank 0 of 2"]),
    ("rankine run -q -n 2 $T/host/sleeps.c 200", 0, &["awake after 200 days"]),
    (
        "rankine run -q -n 2 $T/host/sleeps.c 1000",
        88,
        &["the end of simulated time is reached", "rank 1 is in MPI_Barrier"],
    ),
    ("rankine run -q -n 2 $T/host/sleeps.c 100000000000000", 88, &["the end of simulated time is reached", "main at"]),
    (
        "rankine run -q -n 2 --set hart.clock_hz=4294967295 $T/host/sleeps.c 1000",
        88,
        &["the end of simulated time is reached"],
    ),
    ("rankine run -q -n 2 --no-elision --set hart.clock_hz=1 $T/bad/endless_loop.c count", 88, &["count_for_ever"]),
];

fn shell(directory: &Path, line: &str) -> Output {
    let (program, tests) = (built("rankine"), root().join("tests"));
    let beside = program.parent().expect("a directory");
    let script =
        format!("rankine() {{ {} \"$@\"; }}; T={} B={}; {line}", program.display(), tests.display(), beside.display());
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

/// Lines that the run of an endless loop prints while it runs, in this order.
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

/// Rows: an option whose files are first written under other names and replace the old ones at the
/// end; and those files.
const REPLACED: &[(&str, &[&str])] = &[
    ("--stats f", &["f"]),
    ("--state f", &["f"]),
    ("--report f", &["f"]),
    ("--trace perfetto=f", &["f"]),
    ("--trace perfetto=f.gz", &["f.gz"]),
    ("--trace chrome=f.zst", &["f.zst"]),
    ("--trace paraver=f.prv", &["f.prv", "f.pcf", "f.row"]),
    ("--trace commit=%r.log", &["0.log", "1.log"]),
    ("--profile=p", &["p/callgrind.out.0", "p/callgrind.out.1", "p/folded.txt", "p/flamegraph.svg", "p/profile.json"]),
];

/// All files below a directory, with their contents.
fn texts(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => texts(&path),
            false => BTreeMap::from([(path.clone(), std::fs::read(&path).expect("a file"))]),
        })
        .collect()
}

#[test]
fn replaced_at_the_end() {
    let directory = scratch("host-replaced");
    let program = directory.join("endless").display().to_string();
    let source = root().join("tests/host/endless.c").display().to_string();
    let compiled = run(Command::new(built("rankine")).args(["cc", &source, "-o", &program]), "");
    assert_eq!(compiled.code, 0, "{compiled:?}");
    for (number, (options, files)) in REPLACED.iter().enumerate() {
        let here = directory.join(number.to_string());
        std::fs::create_dir_all(here.join("p")).expect("a directory");
        files.iter().for_each(|file| std::fs::write(here.join(file), "old").expect("a file"));
        let before = texts(&here);
        let start = || {
            let mut command = Command::new(built("rankine"));
            command.args(["run", "-q", "-n", "2"]).args(options.split_whitespace()).arg(&program).current_dir(&here);
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
            let mut stdout = child.stdout.take().expect("a pipe");
            stdout.read_exact(&mut [0; 1 << 14]).expect("it prints");
            (child, stdout)
        };
        let (mut killed, _stdout) = start();
        killed.kill().expect("ours");
        killed.wait().expect("ours");
        assert_eq!(texts(&here), before, "{options}: killed");
        let (mut ended, stdout) = start();
        // SAFETY: a signal to a child that has not been waited for.
        unsafe { libc::kill(ended.id() as libc::pid_t, libc::SIGTERM) };
        drop(stdout);
        ended.wait().expect("ours");
        let after = texts(&here);
        assert!(after.keys().eq(before.keys()), "{options}: {:?}", after.keys());
        assert!(after.values().all(|text| text != b"old"), "{options}: not written");
    }
}

/// Runs that print for ever while nobody reads. Rows: options, the signal that the run gets, if any, and the exit code.
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
        // Both outputs go into pipes that stay open.
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
