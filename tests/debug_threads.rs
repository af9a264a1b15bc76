//! Tests of GDB with one rank among others: breakpoints of some ranks, steps of one rank, with the
//! others locked or not. GDB never meets an internal error. The run prints and costs the same as
//! the run without GDB.

use rankine_tests::debugged::{Debugged, gdb, gdb_after, missing};
use rankine_tests::exact::{first_difference, sorted_lines, statistics};
use rankine_tests::{check_rows, rankine, root, scratch};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// ABIs that GDB assumes for programs. With the first it steps by breakpoints after each
/// instruction, with the second by step commands.
const ABIS: &[&str] = &["GNU/Linux", "none"];

/// A session: name, platform, ranks, program, script, and the parts that GDB's output must have in this order.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const ROWS: &[Row] = &[
    (
        "a condition",
        "manycore",
        "4",
        "apps/ring.c",
        "break ring.c:81 if rank == 2\ncontinue\nnext\nnext\nnext\np rank\ncontinue\nnext\ndelete\ncontinue",
        &["hit Breakpoint 1", "ring.c:81", "= 2", "hit Breakpoint 1", "exited normally"],
    ),
    (
        "a thread",
        "manycore",
        "4",
        "apps/ring.c",
        "break ring.c:81 thread 3\ncontinue\nnext\nnext\np rank\nuntil\nuntil\ncontinue\nnext\nnext\ndelete\ncontinue",
        &["Thread 3", "hit Breakpoint 1", "= 2", "exited normally"],
    ),
    (
        "in the library",
        "manycore",
        "4",
        "apps/ring.c",
        "break PMPI_Recv thread 4\ncontinue\nstep\nstep\nfinish\ncontinue\nstepi 40\nnext\nnext\ntbreak PMPI_Send\n\
         continue\nup\nfinish\ndelete\ncontinue",
        &["hit Breakpoint 1", "PMPI_Recv", "PMPI_Send", "exited normally"],
    ),
    (
        "in a polling loop",
        "manycore",
        "4",
        "apps/ring.c",
        "break PMPI_Recv thread 2\ncontinue\ndelete\nstepi 90\nbreak *$pc\nstepi 3\nbreak *$pc\ncontinue\ncontinue\ncontinue\n\
         next\ncontinue\nstepi\nstepi\ndelete\ncontinue",
        &["hit Breakpoint 2", "exited normally"],
    ),
    (
        "the others locked",
        "manycore",
        "4",
        "apps/ring.c",
        "break ring.c:81 if rank == 1\ncontinue\nset scheduler-locking on\nnext\nnext\nstep\nstepi 5\nfinish\n\
         set scheduler-locking step\nnext\nnext\nset scheduler-locking off\nnext\ncontinue\ndelete\ncontinue",
        &["hit Breakpoint 1", "exited normally"],
    ),
    (
        "watched by one",
        "manycore",
        "4",
        "apps/ring.c",
        "break ring.c:82 if rank == 3\ncontinue\nwatch token[0]\ncontinue\ncontinue\nnext\nnext\ndelete\ncontinue",
        &["hit Breakpoint 1", "atchpoint 2: token[0]", "New value", "exited normally"],
    ),
    (
        "a loop",
        "manycore",
        "2",
        "apps/heat2d.c",
        "break checksum\ncontinue\ndelete\nnext\nnext\nnext\nnext\nnext\nnext\nfinish\ncontinue",
        &["hit Breakpoint 1", "exited normally"],
    ),
    (
        "caches that are scratchpads, one port of memory",
        "sarc",
        "4",
        "apps/ring.c",
        "break ring.c:81 if rank == 2\ncontinue\nnext\nnext\nstep\nfinish\ncontinue\nnext\ndelete\ncontinue",
        &["hit Breakpoint 1", "exited normally"],
    ),
    (
        "nodes of two kinds",
        "tmd-9:7uB_FPU_2PPC",
        "9",
        "apps/ring.c",
        "break ring.c:81 if rank == 5\ncontinue\nnext\nnext\ncontinue\nnext\ndelete\ncontinue",
        &["hit Breakpoint 1", "exited normally"],
    ),
    (
        "firmware beside",
        "nic",
        "4",
        "apps/ring.c",
        "break ring.c:81 if rank == 2\ncontinue\nnext\nnext\nstep\nfinish\ncontinue\nnext\ndelete\ncontinue",
        &["hit Breakpoint 1", "exited normally"],
    ),
];

