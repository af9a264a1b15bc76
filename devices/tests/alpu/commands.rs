//! Commands of a unit: modes, held headers, FIFOs, counts and times.

use crate::world::*;
use rankine_devices::alpu::control::Command::{self, Insert, Reset, StartInsert, StopInsert, Unknown};
use rankine_devices::alpu::control::Response::{Failure, StartAck, Success};
use rankine_devices::alpu::list::Probe;
use rankine_devices::alpu::{AlpuParams, Flavour};

/// An entry from this source, named after it.
fn from(source: u32) -> Command {
    Insert(entry(u64::from(source), 0, 0, source))
}

fn message(source: u32) -> Probe {
    header(u64::from(source), 0)
}

/// Commands, results, entries afterwards, commands discarded. In match mode only RESET and
/// START_INSERT are valid, in insert mode only INSERT and STOP_INSERT.
#[test]
fn commands_in_each_mode() {
    for (commands, results, entries, discarded) in [
        (&[from(1)][..], &[][..], 0, 1),
        (&[StopInsert], &[], 0, 1),
        (&[StopInsert, Unknown, from(1), Unknown, Reset], &[], 0, 4),
        (&[StartInsert, from(1), StopInsert, StopInsert, Reset], &[StartAck(16)], 0, 1),
        (&[StartInsert, from(1), Reset, StopInsert], &[StartAck(16)], 1, 1),
        (&[StartInsert, from(1), StartInsert, Unknown, from(2), StopInsert], &[StartAck(16)], 2, 2),
        (&[StartInsert, from(1), StopInsert, StartInsert, StopInsert], &[StartAck(16), StartAck(15)], 1, 0),
        (&[StartInsert, from(1), StopInsert, from(2), StartInsert, from(3)], &[StartAck(16), StartAck(15)], 2, 1),
    ] {
        let mut alone = Alone::posted(16, 8);
        // All at once, and one by one.
        commands.iter().for_each(|&command| assert!(alone.unit.command(0, command)));
        alone.rest();
        let mut slow = Alone::posted(16, 8);
        slow.commands(commands.iter().copied());
        for mut alone in [alone, slow] {
            let control = alone.unit.control();
            assert_eq!((control.entries(), control.counts().discarded), (entries, discarded), "{commands:?}");
            assert_eq!(alone.results(), results, "{commands:?}");
        }
    }
}

/// A header that matches nothing in insert mode has no result; after STOP_INSERT it has exactly
/// one.
#[test]
fn a_held_header() {
    for (inserted, expected) in [(5, Success(5)), (6, Failure)] {
        let mut alone = Alone::posted(16, 8);
        alone.commands([StartInsert]);
        assert_eq!(alone.results(), [StartAck(16)]);
        alone.put(message(5));
        alone.commands([from(inserted)]);
        assert!(alone.unit.control().is_holding());
        assert_eq!(alone.results(), [], "a match fails silently in insert mode");
        alone.commands([StopInsert]);
        assert_eq!(alone.results(), [expected]);
        assert!(!alone.unit.control().is_holding());
    }
}

/// Headers behind a held one wait, and keep their order; commands behind STOP_INSERT wait for the
/// held one, too.
#[test]
fn order_behind_a_held_header() {
    for next in [None, Some(Reset), Some(StartInsert)] {
        let mut alone = Alone::posted(16, 8);
        alone.commands([StartInsert, from(1), from(2)]);
        assert_eq!(alone.results(), [StartAck(16)]);
        [9, 2, 1].into_iter().for_each(|source| alone.put(message(source)));
        assert_eq!(alone.results(), [], "headers that would match stay behind the held one");
        for command in [StopInsert].into_iter().chain(next) {
            assert!(alone.unit.command(alone.cycle, command));
        }
        alone.rest();
        let expected = match next {
            None => [Failure, Success(2), Success(1)].to_vec(),
            Some(Reset) => [Failure, Failure, Failure].to_vec(),
            Some(_) => [Failure, StartAck(14), Success(2), Success(1)].to_vec(),
        };
        assert_eq!(alone.results(), expected, "{next:?}");
    }
}

/// A match that runs when START_INSERT comes is answered before it. A header that comes together
/// with it is answered after it.
#[test]
fn start_insert_during_a_match() {
    let mut alone = Alone::posted(16, 8);
    alone.fill([entry(1, 0, 0, 1)]);
    let begin = alone.cycle;
    [1, 2].into_iter().for_each(|source| assert!(alone.unit.probe(begin, message(source))));
    assert!(alone.unit.command(begin + 3, StartInsert));
    alone.cycle += 3;
    alone.rest();
    assert_eq!(alone.results(), [Success(1), StartAck(16)]);
    alone.commands([StopInsert]);
    assert_eq!(alone.results(), [Failure]);
    // Both in one cycle: the command goes first.
    assert!(alone.unit.probe(alone.cycle, message(3)) && alone.unit.command(alone.cycle, StartInsert));
    alone.rest();
    assert_eq!(alone.results(), [StartAck(16)]);
}

/// Matches in insert mode free cells. As many entries as START_ACK said fit in any case, plus one
/// for each match.
#[test]
fn free_cells() {
    let mut alone = Alone::posted(16, 8);
    alone.fill((0..10).map(|number| entry(number, 0, 0, number as u32)));
    alone.commands([StartInsert]);
    assert_eq!(alone.results(), [StartAck(6)]);
    alone.put(message(3));
    assert_eq!(alone.results(), [Success(3)]);
    alone.commands((20..27).map(from));
    assert_eq!((alone.unit.control().entries(), alone.unit.control().counts().overflow), (16, 0));
    alone.commands([from(27)]);
    assert_eq!((alone.unit.control().entries(), alone.unit.control().counts().overflow), (16, 1));
    alone.commands([StopInsert, StartInsert]);
    assert_eq!(alone.results(), [StartAck(0)]);
    alone.commands([StopInsert]);
    assert_eq!(alone.ask(message(27)), [Failure], "the entry too many is lost");
    let answers: Vec<_> = (20..27).flat_map(|source| alone.ask(message(source))).collect();
    assert_eq!(answers, (20..27).map(Success).collect::<Vec<_>>());
}

