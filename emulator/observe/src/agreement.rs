//! Compares the collective calls of the ranks on `MPI_COMM_WORLD`. This cheap check is made in
//! every run; `--check` compares more.

use rankine_machine::{Moment, Observer};
use rankine_program::CurrentCall;
use rankine_program::mpi::{COMM_WORLD, FunctionId, Kind, MpiCalls, datatype_bytes, operation_name};

/// The most calls of each rank that are compared, from the first on.
const CALLS_MAX: usize = 1024;

/// Collectives in which every rank passes the same amount of data.
const SAME_AMOUNTS: &[&str] = &["MPI_Bcast", "MPI_Reduce", "MPI_Allreduce", "MPI_Scan", "MPI_Exscan"];

/// The register with the result of a call, a0.
const RESULT: usize = 10;

/// One collective call. Arguments that may differ between ranks are None.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Collective {
    function: FunctionId,
    root: Option<i32>,
    /// The name of the operation, if it is predefined.
    operation: Option<&'static str>,
    /// Bytes, if the datatype is predefined.
    bytes: Option<u64>,
}

/// Keeps a rank's collective calls on `MPI_COMM_WORLD`.
#[derive(Debug, Default)]
pub struct CollectiveCalls {
    calls: Vec<Collective>,
    /// The number of calls that are not kept.
    further: u64,
    /// Has the program initialised MPI?
    is_initialised: bool,
    /// Is the call in progress a collective one that counts?
    is_under_way: bool,
}

impl Observer for CollectiveCalls {
    fn call_entered(&mut self, _: &Moment<'_>, calls: &MpiCalls, call: &CurrentCall) {
        let function = calls.function(call.function);
        self.is_initialised |= !self.is_initialised && function.name.contains("MPI_Init");
        let argument = |name| Some(call.arguments[function.position(name)?]);
        // Calls that make a communicator from a group need not be made by all ranks, and persistent
        // operations may never be started.
        let is_of_all = !["_init", "_create_group"].iter().any(|end| function.name.ends_with(end));
        if function.kind != Kind::Collective || argument("comm") != Some(COMM_WORLD) || !is_of_all {
            return;
        }
        self.is_under_way = true;
        if self.calls.len() == CALLS_MAX {
            self.further += 1;
            return;
        }
        let bytes = || {
            let count = u64::try_from(argument("count")? as i32).ok()?;
            datatype_bytes(argument("datatype")?, calls.word_bytes())?.checked_mul(count)
        };
        let is_even = SAME_AMOUNTS.iter().any(|name| function.name.trim_start_matches('P') == *name);
        self.calls.push(Collective {
            function: call.function,
            root: argument("root").map(|root| root as i32),
            operation: argument("op").and_then(operation_name),
            bytes: if is_even { bytes() } else { None },
        });
    }

    /// A call that returns an error does not count, because other ranks need not have made it.
    fn call_left(&mut self, at: &Moment<'_>, _: &CurrentCall) {
        if !std::mem::take(&mut self.is_under_way) || at.hart.x[RESULT] as i32 == 0 {
            return;
        }
        match self.further {
            0 => _ = self.calls.pop(),
            _ => self.further -= 1,
        }
    }
}

/// A sentence about the first call in which a rank disagrees with the lowest rank; None if all
/// agree. Each rank comes with its MPI functions. Ranks that do not use MPI are left out.
pub fn disagreement(ranks: &[(u32, &CollectiveCalls, &MpiCalls)]) -> Option<String> {
    let mut ranks = ranks.iter().filter(|(_, calls, _)| calls.is_initialised);
    let (first, calls, functions) = ranks.next()?;
    ranks.find_map(|(rank, others, their_functions)| {
        let pairs = calls.calls.iter().zip(&others.calls);
        let found = pairs.enumerate().find_map(|(number, (one, other))| {
            let (name, other_name) =
                (&functions.function(one.function).name, &their_functions.function(other.function).name);
            let place = format!("collective call {} on MPI_COMM_WORLD", number + 1);
            if name != other_name {
                return Some(format!("{place}: rank {rank} calls {other_name} where rank {first} calls {name}"));
            }
            let what = difference(one, other)?;
            Some(format!("{place}, {name}: {what} in rank {rank} and rank {first}"))
        });
        let [made, theirs] = [*calls, *others].map(|calls| calls.calls.len() as u64 + calls.further);
        found.or_else(|| {
            (made != theirs).then(|| {
                format!("on MPI_COMM_WORLD rank {rank} makes {theirs} collective calls and rank {first} {made}")
            })
        })
    })
}

/// The difference between two calls of the same function, if there is one.
fn difference(one: &Collective, other: &Collective) -> Option<&'static str> {
    let differ = |one: Option<u64>, other: Option<u64>| one.zip(other).is_some_and(|(one, other)| one != other);
    if one.root != other.root {
        Some("different roots")
    } else if one.operation.zip(other.operation).is_some_and(|(one, other)| one != other) {
        Some("different operations")
    } else if differ(one.bytes, other.bytes) {
        Some("different amounts of data")
    } else {
        None
    }
}
