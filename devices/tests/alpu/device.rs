//! The unit on its bus: times of accesses, stalls and wake-ups, delivery, reports of mistakes.

use crate::world::*;
use rankine_bus::{Access, Device, Kind, Reply, Width};
use rankine_devices::alpu::{AlpuParams, Delivery, Flavour};
use rankine_devices::regs::alpu as regs;

fn result(kind: u64, value: u64) -> u64 {
    kind << regs::RESULT_KIND_SHIFT | value
}

/// A unit that takes headers.
fn enabled(params: &AlpuParams, flavour: Flavour) -> World {
    let mut world = World::new(params, flavour);
    world.store(regs::REG_CTRL, regs::CTRL_ENABLE);
    world.bus.run();
    world
}

impl World {
    /// Writes match bits and mask to the registers from `first` on.
    fn stage(&mut self, first: u64, bits: u64, mask: u64) {
        for (offset, value) in [(0, bits), (4, bits >> 32), (8, mask), (12, mask >> 32)] {
            self.store(first + offset, value & u64::from(u32::MAX));
        }
    }

    fn insert(&mut self, source: u64, tag: u64, mask: u64, name: u64) {
        self.stage(regs::REG_MATCH_LOW, word(1, source, tag), mask);
        self.store(regs::REG_TAG, name);
    }

    fn ask(&mut self, source: u64, tag: u64, mask: u64) -> u64 {
        self.stage(regs::REG_PROBE_LOW, word(1, source, tag), mask);
        self.store(regs::REG_PROBE, 0);
        self.bus.run();
        self.load(regs::REG_RESULT)
    }

    fn is_pure(&self, register: u64) -> bool {
        self.alpu().is_pure(&Access { addr: self.base + register, width: Width::B4, kind: Kind::Load })
    }

    fn fence(&mut self) -> Reply {
        self.bus.access(0, Access { addr: 0, width: Width::B1, kind: Kind::Fence })
    }
}

/// A program's whole use of a unit, in both flavours.
#[test]
fn a_program() {
    for (flavour, stored, asked) in [(Flavour::Posted, ANY_SOURCE, 0), (Flavour::Unexpected, 0, ANY_SOURCE)] {
        let mut world = enabled(&params(256, 16), flavour);
        assert_eq!(world.ask(3, 5, asked), result(regs::RESULT_FAILURE, 0), "{flavour:?}");
        world.store(regs::REG_COMMAND, regs::COMMAND_START_INSERT);
        while world.load(regs::REG_RESULT) != result(regs::RESULT_START_ACK, 256) {}
        world.insert(9, 5, stored, 0xabcde);
        world.insert(3, 5, 0, 2);
        world.store(regs::REG_COMMAND, regs::COMMAND_STOP_INSERT);
        world.bus.run();
        assert_eq!(world.load(regs::REG_STATUS), 2 << regs::STATUS_ENTRIES_SHIFT);
        let answers: Vec<u64> = (0..3).map(|_| world.ask(3, 5, asked)).collect();
        let success = |tag| result(regs::RESULT_SUCCESS, tag);
        assert_eq!(answers, [success(0xabcde), success(2), result(regs::RESULT_FAILURE, 0)], "{flavour:?}");
        assert_eq!(world.load(regs::REG_RESULT), 0);
        let counts = ["headers delivered", "matches", "failures", "entries inserted", "most entries"];
        assert_eq!(counts.map(|name| world.statistic(name)), [4, 2, 2, 2, 2]);
        assert_eq!((world.alpu().complaint(), world.alpu().waiting()), (None, vec![]));
    }
}

/// A load takes the bus delay, whatever the unit does. A store takes one cycle, and reaches the
/// unit after the bus delay.
#[test]
fn times_of_accesses() {
    for delay in [0, 2, 20, 40] {
        let params = AlpuParams { bus_delay_ns: delay, ..params(256, 16) };
        let mut world = enabled(&params, Flavour::Posted);
        let load_ns = u64::from(delay).max(2);
        let begin = world.ns();
        world.load(regs::REG_STATUS);
        assert_eq!(world.ns() - begin, load_ns, "at rest");
        world.store(regs::REG_COMMAND, regs::COMMAND_START_INSERT);
        assert_eq!(world.ns() - begin, load_ns + 2);
        // The command is there after the delay, is seen in the next cycle, and is done in the cycle
        // after that.
        world.bus.run();
        assert_eq!(world.ns(), begin + load_ns + u64::from(delay) + 4);
        let begin = world.ns();
        assert!(world.load(regs::REG_STATUS) & regs::STATUS_INSERT_MODE != 0);
        assert_eq!(world.ns() - begin, load_ns);
    }
}

