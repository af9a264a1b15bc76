//! `rankine repro`: a published machine's measurements, taken again from compiled code and set beside what was printed.

mod alpu;
mod bench;
mod curves;
mod gas;
mod page;
mod sarc;
mod table;
mod tmd;

use crate::tell::{failed, say};
use page::Results;
use std::path::{Path, PathBuf};

/// A published machine.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Machine {
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
    machine: Machine,
    /// Write the rows as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the points of all curves as CSV
    #[arg(long, value_name = "FILE")]
    curves: Option<PathBuf>,
    /// Write a page with the rows, and with the curves beside the printed points
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> i32 {
    let (name, measure): (_, fn() -> Result<Results, String>) = match arguments.machine {
        Machine::Sarc => ("sarc", sarc::reproduce),
        Machine::Tmd => ("tmd", tmd::reproduce),
        Machine::Alpu => ("alpu", alpu::reproduce),
        Machine::Gas => ("gas", gas::reproduce),
    };
    match reproduce(arguments, measure) {
        Ok(()) => 0,
        Err(message) => failed(format!("repro {name}: {message}")),
    }
}

fn reproduce(arguments: &Arguments, measure: fn() -> Result<Results, String>) -> Result<(), String> {
    // So that nothing is measured for a file that cannot be written.
    for path in [&arguments.csv, &arguments.curves, &arguments.html].into_iter().flatten() {
        write(path, "")?;
    }
    let results = measure()?;
    say!("{}", table::text(&results.rows).trim_end());
    results.about.iter().for_each(|line| say!("{line}"));
    if results.prints_figures {
        results.figures.iter().for_each(|figure| say!("\n{}", curves::text(figure).trim_end()));
    }
    if let Some(path) = &arguments.csv {
        write(path, &table::csv(&results.rows))?;
    }
    if let Some(path) = &arguments.curves {
        write(path, &curves::csv(&results.figures))?;
    }
    if let Some(path) = &arguments.html {
        write(path, &page::page(&results))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
