//! Sums of the phases of one rank's calls, by function.

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
    /// The distribution of cycles for each call.
    pub calls: Distribution,
    /// Cycles since the previous call was left. None if no call came before any of them.
    pub before: Option<Distribution>,
    /// In the order in which they first began.
    pub phases: Vec<PhaseCycles>,
}

/// One phase of these calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseCycles {
    pub name: String,
    /// The cycles of the phase in a call, for those calls in which it began.
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

/// The element with this name. If the name is new, the element is added at the end.
fn place_of<'a, T: Default>(all: &'a mut Vec<(String, T)>, name: &str) -> &'a mut T {
    let index = all.iter().position(|known| known.0 == name).unwrap_or_else(|| {
        all.push((name.to_owned(), T::default()));
        all.len() - 1
    });
    &mut all[index].1
}

/// The recording of one rank. `name` gives the name of a function.
pub struct Recorded<'a> {
    pub recorder: &'a PhaseRecorder,
    /// Only calls that were left before this cycle count.
    pub until: u64,
    pub labels: &'a PhaseLabels,
    pub name: &'a dyn Fn(FunctionId) -> String,
}

/// The calls of several ranks together, by function, in the order in which functions were first
/// called.
#[derive(Default)]
pub struct PhaseSums(Vec<(String, Sum)>);

impl PhaseSums {
    pub fn add(&mut self, rank: &Recorded<'_>) {
        let mut names: BTreeMap<FunctionId, String> = BTreeMap::new();
        for call in rank.recorder.calls().take_while(|call| call.left < rank.until) {
            let name = names.entry(call.function).or_insert_with(|| (rank.name)(call.function));
            place_of(&mut self.0, name).add(&call, rank.labels);
        }
    }

    pub fn finish(self) -> Vec<FunctionPhases> {
        self.0.into_iter().filter_map(|(function, sum)| sum.finish(function)).collect()
    }
}
