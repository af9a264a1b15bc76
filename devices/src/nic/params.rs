//! Parameters of the network interface with a processor, and their limits.

use crate::limits;
use rankine_bus::Time;
use rankine_keys::keys;

keys! {
    /// The network interface of a node with a host processor and a NIC processor.
    pub struct InterfaceParams [interface] {
        /// base address of the registers for the host
        host_base: u64 = 0x2000_0000, "address", "ours: the paper gives no addresses";
        /// base address of the registers for the NIC processor
        nic_base: u64 = 0xb000_2000, "address", "ours: the paper gives no addresses";
        /// time that a request, a completion or an epoch takes between the host and the interface
        host_delay_ns: u32 = 100, "ns", "ours: the paper gives none";
        /// time of a load of the host from its registers, in cycles of the host
        host_read_cycles: u32 = 12, "cycles", "ours: as a hit in the second cache";
        /// time that an access of the NIC processor takes to reach the interface
        bus_delay_ns: u32 = 20, "ns", "Underwood et al. 2005 §V-B";
        /// time from a copy or transmit command until an idle engine begins to carry it out
        dma_setup_ns: u32 = 20, "ns", "ours: the paper gives none";
        /// rate at which the copy engine copies
        dma_bytes_per_us: u32 = 2000, "bytes/µs", "ours: the paper gives none; 2 GB/s";
        /// largest payload of a packet
        packet_bytes: u32 = 1024, "bytes", "ours: the paper gives none";
        /// number of headers, with their payloads, that can wait for the NIC processor
        header_fifo: u32 = 64, "headers", "ours: the paper gives no depth";
        /// number of entries that the interface keeps for coming requests
        entry_fifo: u32 = 16, "entries", "ours";
        /// number of requests that can be between their submission by the host and their entry in NIC memory
        request_fifo: u32 = 64, "requests", "ours: the paper gives no depth";
        /// number of completions that can be between the NIC processor's COMPLETION and the host's COMPLETION_POP
        completion_fifo: u32 = 64, "completions", "ours: the paper gives no depth";
        /// number of transmit commands that can wait or be carried out
        transmit_fifo: u32 = 16, "commands", "ours: the paper gives no depth";
        /// number of copy commands that can wait or be carried out
        copy_fifo: u32 = 16, "commands", "ours: the paper gives no depth";
        /// number of packets that a node can send to another node before that node gives credits back
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
