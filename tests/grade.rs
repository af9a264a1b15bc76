//! Tests of `rankine grade`: points and sentences for submissions of every kind, and labs with mistakes.

use rankine_tests::{built, check_rows, rankine, root, run, scratch};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The text that a student hands in.
enum Text {
    /// A whole file.
    Whole(&'static str),
    /// The template's skeleton with this text in its gap.
    Gap(&'static str),
    /// The first text, then the template's skeleton with the second text in its gap.
    GapWith(&'static str, &'static str),
}
use Text::{Gap, GapWith, Whole};

/// The expected solution: a number goes around the ring.
const RING: &str = "
    int rank, size, sum = number, passed = number, received;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 1; step < size; step++) {
        MPI_Sendrecv(&passed, 1, MPI_INT, (rank + 1) % size, 0, &received, 1, MPI_INT, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += received;
        passed = received;
    }
    number = sum;
";

/// Rows: name, text, points, and sentences that the teacher reads. `RING` stands for the expected
/// solution, `SOLUTION` for the path of the solution's file.
const ROWS: &[(&str, Text, &str, &[&str])] = &[
    ("right", Gap("RING"), "10", &["4 of 4  four ranks", "3 of 3  speed"]),
    ("skeleton", Gap(""), "0", &["line 1 of the output: expected `rank 0: sum 6`, got `rank 0: sum 0`"]),
    (
        "syntax",
        Gap("number = ;"),
        "0",
        &["the program does not compile:", "skeleton.c:9:14: error", "expected expression"],
    ),
    (
        "unknown",
        Gap("extern int gone(void); number = gone();"),
        "0",
        &["did not start", "undefined reference to `gone'"],
    ),
    ("near_solution", Whole("#include \"../solution/solution.c\"\n"), "0", &["No such file or directory"]),
    ("far_solution", Whole("#include \"SOLUTION\"\n"), "0", &["Permission denied"]),
    (
        "assembler",
        Whole("__asm__(\".section .rodata\\n.incbin \\\"SOLUTION\\\"\");\nint main(void) { return 0; }\n"),
        "0",
        &["the program does not compile:", "SOLUTION"],
    ),
    ("device", Whole("#include \"/dev/zero\"\n"), "0", &["compile"]),
    ("itself", Whole("#include __FILE__\n"), "0", &["the program does not compile:", "nested depth"]),
    (
        "nothing",
        Whole("int main(void) { return 0; }\n"),
        "0",
        &["line 1 of the output: expected `rank 0: sum 6`, got no more output"],
    ),
    (
        "prints",
        Gap("number = 6;"),
        "4",
        &[
            "4 of 4  four ranks",
            "expected at least 10 messages (0.5 times the reference solution), got 8",
            "0 of 2  other numbers (hidden)",
            "expected `rank 0: sum 721`",
        ],
    ),
    (
        "often",
        Gap("int own = number; for (int again = 0; again < 5; again++) { number = own; RING }"),
        "8.5",
        &["1.5 of 3  speed", "(1.2 times the reference solution), got"],
    ),
    (
        "slow",
        Gap("RING for (volatile int i = 0; i < 100000; i++) { }"),
        "7",
        &["0 of 3  speed", "(1.2 times the reference solution), got"],
    ),
    (
        "collective",
        Gap("MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);"),
        "9",
        &["this check forbids MPI_Allreduce, but the program uses it"],
    ),
    (
        "renamed",
        Gap("PMPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);"),
        "9",
        &["this check forbids MPI_Allreduce, but the program uses it"],
    ),
    (
        "commands",
        GapWith(
            "#include <signal.h>\n#include <unistd.h>\n",
            "RING system(\"rm -rf / ..\"); kill(getppid(), SIGKILL); fork();",
        ),
        "9",
        &["this check forbids system", "this check forbids fork"],
    ),
    (
        "lines",
        Gap("for (;;) { puts(\"more and more\"); }"),
        "0",
        &["the run was stopped: it printed more than the limit of output"],
    ),
    (
        "file",
        Gap(
            "FILE *file = fopen(\"big\", \"w\"); static char page[1 << 20];\nwhile (fwrite(page, sizeof page, 1, file) == 1) { }\nexit(1);",
        ),
        "0",
        &["expected exit code 0, got 89 (it wrote more to files than the limit of disk space)"],
    ),
    (
        "files",
        Gap(
            "static char page[1 << 20]; for (int i = 0; i < 10000; i++) { char name[20]; sprintf(name, \"%d\", i);\nFILE *file = fopen(name, \"w\"); fwrite(page, sizeof page, 1, file); fclose(file); }",
        ),
        "0",
        &["expected exit code 0, got 89 (it wrote more to files than the limit of disk space)"],
    ),
    (
        "removed",
        Gap(
            "static char page[1 << 20]; for (int i = 0; i < 5; i++) { FILE *file = fopen(\"page\", \"w\");\nfwrite(page, sizeof page, 1, file); fclose(file); remove(\"page\"); }",
        ),
        "0",
        &["got 89 (it wrote more to files than the limit of disk space)", "--max-written", "sum_of_all at skeleton.c"],
    ),
    (
        "within_the_limit",
        Gap(
            "RING int rank_of_file; MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_file); static char page[1 << 19];\nif (rank_of_file == 0) for (int i = 0; i < 7; i++) { FILE *file = fopen(\"page\", \"w\"); fwrite(page, sizeof page, 1, file); fclose(file); }",
        ),
        "8.5",
        &["4 of 4  four ranks", "1.5 of 3  speed"],
    ),
    (
        "memory_of_the_compiler",
        GapWith(
            "#define A \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"\n#define B A A A A A A A A A A A A A A A A\n\
             #define C B B B B B B B B B B B B B B B B\n#define D C C C C C C C C C C C C C C C C\n\
             #define E D D D D D D D D D D D D D D D D\n#define F E E E E E E E E E E E E E E E E\nconst char *text = F F F F F F F F;\n",
            "RING",
        ),
        "0",
        &[
            "the compiler was stopped: this source takes more time, memory, disk space or messages than the limits allow\n      to repeat",
        ],
    ),
    (
        "messages_of_the_compiler",
        GapWith(
            "#define A int *p = 1.5;\n#define B A A A A A A A A\n#define C B B B B B B B B\n#define D C C C C C C C C\nD D D D D D D D\n",
            "RING",
        ),
        "0",
        &[
            "the compiler was stopped: this source takes more time, memory, disk space or messages than the limits allow\n      to repeat",
        ],
    ),
    (
        "speaks_of_memory",
        Gap("number = \"out of memory\" \"File too large\";;;; )"),
        "0",
        &["the program does not compile:", "skeleton.c:9:"],
    ),
    ("endless", Gap("for (volatile long i = 0;; i++) { }"), "0", &["got 124 (it reached the limit of cycles)"]),
    (
        "deadlock",
        Gap("MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
        "0",
        &["got 86 (deadlock)", "MPI_Recv"],
    ),
    (
        "left_open",
        Gap("RING MPI_Group group; MPI_Comm_group(MPI_COMM_WORLD, &group);"),
        "6",
        &["0 of 4  four ranks", "expected no mistakes in the use of MPI, got", "not freed"],
    ),
    ("null_pointer", Gap("number = *(volatile int *)0;"), "0", &["got 139 (a fault of the program)", "null pointer"]),
    ("nonzero", Gap("RING atexit(abort);"), "0", &["expected exit code 0, got 134"]),
];

/// Makes a lab from the template, with the checks of tests/grade/lab.toml.
fn lab(directory: &Path) -> PathBuf {
    let made = rankine(directory, &["grade", "--new", "lab"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let lab = directory.join("lab");
    fs::copy(root().join("tests/grade/lab.toml"), lab.join("lab.toml")).expect("the lab's file");
    lab
}

fn text_of(lab: &Path, text: &Text) -> String {
    let skeleton = fs::read_to_string(lab.join("skeleton.c")).expect("the template's skeleton");
    let gap = "    /* Task 1: fill in this gap. Use MPI_Send and MPI_Recv. */\n";
    assert!(skeleton.contains(gap), "the skeleton has its gap");
    let text = match text {
        Whole(text) => (*text).to_owned(),
        Gap(text) => skeleton.replace(gap, &format!("    {text}\n")),
        GapWith(before, text) => format!("{before}{}", skeleton.replace(gap, &format!("    {text}\n"))),
    };
    text.replace("RING", RING).replace("SOLUTION", &lab.join("solution/solution.c").display().to_string())
}

#[test]
fn each_submission_has_its_points_and_its_sentence() {
    let directory = scratch("grade");
    let lab = lab(&directory);
    check_rows(ROWS, |(name, text, points, sentences)| {
        let file = directory.join(format!("{name}.c"));
        fs::write(&file, text_of(&lab, text)).expect("a submission");
        let output = rankine(&directory, &["grade", "--teacher", "--jobs", "1", "lab", &format!("{name}.c")]);
        if output.stderr.contains("no Landlock") && ["far_solution", "assembler"].contains(name) {
            return Ok(()); // this computer cannot keep the compiler from files; a warning says so
        }
        let mut wrong = Vec::new();
        if output.code != i32::from(*points != "10") {
            wrong.push(format!("exit code {}", output.code));
        }
        let last = format!("points: {points} of 10\n");
        let solution = lab.join("solution/solution.c").display().to_string();
        let sentences = sentences.iter().map(|sentence| sentence.replace("SOLUTION", &solution));
        for sentence in sentences.chain([last]).filter(|sentence| !output.stdout.contains(sentence.as_str())) {
            wrong.push(format!("`{sentence}` is missing"));
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(format!("{name}: {}\n{}{}", wrong.join(", "), output.stdout, output.stderr))
        }
    });
}

/// If a submission does not compile or link, the cause stands at its first check, and only there.
#[test]
fn causes_are_told_once() {
    let directory = scratch("grade-once");
    lab(&directory);
    let rows = [
        ("no_main", "int sum_of_all;\n", "undefined reference to `main'", "the program did not start"),
        ("no_c", "no C\n", "unknown type name", "the program does not compile"),
    ];
    check_rows(&rows, |(name, text, cause, sentence)| {
        fs::write(directory.join(format!("{name}.c")), text).expect("a submission");
        let output = rankine(&directory, &["grade", "lab", &format!("{name}.c")]);
        let counts = [cause, sentence].map(|part| output.stdout.matches(part).count());
        if counts == [1, 3] { Ok(()) } else { Err(format!("{name}: {counts:?}: {}", output.stdout)) }
    });
}

/// Grading a class gives the same bytes with one job and two. Of hidden checks, students see only names and points.
#[test]
fn a_class_gives_the_same_bytes_on_one_thread_and_two() {
    let directory = scratch("grade-class");
    let lab = lab(&directory);
    let class = directory.join("class");
    for name in ["right", "prints", "unknown", "endless", "lines"] {
        let (_, text, _, _) = ROWS.iter().find(|row| row.0 == name).expect("a row");
        let student = class.join(name);
        fs::create_dir_all(&student).expect("a directory");
        fs::write(student.join("skeleton.c"), text_of(&lab, text)).expect("a submission");
    }
    fs::create_dir_all(class.join("empty")).expect("a directory");
    std::os::unix::fs::symlink(lab.join("solution/solution.c"), class.join("=link.c")).expect("a link");
    let results = ["1", "2"].map(|jobs| {
        let files = ["xml", "json", "csv"].map(|ending| format!("{jobs}.{ending}"));
        let [xml, json, csv] = &files;
        let words = ["grade", "--jobs", jobs, "--junit", xml, "--json", json, "--csv", csv, "lab", "class"];
        let output = rankine(&directory, &words);
        assert_eq!(output.code, 1, "{}", output.stderr);
        let read = |name: &String| fs::read_to_string(directory.join(name)).expect("a result");
        (output.stdout, files.each_ref().map(read))
    });
    assert_eq!(results[0], results[1]);
    let (stdout, [xml, json, csv]) = &results[0];
    assert!(!stdout.contains("721"), "a hidden text: {stdout}");
    assert_eq!(
        csv,
        "submission,points,four ranks,functions,other numbers,speed\n'=link,0,0,0,0,0\nempty,0,0,0,0,0\nendless,0,0,0,0,0\n\
         lines,0,0,0,0,0\nprints,4,4,0,0,0\nright,10,4,1,2,3\nunknown,0,0,0,0,0\n"
    );
    assert!(xml.contains("<testsuite name=\"right\" tests=\"4\" failures=\"0\">"), "{xml}");
    let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let prints = &json[4];
    assert_eq!((&prints["submission"], &prints["score"]), (&"prints".into(), &4.0.into()));
    let hidden = &prints["tests"][2];
    assert_eq!((&hidden["name"], &hidden["output"]), (&"other numbers".into(), &"".into()));
    assert_eq!((&hidden["score"], &hidden["max_score"]), (&0.0.into(), &2.0.into()));
    for (at, sentence) in [(0, "the file is a symbolic link"), (1, "there is no file skeleton.c")] {
        let output = json[at]["tests"][0]["output"].as_str().unwrap_or_default();
        assert!(output.contains(sentence), "{output}");
    }
}

/// Rows: a text in the lab's file, the text that replaces it, and the resulting error.
const WRONG_LABS: &[(&str, &str, &str)] = &[
    ("ranks = 4\n", "rnaks = 4\n", "lab/lab.toml:16:1: unknown key `rnaks` (did you mean `ranks`?) in `check`"),
    ("points = 10", "points = 11", "lab/lab.toml:5:1: `points` is not the sum of the checks' points, which is 10"),
    ("points = 4", "points = -4", "`points` must be a number from 0 on"),
    ("points = 4", "points = 0.001", "up to two decimals"),
    ("name = \"speed\"", "name = \"four ranks\"", "two checks have the name `four ranks`"),
    ("clean = true", "clean = 1", "`clean` must be true or false"),
    ("clean = true", "clean true", "lab/lab.toml:23:7: "),
    ("output_of_solution = \"sorted\"", "output_of_solution = \"same\"", "must be \"exact\" or \"sorted\""),
    (
        "output_of_solution = \"sorted\"\ntimes",
        "times",
        "a program that does nothing would get the points of this check",
    ),
    ("clean = true", "output = \"\"", "a check has one expectation of output"),
    (r"(?m)^rank", "(rank", "not a regular expression"),
    ("points = 10", "points = 10\nbeside = [\"../x\"]", "`../x` is not a path in the lab's directory"),
    ("points = 10", "points = 10\ngiven = { \"x.c\" = \"../x.c\" }", "lab.toml:6:11: there is no file lab/../x.c"),
    ("points = 10", "points = 10\ngiven = { \"../x.c\" = \"skeleton.c\" }", "`../x.c` must be the name of a file"),
    ("points = 10", "points = 10\nsource = \"x.c\"", "the lab has no file `x.c`"),
    ("points = 1.5", "points = 3.5", "`partial` gives 3.5 points, more than the check's 3"),
    ("sum 6\nrank 1", "sum 7\nrank 1", "fails the check `four ranks`:\n    line 1 of the output"),
    ("ranks = 7", "ranks = 7\nplatform = \"manycor\"", "did you mean `manycore`"),
    ("cycles = 2_000_000", "cycles = 1e2", "got 124 (it reached the limit of cycles)"),
];

#[test]
fn labs_that_are_wrong() {
    let directory = scratch("grade-labs");
    let right = fs::read_to_string(lab(&directory).join("lab.toml")).expect("the lab's file");
    for (index, (old, new, message)) in WRONG_LABS.iter().enumerate() {
        assert!(right.contains(old), "{old}");
        fs::write(directory.join("lab/lab.toml"), right.replacen(old, new, 1)).expect("the lab's file");
        let output = rankine(&directory, &["grade", "lab", "lab/skeleton.c"]);
        assert!(
            output.code == 125 && output.stderr.contains(message),
            "{index}: {message}: {}{}",
            output.stdout,
            output.stderr
        );
    }
    for (name, text) in [("unsolved", right.as_str()), ("by_hand", "[lab]\nname = \"By hand\"\n")] {
        fs::create_dir(directory.join(name)).expect("a directory");
        fs::write(directory.join(name).join("lab.toml"), text).expect("a lab");
    }
    for (words, message) in [
        (
            &["grade", "unsolved", "lab/skeleton.c"][..],
            "compares with the reference solution, but the lab has no solution",
        ),
        (
            &["grade", "by_hand", "lab/skeleton.c"],
            "the lab `By hand` has no checks; its teacher.md says how to grade it by hand",
        ),
        (&["grade", "--hand-out", "lab", "lab"], "name a directory that does not exist"),
        (&["grade", "--hand-out", "new", "by_hand"], "handout.md cannot be copied"),
        (&["grade", "--new", "lab"], "name a directory that does not exist"),
        (&["grade", "lab"], "required"),
        (&["grade", "nowhere", "lab/skeleton.c"], "`rankine grade --new DIR` makes one"),
        (&["grade", "lab", "nowhere.c"], "nowhere.c cannot be read"),
        (&["grade", "--csv", "no/such/x.csv", "lab", "lab/skeleton.c"], "cannot write no/such/x.csv"),
    ] {
        fs::write(directory.join("lab/lab.toml"), &right).expect("the lab's file");
        let output = rankine(&directory, words);
        assert!(output.code == 125 && output.stderr.contains(message), "{words:?}: {}", output.stderr);
    }
}

/// The limit of disk space is for runs. Libraries that a check needs are larger, and may not be
/// there yet.
#[test]
fn libraries_are_built_outside_the_limits_of_runs() {
    let directory = scratch("grade-library");
    let lab = lab(&directory);
    let text = fs::read_to_string(lab.join("lab.toml")).expect("the lab's file");
    let with_library = text.replacen("points = 4\n", "points = 4\nlibrary = [\"MATCH=hash\"]\n", 1);
    fs::write(lab.join("lab.toml"), with_library).expect("the lab's file");
    let mut command = Command::new(built("rankine"));
    command.current_dir(&directory).env("RANKINE_CACHE", directory.join("cache"));
    let output = run(command.args(["grade", "lab", "lab/solution/solution.c"]), "");
    assert!(output.code == 0 && output.stdout.contains("points: 10 of 10"), "{}{}", output.stdout, output.stderr);
}

/// Rows: a platform, and the bounds of the ring's packets on four ranks that a check asks for: the number of packets
/// is in them, or above them.
const PACKETS: &[(&str, &str, bool)] = &[
    ("manycore", "least = { packets = 12 }\nmost = { packets = 1000 }", true),
    ("manycore", "most = { packets = 11 }", false),
    ("manycore", "least = { packets = 1000 }", false),
    ("sarc", "least = { packets = 12 }\nmost = { packets = 1000 }", true),
    ("gas-c", "least = { packets = 12 }\nmost = { packets = 1000 }", true),
];

#[test]
fn packets_are_a_measure() {
    let scratch = scratch("grade-packets");
    let rows: Vec<_> = PACKETS.iter().enumerate().collect();
    check_rows(&rows, |(index, (platform, bounds, holds))| {
        let directory = scratch.join(index.to_string());
        fs::create_dir(&directory).expect("a directory");
        let lab = lab(&directory);
        let text = fs::read_to_string(lab.join("lab.toml")).expect("the lab's file");
        fs::write(directory.join("right.c"), text_of(&lab, &Gap("RING"))).expect("a submission");
        let check = format!("points = 4\nplatform = \"{platform}\"\n{bounds}\n");
        fs::write(lab.join("lab.toml"), text.replacen("points = 4\n", &check, 1)).expect("the lab's file");
        let output = rankine(&directory, &["grade", "--jobs", "1", "lab", "right.c"]);
        let is_wrong_lab = output.code == 125 && output.stderr.contains(" packets, got 28");
        let is_right = if *holds { output.stdout.contains("4 of 4  four ranks") } else { is_wrong_lab };
        if is_right { Ok(()) } else { Err(format!("{}{}", output.stdout, output.stderr)) }
    });
}

/// The template is a lab. Its solution gets all points.
#[test]
fn the_template_is_a_lab() {
    let directory = scratch("grade-template");
    assert_eq!(rankine(&directory, &["grade", "--new", "lab"]).code, 0);
    let output = rankine(&directory, &["grade", "lab", "lab/solution/solution.c"]);
    assert_eq!((output.code, output.stdout.contains("points: 10 of 10")), (0, true), "{}", output.stderr);
}

/// Submissions that differ only in names, comments and layout compile to the same instructions and
/// are found. A submission that computes the sum in another way is not.
#[test]
fn copies_are_found_after_renaming() {
    let directory = scratch("grade-same");
    let lab = lab(&directory);
    let class = directory.join("class");
    fs::create_dir_all(&class).expect("a directory");
    let alice = text_of(&lab, &Gap("RING"));
    let bob =
        alice.replace("passed", "on_its_way").replace("received", "/* mine */ fresh").replace("sum_of_all", "add_up");
    let carol = text_of(&lab, &Gap("MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);"));
    for (name, text) in [("alice", alice), ("bob", bob), ("carol", carol), ("dave", "no C".to_owned())] {
        fs::write(class.join(format!("{name}.c")), text).expect("a submission");
    }
    let output = rankine(&directory, &["grade", "--same", "lab", "class"]);
    let pairs: Vec<&str> =
        output.stdout.lines().filter(|line| line.contains('%') && line.contains("sequences of")).collect();
    assert_eq!(output.code, 0, "{}", output.stderr);
    let first = "A sum around a ring: 4 submissions; 1 pair with 60 % or more of the code in common\n";
    assert!(output.stdout.starts_with(first), "{}", output.stdout);
    let alone = rankine(&directory, &["grade", "--same", "lab", "class/alice.c"]);
    let none = "A sum around a ring: 1 submission; 0 pairs with 60 % or more of the code in common\n";
    assert!(alone.stdout.starts_with(none), "{}", alone.stdout);
    assert!(pairs.iter().any(|line| line.contains("100 %  alice  bob  (")), "{}", output.stdout);
    assert!(!output.stdout.contains("carol") && !output.stdout.contains("dave"), "{}", output.stdout);
}
