//! Sums of the phases of a further processor's firmware, and a table of them.

use super::{PhaseCycles, StayRecorder};
use crate::mpi_view::{Columns, Distribution, cell};
use rankine_machine::ProcessorId;
use rankine_program::{PhaseId, PhaseLabels};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The time of a further processor, by phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirmwarePhases {
    /// The node and the processor's place on it, as `0.1`.
    pub processor: String,
    /// The platform's name for the processor.
    pub kind: String,
    /// The phases with most cycles come first. The cycles are those of its own clock; `each`
    /// describes single stays in the phase.
    pub phases: Vec<PhaseCycles>,
}

/// The recording of a further processor of this kind, up to cycle `now`.
pub fn firmware_phases(
    (id, kind): (ProcessorId, &str),
    recorder: &StayRecorder,
    labels: &PhaseLabels,
    now: u64,
) -> FirmwarePhases {
    let mut phases: BTreeMap<PhaseId, Vec<(u64, u64)>> = BTreeMap::new();
    for ((phase, cycles), times) in recorder.stays(now) {
        phases.entry(phase).or_default().push((cycles, times));
    }
    let mut phases: Vec<(u64, PhaseCycles)> = phases
        .into_iter()
        .filter_map(|(phase, stays)| {
            let all = stays.iter().map(|(cycles, times)| cycles * times).sum();
            Some((all, PhaseCycles { name: labels.name(phase).to_owned(), each: Distribution::of(stays)? }))
        })
        .collect();
    phases.sort_by_key(|(all, _)| Reverse(*all));
    let phases = phases.into_iter().map(|(_, phase)| phase).collect();
    FirmwarePhases { processor: id.short(), kind: kind.to_owned(), phases }
}

/// A table for each kind of further processor, with a line for each phase of each processor.
pub fn firmware_table(firmware: &[FirmwarePhases]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for FirmwarePhases { kind, .. } in firmware {
        if !kinds.contains(&kind.as_str()) {
            kinds.push(kind);
        }
    }
    let mut out = String::new();
    for kind in kinds {
        let names = ["<processor", "<phase", "stays", "minimum", "median", "mean", "maximum", "% of time"];
        let mut columns = Columns::new(names);
        for of in firmware.iter().filter(|of| of.kind == kind) {
            let whole: f64 = of.phases.iter().map(|phase| phase.each.total()).sum();
            of.phases.iter().for_each(|phase| columns.row(row(&of.processor, phase, whole)));
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out += &format!("Phases of firmware on processors `{kind}`, in cycles per stay\n");
        columns.write(&mut out);
    }
    out
}

fn row(processor: &str, PhaseCycles { name, each }: &PhaseCycles, whole: f64) -> Vec<String> {
    vec![
        processor.to_owned(),
        name.clone(),
        cell(each.count),
        cell(each.minimum_cycles),
        cell(each.median_cycles),
        format!("{:.1}", each.mean_cycles),
        cell(each.maximum_cycles),
        format!("{:.1}", 100.0 * each.total() / whole.max(1.0)),
    ]
}
