//! Checks a finished run: combines the logs of all ranks.

use crate::further::join;
use crate::launch::Loaded;
use crate::report;
use rankine_machine::{End, Node, Processor, ProcessorId};
use rankine_observe::CollectiveCalls;
use rankine_observe::check::{CheckObserver, CheckedRank, Ending, Finding, Misuse, RankLog, check};
use rankine_program::StackFrame;

/// Exit code if a run would end with 0, but mistakes were found in it.
pub const EXIT_MISTAKES: i32 = 87;

/// The mistakes of the run before cycle `until`, if logs end there. None if calls were not checked.
pub fn findings(loaded: &mut Loaded, end: &End, until: Option<u64>) -> Option<Vec<Finding>> {
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
            is_aside: loaded.is_aside(node.id),
            has_ended: processor.and_then(Processor::exit_status).is_some(),
        }
    });
    let ranks: Vec<CheckedRank<'_>> = ranks.collect();
    let ending = match end {
        End::Deadlock => Some(Ending::Deadlock(machine.cycle())),
        End::MpiFatal { processor, message, .. } => misuse(loaded, *processor, message).map(Ending::Misuse),
        _ => None,
    };
    let place = |program: usize, return_address: u64| {
        let frames = loaded.debug[program].caller(return_address);
        frames.first().map(StackFrame::to_string).unwrap_or_default()
    };
    Some(check(&ranks, ending.as_ref(), until, &place))
}

/// A sentence about the first collective call on `MPI_COMM_WORLD` in which two ranks
/// disagree, of those that began with the run.
pub fn disagreement(loaded: &Loaded) -> Option<String> {
    let in_world = |node: &&Node| !loaded.is_aside(node.id);
    let ranks = loaded.machine.nodes.iter().filter(in_world).filter_map(|node| {
        let calls = node.processors.first()?.observer::<CollectiveCalls>()?;
        Some((node.id, calls, loaded.mpi_calls(node.id)))
    });
    rankine_observe::disagreement(&ranks.collect::<Vec<_>>())
}

/// The library's function that ends the run after a misuse of GASNet (`libmpi-c/gasnet/error.c`).
const GASNET_FATAL: &str = "am_fatal";

/// The misuse of GASNet, if it ended the run.
fn misuse(loaded: &Loaded, id: ProcessorId, message: &str) -> Option<Misuse> {
    let processor = loaded.machine.processor(id);
    let frames = report::stack(loaded, processor);
    frames.iter().find(|frame| frame.function.as_deref().is_some_and(|name| name.ends_with(GASNET_FATAL)))?;
    let (call, place) = report::call_of_program(&frames)?;
    let (rank, cycle) = (id.node, loaded.machine.cycle());
    Some(Misuse { rank, cycle, call, place, message: message.to_owned() })
}
