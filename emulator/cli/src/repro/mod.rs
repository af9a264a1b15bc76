//! `rankine repro`: a published machine's measurements, taken again from compiled code and set beside what was printed.

mod bench;
mod page;
mod sarc;
mod table;

use crate::tell::{say, tell};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// The machine: sarc
    #[arg(value_parser = ["sarc"])]
    machine: String,
    /// Write the rows as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with the rows, and with the curves beside the printed points
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> i32 {
    match reproduce(arguments) {
        Ok(()) => 0,
        Err(message) => {
            tell!("rankine: repro {}: {message}", arguments.machine);
            i32::from(crate::TOOL_ERROR)
        }
    }
}

fn reproduce(arguments: &Arguments) -> Result<(), String> {
    // So that nothing is measured for a file that cannot be written.
    for path in [&arguments.csv, &arguments.html].into_iter().flatten() {
        write(path, "")?;
    }
    let results = sarc::reproduce()?;
    say!("{}", table::text(&results.rows).trim_end());
    if let Some(path) = &arguments.csv {
        write(path, &table::csv(&results.rows))?;
    }
    if let Some(path) = &arguments.html {
        write(path, &page::page(&results))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
