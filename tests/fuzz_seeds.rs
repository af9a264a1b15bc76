//! Puts inputs that fuzzing found or that people wrote through their fuzz targets: nothing panics or hangs.

use rankine_tests::fuzz::TARGETS;
use rankine_tests::fuzz::mutate::{Numbers, mutant};
use rankine_tests::{check_rows, is_long, root, scratch};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Time limit for one input. Most inputs take milliseconds.
const LIMIT: Duration = Duration::from_secs(60);

/// Directories of other files that serve as seeds, too.
const MORE_SEEDS: &[(&str, &str)] = &[("pams", "apps/pams")];

fn seeds(target: &str) -> Vec<PathBuf> {
    let own = root().join("tests/fuzz/seeds").join(target);
    let more = MORE_SEEDS.iter().filter(|(name, _)| *name == target).map(|(_, directory)| root().join(directory));
    let mut paths = Vec::new();
    for directory in std::iter::once(own).chain(more) {
        let entries = std::fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
        paths.extend(entries.map(|entry| entry.expect("readable directory").path()));
    }
    paths.sort();
    paths
}

/// Puts an input through its target on a separate thread. If the thread hangs, it is left behind.
fn check(target: &'static str, check: fn(&[u8]), name: &str, input: Vec<u8>) -> Result<(), String> {
    let (done, result) = channel();
    std::thread::spawn(move || {
        // If the input took too long, the receiver is gone.
        let _ = done.send(std::panic::catch_unwind(|| check(&input)).is_ok());
    });
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
    check_rows(&rows, |(name, target, path)| {
        let input = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        check(name, *target, &path.display().to_string(), input)
    });
}

/// Number of mutants of a target's seeds in `make test`, and in `make test-long`. Each thousand
/// mutants has a random sequence of its own.
const MUTANTS: usize = 40;
const MUTANTS_LONG: usize = 15_000;
const MUTANTS_OF_A_SEQUENCE: usize = 1000;

/// Checks mutants of the seeds, the same in each run. Inputs that fail are kept in the scratch directory.
#[test]
fn mutants_neither_panic_nor_hang() {
    let count = if is_long() { MUTANTS_LONG } else { MUTANTS };
    let directory = scratch("mutants");
    let pieces = |first: usize| first..count.min(first + MUTANTS_OF_A_SEQUENCE);
    let rows: Vec<_> = TARGETS
        .iter()
        .flat_map(|&target| (0..count).step_by(MUTANTS_OF_A_SEQUENCE).map(move |first| (target, pieces(first))))
        .collect();
    check_rows(&rows, |((name, target), mutants)| {
        let seeds: Vec<Vec<u8>> = seeds(name).iter().map(|path| std::fs::read(path).expect("a seed")).collect();
        let mut numbers = Numbers(mutants.start as u64);
        for number in mutants.clone() {
            let input = mutant(&seeds, &mut numbers);
            let path = directory.join(format!("{name}-{number}"));
            let shown = path.display().to_string();
            if let Err(complaint) = check(name, *target, &shown, input.clone()) {
                std::fs::write(&path, input).map_err(|e| e.to_string())?;
                return Err(complaint);
            }
        }
        Ok(())
    });
}
