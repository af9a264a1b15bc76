//! Same inputs, same bits: output and statistics of a run do not depend on when it is made, on whether the rounds of
//! polling loops are left out, or on who looks.

use rankine_tests::{built, check_rows, root, run, scratch};
use std::process::Command;

/// Source, ranks, arguments and exit code; small enough for every round of every polling loop to be performed.
const ROWS: [(&str, u32, &str, i32); 12] = [
    ("apps/hello.c", 4, "", 0),
    ("apps/ring.c", 5, "", 0),
    ("apps/heat2d.c", 4, "--nx 16 --ny 16 --iters 10", 0),
    ("apps/intsort.c", 4, "--keys 500", 0),
    ("apps/masterworker.c", 4, "--tasks 20", 0),
    ("apps/pi.c", 3, "", 0),
    ("tests/repeat/polls.c", 2, "well", 0),
    ("tests/repeat/polls.c", 5, "well", 0),
    ("tests/repeat/polls.c", 2, "abort", 3),
    ("tests/repeat/polls.c", 2, "exit", 4),
    ("tests/repeat/polls.c", 3, "fault", 139),
    ("tests/repeat/polls.c", 2, "fault", 139),
];

#[test]
fn same_bits() {
    let directory = scratch("repeat");
    check_rows(&ROWS, |(program, ranks, arguments, code)| {
        let source = root().join(program);
        let once = |label: &str, options: &[&str]| {
            let name = format!("{program}-{ranks}-{arguments}-{label}.json").replace(['/', ' '], "-");
            let stats = directory.join(name);
            let mut command = Command::new(built("rankine"));
            command.current_dir(&directory).args(["run", "-n", &ranks.to_string(), "--stats"]).arg(&stats);
            let output = run(command.args(options).arg(&source).args(arguments.split_whitespace()), "");
            let text = std::fs::read_to_string(&stats).map_err(|e| format!("{program}: {e}: {}", output.stderr))?;
            let mut value: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
            // What the host needed, and how the command was put, may differ.
            let fields = value.as_object_mut().ok_or("statistics are an object")?;
            fields.remove("host");
            fields.remove("command");
            Ok::<_, String>((output.code, output.stdout, serde_json::to_string_pretty(&value).unwrap_or_default()))
        };
        let first = once("first", &[])?;
        for (label, options) in [
            ("again", &[][..]),
            ("no-elision", &["--no-elision"]),
            ("quiet", &["-q"]),
            ("one-thread", &["--threads", "1"]),
            ("two-threads", &["--threads", "2"]),
            ("eight-threads", &["--threads", "8"]),
        ] {
            let other = once(label, options)?;
            if other != first {
                return Err(format!(
                    "{program} {arguments}: {label} differs:\n{}\n{}\n{}\n{}",
                    first.1, other.1, first.2, other.2
                ));
            }
        }
        if first.0 == *code { Ok(()) } else { Err(format!("{program} {arguments}: exit {}", first.0)) }
    });
}
