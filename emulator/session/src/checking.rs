//! The checks of a run that is over: what each rank's log says, put together.

use crate::further::join;
use crate::launch::Loaded;
use rankine_machine::{End, Processor};
use rankine_observe::check::{CheckObserver, CheckedRank, Finding, RankLog, check};
use rankine_program::StackFrame;

/// Exit code of a run that would end with 0, but in which mistakes were found.
pub const EXIT_MISTAKES: i32 = 87;

/// The mistakes that were found, if calls were checked.
pub fn findings(loaded: &mut Loaded, end: &End) -> Option<Vec<Finding>> {
    join(&mut loaded.machine, CheckObserver::take_over);
    let loaded = &*loaded;
    let machine = &loaded.machine;
    let watched = machine.processors().find_map(|processor| processor.observer::<CheckObserver>())?;
    let nothing = RankLog::default();
    let ranks = machine.nodes.iter().map(|node| {
        let processor = node.processors.first();
        let observer = processor.and_then(|processor| processor.observer::<CheckObserver>());
        CheckedRank {
            log: observer.map_or(&nothing, |observer| &observer.log),
            functions: &observer.unwrap_or(watched).functions,
            calls: loaded.mpi_calls(node.id),
            program: loaded.rank_programs[node.id as usize],
            has_ended: processor.and_then(Processor::exit_status).is_some(),
        }
    });
    let ranks: Vec<CheckedRank<'_>> = ranks.collect();
    let deadlock = (*end == End::Deadlock).then(|| machine.cycle());
    let place = |program: usize, return_address: u64| {
        let frames = loaded.debug[program].caller(return_address);
        frames.first().map(StackFrame::to_string).unwrap_or_default()
    };
    Some(check(&ranks, deadlock, &place))
}
