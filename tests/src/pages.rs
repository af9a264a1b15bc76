//! Pages that show what commands print: the commands run, and the pages must be right.
//!
//! A command is a line `$ COMMAND` in a block marked `console`; the lines below it are what it prints, on standard output and standard error
//! together. A line `…` stands for any number of lines. A command that does not end with 0 has a last line `[exit code N]`. What
//! a run has cost this computer is no part of it.
//!
//! With RANKINE_REFRESH in the environment (`make pages`) pages get the figures that come out, where only figures differ.

use crate::{built, run};
use std::path::Path;
use std::process::Command;

/// A line for any number of lines.
const ELISION: &str = "…";

/// A command of a page, and the lines shown for it.
struct Shown {
    command: String,
    /// The number of the first of the lines in the page, from 0 on.
    at: usize,
    lines: Vec<String>,
}

fn commands(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found.push(Shown { command: command.to_string(), at: number + 1, lines: Vec::new() });
        } else if inside {
            found.last_mut().expect("a block begins with a command").lines.push(line.to_string());
        }
    }
    found
}

/// A line without its figures, nor what bars are made of.
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

/// The shown lines with those of the output in their places, if each is `like` the line in its place.
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

/// What a command prints in this directory, line by line.
fn printed(command: &str, directory: &Path) -> Vec<String> {
    let programs = built("rankine").parent().expect("a directory").to_path_buf();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).env("PATH", path).current_dir(directory);
    let output = run(&mut shell, "");
    let lines = output.stdout.lines().filter(|line| !line.contains(" s on the host, "));
    let mut lines: Vec<String> = lines.map(|line| line.trim_end().to_string()).collect();
    lines.extend((output.code != 0).then(|| format!("[exit code {}]", output.code)));
    lines
}

/// Runs the commands of a page in this directory, one after the other. An error is the first that prints something else.
pub fn check(page: &Path, directory: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
    let mut fresh: Vec<String> = text.lines().map(String::from).collect();
    for Shown { command, at, lines } in commands(&text) {
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

/// Does the file have these contents? With RANKINE_REFRESH it gets them.
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
