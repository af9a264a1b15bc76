//! Unusable parameters are refused with a sentence that names the key.

use crate::world::*;
use rankine_devices::nic::{InterfaceParams, Nic};

#[test]
fn bad_parameters() {
    type Change = fn(&mut InterfaceParams);
    let rows: [(Change, &str); 20] = [
        (|p| p.host_delay_ns = 100_001, "interface.host_delay_ns = 100001: must be 0 to 100000"),
        (|p| p.host_read_cycles = 0, "interface.host_read_cycles = 0: must be 1 to 1000"),
        (|p| p.bus_delay_ns = u32::MAX, "interface.bus_delay_ns = 4294967295"),
        (|p| p.dma_setup_ns = u32::MAX, "interface.dma_setup_ns = 4294967295"),
        (|p| p.dma_bytes_per_us = 0, "interface.dma_bytes_per_us = 0"),
        (|p| p.packet_bytes = 7, "interface.packet_bytes = 7: must be 8 to 65536"),
        (|p| p.header_fifo = 0, "interface.header_fifo = 0: must be 1 to 4096"),
        (|p| p.entry_fifo = 0, "interface.entry_fifo = 0"),
        (|p| p.request_fifo = 4097, "interface.request_fifo = 4097"),
        (|p| p.completion_fifo = 0, "interface.completion_fifo = 0"),
        (|p| p.transmit_fifo = 0, "interface.transmit_fifo = 0"),
        (|p| p.copy_fifo = 0, "interface.copy_fifo = 0"),
        (|p| p.credits = 0, "interface.credits = 0"),
        (|p| p.host_base = 4, "interface.host_base = 0x4: must be a multiple of 0x1000"),
        (|p| p.host_base = !0xfff, "interface.host_base = 0xffff"),
        (|p| p.nic_base = 0x800, "interface.nic_base = 0x800: must be a multiple of 0x1000 below 4 GiB"),
        (|p| p.nic_base = 1 << 32, "interface.nic_base = 0x100000000: must be a multiple"),
        (|p| p.nic_base = p.host_base, "interface.nic_base = 0x20000000: interface.host_base is the same"),
        (|p| p.host_base = POSTED, "interface.host_base = 0xb0000000: a unit of section alpu is there"),
        (|p| p.nic_base = UNEXPECTED, "interface.nic_base = 0xb0001000: a unit of section alpu is there"),
    ];
    for (change, part) in rows {
        let mut params = params();
        change(&mut params);
        let nic = Nic::new(&params, Some(units(&alpu_params())), (0, 2), nic_clock(), HOST_RANGE, NIC_RANGE);
        let error = nic.err().unwrap_or_default();
        assert!(error.contains(part), "{error:?} should contain {part:?}");
    }
}

#[test]
fn bad_nodes_and_memories() {
    for (place, nic_memory, part) in [
        ((2, 2), NIC_RANGE, "node 2 of 2"),
        ((0, 0), NIC_RANGE, "node 0 of 0"),
        ((0, 65_537), NIC_RANGE, "node 0 of 65537: must be one of 65536 nodes at most"),
        ((0, 2), 0..0x1000, "must not begin at address 0"),
    ] {
        let nic = Nic::new(&params(), None, place, nic_clock(), HOST_RANGE, nic_memory);
        let error = nic.err().unwrap_or_default();
        assert!(error.contains(part), "{error:?} should contain {part:?}");
    }
}
