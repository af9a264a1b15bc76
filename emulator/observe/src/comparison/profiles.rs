//! What differs between the profiles of two runs, by function and by source line.

use super::Two;
use super::pairs::Pairs;
use crate::profile::Saved;
use crate::recording::Counts;

/// Where an instruction stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub function: String,
    /// `file:line function`, or what of that is known.
    pub line: String,
}

/// Tables of what differs, `shown` rows each at most. `place` gives the place of an address in a program (an index) of a
/// run. The second value says whether both profiles are the same, instruction by instruction.
pub fn profiles(runs: Two<&Saved>, place: &dyn Fn(usize, usize, u64) -> Place, shown: usize) -> (String, bool) {
    let costs = [0, 1].map(|run| costs(runs[run], &|program, pc| place(run, program, pc)));
    let by = |name: fn(&Place) -> &String, value: fn(&Counts) -> u64| {
        Pairs::of(costs.each_ref().map(|costs| costs.iter().map(move |(place, sum)| (name(place).clone(), value(sum)))))
    };
    let mut out = String::new();
    by(|place| &place.function, |sum| sum.cycles).write(&mut out, "Own cycles by function, all processors", shown);
    by(|place| &place.line, |sum| sum.cycles).write(&mut out, "Cycles by source line", shown);
    by(|place| &place.line, |sum| sum.instructions).write(&mut out, "Instructions by source line", shown);
    (out, runs[0].processors == runs[1].processors)
}

/// Costs of each instruction of each processor.
fn costs(saved: &Saved, place: &dyn Fn(usize, u64) -> Place) -> Vec<(Place, Counts)> {
    let of = |processor: crate::recording::ProcessorRecording| {
        let instructions = processor.profile.into_iter().flat_map(|profile| profile.instructions);
        instructions.map(|(pc, counts)| (place(processor.program, pc), counts)).collect::<Vec<_>>()
    };
    saved.processors().into_iter().flat_map(of).collect()
}
