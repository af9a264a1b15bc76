//! Times on idle nodes are sums of the parameters.

use crate::world::*;
use rankine_devices::regs::ni as regs;

/// Cycles of a packet with `bytes` of payload over `hops` (`noc::mesh` has the formula).
fn mesh(hops: u64, bytes: u64) -> u64 {
    let noc = mesh_params();
    let (router, link) = (u64::from(noc.router_cycles), u64::from(noc.link_cycles));
    let flits = (u64::from(noc.header_bytes) + bytes).div_ceil(u64::from(noc.flit_bytes));
    (hops + 1) * (router + link) + link + flits - 1
}

/// Times from the last store of a command until the last byte is at its destination.
#[test]
fn one_packet() {
    let p = params();
    let c = |cycles: u32| u64::from(cycles);
    for (source, target, node, hops, size) in [
        (line(8), line(8), 1, 1, 8),
        (line(8), line(8), 15, 6, 256),
        (MEMORY, line(8), 1, 1, 64),
        (line(8), MEMORY, 4, 1, 64),
        (MEMORY, MEMORY, 15, 6, 256),
    ] {
        let mut world = World::new(16);
        world.tag(0, 0, regs::TAG_COMMAND);
        world.fill(0, source, &vec![1; size as usize]);
        world.rdma(0, 0, regs::OP_RDMA_WRITE, [source, global(node, target), 0, size]);
        // The last store was performed one cycle before it ended.
        let start = world.cycle() - 1;
        world.until(|world| world.bytes(node, target + size - 1, 1) == [1]);
        let read = if source == MEMORY { p.source_memory_cycles } else { p.source_scratchpad_cycles };
        let write = if target == MEMORY { p.write_memory_cycles } else { p.write_scratchpad_cycles };
        let expected = c(p.command_cycles) + c(read) + mesh(hops, size) + c(write);
        assert_eq!(world.cycle() - start, expected, "{source:#x} to {target:#x} of {node}, {size} bytes");
    }
}

/// A long transfer keeps the link busy: 17 flits for each 256 bytes.
#[test]
fn long_transfers_fill_the_link() {
    for source in [line(8), MEMORY] {
        let time = |packets: u64| {
            let mut world = World::new(2);
            world.tag(0, 0, regs::TAG_COMMAND);
            world.fill(0, source, &vec![1; 256 * packets as usize]);
            world.rdma(0, 0, regs::OP_RDMA_WRITE, [source, global(1, MEMORY), 0, 256 * packets]);
            world.until(|world| world.bytes(1, MEMORY + 256 * packets - 1, 1) == [1]);
            world.cycle()
        };
        assert_eq!(time(100) - time(50), 50 * 17, "from {source:#x}");
    }
}

/// Steps after the write of a packet: counter, notifications one a cycle, an acknowledgement on its
/// way.
#[test]
fn notifications() {
    let p = params();
    let c = |cycles: u32| u64::from(cycles);
    let message = c(p.command_cycles) + c(p.source_scratchpad_cycles) + mesh(1, 8) + c(p.write_scratchpad_cycles);
    for (counter, flag, expected) in [
        (1, 1, message + c(p.counter_update_cycles) + c(p.notify_local_cycles)),
        (0, 0, message + mesh(1, 0) + c(p.counter_update_cycles) + c(p.notify_local_cycles)),
        (
            0,
            1,
            message
                + mesh(1, 0)
                + c(p.counter_update_cycles)
                + c(p.notify_remote_cycles)
                + mesh(1, 8)
                + c(p.write_scratchpad_cycles),
        ),
    ] {
        let mut world = World::new(2);
        world.tag(0, 0, regs::TAG_COMMAND);
        world.counter(counter, 1, -8, &[global(flag, line(2))]);
        world.message(0, 0, global(1, line(8)), global(counter, line(1)), &[7]);
        let start = world.cycle() - 1;
        world.until(|world| world.get(flag, line(2)) == 1);
        assert_eq!(world.cycle() - start, expected, "counter on {counter}, flag on {flag}");
    }
}

/// Two streams share the engine packet by packet: neither the node's own long command nor a long
/// one that it performs for another node blocks a short command of the other kind.
#[test]
fn own_commands_and_requests_take_turns() {
    for long_is_own in [false, true] {
        let mut world = World::new(4);
        for (node, index) in [(0, 0), (0, 1), (1, 0)] {
            world.tag(node, index, regs::TAG_COMMAND);
        }
        let long = [global(0, MEMORY), global(1, MEMORY), 0, 200 * 256];
        let short = [global(0, line(30)), global(2, line(8)), 0, 8];
        world.fill(0, line(30), &[1; 8]);
        let (long_by, short_by) = if long_is_own { (0, 1) } else { (1, 0) };
        world.rdma(long_by, 0, regs::OP_RDMA_READ, long);
        world.bus.run_until(world.bus.now + world.bus.clock.span(500));
        world.rdma(short_by, u64::from(!long_is_own), regs::OP_RDMA_READ, short);
        let start = world.cycle();
        world.until(|world| world.bytes(2, line(8), 1) == [1]);
        assert!(world.cycle() - start < 150, "{} cycles", world.cycle() - start);
        assert!(world.statistic(0, "packets sent") < 100, "the long one is still in work");
    }
}

/// At most `read_requests` requests of a node are under way at other nodes. Further ones wait, and
/// none is lost.
#[test]
fn read_requests_are_limited() {
    let mut world = World::with(2, |params| params.read_requests = 2);
    for index in 0..6 {
        world.tag(0, index, regs::TAG_COMMAND);
    }
    for index in 0..6 {
        world.fill(1, MEMORY + 4096 * index, &pattern(4096, index));
        world.rdma(0, index, regs::OP_RDMA_READ, [global(1, MEMORY + 4096 * index), MEMORY + 4096 * index, 0, 4096]);
    }
    assert_eq!(world.statistic(0, "read requests"), 2);
    world.bus.run();
    assert_eq!(world.statistic(0, "read requests"), 6);
    for index in 0..6 {
        assert_eq!(world.bytes(0, MEMORY + 4096 * index, 4096), pattern(4096, index));
    }
}
