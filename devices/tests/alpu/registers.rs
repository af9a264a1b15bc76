//! Every register as `regs/alpu.toml` describes it: reset, access rights, widths, fields.

use crate::world::*;
use rankine_bus::{Access, Device, Fault, Kind, Reply, Width};
use rankine_devices::alpu::Flavour;
use rankine_devices::registers::{Access as Rights, Description};
use rankine_devices::regs::alpu as regs;

/// Offsets and rights.
fn described() -> Vec<(String, u64, Option<Rights>)> {
    let description =
        Description::parse(include_str!("../../regs/alpu.toml")).unwrap_or_else(|error| panic!("{error}"));
    let section = description.sections.into_iter().find(|section| section.prefix == "REG").expect("registers");
    section.items.into_iter().map(|item| (item.name, item.at, item.access)).collect()
}

#[test]
fn rights() {
    for flavour in [Flavour::Posted, Flavour::Unexpected] {
        for (name, offset, rights) in described() {
            let mut world = World::new(&params(16, 8), flavour);
            let address = world.base + offset;
            let load = world.bus.load(0, address, Width::B4);
            let store = world.bus.store(0, address, Width::B4, 0);
            let (can_load, can_store) = match rights {
                Some(Rights::RO) => (true, false),
                Some(Rights::WO) => (false, true),
                _ => (true, true),
            };
            let expect = |can: bool, latency| match can {
                true => Reply::Done { value: 0, latency },
                false => Reply::Fault(Fault::Direction),
            };
            assert_eq!((load, store), (expect(can_load, 10), expect(can_store, 1)), "{name}");
            for width in [Width::B1, Width::B2, Width::B8] {
                assert_eq!(world.bus.load(0, address, width), Reply::Fault(Fault::Width), "{name}");
            }
            let access = Access { addr: address, width: Width::B4, kind: Kind::Atomic };
            let atomic = Fault::Refused("no atomic accesses here".into());
            assert_eq!(world.bus.access(0, access), Reply::Fault(atomic), "{name}");
            assert!(!world.alpu().is_pure(&access));
        }
    }
}

#[test]
fn where_nothing_is() {
    let mut world = World::new(&params(16, 8), Flavour::Posted);
    let known: Vec<u64> = described().into_iter().map(|(_, offset, _)| offset).collect();
    for offset in (0..regs::UNIT_BYTES).step_by(4).filter(|offset| !known.contains(offset)) {
        assert_eq!(world.bus.load(0, POSTED + offset, Width::B4), Reply::Fault(Fault::Unmapped), "{offset:#x}");
        assert_eq!(world.bus.store(0, POSTED + offset, Width::B4, 1), Reply::Fault(Fault::Unmapped), "{offset:#x}");
    }
    for offset in [1, 2, 5] {
        assert_eq!(world.bus.load(0, POSTED + offset, Width::B4), Reply::Fault(Fault::Width), "{offset:#x}");
    }
    let posted = world.alpu();
    let edges = [POSTED - 1, POSTED, POSTED + 0xfff, UNEXPECTED].map(|addr| posted.answers(addr));
    assert_eq!((edges, posted.name()), ([false, true, true, false], "posted alpu"));
    let unexpected = World::new(&params(16, 8), Flavour::Unexpected);
    let edges = [POSTED + 0xfff, UNEXPECTED, UNEXPECTED + 0xfff, UNEXPECTED + 0x1000];
    assert_eq!(edges.map(|addr| unexpected.alpu().answers(addr)), [false, true, true, false]);
    assert_eq!(unexpected.alpu().name(), "unexpected alpu");
}

/// STATUS shows results, entries, mode and held header; FORCE_RESET empties the unit.
#[test]
fn status() {
    let mut world = World::new(&params(16, 8), Flavour::Posted);
    world.store(regs::REG_CTRL, regs::CTRL_ENABLE);
    world.store(regs::REG_COMMAND, regs::COMMAND_START_INSERT);
    (0..3).for_each(|tag| world.store(regs::REG_TAG, tag));
    world.store(regs::REG_PROBE_LOW, 1);
    world.store(regs::REG_PROBE, 0);
    world.bus.run();
    let expected = regs::STATUS_RESULT
        | regs::STATUS_INSERT_MODE
        | regs::STATUS_HELD
        | 1 << regs::STATUS_RESULTS_SHIFT
        | 3 << regs::STATUS_ENTRIES_SHIFT;
    assert_eq!(world.load(regs::REG_STATUS), expected);
    assert_eq!(world.load(regs::REG_CTRL), regs::CTRL_ENABLE);
    world.store(regs::REG_CTRL, regs::CTRL_ENABLE | regs::CTRL_FORCE_RESET);
    world.bus.run();
    assert_eq!((world.load(regs::REG_STATUS), world.load(regs::REG_CTRL)), (0, regs::CTRL_ENABLE));
}
