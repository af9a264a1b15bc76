//! Tests of the labs in `apps/labs`: each lab has all its files, its pages show what their commands
//! print, its solution gets all points, and students can do without the files that they do not get.

use rankine_tests::{built, check_rows, pages, root, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::Value;

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
    let missing: Vec<PathBuf> =
        labs().iter().flat_map(|lab| FILES.map(|file| lab.join(file))).filter(|file| !file.exists()).collect();
    assert!(missing.is_empty(), "there is no {missing:?}");
}

/// Runs every command of a teacher's page in a copy of its lab, and compares the output line by line.
#[test]
fn pages_for_teachers_show_what_their_commands_print() {
    let scratch = scratch("labs");
    check_rows(&labs(), |lab| {
        let copied = scratch.join(name_of(lab));
        copy(&root().join("apps"), &copied.join("apps"));
        pages::check(&lab.join("teacher.md"), &copied.join("apps/labs").join(name_of(lab)))
    });
}

fn name_of(lab: &Path) -> &str {
    lab.file_name().and_then(|name| name.to_str()).expect("a name")
}

/// Writes what students get of all labs: a directory for each, side by side.
fn hand_out_all(directory: &Path) {
    check_rows(&labs(), |lab| {
        let to = directory.join(name_of(lab));
        let output = run(Command::new(built("rankine")).args(["grade", "--hand-out"]).args([&to, lab]), "");
        if output.code == 0 { Ok(()) } else { Err(format!("{}: {output:?}", lab.display())) }
    });
}

/// With what students get of a lab, the commands of its handout print what the handout shows, all C files that its
/// commands name are there, and `rankine grade` gives the visible points.
#[test]
fn handouts_suffice() {
    let scratch = scratch("labs-handed-out");
    let (given, finished) = (scratch.join("given"), scratch.join("finished"));
    std::fs::create_dir(&given).expect("a directory");
    hand_out_all(&given);
    copy(&given, &finished);
    check_rows(&labs(), |lab| {
        let page = lab.join("handout.md");
        let [given, finished] = [&given, &finished].map(|place| place.join(name_of(lab)));
        has_no_secret(&given)?;
        names_files_that_are_there(&page, &given)?;
        pages::check(&page, &given)?;
        std::fs::copy(lab.join("solution/solution.c"), finished.join("skeleton.c")).map_err(|e| e.to_string())?;
        pages::check_blocks(&page, pages::FINISHED, &finished)?;
        if !given.join(LAB).exists() {
            return Ok(()); // graded by hand
        }
        for (place, code) in [(&given, 1), (&finished, 0)] {
            let words = ["grade", "--jobs", "1", ".", "skeleton.c"];
            let output = run(Command::new(built("rankine")).current_dir(place).args(words), "");
            if output.code != code {
                return Err(format!("{}: {output:?}", place.display()));
            }
        }
        Ok(())
    });
}

/// Neither a hidden check nor a page or a program for teachers is in a directory for students.
fn has_no_secret(directory: &Path) -> Result<(), String> {
    let checks = std::fs::read_to_string(directory.join(LAB)).unwrap_or_default();
    let secrets = ["solution", "teacher.md"].into_iter().filter(|name| directory.join(name).exists());
    let secrets: Vec<&str> =
        secrets.chain(["hidden =", "solution ="].into_iter().filter(|key| checks.contains(key))).collect();
    if secrets.is_empty() { Ok(()) } else { Err(format!("{}: {secrets:?}", directory.display())) }
}

/// The C files that a page's calls of `rankine run`, `cc` and `debug` name exist.
fn names_files_that_are_there(page: &Path, directory: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(page).map_err(|e| e.to_string())?;
    let commands = text.split(['`', '\n']).filter(|part| part.trim_start_matches("$ ").starts_with("rankine "));
    let files = commands.flat_map(str::split_whitespace).filter(|word| word.ends_with(".c"));
    let missing: Vec<&str> = files.filter(|file| !directory.join(file).exists()).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("{}: students do not get {missing:?}", page.display())) }
}

/// The file `lab.toml` of a lab.
fn checks_of(lab: &Path) -> toml::Table {
    let text = std::fs::read_to_string(lab.join(LAB)).expect("the lab's file");
    text.parse().expect("TOML")
}

fn number(value: Option<&Value>) -> f64 {
    value.map_or(0.0, |value| value.as_float().or(value.as_integer().map(|whole| whole as f64)).expect("a number"))
}

