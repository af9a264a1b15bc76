//! `--profile`: the files of a profile, in their own directory.

use super::files::{self, Output};
use super::paths::Paths;
use rankine_machine::ProcessorId;
use rankine_observe::profile::{self, Saved, SavedProgram};
use rankine_observe::recording::{ProcessorRecording, Recording};
use rankine_observe::stats::Stats;
use rankine_program::Debug;
use rankine_session::launch::Loaded;
use std::io::{self, Write};
use std::path::Path;

const OPTION: &str = "--profile";

/// The file that `rankine annotate` reads.
pub const SAVED: &str = "profile.json";

/// The opened files.
pub struct Profiles {
    callgrind: Vec<(ProcessorId, Output)>,
    folded: Output,
    flamegraph: Output,
    saved: Output,
}

impl Profiles {
    /// Makes the directory, and in it the files for these processors.
    pub fn open(directory: &Path, processors: &[ProcessorId], paths: &mut Paths) -> Result<Profiles, String> {
        std::fs::create_dir_all(directory)
            .map_err(|e| format!("cannot make the directory {}: {e}; give {OPTION}= another", directory.display()))?;
        let mut create = |name: &str| paths.create(OPTION, &directory.join(name));
        Ok(Profiles {
            callgrind: processors
                .iter()
                .map(|&id| Ok((id, create(&format!("callgrind.out.{}", id.short()))?)))
                .collect::<Result<_, String>>()?,
            folded: create("folded.txt")?,
            flamegraph: create("flamegraph.svg")?,
            saved: create(SAVED)?,
        })
    }

    /// Writes the files. An error says what could not be written.
    pub fn write(self, recording: &Recording, statistics: &Stats, loaded: &Loaded) -> Result<(), String> {
        let command = format!("rankine run {}", recording.command.join(" "));
        for (id, file) in self.callgrind {
            let processor = &recording.ranks[id.node as usize].processors[id.index as usize];
            let (program, debug) = (&recording.programs[processor.program], &loaded.debug[processor.program]);
            files::save(OPTION, file, |out| profile::callgrind(processor, program, debug, &command, out))?;
        }
        let processors: Vec<&ProcessorRecording> =
            recording.processors().filter(|processor| processor.profile.is_some()).collect();
        let debug = |program: usize| -> &Debug { &loaded.debug[program] };
        let mut stacks = Vec::new();
        let folded = profile::folded(&processors, &debug, &mut stacks);
        let stacks = folded.map(|()| String::from_utf8_lossy(&stacks).into_owned()).map_err(|e| e.to_string())?;
        files::save(OPTION, self.folded, |out| out.write_all(stacks.as_bytes()))?;
        files::save(OPTION, self.flamegraph, |out| profile::flamegraph(&stacks, &command, out))?;
        let programs = loaded.programs.iter().zip(&loaded.names).zip(&statistics.programs);
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.into()).display().to_string();
        let programs = programs.map(|((program, name), told)| SavedProgram {
            path: absolute(&program.path),
            named: absolute(Path::new(name)),
            sha256: told.sha256.clone(),
        });
        let json = Saved::of(programs.collect(), recording.processors()).to_json().map_err(io::Error::from);
        files::save(OPTION, self.saved, |out| out.write_all(json?.as_bytes()))
    }
}
