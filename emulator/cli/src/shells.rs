//! `rankine completions` and `rankine man`: describe the command line for shells and for `man`.

use crate::anatomy;
use crate::run::arguments;
use crate::tell::{self, failed, say};
use clap::{Arg, ArgAction, Command};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

#[derive(clap::Args)]
pub struct Man {
    /// Directory for the pages; Rankine creates it if it does not exist
    directory: PathBuf,
}

/// The subcommands that take the options of `rankine run`.
const RUNS: [&str; 3] = ["run", "debug", "anatomy"];

/// Prints the completions for a shell; returns the exit code.
pub fn completions(arguments: &Completions, command: Command) -> i32 {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut with_options(command), "rankine", &mut text);
    tell::printed(io::stdout().write_all(&text));
    0
}

/// Writes a page for `rankine` and for each subcommand; returns the exit code.
pub fn man(arguments: &Man, command: Command) -> i32 {
    let directory = &arguments.directory;
    let made = fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(with_options(command), directory));
    match made {
        Ok(()) => {
            say!(
                "wrote manual pages into {}; `man -l {}/rankine.1` shows the first",
                directory.display(),
                directory.display()
            );
            0
        }
        Err(error) => failed(format!("cannot write pages into {}: {error}", directory.display())),
    }
}

/// Adds the options of `rankine run`, which are not declared to clap, to the command line.
fn with_options(command: Command) -> Command {
    let add = |command: Command, name: &str| command.mut_subcommand(name, |run| run.args(options(arguments::HELP)));
    let command = RUNS.iter().fold(command, |command, name| add(command, name));
    command.mut_subcommand("anatomy", |anatomy| anatomy.args(options(anatomy::HELP)))
}

/// The options of a help text. Each is a line with one or more names, and its explanation in the
/// next column.
fn options(help: &'static str) -> Vec<Arg> {
    let lines = help.lines().filter(|line| line.starts_with("  -"));
    let of_line = |line: &'static str| {
        let (names, meaning) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
        let takes_value = !names.contains("[=") && names.split_whitespace().any(|word| !word.starts_with('-'));
        let names = names.split([' ', ',', ';', '[']).filter(|word| word.starts_with('-') && *word != "--");
        names.map(move |name| argument(name, takes_value, meaning.trim()))
    };
    lines.flat_map(of_line).collect()
}

/// One option. Names of more than one letter are long options, which take one dash or two.
fn argument(name: &'static str, takes_value: bool, meaning: &'static str) -> Arg {
    let bare = name.trim_start_matches('-');
    let action = if takes_value { ArgAction::Append } else { ArgAction::SetTrue };
    let argument = Arg::new(name).help(meaning).action(action);
    match (bare.len(), bare.chars().next()) {
        (1, Some(letter)) => argument.short(letter),
        _ => argument.long(bare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn options_of_the_help_text() {
        let found = options(arguments::HELP);
        let named = |name: &str| found.iter().find(|one| one.get_id() == name).unwrap_or_else(|| panic!("no {name}"));
        for (name, takes_value) in
            [("-n", true), ("-np", true), ("--stats", true), ("--mpi", false), ("--phases", false), ("-q", false)]
        {
            assert_eq!(named(name).get_action().takes_values(), takes_value, "{name}");
            assert!(named(name).get_help().is_some(), "{name}");
        }
        with_options(crate::Cli::command()).debug_assert();
    }
}