/// Runs a session, and compares it with the run without GDB.
fn session(directory: &Path, abi: &str, (name, platform, ranks, program, script, says): &Row) -> Result<(), String> {
    let program = root().join(program).display().to_string();
    let words = |stats: &str| ["-n", ranks, "--platform", platform, "--stats", stats, &program].map(str::to_owned);
    let own = words("debugged.json");
    let all: Vec<&str> = ["--gdb", "0", "--gdb-wait"].into_iter().chain(own.iter().map(String::as_str)).collect();
    let debugged = Debugged::start(directory, &all);
    let compiled = debugged.said.split(' ').next_back().unwrap_or_default().trim().to_owned();
    let add = debugged.said.split('\'').find(|part| part.starts_with("add-symbol-file")).unwrap_or_default();
    let (first, script) = (format!("set osabi {abi}"), format!("{add}\n{script}"));
    let said = gdb_after(directory, debugged.port, &compiled, &first, &script);
    let output = debugged.end();
    if said.contains("internal-error") || missing(&said, says).is_some() || output.code != 0 {
        return Err(format!("{name}, {abi}: {:?} is missing:\n{said}\n{output:?}", missing(&said, says)));
    }
    let own = words("alone.json");
    let all: Vec<&str> = ["run"].into_iter().chain(own.iter().map(String::as_str)).collect();
    let alone = rankine(directory, &all);
    if sorted_lines(&alone.stdout) != sorted_lines(&output.stdout) {
        return Err(format!("{name}, {abi}: prints {:?} instead of {:?}", output.stdout, alone.stdout));
    }
    // After a stop, the detection of polling loops starts again, so one or two rounds may not count
    // as waiting (docs/debug.md).
    let figures = |file: &str| {
        let text = format!("{:#}", statistics(&directory.join(file))?);
        Ok::<_, String>(text.lines().filter(|line| !line.contains("\"wait_cycles\"")).collect::<Vec<_>>().join("\n"))
    };
    match first_difference(&figures("alone.json")?, &figures("debugged.json")?) {
        None => Ok(()),
        Some(difference) => Err(format!("{name}, {abi}: statistics differ: {difference}")),
    }
}

#[test]
fn one_rank_among_others() {
    let rows: Vec<(usize, &str, &Row)> =
        ROWS.iter().enumerate().flat_map(|(number, row)| ABIS.iter().map(move |abi| (number, *abi, row))).collect();
    check_rows(&rows, |(number, abi, row)| {
        let directory = scratch(&format!("debug-threads-{number}-{}", abi.len()));
        session(&directory, abi, row)
    });
}

/// Executes two hundred commands that change breakpoints, ranks and ways of stepping.
#[test]
fn a_long_session() {
    let piece = "next\nstep\nthread 2\nnext\nstepi\ncontinue\nthread 4\nfinish\nnext\nthread 1\nstep\nuntil\nstepi 7\n\
                 continue\nset scheduler-locking step\nnext\nset scheduler-locking replay\nnext\nthread 3\nstep\n";
    let script = format!(
        "break ring.c:81 if rank > 1\nbreak PMPI_Send thread 2\ncontinue\n{}delete\ncontinue",
        piece.repeat(10)
    );
    assert!(script.lines().count() > 200);
    let script: &'static str = Box::leak(script.into_boxed_str());
    let row: Row = ("long", "manycore", "4", "apps/ring.c", script, &["hit Breakpoint 1", "exited normally"]);
    session(&scratch("debug-threads-long"), "none", &row).unwrap();
}

/// A second debugger waits: the run serves it when the first one has left.
#[test]
fn a_second_debugger() {
    let directory = scratch("debug-threads-second");
    let program = root().join("apps/ring.c").display().to_string();
    let debugged = Debugged::start(&directory, &["--gdb", "0", "--gdb-wait", "-n", "2", &program]);
    let first = TcpStream::connect(("localhost", debugged.port)).expect("a debugger comes in");
    let (port, compiled) = (debugged.port, debugged.said.split(' ').next_back().unwrap_or_default().trim().to_owned());
    let second = std::thread::spawn(move || gdb(&directory, port, &compiled, "break main\ncontinue\ndelete\ncontinue"));
    std::thread::sleep(Duration::from_millis(300));
    drop(first);
    let said = second.join().expect("gdb");
    let output = debugged.end();
    assert!(output.code == 0, "{said}\n{output:?}");
}
