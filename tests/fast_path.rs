//! Tests of the compiled fast path of blocking calls: it calls no function. If it did, the compiler
//! would save registers for that in every call, also in calls that leave the fast path.

use rankine_tests::{check_rows, rankine, root, run, scratch};
use std::process::Command;

/// Rows: platform, build parameters of the library, function, and the largest number of registers that it may save.
const ROWS: &[(&str, &str, &str, usize)] = &[
    ("manycore", "", "PMPI_Send", 0),
    ("manycore", "", "PMPI_Recv", 0),
    ("sarc", "", "PMPI_Send", 2),
    ("sarc", "", "PMPI_Recv", 8),
    ("sarc", "RINGS_AS_PRINTED=1", "PMPI_Send", 0),
    ("sarc", "RINGS_AS_PRINTED=1", "PMPI_Recv", 1),
];

/// The instructions of a function in objdump's form without aliases, such as `jal ra,...`.
fn instructions(platform: &str, parameters: &str, function: &str) -> Result<Vec<String>, String> {
    let directory = scratch(&format!("fast-path-{platform}-{parameters}-{function}"));
    let source = root().join("apps/hello.c").to_string_lossy().into_owned();
    let mut words = vec!["cc", "--platform", platform, "-O2", "-o", "hello", &source];
    parameters.split_whitespace().for_each(|parameter| words.extend(["--library", parameter]));
    let output = rankine(&directory, &words);
    if output.code != 0 {
        return Err(output.stderr);
    }
    let disassemble = format!("--disassemble={function}");
    let mut objdump = Command::new("riscv64-unknown-elf-objdump");
    objdump.current_dir(&directory).args(["-M", "no-aliases", "--no-show-raw-insn", &disassemble, "hello"]);
    let output = run(&mut objdump, "");
    let lines = output.stdout.lines().filter_map(|line| line.split_once(":\t")).map(|(_, text)| text.to_owned());
    Ok(lines.collect())
}

#[test]
fn the_fast_path_calls_nothing() {
    check_rows(ROWS, |(platform, parameters, function, saved_max)| {
        let all = instructions(platform, parameters, function)?;
        if all.len() < 20 {
            return Err(format!("{platform}: {function} has {} instructions: is that the function?", all.len()));
        }
        let links = |text: &&String| {
            let (name, operands) = text.split_once('\t').unwrap_or((text, ""));
            matches!(name, "c.jal" | "c.jalr") || (matches!(name, "jal" | "jalr") && operands.starts_with("ra,"))
        };
        if let Some(call) = all.iter().find(links) {
            return Err(format!("{platform} {parameters}: {function} calls: {call}"));
        }
        let saves = |text: &&String| {
            let (name, operands) = text.split_once('\t').unwrap_or((text, ""));
            matches!(name, "sd" | "sw" | "c.sdsp" | "c.swsp") && operands.ends_with("(sp)")
        };
        let saved = all.iter().filter(saves).count();
        if saved > *saved_max {
            return Err(format!("{platform} {parameters}: {function} saves {saved} registers, more than {saved_max}"));
        }
        Ok(())
    });
}
