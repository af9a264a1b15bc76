//! Helpers for runs that wait for GDB, and for GDB with a script.

use crate::{Output, built, run};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for each step of these tests.
pub const LIMIT: Duration = Duration::from_secs(100);

/// A run that listens for debuggers.
pub struct Debugged {
    pub child: Child,
    pub port: u16,
    pub stderr: BufReader<std::process::ChildStderr>,
    /// The line in which the run names its port.
    pub said: String,
}

impl Debugged {
    /// Starts `rankine run` with these words, and waits until it names its port.
    pub fn start(directory: &Path, words: &[&str]) -> Debugged {
        let mut command = Command::new(built("rankine"));
        command.current_dir(directory).arg("run").args(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("rankine starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let (said, port) = port(&mut stderr);
        Debugged { child, port, stderr, said }
    }

    /// Waits for the end of the run.
    pub fn end(mut self) -> Output {
        let started = Instant::now();
        let (mut stdout, mut stderr) = (String::new(), self.said);
        while self.child.try_wait().expect("the child is ours").is_none() {
            if started.elapsed() > LIMIT {
                let _ = self.child.kill();
                panic!("a debugged run did not end");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let code = self.child.wait().expect("ended").code().unwrap_or(-1);
        let _ = self.child.stdout.take().expect("piped").read_to_string(&mut stdout);
        let _ = self.stderr.read_to_string(&mut stderr);
        Output { code, stdout, stderr, elapsed: started.elapsed() }
    }
}

/// Reads the line that names the port; returns the line and the port. Lines before it may say that
/// a library is being compiled.
fn port(stderr: &mut impl BufRead) -> (String, u16) {
    let mut before = String::new();
    loop {
        let mut said = String::new();
        stderr.read_line(&mut said).expect("text");
        if let Some(port) = said.split(':').rev().find_map(|part| part.split('\'').next()?.parse().ok()) {
            return (said, port);
        }
        assert!(!said.is_empty(), "no port in {before:?}");
        before += &said;
    }
}

/// Connects GDB, lets it execute the lines of a script, and returns GDB's output.
pub fn gdb(directory: &Path, port: u16, program: &str, script: &str) -> String {
    gdb_after(directory, port, program, "set confirm off", script)
}

/// As [`gdb`]; GDB executes the command `first` before it connects.
pub fn gdb_after(directory: &Path, port: u16, program: &str, first: &str, script: &str) -> String {
    // GDB writes output that comes from the run to standard error; the test wants both in order.
    let mut command = Command::new("sh");
    command.args(["-c", "exec gdb-multiarch \"$@\" 2>&1", "gdb"]);
    command.current_dir(directory).args([
        "-q",
        "-batch",
        "-nx",
        "-ex",
        "set pagination off",
        "-ex",
        "set confirm off",
        "-ex",
        first,
    ]);
    command.args(["-ex", &format!("target remote :{port}")]);
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        command.args(["-ex", line]);
    }
    run(command.arg(program), "").stdout
}

/// Looks for these parts in `text`, one after another. Returns the first one that is missing.
pub fn missing<'a>(text: &str, parts: &[&'a str]) -> Option<&'a str> {
    let mut rest = text;
    for part in parts {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return Some(part),
        }
    }
    None
}
