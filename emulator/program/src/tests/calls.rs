//! One rank from MPI_Init to MPI_Finalize.

use super::*;
use crate::Symbols;
use crate::testing::{Source, compile};

#[test]
fn a_rank_from_init_to_finalize() {
    let program = "void MPI_Init(void) {} void MPI_Send(void) {} void MPI_Barrier(void) {}
        void MPI_Finalize(void) {} int main(void) { return 0; }";
    let symbols = Symbols::load(&compile("tracker", &[Source::C(program)], &[]));
    let calls = MpiCalls::new(&symbols, true);
    let mut tracker = CallTracker::new(&calls);
    let call = |name: &str, cycle, dest: i64| {
        let function = calls.at(symbols.address(name).unwrap()).unwrap();
        let arguments = [0, 3, 0x209, dest as u64, 0, 0x101, 0, 0, 0, 0, 0, 0];
        CurrentCall { function, arguments, entered_cycle: cycle, return_address: 0x1000, sp: 0x2000 }
    };
    let mut lifecycles = vec![tracker.lifecycle()];
    for (name, dest, enter, leave) in
        [("MPI_Init", 0, 10, 15), ("MPI_Send", 1, 20, 50), ("MPI_Send", -3, 60, 61), ("MPI_Finalize", 0, 70, 80)]
    {
        tracker.enter(&calls, call(name, enter, dest));
        // What MPI functions call of each other does not count.
        tracker.enter(&calls, call("MPI_Barrier", enter + 1, 0));
        lifecycles.push(tracker.lifecycle());
        tracker.leave(&calls, leave);
    }
    tracker.leave(&calls, 1000);
    lifecycles.push(tracker.lifecycle());
    use Lifecycle::{BeforeInit, Finalized, Finalizing, Initialized};
    assert_eq!(lifecycles, [BeforeInit, BeforeInit, Initialized, Initialized, Finalizing, Finalized]);
    assert_eq!(tracker.sends(), Traffic { messages: 1, payload_bytes: 12 });
    tracker.enter(&calls, call("MPI_Barrier", 90, 0));
    assert_eq!(tracker.mpi_cycles(100), 5 + 30 + 1 + 10 + 10);
    let totals: Vec<String> = tracker
        .by_function(&calls, 100)
        .into_iter()
        .map(|(name, totals)| format!("{name} {} {}", totals.calls, totals.cycles))
        .collect();
    assert_eq!(totals, ["MPI_Barrier 1 10", "MPI_Finalize 1 10", "MPI_Init 1 5", "MPI_Send 2 31"]);
}