/// A load after a store sees the stored value: accesses stay in order on the bus.
#[test]
fn loads_behind_stores() {
    let mut world = World::new(&params(16, 8), Flavour::Posted);
    world.store(regs::REG_CTRL, regs::CTRL_ENABLE);
    assert_eq!(world.reply(regs::REG_CTRL), Reply::Stall);
    assert_eq!(world.load(regs::REG_CTRL), regs::CTRL_ENABLE);
    assert_eq!(world.ns(), 2 + 20);
    // Another processor's load of the same unit waits for its turn.
    world.store(regs::REG_COMMAND, regs::COMMAND_STOP_INSERT);
    assert_eq!([regs::REG_STATUS, regs::REG_CTRL].map(|register| world.reply(register)), [Reply::Stall, Reply::Stall]);
    world.bus.run();
    assert_eq!(world.reply(regs::REG_CTRL), Reply::Stall);
    assert_eq!(world.reply(regs::REG_STATUS), Reply::Done { value: 0, latency: 1 });
    assert_eq!(world.reply(regs::REG_CTRL), Reply::Done { value: regs::CTRL_ENABLE, latency: 10 });
}

/// A match takes 7 cycles and an insertion 2: 14 ns and 4 ns. The unit sees the input of a cycle in
/// the next one.
#[test]
fn times_of_the_unit() {
    let mut world = enabled(&params(256, 16), Flavour::Posted);
    let busy = |world: &mut World| {
        let begin = world.ns();
        world.bus.run();
        world.ns() - begin
    };
    (0..4).for_each(|source| assert_eq!(world.deliver(header(source, 0)), Some(Delivery::Taken)));
    assert_eq!(busy(&mut world), 2 + 4 * 14);
    world.store(regs::REG_COMMAND, regs::COMMAND_START_INSERT);
    world.bus.run();
    // Stores come every cycle, insertions take two: each waits for the one before.
    (0..4).for_each(|tag| world.store(regs::REG_TAG, tag));
    assert_eq!(busy(&mut world), 20 - 4 * 2 + 2 + 4 * 4);
}

/// A unit that is not enabled does not see headers. A unit that is full leaves them outside.
#[test]
fn delivery() {
    let params = AlpuParams { header_fifo: 2, result_fifo: 1, ..params(16, 8) };
    let mut world = World::new(&params, Flavour::Posted);
    assert_eq!(world.deliver(header(1, 1)), Some(Delivery::Disabled));
    world.bus.run();
    assert_eq!(world.load(regs::REG_RESULT), result(regs::RESULT_NONE, 0));
    world.store(regs::REG_CTRL, regs::CTRL_ENABLE);
    world.bus.run();
    let mut at_once: Vec<Option<Delivery>> = (0..3).map(|source| world.deliver(header(source, 1))).collect();
    world.at_ns(world.ns() + 100);
    at_once.extend((0..2).map(|source| world.deliver(header(source, 1))));
    // One is answered, so there is a place again.
    let (taken, full) = (Some(Delivery::Taken), Some(Delivery::Full));
    assert_eq!(at_once, [taken, taken, full, taken, full]);
    assert_eq!(world.alpu().waiting(), ["posted alpu waits for the processor to read results (1 of 1)"]);
    let counts = ["headers delivered", "headers not delivered, disabled"];
    assert_eq!(counts.map(|name| world.statistic(name)), [3, 1]);
    assert_eq!(world.load(regs::REG_RESULT), result(regs::RESULT_FAILURE, 0));
    world.at_ns(world.ns() + 100);
    assert_eq!(world.deliver(header(5, 1)), taken);
}

