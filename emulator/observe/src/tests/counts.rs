//! Tests of the counts of one rank's calls, including those in skipped rounds.

use super::*;
use crate::testing::{Source, compile};
use rankine_bus::Ram;
use rankine_hart::Hart;
use rankine_isa::parse_isa;
use rankine_program::Symbols;

#[test]
fn a_rank_from_init_to_finalize() {
    let program = "void MPI_Init(void) {} void MPI_Send(void) {} void MPI_Test(void) {}
        void MPI_Finalize(void) {} int main(void) { return 0; }";
    let symbols = Symbols::load(&compile("counts", &[Source::C(program)], &[]));
    let calls = MpiCalls::new(&symbols, true);
    let (xlen, extensions) = parse_isa("rv64i").unwrap();
    let (mut hart, ram) = (Hart::new(xlen, extensions, 0), Ram::new(0x1000, 0x1000).unwrap());
    let mut counts = CallCounts::default();
    let call = |name: &str, entered_cycle, dest: i64| {
        let function = calls.at(symbols.address(name).unwrap()).unwrap();
        let arguments = [0, 3, 0x209, dest as u64, 0, 0x101, 0, 0, 0, 0, 0, 0];
        CurrentCall { function, arguments, entered_cycle, return_address: 0x1000, sp: 0x2000 }
    };
    for (name, dest, enter, leave) in [
        ("MPI_Init", 0, 10, 15),
        ("MPI_Send", 1, 20, 50),
        ("MPI_Send", -3, 60, 61),
        // A round of a loop begins here; it is repeated twice.
        ("", 0, 62, 0),
        ("MPI_Test", 0, 64, 67),
        ("MPI_Send", 1, 70, 71),
        ("", 2, 72, 0),
        ("MPI_Finalize", 0, 100, 110),
    ] {
        hart.cycles = enter;
        let at = Moment { hart: &hart, ram: &ram, devices: &[] };
        match (name, dest) {
            ("", 0) => counts.round_began(&at),
            ("", rounds) => {
                counts.rounds_skipped(&SkippedRounds { rounds: rounds as u64, cycles: 10, instructions: 5 });
            }
            _ => counts.call_entered(&at, &calls, &call(name, enter, dest)),
        }
        if leave > 0 {
            hart.cycles = leave;
            counts.call_left(&Moment { hart: &hart, ram: &ram, devices: &[] }, &call(name, enter, dest));
        }
    }
    assert_eq!((counts.sent_messages(), counts.sent_payload_bytes()), (4, 48));
    let at = Moment { hart: &hart, ram: &ram, devices: &[] };
    let under_way = call("MPI_Test", 120, 0);
    counts.call_entered(&at, &calls, &under_way);
    let functions: Vec<String> = counts
        .by_function(&calls, Some(&under_way), 130)
        .into_iter()
        .map(|(name, FunctionCalls { calls, cycles })| format!("{name} {calls} {cycles}"))
        .collect();
    assert_eq!(functions, ["MPI_Finalize 1 10", "MPI_Init 1 5", "MPI_Send 5 34", "MPI_Test 4 19"]);
}