/// If the result FIFO is full, no match begins and START_INSERT is not answered, but insertions go
/// on. Each result that is taken lets one step go on.
#[test]
fn a_full_result_fifo() {
    let depth = 32;
    let mut alone = Alone::posted(256, 16);
    for _ in 0..depth {
        alone.put(message(1));
    }
    assert!(alone.unit.probe(alone.cycle, message(2)));
    alone.rest();
    let control = alone.unit.control();
    assert_eq!((control.results(), control.header_places()), (depth, 15), "the 33rd match does not begin");
    assert_eq!(control.waiting(), ["waits for the processor to read results (32 of 32)"]);
    assert!(alone.unit.command(alone.cycle, StartInsert));
    alone.rest();
    assert_eq!(alone.unit.control().command_places(), 15, "no place for the answer");
    // Software that waits for the answer takes results meanwhile.
    assert_eq!(alone.unit.result(alone.cycle), Some(Failure));
    alone.rest();
    assert_eq!(alone.unit.control().results(), depth);
    assert!(alone.unit.control().is_inserting());
    alone.commands([from(2), from(3)]);
    assert_eq!(alone.unit.control().entries(), 2, "insertions go on");
    assert_eq!(alone.unit.result(alone.cycle), Some(Failure));
    alone.rest();
    let expected = [vec![Failure; depth - 2], vec![StartAck(256), Success(2)]].concat();
    assert_eq!(alone.results(), expected);
}

/// The held header needs a place, too, and RESET does not overtake it.
#[test]
fn a_held_header_and_a_full_result_fifo() {
    let mut alone = Alone::new(&AlpuParams { result_fifo: 1, ..params(16, 8) }, Flavour::Posted);
    alone.commands([StartInsert]);
    assert_eq!(alone.unit.result(alone.cycle), Some(StartAck(16)));
    alone.put(message(1));
    alone.commands([from(1), from(2)]);
    alone.commands([StopInsert]);
    assert_eq!(alone.unit.control().results(), 1);
    alone.put(message(2));
    alone.commands([StartInsert]);
    assert_eq!(alone.results(), [Success(1), StartAck(15), Success(2)]);
    alone.put(message(9));
    assert!(alone.unit.control().is_holding());
    let held = "holds a header that matched nothing, 0 more behind it, and waits for STOP_INSERT";
    assert_eq!(alone.unit.control().waiting(), [held]);
    alone.commands([StopInsert, StopInsert, Reset]);
    assert_eq!((alone.results(), alone.unit.control().entries()), (vec![Failure], 0));
}

/// FIFOs have the depth of the parameters, and refuse what does not fit.
#[test]
fn depths() {
    let mut alone =
        Alone::new(&AlpuParams { header_fifo: 3, command_fifo: 2, result_fifo: 1, ..params(16, 8) }, Flavour::Posted);
    let headers = (0..9).filter(|&source| alone.unit.probe(0, message(source))).count();
    let commands = (0..9).filter(|_| alone.unit.command(0, Unknown)).count();
    assert_eq!((headers, commands), (3, 2));
    alone.rest();
    assert_eq!(alone.unit.control().header_places(), 1, "one match has its result, two headers wait");
    assert_eq!(alone.results(), [Failure; 3]);
}

/// Cycles at which results come. Matches follow each other every 7 cycles, or as often as the
/// parameters say.
#[test]
fn back_to_back_matches() {
    for (cells, match_cycles, expected) in [(256, 0, 7), (128, 0, 6), (256, 9, 9), (256, 1, 1)] {
        let mut unit = Alone::new(&AlpuParams { match_cycles, ..params(cells, 16) }, Flavour::Posted).unit;
        (0..5).for_each(|source| assert!(unit.probe(10, message(source))));
        let times: Vec<u64> = (11..100).filter(|&cycle| unit.result(cycle).is_some()).collect();
        assert_eq!(times, (1..=5).map(|number| 11 + number * expected).collect::<Vec<_>>(), "{cells} {match_cycles}");
    }
}

/// Cycles at which entries are in their cells: one every 2 cycles, START_INSERT and STOP_INSERT
/// take one.
#[test]
fn back_to_back_insertions() {
    for (insert_cycles, command_cycles) in [(2, 1), (3, 2), (1, 1)] {
        let params = AlpuParams { insert_cycles, command_cycles, ..params(256, 16) };
        let mut unit = Alone::new(&params, Flavour::Posted).unit;
        assert!(unit.command(10, StartInsert));
        (0..8).for_each(|source| assert!(unit.command(10, from(source))));
        assert!(unit.command(10, StopInsert));
        let (mut entries, mut modes) = (Vec::new(), Vec::new());
        for cycle in 11..60 {
            unit.advance(cycle);
            let control = unit.control();
            if control.entries() > entries.len() {
                entries.push(cycle);
            }
            if control.is_inserting() != (modes.len() == 1) {
                modes.push(cycle);
            }
        }
        let start = 11 + u64::from(command_cycles);
        assert_eq!(entries, (1..=8).map(|number| start + number * u64::from(insert_cycles)).collect::<Vec<_>>());
        let stop = start + 8 * u64::from(insert_cycles) + u64::from(command_cycles);
        assert_eq!(modes, [start, stop]);
    }
}
