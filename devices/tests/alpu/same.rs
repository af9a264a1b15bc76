//! The list and the single cells give the same results in the same cycles, for any input.

use crate::cells::Cells;
use crate::clocked::Clocked;
use crate::world::*;
use proptest::prelude::*;
use rankine_devices::alpu::control::{Command, Response};
use rankine_devices::alpu::list::{Entry, Probe};
use rankine_devices::alpu::unit::Unit;
use rankine_devices::alpu::{AlpuParams, Flavour};

#[derive(Clone, Copy, Debug)]
enum Act {
    Probe(Probe),
    Command(Command),
    Result,
    /// Insert mode with so many entries.
    Burst(u32),
}

/// The model and the unit of single cells. Inputs come in this cycle; the model has advanced up to
/// it.
struct Both {
    unit: Unit,
    clocked: Clocked,
    cycle: u64,
    tag: u32,
    results: Vec<(u64, Response)>,
}

impl Both {
    fn new(params: &AlpuParams, flavour: Flavour) -> Both {
        let (unit, clocked) = (Unit::new(params, flavour), Clocked::new(params, flavour));
        let mut both = Both { unit, clocked, cycle: 0, tag: 0, results: Vec::new() };
        both.clocked.clock();
        both
    }

    fn pass(&mut self, cycles: u64) {
        for _ in 0..cycles {
            self.cycle += 1;
            self.clocked.clock();
        }
    }

    fn command(&mut self, command: Command) {
        assert_eq!(self.unit.command(self.cycle, command), self.clocked.command(command), "{command:?}");
    }

    fn result(&mut self) -> Option<Response> {
        let result = self.unit.result(self.cycle);
        assert_eq!(result, self.clocked.result(), "in cycle {}", self.cycle);
        self.results.extend(result.map(|result| (self.cycle, result)));
        result
    }

    fn entry(&mut self, entry: Entry) -> Command {
        self.tag += 1;
        Command::Insert(Entry { tag: self.tag, ..entry })
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Probe(probe) => {
                assert_eq!(self.unit.probe(self.cycle, probe), self.clocked.probe(probe), "{probe:?}");
            }
            Act::Command(Command::Insert(entry)) => {
                let command = self.entry(entry);
                self.command(command);
            }
            Act::Command(command) => self.command(command),
            Act::Result => {
                self.result();
            }
            Act::Burst(count) => {
                self.command(Command::StartInsert);
                for number in 0..count {
                    let command = self.entry(entry(u64::from(number % 3), u64::from(number % 2), 0, 0));
                    self.command(command);
                    self.pass(u64::from(number % 4));
                }
                self.command(Command::StopInsert);
            }
        }
    }

    /// Takes all results until none has come for a long time.
    fn drain(&mut self) {
        let mut quiet = 0;
        while quiet < 100 {
            quiet = if self.result().is_some() { 0 } else { quiet + 1 };
            self.pass(1);
        }
        let counts = self.unit.control().counts();
        assert_eq!((counts.discarded, counts.overflow), (self.clocked.discarded, self.clocked.overflow));
    }
}

fn mask() -> impl Strategy<Value = u64> {
    prop_oneof![3 => Just(0), 1 => Just(ANY_SOURCE), 1 => Just(ANY_TAG), 1 => Just(ANY_SOURCE | ANY_TAG)]
}

fn some_entry() -> impl Strategy<Value = Entry> {
    (0..3u64, 0..2u64, mask()).prop_map(|(source, tag, mask)| entry(source, tag, mask, 0))
}

fn act() -> impl Strategy<Value = Act> {
    let probe = (0..3u64, 0..2u64, mask()).prop_map(|(source, tag, mask)| Probe { mask, ..header(source, tag) });
    prop_oneof![
        8 => probe.prop_map(Act::Probe),
        6 => some_entry().prop_map(|entry| Act::Command(Command::Insert(entry))),
        3 => Just(Act::Command(Command::StartInsert)),
        2 => Just(Act::Command(Command::StopInsert)),
        1 => Just(Act::Command(Command::Unknown)),
        1 => (0..12u8).prop_map(|of| Act::Command(if of == 0 { Command::Reset } else { Command::StopInsert })),
        8 => Just(Act::Result),
        2 => (1..20u32).prop_map(Act::Burst),
    ]
}

/// Cells and cells of a block.
const GEOMETRIES: [(u32, u32); 7] = [(2, 2), (16, 2), (16, 8), (16, 16), (32, 4), (128, 16), (256, 8)];

proptest! {
    #![proptest_config(ProptestConfig { cases: 8 * cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn list_and_cells_are_the_same(
        acts in prop::collection::vec((0..12u64, act()), 1..400),
        geometry in prop::sample::select(&GEOMETRIES[..]),
        is_posted in any::<bool>(),
        small_fifos in any::<bool>(),
    ) {
        let mut params = params(geometry.0, geometry.1);
        if small_fifos {
            (params.header_fifo, params.command_fifo, params.result_fifo) = (2, 3, 2);
        }
        let mut both = Both::new(&params, if is_posted { Flavour::Posted } else { Flavour::Unexpected });
        for (gap, act) in acts {
            both.pass(gap);
            both.act(act);
        }
        both.drain();
    }
}

/// Number of cases: 256, or the value of PROPTEST_CASES.
fn cases() -> u32 {
    ProptestConfig::default().cases
}

/// Delete from each position of a full unit of 16 cells: the others keep their order.
#[test]
fn delete_from_every_position() {
    for (block, position) in [2, 4, 8, 16].into_iter().flat_map(|block| (0..16u64).map(move |at| (block, at))) {
        let mut cells = Cells::new(16, block);
        for number in 0..16 {
            cells.shift(None);
            cells.shift(Some(entry(number, 0, 0, number as u32)));
        }
        // The oldest entry has the highest index.
        assert_eq!(cells.locate(header(position, 0)), Some(15 - position as usize), "block {block}");
        assert_eq!(cells.delete(15 - position as usize).map(|entry| entry.tag), Some(position as u32));
        let order: Vec<u64> =
            (0..15).map_while(|_| cells.locate(everything()).and_then(|at| cells.delete(at))).map(source).collect();
        assert_eq!(order, (0..16).filter(|&number| number != position).collect::<Vec<_>>(), "block {block}");
    }
}

fn everything() -> Probe {
    Probe { bits: word(1, 0, 0), mask: ANY_SOURCE | ANY_TAG }
}

fn source(entry: Entry) -> u64 {
    entry.bits >> 16 & 0x7fff
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    /// Entries that come with any gaps between them leave holes, and the holes close. The order of
    /// matches is that of the list.
    #[test]
    fn holes_close(gaps in prop::collection::vec(0..40usize, 1..64), geometry in prop::sample::select(&GEOMETRIES[..])) {
        let (size, block) = (geometry.0 as usize, geometry.1 as usize);
        let mut cells = Cells::new(size, block);
        let count = gaps.len().min(size);
        for (number, gap) in gaps.into_iter().take(count).enumerate() {
            (0..=gap).for_each(|_| cells.shift(None));
            cells.shift(Some(entry(number as u64, 0, 0, number as u32)));
        }
        let order: Vec<u64> = (0..count).map_while(|_| cells.locate(everything()).and_then(|at| cells.delete(at))).map(source).collect();
        prop_assert_eq!(order, (0..count as u64).collect::<Vec<_>>());
    }
}
