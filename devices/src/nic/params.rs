//! Parameters of the network interface with a processor, and their limits.

use crate::limits;
use rankine_bus::Time;
use rankine_keys::keys;

keys! {
    /// The network interface of a node that has a NIC processor.
    pub struct InterfaceParams [interface] {
        /// registers of the host
        host_base: u64 = 0x2000_0000, "address", "ours: the paper gives no addresses";
        /// registers of the NIC processor
        nic_base: u64 = 0xb000_2000, "address", "ours: the paper gives no addresses";
        /// time between the host and the interface, each way
        host_delay_ns: u32 = 100, "ns", "ours: the paper gives none";
        /// time of a host's load from its registers, in cycles of the host
        host_read_cycles: u32 = 12, "cycles", "ours: as a hit in the second cache";
        /// time that an access of the NIC processor takes to the interface
        bus_delay_ns: u32 = 20, "ns", "Underwood et al. 2005 §V-B";
        /// time from a command until an idle engine begins it
        dma_setup_ns: u32 = 20, "ns", "ours: the paper gives none";
        /// rate of the copy engine
        dma_bytes_per_us: u32 = 2000, "bytes/µs", "ours: the paper gives none; 2 GB/s";
        /// payload of a packet at most
        packet_bytes: u32 = 1024, "bytes", "ours: the paper gives none";
        /// headers with their payload that wait for the NIC processor
        header_fifo: u32 = 64, "headers", "ours: the paper gives no depth";
        /// entries that the interface keeps for requests
        entry_fifo: u32 = 16, "entries", "ours";
        /// requests from when the host submits them until the NIC processor takes them
        request_fifo: u32 = 64, "requests", "ours: the paper gives no depth";
        /// completions from when they are put until the host has done with them
        completion_fifo: u32 = 64, "completions", "ours: the paper gives no depth";
        /// transmit commands that wait or are carried out
        transmit_fifo: u32 = 16, "commands", "ours: the paper gives no depth";
        /// copy commands that wait or are carried out
        copy_fifo: u32 = 16, "commands", "ours: the paper gives no depth";
        /// packets of a node that another one takes before it gives places back
        credits: u32 = 8, "packets", "ours: the paper gives no flow control";
    }
}

/// Bytes of each of the two blocks of registers.
pub(super) const BLOCK_BYTES: u64 = 0x1000;

/// Longest delay. With a longer one, too many events would be on the way.
const LONGEST_NS: u32 = 100_000;

fn ns(ns: u32) -> Time {
    Time(u64::from(ns) * 1000)
}

impl InterfaceParams {
    /// Are the numbers usable? An error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let limits = [
            ("host_delay_ns", self.host_delay_ns, 0, LONGEST_NS),
            ("host_read_cycles", self.host_read_cycles, 1, 1000),
            ("bus_delay_ns", self.bus_delay_ns, 0, LONGEST_NS),
            ("dma_setup_ns", self.dma_setup_ns, 0, LONGEST_NS),
            ("dma_bytes_per_us", self.dma_bytes_per_us, 1, 1_000_000),
            ("packet_bytes", self.packet_bytes, 8, 65_536),
            ("header_fifo", self.header_fifo, 1, 4096),
            ("entry_fifo", self.entry_fifo, 1, 4096),
            ("request_fifo", self.request_fifo, 1, 4096),
            ("completion_fifo", self.completion_fifo, 1, 4096),
            ("transmit_fifo", self.transmit_fifo, 1, 4096),
            ("copy_fifo", self.copy_fifo, 1, 4096),
            ("credits", self.credits, 1, 4096),
        ];
        limits::check(InterfaceParams::SECTION.name, &limits)?;
        self.check_bases()
    }

    fn check_bases(&self) -> Result<(), String> {
        let is_bad = |base: u64| !base.is_multiple_of(BLOCK_BYTES) || base.checked_add(BLOCK_BYTES).is_none();
        if is_bad(self.host_base) {
            return Err(format!("interface.host_base = {:#x}: must be a multiple of {BLOCK_BYTES:#x}", self.host_base));
        }
        if is_bad(self.nic_base) || self.nic_base > u64::from(u32::MAX) {
            let base = self.nic_base;
            return Err(format!("interface.nic_base = {base:#x}: must be a multiple of {BLOCK_BYTES:#x} below 4 GiB"));
        }
        if self.host_base == self.nic_base {
            return Err(format!("interface.nic_base = {:#x}: interface.host_base is the same", self.nic_base));
        }
        Ok(())
    }

    pub(super) fn host_delay(&self) -> Time {
        ns(self.host_delay_ns)
    }

    pub(super) fn bus_delay(&self) -> Time {
        ns(self.bus_delay_ns)
    }

    pub(super) fn dma_setup(&self) -> Time {
        ns(self.dma_setup_ns)
    }

    /// Time that the copy engine takes for so many bytes.
    pub(super) fn copy_time(&self, bytes: usize) -> Time {
        let picoseconds = (bytes as u64).saturating_mul(1_000_000);
        Time(picoseconds.div_ceil(u64::from(self.dma_bytes_per_us)))
    }
}
