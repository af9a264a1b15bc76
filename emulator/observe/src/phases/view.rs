//! The phases of one rank's calls, added up by function.

use super::{CallPhases, PhaseRecorder};
use crate::mpi_view::{Distribution, Tally};
use rankine_program::PhaseLabels;
use rankine_program::mpi::FunctionId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All finished calls of one function by one rank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallsByPhase {
    pub rank: u32,
    #[serde(flatten)]
    pub of: FunctionPhases,
}

/// Finished calls of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionPhases {
    pub function: String,
    /// Cycles a call.
    pub calls: Distribution,
    /// Cycles since the call before it was left; none if there was none before any of them.
    pub before: Option<Distribution>,
    /// In the order in which they first began.
    pub phases: Vec<PhaseCycles>,
}

/// One phase of these calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseCycles {
    pub name: String,
    /// Cycles of the phase in a call, of those calls in which it began.
    pub each: Distribution,
}

/// A function's calls while they are added up.
#[derive(Default)]
struct Sum {
    calls: Tally,
    before: Tally,
    phases: Vec<(String, Tally)>,
}

impl Sum {
    fn add(&mut self, call: &CallPhases, labels: &PhaseLabels) {
        self.calls.add(call.parts.iter().map(|part| part.1).sum(), call.times);
        if let Some(before) = call.before {
            self.before.add(before, call.times);
        }
        for &(phase, cycles) in &call.parts {
            place_of(&mut self.phases, labels.name(phase)).add(cycles, call.times);
        }
    }

    /// None if no call has finished.
    fn finish(self, function: String) -> Option<FunctionPhases> {
        let phase = |(name, each): (String, Tally)| Some(PhaseCycles { name, each: each.finish()? });
        Some(FunctionPhases {
            function,
            calls: self.calls.finish()?,
            before: self.before.finish(),
            phases: self.phases.into_iter().filter_map(phase).collect(),
        })
    }
}

/// What stands under this name, which is put at the end if it is new.
fn place_of<'a, T: Default>(all: &'a mut Vec<(String, T)>, name: &str) -> &'a mut T {
    let index = all.iter().position(|known| known.0 == name).unwrap_or_else(|| {
        all.push((name.to_owned(), T::default()));
        all.len() - 1
    });
    &mut all[index].1
}

/// What one rank recorded; `name` gives a function's name.
pub struct Recorded<'a> {
    pub recorder: &'a PhaseRecorder,
    pub labels: &'a PhaseLabels,
    pub name: &'a dyn Fn(FunctionId) -> String,
}

/// The calls of some ranks together, by function in the order of first calls.
#[derive(Default)]
pub struct PhaseSums(Vec<(String, Sum)>);

impl PhaseSums {
    pub fn add(&mut self, rank: &Recorded<'_>) {
        let mut names: BTreeMap<FunctionId, String> = BTreeMap::new();
        for call in rank.recorder.calls() {
            let name = names.entry(call.function).or_insert_with(|| (rank.name)(call.function));
            place_of(&mut self.0, name).add(&call, rank.labels);
        }
    }

    pub fn finish(self) -> Vec<FunctionPhases> {
        self.0.into_iter().filter_map(|(function, sum)| sum.finish(function)).collect()
    }
}
