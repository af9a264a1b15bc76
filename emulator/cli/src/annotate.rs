//! `rankine annotate`: a profile as source lines and assembly, with what they cost.

use crate::run::arguments::PROFILE;
use crate::run::profiles::SAVED;
use crate::tell::{failed, say};
use rankine_observe::profile::{self, Saved, SavedProgram};
use rankine_observe::recording::ProcessorRecording;
use rankine_program::Debug;
use rankine_program::Program;
use std::path::{Path, PathBuf};

/// Names as the command line has them.
#[derive(clap::Args)]
pub struct Arguments {
    /// Directory that `rankine run --profile=DIR` has written
    #[arg(short, long, value_name = "DIR", default_value = PROFILE)]
    input: PathBuf,
    /// Only this rank; else all ranks together
    #[arg(long, value_name = "N")]
    rank: Option<u32>,
    /// Only the processors at this place of their nodes: 0 runs the rank's program, 1 firmware beside it; else all
    #[arg(long, value_name = "N")]
    processor: Option<u32>,
    /// A function, or a source file (the end of its path is enough); else the hottest lines of the hottest functions
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
    let path = request.input.join(SAVED);
    let text = std::fs::read_to_string(&path).map_err(|e| {
        format!(
            "{} cannot be read: {e}; write a profile with `rankine run --profile`, or name its directory with -i",
            path.display()
        )
    })?;
    let saved = Saved::from_json(&text).map_err(|e| format!("{}: {e}", path.display()))?;
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
        let program = open(program)?;
        let here = std::env::current_dir().unwrap_or_default();
        let debug = Debug::load(program.bytes.clone(), here);
        let source = |file: &str| std::fs::read_to_string(Path::new(file)).ok();
        match profile::annotate(&of_program, &debug, &program.bytes, request.name.as_deref(), &source) {
            Ok(text) => texts.push(text),
            Err(message) => failed = Some(message),
        }
    }
    // A function may be in one program only.
    failed.filter(|_| texts.is_empty()).map_or_else(|| Ok(texts.join("\n")), Err)
}

/// The program that was profiled, if it still is the same.
fn open(saved: &SavedProgram) -> Result<Program, String> {
    let program = Program::read(Path::new(&saved.path)).map_err(|e| e.to_string())?;
    if program.sha256() != saved.sha256 {
        return Err(format!("{} has changed since it was profiled; run it again with --profile", saved.path));
    }
    Ok(program)
}
