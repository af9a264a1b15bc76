//! Every register and word as `regs/ni.toml` describes it: reset, access rights, widths.

use crate::world::*;
use rankine_bus::{Fault, Reply, Width};
use rankine_devices::registers::{Access, Description, Unit};
use rankine_devices::regs::ni as regs;

fn description() -> Description {
    Description::parse(include_str!("../../regs/ni.toml")).unwrap()
}

fn items(prefix: &str) -> Vec<(String, u64, Option<Access>)> {
    let section = description().sections.into_iter().find(|section| section.prefix == prefix).unwrap();
    section.items.into_iter().map(|item| (item.name, item.at, item.access)).collect()
}

#[test]
fn control_registers() {
    let reset = |name: &str| match name {
        "NODE" => 1,
        "NODES" => 2,
        "LINE_BYTES" => 64,
        "LINES" => 1024,
        "PACKET_BYTES" => 256,
        _ => 0,
    };
    for (name, offset, access) in items("REG") {
        let mut world = World::new(2);
        let address = REGISTERS + offset;
        assert_eq!(world.register(1, offset), reset(&name), "{name}");
        let stored = world.bus.store(1, address, Width::B4, u64::from(u32::MAX));
        if access == Some(Access::RO) {
            assert_eq!(stored, Reply::Fault(Fault::Direction), "{name}");
        } else {
            assert!(matches!(stored, Reply::Done { .. }), "{name}");
        }
        assert_eq!(world.register(1, offset), reset(&name), "{name}");
        for width in [Width::B1, Width::B2, Width::B8] {
            assert_eq!(world.bus.load(1, address, width), Reply::Fault(Fault::Width), "{name} {width:?}");
        }
    }
    let known: Vec<u64> = items("REG").iter().map(|item| item.1).collect();
    let mut world = World::new(2);
    for offset in (0..0x1000).step_by(4).filter(|offset| !known.contains(offset)) {
        assert_eq!(world.bus.load(1, REGISTERS + offset, Width::B4), Reply::Fault(Fault::Unmapped), "{offset:#x}");
    }
}

/// Each bit of the error register is raised by its cause and cleared by writing 1.
#[test]
fn errors_are_sticky_and_cleared_by_ones() {
    let mut world = World::new(2);
    world.tag(0, 3, 6);
    world.counter(0, 1, -1, &[]);
    world.put(0, word(line(1), regs::COUNTER_ADD), 5);
    let both = regs::ERR_BAD_TAG | regs::ERR_CNT_OVERSHOOT;
    assert_eq!(world.register(0, regs::REG_ERR), both);
    for (clear, left) in [(0, both), (regs::ERR_BAD_TAG, regs::ERR_CNT_OVERSHOOT), (u64::from(u32::MAX), 0)] {
        world.bus.store(0, REGISTERS + regs::REG_ERR, Width::B4, clear);
        assert_eq!(world.register(0, regs::REG_ERR), left);
        assert_eq!(rankine_bus::Device::complaint(&world.bus.devices[0]).is_some(), left != 0);
    }
}

#[test]
fn tags() {
    let mut world = World::new(2);
    for (tag, expected, error) in [
        (regs::TAG_COUNTER, regs::TAG_COUNTER, 0),
        (regs::TAG_COMMAND, regs::TAG_COMMAND, 0),
        (regs::TAG_QUEUE, regs::TAG_QUEUE, 0),
        (regs::TAG_SCRATCHPAD, regs::TAG_SCRATCHPAD, 0),
        (regs::TAG_CACHE, regs::TAG_SCRATCHPAD, regs::ERR_BAD_TAG),
        (regs::TAG_MRQUEUE, regs::TAG_MRQUEUE, 0),
        (regs::TAG_SCRATCHPAD, regs::TAG_SCRATCHPAD, 0),
        (6, regs::TAG_SCRATCHPAD, regs::ERR_BAD_TAG),
        (0xffff_fff1, regs::TAG_SCRATCHPAD, regs::ERR_BAD_TAG),
    ] {
        world.bus.store(0, REGISTERS + regs::REG_ERR, Width::B4, u64::MAX);
        world.put(0, line(7) + 32, 1);
        world.tag(0, 7, tag);
        let read = world.bus.load(0, TAGS + 28, Width::B4);
        assert!(matches!(read, Reply::Done { value, .. } if value == expected), "{tag}: {read:?}");
        assert_eq!(world.register(0, regs::REG_ERR), error, "{tag}");
        world.tag(0, 7, if expected == regs::TAG_QUEUE { regs::TAG_COUNTER } else { regs::TAG_QUEUE });
        world.tag(0, 7, regs::TAG_SCRATCHPAD);
        assert_eq!(world.get(0, line(7) + 32), 0, "a new type clears the line");
    }
}

/// Words of special lines: reset to 0, full-width stores only, the values that read back.
#[test]
fn line_words() {
    let value = 0x0123_4567;
    for (prefix, tag) in [
        ("COUNTER", regs::TAG_COUNTER),
        ("QUEUE", regs::TAG_QUEUE),
        ("MRQUEUE", regs::TAG_MRQUEUE),
        ("CMD", regs::TAG_COMMAND),
    ] {
        assert!(description().sections.iter().any(|s| s.prefix == prefix && s.unit == Unit::WordIndex));
        let described = items(prefix);
        for index in 0..8u64 {
            let mut world = World::new(2);
            world.tag(0, 1, tag);
            let access = described.iter().find(|item| item.1 == index).and_then(|item| item.2);
            let address = word(line(1), index as usize);
            assert_eq!(world.get(0, address), 0, "{prefix} {index}");
            for width in [Width::B1, Width::B2, Width::B4] {
                assert_eq!(world.bus.store(0, address, width, 1), Reply::Fault(Fault::Width), "{prefix} {index}");
            }
            let stored = world.bus.store(0, address, Width::B8, value);
            let array = !prefix.ends_with("QUEUE") && index > 3;
            match access {
                Some(Access::RO) => assert_eq!(stored, Reply::Fault(Fault::Direction), "{prefix} {index}"),
                _ => assert!(matches!(stored, Reply::Done { .. }), "{prefix} {index}"),
            }
            let kept = access == Some(Access::RW) || array;
            let expected = match (prefix, index) {
                // 24 bits, sign-extended.
                ("COUNTER", 0) => 0x23_4567,
                _ if kept => value,
                _ => 0,
            };
            assert_eq!(world.get(0, address), expected, "{prefix} {index}");
        }
    }
}
