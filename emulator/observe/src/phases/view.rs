//! The phases of one rank's calls, added up by function.

use super::{CallPhases, PhaseRecorder};
use crate::mpi_view::Distribution;
use rankine_program::mpi::FunctionId;
use rankine_program::{PhaseId, PhaseLabels};
use serde::{Deserialize, Serialize};

/// All finished calls of one function by one rank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallsByPhase {
    pub rank: u32,
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

/// (cycles, how often)
type Values = Vec<(u64, u64)>;

/// A function's calls while they are added up.
#[derive(Default)]
struct Sum {
    calls: Values,
    before: Values,
    phases: Vec<(PhaseId, Values)>,
}

impl Sum {
    fn add(&mut self, call: &CallPhases<'_>) {
        self.calls.push((call.parts.iter().map(|part| part.1).sum(), call.times));
        self.before.extend(call.before.map(|before| (before, call.times)));
        for &(phase, cycles) in call.parts {
            let index = self.phases.iter().position(|known| known.0 == phase).unwrap_or_else(|| {
                self.phases.push((phase, Values::new()));
                self.phases.len() - 1
            });
            self.phases[index].1.push((cycles, call.times));
        }
    }
}

/// What one rank recorded, by function in the order of first calls; `name` gives a function's name.
pub fn phases_of(
    rank: u32,
    recorder: &PhaseRecorder,
    labels: &PhaseLabels,
    name: &dyn Fn(FunctionId) -> String,
) -> Vec<CallsByPhase> {
    let mut sums: Vec<(FunctionId, Sum)> = Vec::new();
    for call in recorder.calls() {
        let index = sums.iter().position(|known| known.0 == call.function).unwrap_or_else(|| {
            sums.push((call.function, Sum::default()));
            sums.len() - 1
        });
        sums[index].1.add(&call);
    }
    let phase =
        |(phase, values)| Some(PhaseCycles { name: labels.name(phase).to_owned(), each: Distribution::of(values)? });
    let of_function = |(function, sum): (FunctionId, Sum)| {
        Some(CallsByPhase {
            rank,
            function: name(function),
            calls: Distribution::of(sum.calls)?,
            before: Distribution::of(sum.before),
            phases: sum.phases.into_iter().filter_map(phase).collect(),
        })
    };
    sums.into_iter().filter_map(of_function).collect()
}
