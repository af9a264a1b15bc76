//! Tests of the call tracker: one rank from MPI_Init to MPI_Finalize.

use super::*;
use crate::Symbols;
use crate::testing::{Source, compile};

#[test]
fn a_rank_from_init_to_finalize() {
    let program = "void MPI_Init(void) {} void MPI_Send(void) {} void MPI_Barrier(void) {}
        void MPI_Finalize(void) {} int main(void) { return 0; }";
    let symbols = Symbols::load(&compile("tracker", &[Source::C(program)], &[]));
    let calls = MpiCalls::new(&symbols, true);
    let mut tracker = CallTracker::default();
    let call = |name: &str, cycle, dest: i64| {
        let function = calls.at(symbols.address(name).unwrap()).unwrap();
        let arguments = [0, 3, 0x209, dest as u64, 0, 0x101, 0, 0, 0, 0, 0, 0];
        CurrentCall { function, arguments, entered_cycle: cycle, return_address: 0x1000, sp: 0x2000 }
    };
    let mut lifecycles = vec![tracker.lifecycle()];
    for (name, dest, enter) in [("MPI_Init", 0, 10), ("MPI_Send", 1, 20), ("MPI_Send", -3, 60), ("MPI_Finalize", 0, 70)]
    {
        tracker.enter(&calls, call(name, enter, dest));
        // Calls of MPI functions by other MPI functions do not count.
        tracker.enter(&calls, call("MPI_Barrier", enter + 1, 0));
        lifecycles.push(tracker.lifecycle());
        assert_eq!(tracker.leave(&calls), Some(call(name, enter, dest)));
    }
    assert_eq!(tracker.leave(&calls), None);
    lifecycles.push(tracker.lifecycle());
    use Lifecycle::{BeforeInit, Finalized, Finalizing, Initialized};
    assert_eq!(lifecycles, [BeforeInit, BeforeInit, Initialized, Initialized, Finalizing, Finalized]);
    // Two more rounds of a loop. Its call was entered at 80 in one round and at 90 in the next.
    tracker.enter(&calls, call("MPI_Barrier", 90, 0));
    tracker.repeat(Some(80), 2);
    tracker.repeat(None, 2);
    assert_eq!(tracker.current().map(|call| call.entered_cycle), Some(110));
}
