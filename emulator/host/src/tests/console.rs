//! Tests of the console: what appears, when, and which rank may read.

use super::{Outcome, Pieces, TestDir, World};

/// The writes of ranks in order of time: (rank, descriptor, text).
type Script = [(u32, i64, &'static str)];

const SCRIPT: &Script =
    &[(0, 1, "zero "), (1, 1, "one\n"), (0, 2, "error\n"), (0, 1, "ends\nbegins"), (1, 1, "two\nthree\nfour")];

fn played(name: &str, prefix: bool, script: &Script) -> (String, String) {
    let dir = TestDir::new(name);
    let mut world = World::new(&dir, |options| options.prefix_ranks = prefix);
    for &(rank, fd, text) in script {
        assert_eq!(world.write(rank, fd, text), Outcome::Return(text.len() as i64));
    }
    world.host.finish();
    (world.output.text(), world.error.text())
}

#[test]
fn lines_stay_whole() {
    let (output, error) = played("lines", false, SCRIPT);
    assert_eq!(output, "one\nzero ends\ntwo\nthree\nbeginsfour");
    assert_eq!(error, "error\n");
}

#[test]
fn lines_with_ranks() {
    let (output, error) = played("ranks", true, SCRIPT);
    assert_eq!(output, "[1] one\n[0] zero ends\n[1] two\n[1] three\n[0] begins\n[1] four\n");
    assert_eq!(error, "[0] error\n");
}

#[test]
fn a_file_a_rank() {
    let dir = TestDir::new("patterns");
    let pattern = |name: &str| Some(dir.path(name).display().to_string());
    let mut world = World::new(&dir, |options| {
        options.out_file_pattern = pattern("out.%r");
        options.err_file_pattern = pattern("all%%");
        options.prefix_ranks = true;
    });
    for &(rank, fd, text) in SCRIPT {
        world.write(rank, fd, text);
    }
    world.write(1, 2, "wrong\n");
    world.host.finish();
    for (file, text) in
        [("out.0", "zero ends\nbegins"), ("out.1", "one\ntwo\nthree\nfour"), ("all%", "[0] error\n[1] wrong\n")]
    {
        assert_eq!(std::fs::read_to_string(dir.path(file)).unwrap(), text, "{file}");
    }
    assert_eq!(world.output.text(), "");
}

#[test]
fn bad_patterns() {
    let dir = TestDir::new("bad-patterns");
    for (pattern, message) in [
        ("out.%q", "output file pattern \"out.%q\": %q is unknown; use %r for the rank, %% for a percent sign"),
        ("out.%", "output file pattern \"out.%\": % is unknown; use %r for the rank, %% for a percent sign"),
        ("/nowhere/%r", "cannot write output file /nowhere/0: No such file or directory (os error 2)"),
    ] {
        let mut options = super::HostOptions::new(dir.0.clone());
        options.out_file_pattern = Some(pattern.into());
        assert_eq!(super::Host::new(options, 2).err().map(|error| error.0).as_deref(), Some(message));
    }
}

#[test]
fn begun_lines_appear() {
    let long = "x".repeat(70_000);
    for (what, text, number, args, expected) in [
        ("at a read of standard input", "name? ", 63, [0, super::RESULT, 8], "name? "),
        ("at exit", "done", 94, [3, 0, 0], "done"),
        ("at a signal", "oh", 129, [1000, 6, 0], "oh"),
        ("when they are long", long.as_str(), 172, [0; 3], long.as_str()),
        ("not otherwise", "later", 172, [0; 3], ""),
    ] {
        let dir = TestDir::new("begun");
        let mut world = World::new(&dir, |_| ());
        world.write(0, 1, text);
        world.call(0, number, &args);
        assert!(world.output.text() == expected, "{what}");
    }
}

#[test]
fn input_is_for_rank_0_and_by_lines() {
    let dir = TestDir::new("input");
    let mut world =
        World::new(&dir, |options| options.stdin = Box::new(Pieces(vec![b"first l", b"ine\nsec", b"ond\nlast"])));
    for (rank, length, expected) in
        [(1, 100, ""), (0, 100, "first line\n"), (0, 3, "sec"), (0, 100, "ond\n"), (0, 100, "last"), (0, 100, "")]
    {
        assert_eq!(world.read(rank, 0, length).as_deref(), Ok(expected));
    }
}

#[test]
fn nobody_reads() {
    let dir = TestDir::new("closed");
    let mut world = World::new(&dir, |options| {
        options.stdout = Box::new(super::Paper { closed: true, ..Default::default() });
    });
    assert_eq!(world.write(0, 1, "begun"), Outcome::Return(5));
    assert_eq!(world.write(0, 1, " and ended\n"), Outcome::NobodyReads);
    assert_eq!(world.write(1, 2, "fine\n"), Outcome::Return(5));
    world.host.put(0, b'\n');
    world.host.put(99, b'\n');
    world.host.finish();
}
