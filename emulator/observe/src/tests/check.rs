//! Tests of those parts of the checks that need no run: signatures, layouts, groups, functions, and
//! the text of findings.

use super::basic::predefined;
use super::call::CallRef;
use super::datatype::Datatype;
use super::findings::{Finding, Findings, Found, Kind, table};
use super::functions::CheckFunctions;
use super::log::{Event, LoggedCall, What};
use crate::packed::Packed;
use crate::recording::ActiveHead;
use crate::testing::{Source, compile};
use rankine_program::Symbols;
use rankine_program::mpi::MpiCalls;

const INT: u64 = 0x209;
const DOUBLE: u64 = 0x214;
const BYTE: u64 = 0x247;
const PACKED: u64 = 0x207;
const DOUBLE_INT: u64 = 0x229;

fn of(handle: u64) -> Datatype {
    predefined(handle, 8).unwrap()
}

#[test]
fn signatures_are_compared_element_by_element() {
    let (int, double) = (of(INT), of(DOUBLE));
    let pair = of(DOUBLE_INT);
    let own_pair = Datatype::of_struct(&[(0, 1, &double), (8, 1, &int)]);
    let vector = Datatype::of_blocks(&[(0, 2, &int), (16, 2, &int)]);
    let mixed = Datatype::of_struct(&[(0, 3, &int), (16, 1, &double)]);
    for (name, one, count, other, times, expected) in [
        ("itself", &int, 4, &int, 4, None),
        ("shorter", &int, 3, &int, 4, None),
        ("another", &int, 4, &double, 2, Some(0)),
        ("bytes are no integers", &int, 1, &of(BYTE), 4, Some(0)),
        ("anything is packed", &pair, 3, &of(PACKED), 100, None),
        ("gaps do not matter", &vector, 2, &int, 8, None),
        ("pairs are structures", &pair, 5, &own_pair, 5, None),
        ("behind the end of a round", &mixed, 3, &mixed, 3, None),
        ("in the second round", &mixed, 2, &int, 8, Some(3)),
        ("a pair's second half", &pair, 2, &double, 2, Some(1)),
        ("nothing", &int, 0, &double, 1, None),
    ] {
        let (one, other) = (one.signature(count).unwrap(), other.signature(times).unwrap());
        for (first, second) in [(&one, &other), (&other, &one)] {
            assert_eq!(first.difference(second).map(|found| found.element), expected, "{name}");
        }
    }
    assert_eq!(mixed.signature(2).unwrap().text(), "2 times (3 MPI_INT, 1 MPI_DOUBLE)");
    assert_eq!(vector.signature(2).unwrap().text(), "8 MPI_INT");
}

#[test]
fn layouts_have_gaps() {
    let int = of(INT);
    let column = Datatype::of_blocks(&[(0, 1, &int), (40, 1, &int)]);
    assert_eq!((column.size, column.extent()), (8, 44));
    assert_eq!(column.ranges(1000, 1).unwrap(), [(1000, 1004), (1040, 1044)]);
    let narrow = Datatype { upper: 4, ..column };
    assert_eq!(narrow.ranges(1000, 3).unwrap(), [(1000, 1012), (1040, 1052)]);
    assert_eq!(int.ranges(8, 5).unwrap(), [(8, 28)]);
    assert_eq!(int.ranges(8, 0).unwrap(), []);
    let pair = of(DOUBLE_INT);
    assert_eq!((pair.size, pair.extent()), (12, 16));
    assert_eq!(pair.ranges(0, 2).unwrap(), [(0, 12), (16, 28)]);
    let backwards = Datatype::of_blocks(&[(-8, 1, &int), (0, 1, &int)]);
    assert_eq!((backwards.lower, backwards.upper), (-8, 4));
}

