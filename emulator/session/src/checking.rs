//! The checks of a run that is over: what each rank's log says, put together.

use crate::launch::Loaded;
use crate::machine::End;
use crate::node::State;
use rankine_observe::StackFrame;
use rankine_observe::check::{CheckedRank, Finding, check};

/// Exit code of a run that would end with 0, but in which mistakes were found.
pub const EXIT_MISTAKES: i32 = 87;

/// The mistakes that were found, if calls were checked.
pub fn findings(loaded: &Loaded, end: &End) -> Option<Vec<Finding>> {
    let machine = &loaded.machine;
    let ranks = machine.nodes.iter().filter_map(|node| {
        let functions = machine.checks().get(node.program)?;
        Some(CheckedRank {
            log: node.check.as_deref()?,
            functions,
            calls: &machine.mpi_calls()[node.program],
            program: node.program,
            has_ended: matches!(node.state, State::Exited(_)),
        })
    });
    let ranks: Vec<CheckedRank<'_>> = ranks.collect();
    let deadlock = (*end == End::Deadlock).then(|| machine.clock.cycle(machine.now));
    let place = |program: usize, return_address: u64| {
        let frames = loaded.debug[program].caller(return_address);
        frames.first().map(StackFrame::to_string).unwrap_or_default()
    };
    (!ranks.is_empty()).then(|| check(&ranks, deadlock, &place))
}