/// The rubric of each lab has ten points. Those by `grade` are those of `lab.toml`.
#[test]
fn rubrics_agree_with_checks() {
    check_rows(&labs(), |lab| {
        let page = std::fs::read_to_string(lab.join("teacher.md")).map_err(|e| e.to_string())?;
        let rubric = page.split("## Rubric\n").nth(1).and_then(|rest| rest.split("\n## ").next()).ok_or("no rubric")?;
        let sum = |by: &str| -> f64 {
            let rows = rubric.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(&format!(" | {by} | ")));
            rows.map(|(points, _)| points.parse::<f64>().expect("points")).sum()
        };
        let checks = number(checks_of(lab)["lab"].get("points"));
        let points = [sum("grade"), sum("hand")];
        let is_right = points[0] == checks && points[0] + points[1] == 10.0;
        if is_right { Ok(()) } else { Err(format!("{}: {points:?}, lab.toml has {checks}", lab.display())) }
    });
}

/// Handouts name the numbers of cycles that checks allow.
#[test]
fn budgets_stand_in_handouts() {
    check_rows(&labs(), |lab| {
        let page = std::fs::read_to_string(lab.join("handout.md")).map_err(|e| e.to_string())?;
        let checks = checks_of(lab);
        let checks = checks.get("check").and_then(Value::as_array).into_iter().flatten();
        let budgets = checks.filter_map(|check| check.get("most")?.get("cycles")?.as_integer());
        let missing: Vec<i64> = budgets.filter(|cycles| !page.replace(' ', "").contains(&cycles.to_string())).collect();
        if missing.is_empty() { Ok(()) } else { Err(format!("{}: {missing:?}", lab.display())) }
    });
}

/// The most points of a program that prints the visible checks' expected text and does nothing else but meet at barriers.
const PRINTED: &[(&str, &str)] = &[
    ("01-ranks", "1"),
    ("02-deadlock", "0"),
    ("03-eager-rendezvous", "0"),
    ("04-message-cycles", "0"),
    ("05-halo", "0"),
    ("06-allreduce", "0"),
    ("07-matching", "0"),
    ("08-network", "0"),
    ("09-caches", "0"),
    ("10-channel", "1"),
    ("12-gasnet-halo", "0"),
    ("13-find-the-bug", "0.25"),
    ("14-from-a-paper", "1"),
];

/// A program that prints the text of these checks, chosen by its arguments and the number of ranks.
fn printer(checks: &toml::Table) -> String {
    let checks = checks["check"].as_array().expect("a list");
    let rows: String = checks
        .iter()
        .filter_map(|check| {
            let text = check.get("output").or(check.get("output_sorted"))?.as_str()?;
            let words =
                check.get("arguments").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            let words: Vec<&str> = words.collect();
            Some(format!("{{{}, {:?}, {text:?}}},\n", check["ranks"], words.join(" ")))
        })
        .collect();
    format!(
        "#include <mpi.h>\n#include <stdio.h>\n#include <string.h>\n\
         static const struct {{ int ranks; const char *words, *text; }} ROWS[] = {{\n{rows}}};\n\
         int main(int argc, char **argv)\n{{\n    char words[1000] = \"\";\n    int rank, size;\n    MPI_Init(&argc, &argv);\n    \
         MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &size);\n    \
         for (int i = 1; i < argc; i++)\n        strcat(strcat(words, i > 1 ? \" \" : \"\"), argv[i]);\n    \
         for (int i = 0; i < 10; i++)\n        MPI_Barrier(MPI_COMM_WORLD);\n    \
         for (unsigned i = 0; rank == 0 && i < sizeof ROWS / sizeof ROWS[0]; i++)\n        \
         if (ROWS[i].ranks == size && strcmp(ROWS[i].words, words) == 0)\n            fputs(ROWS[i].text, stdout);\n    \
         MPI_Finalize();\n    return 0;\n}}\n"
    )
}

#[test]
fn printed_text_earns_little() {
    let scratch = scratch("labs-printed");
    check_rows(PRINTED, |(name, points)| {
        let (lab, public, file) =
            (root().join("apps/labs").join(name), scratch.join(name), scratch.join(format!("{name}.c")));
        let output = run(Command::new(built("rankine")).args(["grade", "--hand-out"]).args([&public, &lab]), "");
        if output.code != 0 {
            return Err(format!("{name}: {output:?}"));
        }
        std::fs::write(&file, printer(&checks_of(&public))).map_err(|e| e.to_string())?;
        let output = run(Command::new(built("rankine")).args(["grade", "--jobs", "1"]).args([&lab, &file]), "");
        let is_right = output.stdout.contains(&format!("\n  points: {points} of "));
        if is_right { Ok(()) } else { Err(format!("{name}: {}{}", output.stdout, output.stderr)) }
    });
}

/// The reference solution of each lab gets all points. The skeleton compiles, runs, and gets fewer points.
#[test]
fn solutions_get_all_points_and_skeletons_do_not() {
    let labs: Vec<PathBuf> = labs().into_iter().filter(|lab| !GRADED_BY_HAND.contains(&name_of(lab))).collect();
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
