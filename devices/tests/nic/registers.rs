//! Widths, directions, latencies and purity of the registers, row by row.

use crate::world::*;
use rankine_bus::{Access, Device, Fault, Kind, Reply, Width};
use rankine_devices::regs::nic as regs;

const DONE: Reply = Reply::Done { value: 0, latency: 1 };

fn loaded(latency: u64) -> Reply {
    Reply::Done { value: 0, latency }
}

#[test]
fn accesses() {
    use Width::{B1, B2, B4, B8};
    let (load, store) = (Kind::Load, Kind::Store(0));
    let fault = Reply::Fault;
    for (addr, width, kind, expected) in [
        (HOST + regs::HOST_COMPLETION_COOKIE, B8, load, loaded(12)),
        (HOST + regs::HOST_COMPLETION_ENVELOPE, B8, load, loaded(12)),
        (HOST + regs::HOST_COMPLETION_DETAIL, B8, load, loaded(12)),
        (HOST + regs::HOST_STATUS, B4, load, fault(Fault::Width)),
        (HOST + regs::HOST_STATUS + 4, B8, load, fault(Fault::Width)),
        (HOST + regs::HOST_STATUS, B8, store, fault(Fault::Direction)),
        (HOST + regs::HOST_COMPLETION_POP, B8, load, fault(Fault::Direction)),
        (HOST + regs::HOST_REQUEST_MATCH, B8, load, fault(Fault::Direction)),
        (HOST + regs::HOST_REQUEST_MATCH, B8, store, DONE),
        (HOST + regs::HOST_REQUEST_BYTES, B8, store, DONE),
        (HOST + 0x28, B8, load, fault(Fault::Unmapped)),
        (HOST + 0x68, B8, store, fault(Fault::Unmapped)),
        (HOST + 0xff8, B8, load, fault(Fault::Unmapped)),
        (HOST + 0x1000, B8, load, fault(Fault::Unmapped)),
        (NIC + regs::REG_CONTROL, B4, load, loaded(10)),
        (NIC + regs::REG_REQUEST, B4, load, loaded(10)),
        (NIC + regs::REG_HEADER, B4, load, loaded(10)),
        (NIC + regs::REG_HEADER + 28, B4, load, loaded(10)),
        (NIC + regs::REG_HEADER - 4, B4, load, fault(Fault::Unmapped)),
        (NIC + regs::REG_HEADER - 8, B4, load, fault(Fault::Unmapped)),
        (NIC + regs::REG_HEADER, B8, load, fault(Fault::Width)),
        (NIC + regs::REG_HEADER, B2, load, fault(Fault::Width)),
        (NIC + regs::REG_HEADER + 1, B1, load, fault(Fault::Width)),
        (NIC + regs::REG_HEADER + 2, B4, load, fault(Fault::Width)),
        (NIC + regs::REG_HEADER, B4, store, fault(Fault::Direction)),
        (NIC + regs::REG_REQUEST, B4, store, fault(Fault::Direction)),
        (NIC + regs::REG_TRANSMIT, B4, load, fault(Fault::Direction)),
        (NIC + regs::REG_TRANSMIT_HEADER, B4, load, fault(Fault::Direction)),
        (NIC + regs::REG_TRANSMIT_HEADER + 28, B4, store, DONE),
        (NIC + regs::REG_COMPLETION_EPOCH, B4, store, DONE),
        (NIC + regs::REG_COMPLETION + 4, B4, store, fault(Fault::Unmapped)),
        (NIC + regs::REG_HEADER, B4, Kind::Atomic, fault(Fault::Refused("no atomic accesses here".into()))),
        (HOST + regs::HOST_STATUS, B8, Kind::Atomic, fault(Fault::Refused("no atomic accesses here".into()))),
        (POSTED, B4, load, fault(Fault::Unmapped)),
    ] {
        let reply = World::disabled(1, None, |_| {}).bus.access(0, Access { addr, width, kind });
        assert_eq!(reply, expected, "{addr:#x} {width:?} {kind:?}");
    }
}

#[test]
fn states_at_reset() {
    let mut world = World::disabled(1, None, |_| {});
    assert_eq!(world.host(0, regs::HOST_STATUS), 64 << regs::HOST_STATUS_PLACES_SHIFT);
    for (mask, expected) in [
        (regs::STATUS_HEADER, 0),
        (regs::STATUS_REQUEST, 0),
        (regs::STATUS_ENTRIES_MASK, 16),
        (regs::STATUS_COMPLETIONS_MASK, 64),
        (regs::STATUS_TRANSMITS_MASK, 16),
    ] {
        assert_eq!(world.status(0, mask), expected, "{mask:#x}");
    }
    assert_eq!(world.get(0, regs::REG_CONTROL), 0);
    world.set(0, regs::REG_CONTROL, u32::MAX);
    assert_eq!(world.get(0, regs::REG_CONTROL), 1);
}

#[test]
fn counts_of_status_end_at_255() {
    let mut world = World::with(1, |p| (p.entry_fifo, p.completion_fifo, p.transmit_fifo) = (256, 4096, 300));
    for mask in [regs::STATUS_ENTRIES_MASK, regs::STATUS_COMPLETIONS_MASK, regs::STATUS_TRANSMITS_MASK] {
        assert_eq!(world.status(0, mask), 255, "{mask:#x}");
    }
}

/// A load that takes nothing at this moment is pure.
#[test]
fn purity() {
    let mut world = World::new(1);
    let rows = |requests: bool| {
        [
            (HOST + regs::HOST_STATUS, Width::B8, true),
            (HOST + regs::HOST_COMPLETION_COOKIE, Width::B8, true),
            (HOST + regs::HOST_COMPLETION_COOKIE, Width::B4, false),
            (NIC + regs::REG_STATUS, Width::B4, true),
            (NIC + regs::REG_HEADER, Width::B4, true),
            (NIC + regs::REG_REQUEST, Width::B4, !requests),
            (NIC + regs::REG_ENTRY, Width::B4, false),
        ]
    };
    let check = |world: &World, requests| {
        for (addr, width, expected) in rows(requests) {
            assert_eq!(world.is_pure(0, addr, width), expected, "{addr:#x} {width:?}, requests {requests}");
        }
    };
    check(&world, false);
    world.request(0, regs::REQUEST_KIND_SEND, 1, 0, 1);
    world.set(0, regs::REG_ENTRY, NIC_MEMORY as u32);
    check(&world, false);
    world.run_ns(100);
    check(&world, true);
    assert_eq!(world.get(0, regs::REG_REQUEST), NIC_MEMORY as u32);
    check(&world, false);
    let fence = Access { addr: 0, width: Width::B8, kind: Kind::Fence };
    assert!(world.bus.devices[0].is_pure(&fence));
    assert_eq!(world.bus.access(0, fence), DONE);
    let store = Access { addr: NIC + regs::REG_EPOCH, width: Width::B4, kind: Kind::Store(0) };
    assert!(!world.bus.devices[0].is_pure(&store));
}
