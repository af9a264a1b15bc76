//! Tests of self-checking MPI programs: the rows of the lists in `mpi` on the emulator, and the
//! same sources under native MPICH.
//!
//! `make test` takes all rows of the standard platform, every fourth of these again with hash
//! tables for matching, every third row of each other platform, and every second program once under
//! MPICH. With RANKINE_LONG (`make test-long`) it is all rows, those of the standard platform also
//! with hash tables, and each program [`REPEATS`] times under MPICH, where the order of events
//! differs each time.

use rankine_tests::lists::{MpiRow, mpi_rows};
use rankine_tests::{Output, built, check_rows, is_long, native, native_again, root, run, scratch};
use std::collections::BTreeMap;
use std::process::Command;

/// Maximum number of ranks under MPICH, if the program's list has a row with so few: waiting ranks
/// keep the host busy there.
const FEW: u32 = 4;

/// Runs of each program under MPICH in `make test-long`. A wrong test that passes in some orders of
/// events fails in one of them.
const REPEATS: u32 = 200;

/// The platform that most rows are for.
const STANDARD: &str = "manycore";

/// Options for further runs of the standard platform's rows, with hash tables in place of lists for matching.
const OTHER_MATCHING: [&str; 2] = ["--library", "MATCH=hash"];

/// The rows to run. `make test` leaves some out, because compiling for many platforms takes long.
fn rows() -> Vec<MpiRow> {
    let mut rows = mpi_rows();
    if !is_long() {
        let mut counts = BTreeMap::<String, u32>::new();
        rows.retain(|row| {
            let count = counts.entry(row.platform.clone()).or_default();
            *count += 1;
            row.platform == STANDARD || *count % 3 == 1
        });
    }
    let mut others = mpi_rows();
    others.retain(|row| row.platform == STANDARD && row.options.is_empty() && row.ranks > 1);
    others.iter_mut().for_each(|row| row.options = OTHER_MATCHING.map(str::to_string).into());
    rows.extend(others.into_iter().step_by(if is_long() { 1 } else { 4 }));
    rows
}

/// Programs whose ranks disagree on a collective call on purpose, which a line at the end tells.
const MISMATCHED: &[&str] = &["coll/gather_scatter", "icoll/truncated"];

#[test]
fn on_the_emulator() {
    let directory = scratch("mpi");
    let rows: Vec<(usize, MpiRow)> = rows().into_iter().enumerate().collect();
    check_rows(&rows, |(number, row)| {
        let source = root().join("tests/mpi").join(format!("{}.c", row.program));
        // Each row has a directory of its own, so that no row sees the files of another.
        let own = directory.join(number.to_string());
        std::fs::create_dir_all(&own).map_err(|e| format!("{}: {e}", own.display()))?;
        let mut command = Command::new(built("rankine"));
        command.current_dir(&own).args(["run", "-n", &row.ranks.to_string(), "--platform", &row.platform]);
        let output = run(command.args(&row.options).arg(source), "");
        let is_told = |line: &str| MISMATCHED.contains(&row.program.as_str()) && line.contains("collective mismatch");
        let complaint = output.stderr.lines().any(|line| line.contains("warning") && !is_told(line));
        match output.code == 0 && output.stdout.trim() == "ok" && !complaint {
            true => Ok(()),
            false => Err(format!("{} on {} ranks of {}: {output:?}", row.program, row.ranks, row.platform)),
        }
    });
}

#[test]
fn under_native_mpich() {
    let directory = scratch("mpi-native");
    let mut seen = BTreeMap::new();
    for row in mpi_rows().into_iter().filter(|row| row.is_native) {
        // A few ranks are enough to show that the program is right; more ranks only oversubscribe the host.
        let best = seen.entry(row.program.clone()).or_insert(row.ranks);
        if row.ranks <= FEW {
            *best = row.ranks.max(if *best <= FEW { *best } else { 1 });
        }
    }
    let programs: Vec<(String, u32)> = seen.into_iter().step_by(if is_long() { 1 } else { 2 }).collect();
    check_rows(&programs, |(program, ranks)| {
        let source = root().join("tests/mpi").join(format!("{program}.c"));
        let binary = directory.join(program.replace('/', "-"));
        let judge = |output: Output| match output.code == 0 && output.stdout.trim() == "ok" {
            true => Ok(()),
            false => Err(format!("{program} on {ranks} ranks under MPICH: {output:?}")),
        };
        judge(native(&source, &binary, &["-w", "-O1"], *ranks, "")?)?;
        let further = if is_long() { REPEATS - 1 } else { 0 };
        (0..further).try_for_each(|_| judge(native_again(&binary, *ranks, "")))
    });
}
