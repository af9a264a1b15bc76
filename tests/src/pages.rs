//! Checks pages that show what commands print: runs the commands and compares.
//!
//! A command is a line `$ COMMAND` in a block marked `console`. The lines below it are its standard
//! output and standard error together. A line `…` stands for any number of lines. If a command does
//! not end with 0, the last line is `[exit code N]`. Lines that depend on this computer are left
//! out (`depends_on_computer`).
//!
//! The commands of a block marked `console finished` run elsewhere, see [`FINISHED`].
//!
//! With RANKINE_REFRESH in the environment (`make pages`), pages get the new figures if only
//! figures differ.

use crate::{built, run};
use std::path::Path;
use std::process::Command;

/// Marks of blocks of commands: the usual one, and that of commands of a lab's page that run with the finished
/// program in place of the skeleton.
pub const CONSOLE: &str = "console";
pub const FINISHED: &str = "console finished";

/// The line that stands for any number of lines.
const ELISION: &str = "…";

/// A command of a page, and the lines shown for it.
struct Shown {
    command: String,
    /// The number of the first of these lines in the page, counted from 0.
    at: usize,
    lines: Vec<String>,
}

fn commands(page: &str, mark: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            inside = line.strip_prefix("```") == Some(mark);
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found.push(Shown { command: command.to_string(), at: number + 1, lines: Vec::new() });
        } else if inside {
            found.last_mut().expect("a block begins with a command").lines.push(line.to_string());
        }
    }
    found
}

/// A line with each run of figures and of characters that draw bars replaced by one 0.
fn shape(line: &str) -> String {
    let figure = |letter: char| letter.is_ascii_digit() || ".,-%+·# ".contains(letter);
    // Groups of three digits are one figure.
    let mut shape = String::new();
    for letter in line.replace("0x", "0").chars() {
        match figure(letter) {
            true if shape.ends_with('0') => {}
            true => shape.push('0'),
            false => shape.push(letter),
        }
    }
    shape
}

/// The shown lines replaced by those of the output, if each is `like` its counterpart.
fn aligned(shown: &[String], output: &[String], like: fn(&str, &str) -> bool) -> Option<Vec<String>> {
    let Some((line, rest)) = shown.split_first() else { return output.is_empty().then(Vec::new) };
    let (first, others) = match line == ELISION {
        true => (ELISION.into(), (0..=output.len()).find_map(|skip| aligned(rest, &output[skip..], like))?),
        false => {
            let (first, left) = output.split_first().filter(|(first, _)| like(first, line))?;
            (first.clone(), aligned(rest, left, like)?)
        }
    };
    Some([vec![first], others].concat())
}

/// Does a line tell the cost of a run on this computer, or that a library is compiled? That happens
/// at its first use only, and has more lines on a busy computer.
pub fn depends_on_computer(line: &str) -> bool {
    let is_of_library =
        ["rankine: compiling the ", "rankine: building the "].iter().any(|begin| line.starts_with(begin))
            || line.starts_with("rankine: the ") && line.contains(" is compiled, in ");
    line.contains(" s on the host, ") || is_of_library
}

/// The lines that a command prints in this directory.
fn printed(command: &str, directory: &Path) -> Vec<String> {
    let programs = built("rankine").parent().expect("a directory").to_path_buf();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).env("PATH", path).current_dir(directory);
    let output = run(&mut shell, "");
    let lines = output.stdout.lines().filter(|line| !depends_on_computer(line));
    let mut lines: Vec<String> = lines.map(|line| line.trim_end().to_string()).collect();
    lines.extend((output.code != 0).then(|| format!("[exit code {}]", output.code)));
    lines
}

/// Runs the commands of a page in this directory, one after the other. Returns an error for the
/// first that prints something else.
pub fn check(page: &Path, directory: &Path) -> Result<(), String> {
    check_blocks(page, CONSOLE, directory)
}

/// As [`check`], with the commands of the blocks of this mark.
pub fn check_blocks(page: &Path, mark: &str, directory: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
    let mut fresh: Vec<String> = text.lines().map(String::from).collect();
    for Shown { command, at, lines } in commands(&text, mark) {
        let output = printed(&command, directory);
        if aligned(&lines, &output, |one, other| one == other).is_some() {
            continue;
        }
        let refreshed = aligned(&lines, &output, |one, other| shape(one) == shape(other));
        let Some(refreshed) = refreshed.filter(|_| is_refreshed()) else {
            return Err(format!("{}: $ {command}\n{}", page.display(), output.join("\n")));
        };
        fresh.splice(at..at + lines.len(), refreshed);
    }
    is_fresh(page, (fresh.join("\n") + "\n").as_bytes())
}

/// Checks that a file has these contents. With RANKINE_REFRESH it writes them instead.
pub fn is_fresh(file: &Path, contents: &[u8]) -> Result<(), String> {
    match std::fs::read(file) {
        Ok(before) if before == contents => Ok(()),
        _ if is_refreshed() => std::fs::write(file, contents).map_err(|e| format!("{}: {e}", file.display())),
        _ => Err(format!("{} is not as it comes out now; `make pages` writes it anew", file.display())),
    }
}

fn is_refreshed() -> bool {
    std::env::var_os("RANKINE_REFRESH").is_some()
}