#[test]
fn all_forms_of_a_function_are_followed() {
    let program = "void MPI_Ibcast(void) {} void MPI_Bcast_init(void) {} void MPI_Send_c(void) {}
        void MPI_Wtime(void) {} void PMPI_Waitall(void) {} int main(void) { return 0; }";
    let symbols = Symbols::load(&compile("check", &[Source::C(program)], &[]));
    for (is_64, expected) in [
        (true, vec!["MPI_Ibcast request", "MPI_Bcast request", "MPI_Send ", "MPI_Waitall requests"]),
        (false, vec!["MPI_Ibcast request", "MPI_Bcast request", "MPI_Waitall requests"]),
    ] {
        let functions = CheckFunctions::new(&MpiCalls::new(&symbols, is_64), 4, None).functions;
        let mut told: Vec<String> = functions
            .iter()
            .flatten()
            .map(|function| {
                let pointers = function.parameters.iter().filter(|parameter| parameter.pointee.is_some());
                let names: Vec<&str> = pointers.map(|parameter| parameter.name).collect();
                format!("{} {}", function.name.trim_end_matches("_init"), names.join(" "))
            })
            .collect();
        told.sort();
        let mut expected: Vec<String> = expected.into_iter().map(String::from).collect();
        expected.sort();
        assert_eq!(told, expected);
    }
}

#[test]
fn the_same_mistake_is_told_once() {
    let mut findings = Findings::default();
    let at = |rank| CallRef { rank, call: 0 };
    for (cycle, rank, kind) in
        [(90, 2, Kind::NotFreed), (50, 1, Kind::NotFreed), (50, 0, Kind::Truncation), (70, 1, Kind::NotFreed)]
    {
        let found = Found { kind, cycle, at: at(rank), message: format!("at {cycle}"), related: vec![] };
        findings.add(found, vec![(0, 0x100)]);
    }
    let tell = |_| ("MPI_Recv()".into(), "main at x.c:1".into());
    let told: Vec<Finding> = findings.sorted().into_iter().map(|kept| Finding::new(kept, tell)).collect();
    assert_eq!(
        table(&told, None),
        "check: 2 mistakes
  truncation at cycle 50: rank 0: at 50
    in MPI_Recv(), called from main at x.c:1
  not freed at cycle 50: rank 1: at 50
    in MPI_Recv(), called from main at x.c:1
    3 times in all, in ranks 1, 2"
    );
}

/// Logs return the records that were added.
#[test]
fn logs_come_back() {
    let call = |number: u64| LoggedCall {
        function: number as u32 % 5,
        arguments: std::array::from_fn(
            |index| if !number.is_multiple_of(4) { index as u64 } else { u64::MAX - number },
        ),
        return_address: 0x1000 + number % 3,
        entered: 7 * number,
        lists: (0..number % 3).map(|list| (0..list).map(|value| value as i64 - 1).collect()).collect(),
        result: [None, Some(0), Some(-1), Some(15)][number as usize % 4],
        holds: number.is_multiple_of(7),
    };
    let calls: Vec<LoggedCall> = (0..1000).map(call).collect();
    assert_eq!(Packed::from(calls.clone()).iter().collect::<Vec<_>>(), calls);
    let head = ActiveHead { handler: 200, arguments: 3, category: 2, is_reply: true };
    let events = [
        What::Enter(u32::MAX),
        What::Leave(5),
        What::Sending { node: 1, tag: -1, is_collective: false },
        What::Sending { node: 2, tag: 9, is_collective: true },
        What::Arrived { node: 3 },
        What::Withdrawn { arrival: 4 },
        What::TakenBack,
        What::ActiveGoes { node: 1, head, bytes: u64::MAX },
        What::ActiveComes { node: 2, head, bytes: 0 },
        What::ActiveDone,
    ];
    let event = |(cycle, what): (u64, &What)| Event { cycle: cycle * cycle, what: *what };
    let events: Vec<Event> = (0..1000).zip(events.iter().cycle()).map(event).collect();
    assert_eq!(Packed::from(events.clone()).iter().collect::<Vec<_>>(), events);
}
