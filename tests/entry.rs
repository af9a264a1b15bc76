//! What a newcomer meets first: the demo, what README shows, and the words of commands and errors.

use rankine_tests::{Output, built, check_rows, root, run, scratch};
use std::process::Command;

/// A shell in which `rankine` is the program built here; its standard error comes behind its standard output.
fn shell(directory: &std::path::Path, line: &str) -> Output {
    let beside = built("rankine");
    let beside = beside.parent().expect("a directory").display().to_string();
    let path = format!("{beside}:{}", std::env::var("PATH").expect("PATH"));
    run(Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(directory), "")
}

/// What differs from computer to computer and from run to run is left out: what a run cost the host.
fn comparable(text: &str) -> Vec<String> {
    let program = built("rankine").display().to_string();
    let lines = text.lines().filter(|line| !line.contains(" s on the host, "));
    lines.map(|line| line.replace(&program, "target/release/rankine").trim_end().to_owned()).collect()
}

/// A console block of README: the command and what it prints.
fn console_blocks(page: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join(page)).expect("a page");
    let blocks = text.split("```console\n$ ").skip(1).filter_map(|rest| rest.split_once("\n```"));
    blocks.filter_map(|(block, _)| block.split_once('\n')).map(|(line, shown)| (line.into(), shown.into())).collect()
}

/// The command that everybody is told to try first. A test leaves out its steps that install and build.
const DEMO: &str = "make demo";

#[test]
fn readme_shows_what_commands_print() {
    let blocks = console_blocks("README.md");
    assert!(blocks.iter().any(|(line, _)| line == DEMO), "README shows the demo");
    check_rows(&blocks, |(line, shown)| {
        let made = format!("MAKEFLAGS= make -o setup -o build --no-print-directory demo RANKINE={}", built("rankine").display());
        let command = if line == DEMO { &made } else { line };
        let printed = shell(&root(), &format!("{{ {command}; }} 2>&1"));
        match comparable(&printed.stdout) == comparable(shown) {
            true => Ok(()),
            false => Err(format!("README shows of `{line}`\n{shown}\nand it prints\n{}", printed.stdout)),
        }
    });
}

/// The commands with which the demo ends do what they say.
#[test]
fn commands_at_the_end_of_the_demo() {
    let directory = scratch("entry-demo");
    std::os::unix::fs::symlink(root().join("apps"), directory.join("apps")).expect("scratch is writable");
    let blocks = console_blocks("README.md");
    let (_, shown) = blocks.iter().find(|(line, _)| line == DEMO).expect("the demo");
    let commands: Vec<&str> = shown.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(commands.len(), 2, "{shown}");
    let expected = [("heat2d.html", "% of time in MPI"), ("rankine-profile", "heat2d.c")];
    for (line, (file, words)) in commands.iter().zip(expected) {
        let line = line.replace("target/release/rankine", "rankine");
        let output = shell(&directory, &line);
        assert_eq!(output.code, 0, "{line}: {output:?}");
        assert!(directory.join(file).exists(), "{line} writes {file}");
        assert!(output.stdout.contains(words) || output.stderr.contains(words), "{line}: no {words} in {output:?}");
    }
}
