//! `rankine repro`: takes the measurements of a published machine again, by running compiled code,
//! and compares them with the printed values.

mod alpu;
mod bench;
mod choices;
mod curves;
mod gas;
mod options;
mod page;
mod sarc;
mod sensitivity;
mod table;
mod tmd;

use crate::atomic::{self, AtomicFile};
use crate::tell::{failed, say};
use options::{Machine, Options};
use std::path::{Path, PathBuf};

/// The name of a published machine.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Name {
    /// Katsamani's MPI on the SARC chip multiprocessor
    Sarc,
    /// Saldaña's TMD-MPI on many FPGAs
    Tmd,
    /// Underwood's network interface with associative list processing units
    Alpu,
    /// Willenberg and Chow's GAScores and sequencers on a ring of FPGAs
    Gas,
}

#[derive(clap::Args)]
pub struct Arguments {
    /// The machine
    machine: Name,
    /// Change a key of the machine's platforms in every run (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print only these rows; measures no more than they need, if possible
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    rows: Vec<String>,
    /// Write the rows as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the rows as a Markdown table, as in docs/reproduction; without --rows, also a table of the classes
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the points of all curves as CSV
    #[arg(long, value_name = "FILE")]
    curves: Option<PathBuf>,
    /// Write an HTML page with the rows, and with the curves and the printed points
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write each figure as an SVG file into a directory
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Change each numeric key of the machine's platforms by 10 %, and print how far each row moves; --csv and --html write these results
    #[arg(long, group = "changed", conflicts_with_all = ["markdown", "curves", "figures", "choices"])]
    sensitivity: bool,
    /// With --sensitivity or --choices: change only keys that begin with one of these words, such as `ni.` or `RINGS_OVERLAP`
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "changed")]
    keys: Vec<String>,
    /// Undo each choice that was made knowing a row; fails if a row moves that the choice does not list
    #[arg(long, group = "changed", conflicts_with_all = ["csv", "markdown", "curves", "html", "figures"])]
    choices: bool,
}

pub fn main(arguments: &Arguments) -> i32 {
    let machine = match arguments.machine {
        Name::Sarc => &sarc::MACHINE,
        Name::Tmd => &tmd::MACHINE,
        Name::Alpu => &alpu::MACHINE,
        Name::Gas => &gas::MACHINE,
    };
    match reproduce(arguments, machine) {
        Ok(()) => 0,
        // The compiler has reported the cause.
        Err(message) if message.is_empty() => failed(format!("repro {}: a program does not compile", machine.name)),
        Err(message) => failed(format!("repro {}: {message}", machine.name)),
    }
}

fn reproduce(arguments: &Arguments, machine: &Machine) -> Result<(), String> {
    let options = Options::new(machine, &arguments.set, &arguments.rows)?;
    // Open the files first, so that nothing is measured if a file cannot be written.
    for path in [&arguments.csv, &arguments.markdown, &arguments.curves, &arguments.html].into_iter().flatten() {
        AtomicFile::create(path).map_err(|error| unwritten(path, &error))?;
    }
    if let Some(directory) = &arguments.figures {
        let made = std::fs::create_dir_all(directory);
        made.map_err(|error| format!("cannot make the directory {}: {error}", directory.display()))?;
    }
    if arguments.choices {
        return choices::check(machine, &options, &arguments.keys);
    }
    if arguments.sensitivity {
        return tell_sensitivity(arguments, &sensitivity::measure(machine, &options, &arguments.keys)?);
    }
    let results = machine.results(&options)?;
    say!("{}", table::text(&results.rows).trim_end());
    results.about.iter().for_each(|line| say!("{line}"));
    if results.prints_figures {
        results.figures.iter().for_each(|figure| say!("\n{}", curves::text(figure).trim_end()));
    }
    if let Some(path) = &arguments.csv {
        write(path, &table::csv(&results.rows))?;
    }
    if let Some(path) = &arguments.markdown {
        // If only some rows were measured, the classes' table would be incomplete.
        let classes = if options.wants_all() { table::classes(&results.rows) + "\n" } else { String::new() };
        write(path, &(classes + &table::markdown(&results.rows)))?;
    }
    if let Some(path) = &arguments.curves {
        write(path, &curves::csv(&results.figures))?;
    }
    if let Some(path) = &arguments.html {
        write(path, &page::page(&results))?;
    }
    if let Some(directory) = &arguments.figures {
        for (index, figure) in results.figures.iter().enumerate() {
            let path = directory.join(format!("{}-{}.svg", machine.name, index + 1));
            write(&path, &page::svg(figure))?;
        }
    }
    Ok(())
}

fn tell_sensitivity(arguments: &Arguments, table: &sensitivity::Sensitivity) -> Result<(), String> {
    say!("{}", sensitivity::text(table).trim_end());
    if let Some(path) = &arguments.csv {
        write(path, &sensitivity::csv(table))?;
    }
    if let Some(path) = &arguments.html {
        write(path, &page::framed("sensitivity", &sensitivity::html(table)))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    atomic::write(path, text).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
