//! Inputs that fuzzing found or that people wrote, each through its fuzz target: nothing panics or hangs.

use rankine_tests::fuzz::TARGETS;
use rankine_tests::{check_rows, root};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Longest time for one input; most take milliseconds.
const LIMIT: Duration = Duration::from_secs(60);

fn seeds(target: &str) -> Vec<PathBuf> {
    let directory = root().join("tests/fuzz/seeds").join(target);
    let entries = std::fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable directory").path()).collect();
    paths.sort();
    paths
}

/// Puts an input through its target, on a thread of its own, which is left behind if it hangs.
fn check(target: &'static str, check: fn(&[u8]), path: &PathBuf) -> Result<(), String> {
    let input = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (done, result) = channel();
    std::thread::spawn(move || {
        // Nobody listens any more when this took too long.
        let _ = done.send(std::panic::catch_unwind(|| check(&input)).is_ok());
    });
    let name = path.display();
    match result.recv_timeout(LIMIT) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("{name}: panics, as told above; `cargo fuzz run {target} {name}` does it alone")),
        Err(_) => Err(format!("{name}: takes longer than {LIMIT:?}")),
    }
}

#[test]
fn seeds_neither_panic_nor_hang() {
    let rows: Vec<_> = TARGETS
        .iter()
        .flat_map(|&(name, target)| seeds(name).into_iter().map(move |path| (name, target, path)))
        .collect();
    check_rows(&rows, |(name, target, path)| check(name, *target, path));
}
