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

/// Rows: a lab; the points of a program that prints the visible checks' texts and does nothing else but meet at barriers; the
/// points if it also sends as many dummy messages and executes as many instructions as the checks ask for. At most one point each.
const PRINTED: &[(&str, &str, &str)] = &[
    ("01-ranks", "0.25", "1"),
    ("02-deadlock", "0", "1"),
    ("03-eager-rendezvous", "0", "1"),
    ("04-message-cycles", "1", "1"),
    ("05-halo", "0", "1"),
    ("06-allreduce", "0", "0.5"),
    ("07-matching", "0", "1"),
    ("08-network", "0", "1"),
    ("09-caches", "0", "0.75"),
    ("10-channel", "0.25", "0.75"),
    ("12-gasnet-halo", "0", "1"),
    ("13-find-the-bug", "0.2", "1"),
    ("14-from-a-paper", "1", "1"),
];

/// Texts that match the expected expressions of visible checks: a part of the expression, and the text.
const MATCHING: &[(&str, &str)] = &[
    ("one way", "one way, receiver waiting         179\n"),
    ("for each receive", "11.0 cycles for each receive\n"),
    ("value 4279423333243821625", "channel: value 4279423333243821625, 118.0 cycles\n"),
];

/// The text that a check expects.
fn expected(check: &Value) -> &str {
    let text = check.get("output").or(check.get("output_sorted")).and_then(Value::as_str);
    let pattern = check.get("output_matches").and_then(Value::as_str).unwrap_or_default();
    let matching = || MATCHING.iter().find(|(part, _)| pattern.contains(part)).expect("a text that matches").1;
    text.unwrap_or_else(matching)
}

/// The line of the program's table for a check: ranks, arguments, text; messages, their bytes, and rounds of a loop.
fn row_of(check: &Value, has_dummies: bool) -> String {
    let words = check.get("arguments").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let words: Vec<&str> = words.collect();
    let least = |measure| number(check.get("least").and_then(|least| least.get(measure)).filter(|_| has_dummies));
    let messages = least("messages").max(least("packets")).max(least("bytes").min(1.0));
    let bytes = (least("bytes") / messages.max(1.0)).ceil();
    let rounds = (least("instructions") / 4.0).ceil();
    let (words, text) = (words.join(" "), expected(check));
    format!("{{{}, {words:?}, {text:?}, {messages}, {bytes}, {rounds}}},\n", check["ranks"])
}

/// A program that prints the text of these checks, chosen by its arguments and the number of ranks. With dummies, rank 0 sends rank 1
/// messages of zeros, by all calls that checks may ask for.
fn printer(checks: &toml::Table, has_dummies: bool) -> String {
    let checks = checks["check"].as_array().expect("a list");
    let rows: String = checks.iter().map(|check| row_of(check, has_dummies)).collect();
    PRINTER.replace("ROWS_OF_LAB", &rows)
}

const PRINTER: &str = r#"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const struct { int ranks; const char *words, *text; int messages, bytes; long rounds; } ROWS[] = {
ROWS_OF_LAB};

static void pass(int rank, int number, char *data, int bytes)
{
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0 && number == 0)
        MPI_Isend(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
    else if (rank == 0 && number == 1)
        MPI_Ssend(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else if (rank == 0)
        MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1 && number == 0)
        MPI_Irecv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
    else if (rank == 1)
        MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    char words[1000] = "";
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; i++)
        strcat(strcat(words, i > 1 ? " " : ""), argv[i]);
    for (unsigned i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        if (ROWS[i].ranks != size || strcmp(ROWS[i].words, words) != 0)
            continue;
        char *data = calloc((size_t)ROWS[i].bytes + 1, 1);
        for (int number = 0; ROWS[i].messages == 0 && number < 10; number++)
            MPI_Barrier(MPI_COMM_WORLD);
        for (int number = 0; size > 1 && number < ROWS[i].messages; number++)
            pass(rank, number, data, ROWS[i].bytes);
        for (volatile long round = 0; round < ROWS[i].rounds / size; round++)
            ;
        if (rank == 0)
            fputs(ROWS[i].text, stdout);
        free(data);
        break;
    }
    MPI_Finalize();
    return 0;
}
"#;

#[test]
fn printed_text_and_dummies_earn_little() {
    let scratch = scratch("labs-printed");
    check_rows(PRINTED, |(name, printed, with_dummies)| {
        let (lab, public) = (root().join("apps/labs").join(name), scratch.join(name));
        let output = run(Command::new(built("rankine")).args(["grade", "--hand-out"]).args([&public, &lab]), "");
        if output.code != 0 {
            return Err(format!("{name}: {output:?}"));
        }
        for (kind, points, has_dummies) in [("printed", printed, false), ("dummies", with_dummies, true)] {
            let file = scratch.join(format!("{name}-{kind}.c"));
            std::fs::write(&file, printer(&checks_of(&public), has_dummies)).map_err(|e| e.to_string())?;
            let words = ["grade", "--jobs", "1", "--teacher"];
            let output = run(Command::new(built("rankine")).args(words).args([&lab, &file]), "");
            if !output.stdout.contains(&format!("\n  points: {points} of ")) {
                return Err(format!("{name}, {kind}: {}{}", output.stdout, output.stderr));
            }
        }
        Ok(())
    });
}

/// The rows above are within the bound that docs/grading.md names.
#[test]
fn printed_text_earns_at_most_a_point() {
    let most = PRINTED.iter().flat_map(|(_, printed, dummies)| [printed, dummies]);
    assert!(most.map(|points| points.parse::<f64>().expect("points")).all(|points| points <= 1.0));
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