/// A store for which a FIFO has no place stalls the processor until there is one.
#[test]
fn full_fifos_hold_stores() {
    let params = AlpuParams { command_fifo: 2, header_fifo: 1, result_fifo: 1, ..params(16, 8) };
    let mut world = enabled(&params, Flavour::Posted);
    let store = |world: &mut World, register| world.bus.store(0, POSTED + register, Width::B4, 7);
    let done = Reply::Done { value: 0, latency: 1 };
    (0..2).for_each(|_| world.store(regs::REG_COMMAND, 7));
    assert_eq!(store(&mut world, regs::REG_COMMAND), Reply::Stall);
    assert_eq!(world.alpu().waiting(), ["processor waits for a place in the command FIFO of the posted alpu"]);
    assert_eq!(world.load(regs::REG_STATUS) & regs::STATUS_COMMAND_FULL, 0);
    assert_eq!(world.alpu().waiting(), [""; 0], "it was woken");
    world.bus.run();
    // Test headers: one is answered and takes the only place for results, one waits in the FIFO.
    (0..2).for_each(|_| {
        assert_eq!(store(&mut world, regs::REG_PROBE), done);
        world.bus.run();
    });
    assert_eq!(store(&mut world, regs::REG_PROBE), Reply::Stall);
    world.bus.woken.clear();
    world.bus.run();
    assert_eq!(world.bus.woken, [], "nobody reads results");
    let waiting = world.alpu().waiting();
    let lines = [
        "posted alpu waits for the processor to read results (1 of 1)",
        "processor waits for a place in the header FIFO of the posted alpu",
    ];
    assert_eq!(waiting, lines);
    world.load(regs::REG_RESULT);
    assert_eq!((world.bus.woken.clone(), store(&mut world, regs::REG_PROBE)), (vec![0], done));
}

/// A fence waits for stores that are on their way.
#[test]
fn fences() {
    let mut world = World::new(&params(16, 8), Flavour::Posted);
    let done = Reply::Done { value: 0, latency: 1 };
    assert_eq!(world.fence(), done);
    world.store(regs::REG_MATCH_LOW, 1);
    assert_eq!(world.fence(), Reply::Stall);
    assert_eq!(world.alpu().waiting(), ["processor waits for its stores to the posted alpu"]);
    world.bus.run();
    assert_eq!((world.bus.woken.clone(), world.ns(), world.fence()), (vec![0], 20, done));
}

/// A processor's fence goes on when the stores are there, even if another processor's store waits.
#[test]
fn a_fence_beside_a_stalled_store() {
    let params = AlpuParams { header_fifo: 1, result_fifo: 1, ..params(16, 8) };
    for fence_first in [true, false] {
        let mut world = enabled(&params, Flavour::Posted);
        (0..2).for_each(|_| {
            world.store(regs::REG_PROBE, 0);
            world.bus.run();
        });
        world.store(regs::REG_MATCH_LOW, 1);
        let stalled_store = |world: &mut World| world.bus.store(0, POSTED + regs::REG_PROBE, Width::B4, 0);
        let replies = match fence_first {
            true => [world.fence(), stalled_store(&mut world)],
            false => [stalled_store(&mut world), world.fence()],
        };
        assert_eq!(replies, [Reply::Stall, Reply::Stall]);
        world.bus.woken.clear();
        world.bus.run();
        assert_eq!(world.bus.woken, [0], "fence first: {fence_first}");
        assert_eq!((world.fence(), stalled_store(&mut world)), (Reply::Done { value: 0, latency: 1 }, Reply::Stall));
    }
}

/// Loads of a unit at rest change nothing, unless there is a result to be taken.
#[test]
fn what_is_pure() {
    let registers = [regs::REG_CTRL, regs::REG_STATUS, regs::REG_RESULT, regs::REG_TAG];
    let rows = |world: &World| registers.map(|register| world.is_pure(register));
    let mut world = enabled(&params(16, 8), Flavour::Posted);
    assert_eq!(rows(&world), [true, true, true, false]);
    world.deliver(header(1, 1));
    assert_eq!(rows(&world), [false; 4]);
    world.at_ns(world.ns() + 100);
    world.load(regs::REG_STATUS);
    assert_eq!(rows(&world), [true, true, false, false]);
    world.load(regs::REG_RESULT);
    assert_eq!(rows(&world), [true, true, true, false]);
    let fence = Access { addr: 0, width: Width::B1, kind: Kind::Fence };
    assert!(world.alpu().is_pure(&fence));
    world.store(regs::REG_MATCH_LOW, 1);
    assert!(!world.alpu().is_pure(&fence));
    assert_eq!(rows(&world), [false; 4]);
}

/// Mistakes of software are counted, and reported at the end of the run.
#[test]
fn mistakes() {
    let mut world = enabled(&params(2, 2), Flavour::Unexpected);
    world.insert(1, 1, 0, 1);
    world.store(regs::REG_COMMAND, 77);
    world.store(regs::REG_COMMAND, regs::COMMAND_START_INSERT);
    (0..3).for_each(|tag| world.insert(1, 1, 0, tag));
    world.bus.run();
    let counts = ["commands discarded", "entries lost, unit full", "most entries"];
    assert_eq!(counts.map(|name| world.statistic(name)), [2, 1, 2]);
    let told = "unexpected alpu: entries lost, unit full: 1, commands discarded: 2";
    assert_eq!(world.alpu().complaint().as_deref(), Some(told));
}
