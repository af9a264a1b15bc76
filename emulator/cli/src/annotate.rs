//! `rankine annotate`: shows a profile as source lines and assembly, with their costs.

use crate::cc;
use crate::regular;
use crate::run::arguments::PROFILE;
use crate::run::profiles::SAVED;
use crate::tell::{failed, say};
use rankine_observe::profile::{self, Saved, SavedProgram};
use rankine_observe::recording::ProcessorRecording;
use rankine_program::Debug;
use rankine_program::Program;
use std::path::{Path, PathBuf};

/// The most bytes of a profile and of a source file that are read.
const PROFILE_BYTES_MAX: u64 = 1 << 28;
const SOURCE_BYTES_MAX: u64 = 1 << 24;

/// The arguments; their names are those of the command line.
#[derive(clap::Args)]
pub struct Arguments {
    /// Directory that `rankine run --profile=DIR` has written
    #[arg(short, long, value_name = "DIR", default_value = PROFILE)]
    input: PathBuf,
    /// Show only this rank (default: the sum of all ranks)
    #[arg(long, value_name = "N")]
    rank: Option<u32>,
    /// Show only this processor of each node: 0 runs the rank's program, 1 the firmware (default: all)
    #[arg(long, value_name = "N")]
    processor: Option<u32>,
    /// Allow source files below this directory, too; the current directory and those of the program and its source are always allowed; may be repeated
    #[arg(long, value_name = "DIR")]
    source_dir: Vec<PathBuf>,
    /// A function, or a source file (the end of its path is enough); default: the hottest lines of the hottest functions
    #[arg(value_name = "FUNCTION|FILE")]
    name: Option<String>,
}

pub fn main(arguments: &Arguments) -> i32 {
    match annotate(arguments) {
        Ok(text) => {
            say!("{}", text.trim_end());
            0
        }
        Err(message) => failed(message),
    }
}

fn annotate(request: &Arguments) -> Result<String, String> {
    let saved = saved(&request.input.join(SAVED))?;
    let processors = saved.processors();
    if let Some(rank) = request.rank.filter(|rank| processors.iter().all(|known| known.id.node != *rank)) {
        return Err(format!("the profile has no rank {rank}; it has {}", processors.len()));
    }
    if let Some(place) = request.processor.filter(|place| processors.iter().all(|known| known.id.index != *place)) {
        return Err(format!(
            "no node of the profile has a processor {place}; the one that runs the rank's program is 0"
        ));
    }
    let mut texts = Vec::new();
    let mut failed = None;
    for (index, program) in saved.programs.iter().enumerate() {
        let wanted = |processor: &&ProcessorRecording| {
            processor.program == index
                && request.rank.is_none_or(|number| number == processor.id.node)
                && request.processor.is_none_or(|place| place == processor.id.index)
        };
        let of_program: Vec<&ProcessorRecording> = processors.iter().filter(wanted).collect();
        if of_program.is_empty() {
            continue;
        }
        let directories = source_directories(request, program);
        let program = open(program)?;
        let here = std::env::current_dir().unwrap_or_default();
        let debug = Debug::load(program.bytes.clone(), here);
        let source = |file: &str| source(Path::new(file), &directories).or_else(|| cc::library_text(file));
        match profile::annotate(&of_program, &debug, &program.bytes, request.name.as_deref(), &source) {
            Ok(text) => texts.push(text),
            Err(message) => failed = Some(message),
        }
    }
    // A function may be in one of the programs only.
    failed.filter(|_| texts.is_empty()).map_or_else(|| Ok(texts.join("\n")), Err)
}

/// Reads a profile's file.
pub fn saved(path: &Path) -> Result<Saved, String> {
    let text = regular::read_text(path, PROFILE_BYTES_MAX).map_err(|e| {
        format!("{} {e}; write a profile with `rankine run --profile`, or name its directory with -i", path.display())
    })?;
    Saved::from_json(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// The directories in which source files may be, with all links followed. Files elsewhere are not
/// read: debug information can name any file of this computer.
fn source_directories(request: &Arguments, program: &SavedProgram) -> Vec<PathBuf> {
    let beside = |file: &str| Path::new(file).parent().map(Path::to_path_buf);
    let named = [beside(&program.path), beside(&program.named), Some(PathBuf::from("."))].into_iter().flatten();
    let directories = named.chain(request.source_dir.iter().cloned());
    directories.filter_map(|directory| directory.canonicalize().ok()).collect()
}

/// The text of a source file, if it is a regular file of ordinary size below one of these
/// directories.
fn source(file: &Path, directories: &[PathBuf]) -> Option<String> {
    let file = file.canonicalize().ok()?;
    let is_allowed = directories.iter().any(|directory| file.starts_with(directory));
    is_allowed.then(|| regular::read_text(&file, SOURCE_BYTES_MAX).ok()).flatten()
}

/// Opens the program that was profiled. Fails if it has changed since.
pub fn open(saved: &SavedProgram) -> Result<Program, String> {
    let program = Program::read(Path::new(&saved.path)).map_err(|e| e.to_string())?;
    if program.sha256() != saved.sha256 {
        return Err(format!("{} has changed since it was profiled; run it again with --profile", saved.path));
    }
    Ok(program)
}
