//! Tests of the labs in `apps/labs`: each lab has all its files, its pages show what their commands
//! print, and its solution gets all points.

use rankine_tests::{built, check_rows, pages, root, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that each lab has.
const FILES: [&str; 5] = ["handout.md", "skeleton.c", "solution/solution.c", "teacher.md", LAB];
const LAB: &str = "lab.toml";

/// Labs that only people grade, because students hand in something else than a program for a host.
const GRADED_BY_HAND: [&str; 1] = ["11-firmware"];

/// The directories of the labs, by name.
fn labs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("apps/labs")).expect("the labs");
    let mut labs: Vec<PathBuf> = entries.map(|entry| entry.expect("readable directory").path()).collect();
    labs.sort();
    labs
}

/// Is this the list of checks that a lab graded by hand does not have?
fn is_graded_by_hand(file: &Path) -> bool {
    GRADED_BY_HAND.iter().any(|lab| file.ends_with(Path::new(lab).join(LAB)))
}

/// Copies a directory, so that what commands write stays out of the repository.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("target/ is writable");
    for entry in std::fs::read_dir(from).expect("a directory of the repository") {
        let path = entry.expect("readable directory").path();
        let into = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &into),
            false => drop(std::fs::copy(&path, &into).expect("target/ is writable")),
        }
    }
}

#[test]
fn every_lab_has_all_its_files() {
    let missing: Vec<PathBuf> = labs()
        .iter()
        .flat_map(|lab| FILES.map(|file| lab.join(file)))
        .filter(|file| !file.exists())
        .filter(|file| !is_graded_by_hand(file))
        .collect();
    assert!(missing.is_empty(), "there is no {missing:?}");
}

/// Runs every command of a page in a copy of its lab, and compares the output line by line.
#[test]
fn pages_show_what_their_commands_print() {
    let pages: Vec<PathBuf> =
        labs().iter().flat_map(|lab| ["handout.md", "teacher.md"].map(|page| lab.join(page))).collect();
    let scratch = scratch("labs");
    check_rows(&pages, |page| {
        let lab = page.parent().expect("a lab");
        let copied = scratch.join(page.file_stem().expect("a name")).join(lab.file_name().expect("a name"));
        copy(&root().join("apps"), &copied.join("apps"));
        let directory = copied.join("apps/labs").join(lab.file_name().expect("a name"));
        pages::check(page, &directory)
    });
}

/// The reference solution of each lab gets all points. The skeleton compiles, runs, and gets fewer points.
#[test]
fn solutions_get_all_points_and_skeletons_do_not() {
    let labs: Vec<PathBuf> = labs().into_iter().filter(|lab| lab.join(LAB).exists()).collect();
    check_rows(&labs, |lab| {
        for (submission, code) in [("solution/solution.c", 0), ("skeleton.c", 1)] {
            let words = ["grade", "--jobs", "1", "--teacher"];
            let output = run(Command::new(built("rankine")).args(words).args([lab, &lab.join(submission)]), "");
            if output.code != code {
                return Err(format!("{}: {submission}: {output:?}", lab.display()));
            }
        }
        Ok(())
    });
}
