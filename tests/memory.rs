//! Tests of host memory: the records of a run take little of it. With RANKINE_LONG (`make
//! test-long`) the runs have a million messages. These tests have their own process, because the
//! peak memory of a child includes that of its parent.

use rankine_tests::{built, check_rows, is_long, root, run, scratch};
use std::process::{Command, Stdio};

/// Rows: options that keep every message or call; the most memory in MB that a run may take with a
/// hundred thousand messages; the same with a million, under RANKINE_LONG. The last figure is what
/// `docs/performance.md` promises.
const KEPT: &[(&str, i64, i64)] = &[
    ("", 20, 20),
    ("--mpi", 28, 100),
    ("--stats f", 28, 100),
    ("--phases", 28, 100),
    ("--check", 32, 150),
    ("--report f", 40, 150),
    ("--trace simgrid=f", 32, 150),
    ("--trace paraver=f", 28, 100),
    ("--trace chrome=f", 36, 150),
    ("--trace perfetto=f", 36, 150),
    // A limit of 100 kB is reached soon. After that, memory does not grow.
    ("--keep-max 100k --mpi", 20, 20),
    ("--keep-max 100k --phases", 20, 20),
    ("--keep-max 100k --check", 20, 20),
    ("--keep-max 100k --report f", 22, 22),
    ("--keep-max 100k --trace simgrid=f", 20, 20),
    ("--keep-max 100k --trace perfetto=f", 20, 20),
];
const MESSAGES: &str = "100000";
const MILLION: &str = "1000000";

/// The record of a message takes little memory.
#[test]
fn messages_are_kept_in_little_memory() {
    let directory = scratch("memory");
    let program = directory.join("messages").display().to_string();
    let source = root().join("tests/host/messages.c").display().to_string();
    let compiled = run(Command::new(built("rankine")).args(["cc", &source, "-o", &program]), "");
    assert_eq!(compiled.code, 0, "{compiled:?}");
    check_rows(KEPT, |(options, most, most_of_million)| {
        let (messages, most) = if is_long() { (MILLION, *most_of_million) } else { (MESSAGES, *most) };
        // In one order two ranks answer each other, in the other one rank sends while the other lags behind.
        for order in ["", "stream"] {
            let mut command = Command::new(built("rankine"));
            command.args(["run", "-q", "-n", "2"]).args(options.split_whitespace()).args([&program, messages, order]);
            let (status, mb) = peak(command.current_dir(&directory)).map_err(|e| e.to_string())?;
            if status != 0 || mb > most {
                return Err(format!("{options} {order}: {mb} MB, at most {most}; status {status}"));
            }
        }
        Ok(())
    });
}

/// Runs a command. Returns its status and its peak memory in MB.
fn peak(command: &mut Command) -> std::io::Result<(i32, i64)> {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let mut status = 0;
    // SAFETY: `wait4` fills the structures it is given; all zeros are a value of `rusage`. Nobody else waits for the child.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::wait4(child.id() as libc::pid_t, &raw mut status, 0, &raw mut usage);
        usage
    };
    Ok((status, usage.ru_maxrss / 1000))
}
