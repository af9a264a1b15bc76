//! A profile in a file, to be read later: the costs of each instruction on each processor.

use crate::recording::{Counts, ProcessorRecording, Profile};
use rankine_machine::ProcessorId;
use serde::{Deserialize, Serialize};

/// The name changes whenever a reader of the old form would misread the new one.
pub const SCHEMA: &str = "rankine-profile-2";

/// The profiles of a run's processors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// [`SCHEMA`].
    pub schema: String,
    pub programs: Vec<SavedProgram>,
    pub processors: Vec<SavedProcessor>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProgram {
    /// The ELF file.
    pub path: String,
    /// The file that the user named: the ELF file, or its source.
    #[serde(default)]
    pub named: String,
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProcessor {
    pub rank: u32,
    /// The processor's place on its node. 0 runs the rank's program.
    pub processor: u32,
    /// Index in `programs`.
    pub program: usize,
    /// For each instruction executed: address, executions, cycles, misses of L1I, L1D and L2, cycles of waiting.
    pub instructions: Vec<[u64; 7]>,
}

impl Saved {
    /// The profiles of those processors that have one.
    pub fn of<'a>(programs: Vec<SavedProgram>, processors: impl IntoIterator<Item = &'a ProcessorRecording>) -> Saved {
        let saved = |processor: &ProcessorRecording| {
            let instructions = processor.profile.as_ref()?.instructions.iter().map(|(&pc, counts)| {
                let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = *counts;
                [pc, instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles]
            });
            let (ProcessorId { node: rank, index }, program) = (processor.id, processor.program);
            Some(SavedProcessor { rank, processor: index, program, instructions: instructions.collect() })
        };
        Saved { schema: SCHEMA.into(), programs, processors: processors.into_iter().filter_map(saved).collect() }
    }

    /// As JSON.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// From JSON; an error says what is wrong.
    pub fn from_json(text: &str) -> Result<Saved, String> {
        let saved: Saved = serde_json::from_str(text).map_err(|e| format!("is no profile: {e}"))?;
        if saved.schema != SCHEMA {
            return Err(format!("has the form {}, this version reads {SCHEMA}", saved.schema));
        }
        match saved.processors.iter().find(|processor| processor.program >= saved.programs.len()) {
            Some(SavedProcessor { rank, .. }) => {
                Err(format!("is damaged: rank {rank} runs a program that is not listed"))
            }
            None => Ok(saved),
        }
    }

    /// The processors as far as the file holds them: without calls and paths.
    pub fn processors(&self) -> Vec<ProcessorRecording> {
        let read = |saved: &SavedProcessor| {
            let counts = |&[pc, instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles]: &[u64; 7]| {
                (pc, Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles })
            };
            let id = ProcessorId { node: saved.rank, index: saved.processor };
            let profile = Profile { instructions: saved.instructions.iter().map(counts).collect(), paths: Vec::new() };
            ProcessorRecording { id, program: saved.program, profile: Some(profile), ..ProcessorRecording::default() }
        };
        self.processors.iter().map(read).collect()
    }
}
