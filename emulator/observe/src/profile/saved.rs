//! A profile in a file, for reading it later: what each instruction cost each rank.

use crate::recording::{Counts, Profile, RankRecording};
use serde::{Deserialize, Serialize};

/// Changes whenever a reader of the old form would misread the new one.
pub const SCHEMA: &str = "rankine-profile-1";

/// Profiles of the ranks of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// [`SCHEMA`].
    pub schema: String,
    pub programs: Vec<SavedProgram>,
    pub ranks: Vec<SavedRank>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProgram {
    /// The ELF file.
    pub path: String,
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRank {
    pub rank: u32,
    /// Index in `programs`.
    pub program: usize,
    /// For each instruction executed: address, executions, cycles, misses of L1I, L1D and L2, cycles of waiting.
    pub instructions: Vec<[u64; 7]>,
}

impl Saved {
    /// The profiles of those ranks that have one.
    pub fn of(programs: Vec<SavedProgram>, ranks: &[RankRecording]) -> Saved {
        let saved = |rank: &RankRecording| {
            let instructions = rank.profile.as_ref()?.instructions.iter().map(|(&pc, counts)| {
                let Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles } = *counts;
                [pc, instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles]
            });
            Some(SavedRank { rank: rank.rank, program: rank.program, instructions: instructions.collect() })
        };
        Saved { schema: SCHEMA.into(), programs, ranks: ranks.iter().filter_map(saved).collect() }
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
        match saved.ranks.iter().find(|rank| rank.program >= saved.programs.len()) {
            Some(rank) => Err(format!("is damaged: rank {} runs a program that is not listed", rank.rank)),
            None => Ok(saved),
        }
    }

    /// The ranks as far as they were kept: without calls and paths.
    pub fn ranks(&self) -> Vec<RankRecording> {
        let read = |rank: &SavedRank| {
            let counts = |&[pc, instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles]: &[u64; 7]| {
                (pc, Counts { instructions, cycles, l1i_misses, l1d_misses, l2_misses, wait_cycles })
            };
            let profile = Profile { instructions: rank.instructions.iter().map(counts).collect(), paths: Vec::new() };
            RankRecording { rank: rank.rank, program: rank.program, profile: Some(profile), ..RankRecording::default() }
        };
        self.ranks.iter().map(read).collect()
    }
}
