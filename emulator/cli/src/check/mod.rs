//! `rankine check`: lists the MPI functions that programs use, and says which of them are missing,
//! before a program is ported.

mod c_page;
mod catalogue;
mod page;
mod source;
pub(crate) mod symbols;

use crate::regular;
use crate::tell::{failed, say};
use catalogue::{Function, Otherwise, Remark, Support};
use rankine_bus::counted;
use rankine_platform::{DEFAULT_PLATFORM, Platform};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use symbols::Names;

/// The most bytes of a file that are read.
const FILE_BYTES_MAX: u64 = 1 << 28;

/// Exit code if a file uses something that is missing.
const NOT_ALL_THERE: i32 = 1;

#[derive(clap::Args)]
pub struct Arguments {
    /// C sources, objects, archives, programs or shared libraries, compiled for any processor
    #[arg(required_unless_present_any = ["functions", "c_library"])]
    files: Vec<PathBuf>,
    /// Platform for which C sources are compiled
    #[arg(long, default_value = DEFAULT_PLATFORM)]
    platform: String,
    /// Directory of headers, for C sources; may be repeated
    #[arg(short = 'I', value_name = "DIRECTORY")]
    includes: Vec<String>,
    /// Macro, for C sources; may be repeated
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    defines: Vec<String>,
    /// Print only the table of all MPI functions (docs/mpi-support.md)
    #[arg(long, conflicts_with = "files")]
    functions: bool,
    /// Print only the table of the most used headers and functions of the C library
    /// (docs/c-library.md)
    #[arg(long, conflicts_with_all = ["files", "functions"])]
    c_library: bool,
}

pub fn main(arguments: &Arguments) -> i32 {
    check(arguments).unwrap_or_else(failed)
}

fn check(arguments: &Arguments) -> Result<i32, String> {
    if arguments.c_library {
        say!("{}", c_page::page().trim_end());
        return Ok(0);
    }
    let chapters = catalogue::chapters()?;
    if arguments.functions {
        say!("{}", page::page(&chapters).trim_end());
        return Ok(0);
    }
    let functions = chapters.into_iter().flat_map(|chapter| chapter.functions);
    let known: BTreeMap<String, Function> = functions.map(|function| (function.name.clone(), function)).collect();
    let files = read(arguments)?;
    let defined: BTreeSet<&str> = files.iter().flat_map(|file| &file.names.defined).map(String::as_str).collect();
    let mut all_there = true;
    for file in &files {
        let found = Found::of(&file.names.needed, &defined, &known);
        found.print(file);
        all_there &= found.is_all_there();
    }
    Ok(if all_there { 0 } else { NOT_ALL_THERE })
}

/// One file of the command line.
struct File<'a> {
    path: &'a Path,
    names: Names,
    /// The reason why the file's text was read instead of compiling it.
    uncompiled: Option<String>,
}

fn read(arguments: &Arguments) -> Result<Vec<File<'_>>, String> {
    let platform = Platform::resolve(&arguments.platform, &[]).map_err(|error| error.to_string())?;
    let includes = arguments.includes.iter().map(|directory| format!("-I{directory}"));
    let flags: Vec<String> = includes.chain(arguments.defines.iter().map(|define| format!("-D{define}"))).collect();
    let named = |path: &Path, message: String| format!("{}: {message}", path.display());
    let files = arguments.files.iter();
    files.map(|path| read_one(path, &platform, &flags).map_err(|message| named(path, message))).collect()
}

fn read_one<'a>(path: &'a Path, platform: &Platform, flags: &[String]) -> Result<File<'a>, String> {
    if path.extension().is_some_and(|extension| extension == "c") {
        let (names, uncompiled) = source::read(path, platform, flags)?;
        return Ok(File { path, names, uncompiled });
    }
    let bytes = regular::read(path, FILE_BYTES_MAX)?;
    Ok(File { path, names: symbols::read(&bytes)?, uncompiled: None })
}

/// The names that one file uses.
#[derive(Default)]
struct Found<'a> {
    there: BTreeSet<&'a str>,
    fails: BTreeSet<&'a str>,
    unknown: BTreeSet<&'a str>,
    lacks: BTreeMap<&'a str, Remark>,
}

impl<'a> Found<'a> {
    /// Compares a file's names with the libraries. Functions that one of the files defines itself
    /// are not looked up in the libraries.
    fn of(needed: &'a BTreeSet<String>, defined: &BTreeSet<&str>, known: &BTreeMap<String, Function>) -> Found<'a> {
        let (mut found, mut lacks) = (Found::default(), catalogue::c_library());
        lacks.retain(|_, remark| remark.how != Otherwise::Differs);
        for symbol in needed.iter().filter(|symbol| !defined.contains(symbol.as_str())) {
            if let Some(name) = symbols::mpi_function(symbol) {
                let list = match known.get(name).map(|function| function.support) {
                    Some(Support::There) => &mut found.there,
                    Some(Support::FailsByName) => &mut found.fails,
                    None => &mut found.unknown,
                };
                list.insert(name);
            } else if let Some(lack) = lacks.get(symbols::c_name(symbol)) {
                found.lacks.insert(symbols::c_name(symbol), *lack);
            }
        }
        found
    }

    fn is_all_there(&self) -> bool {
        self.fails.is_empty() && self.unknown.is_empty() && self.lacks.is_empty()
    }

    fn print(&self, file: &File) {
        let lists = [
            (&self.there, "there", ""),
            (&self.fails, "not there", ": each fails by its name when it is called"),
            (&self.unknown, "unknown", ": not in mpi.h"),
        ];
        let used: usize = lists.iter().map(|(names, _, _)| names.len()).sum();
        let counts = lists.iter().filter(|(names, _, _)| !names.is_empty());
        let counts: Vec<String> = counts.map(|(names, word, _)| format!("{} {word}", names.len())).collect();
        let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
        say!("{}: {}{counts}", file.path.display(), counted(used as u64, "MPI function"));
        if let Some(why) = &file.uncompiled {
            say!(
                "  it does not compile here ({why}); Rankine searched its text for calls, also in code that #if excludes"
            );
        }
        for (names, word, meaning) in lists.iter().filter(|(names, _, _)| !names.is_empty()) {
            say!("  {word}{meaning}");
            names.iter().for_each(|name| say!("    MPI_{name}"));
        }
        for (name, lack) in &self.lacks {
            let how = if lack.how == Otherwise::Missing { "is missing" } else { "fails when it is called" };
            say!("  C library: {name} {how}: {}", lack.text);
        }
    }
}
