//! Parameters of the network interface, and their limits.

use crate::address::AddressMap;
use crate::scratchpad::LINE_WORDS;
use serde::Deserialize;

/// How wide the paths of a transfer are: reading its source, the network, writing its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NocMode {
    /// As measured: what the platform's own keys say.
    Measured,
    /// As a literal reading of 32-bit ports has it: one word a cycle.
    Narrow32,
}

impl NocMode {
    /// Bytes that a path takes each cycle, where the platform's own key says `measured`.
    pub fn path_bytes(self, measured: u32) -> u32 {
        match self {
            NocMode::Measured => measured,
            NocMode::Narrow32 => u32::BITS / 8,
        }
    }
}

/// Section `[ni]` of a platform. Cycles are the node's clock.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NiParams {
    /// Rules `source_bytes_per_cycle`, `write_bytes_per_cycle` and the network's width.
    pub noc_mode: NocMode,
    /// Bytes of a word of a line: 4 or 8.
    pub word_bytes: u32,
    pub scratchpad_bytes: u64,
    /// Ways of the cache that the scratchpad is carved out of; 0: a memory of its own.
    pub cache_ways: u32,
    /// May transfers, remote stores and remote loads touch ordinary memory?
    pub reaches_memory: bool,
    /// Largest payload of a packet.
    pub packet_bytes: u32,
    /// Commands taken from their buffers and not yet begun.
    pub command_fifo: u32,
    /// Remote stores of the hart that have not left the node.
    pub store_fifo: u32,
    /// Packets at the network's door, for each class.
    pub outstanding: u32,
    /// Packets of transfers being read or waiting in the interface.
    pub source_buffers: u32,
    /// Read requests of this node that others are working on.
    pub read_requests: u32,
    /// Acknowledgements and notifications waiting to be sent; beyond it they are lost with NI_ERR.OVERRUN.
    pub response_fifo: u32,
    pub counter_bits: u32,
    pub register_cycles: u32,
    pub scratchpad_load_cycles: u32,
    pub scratchpad_store_cycles: u32,
    pub tag_write_cycles: u32,
    /// The hart's access to its own memory by its global address.
    pub memory_access_cycles: u32,
    /// The hart's cost of a remote store.
    pub remote_store_cycles: u32,
    /// From a request's arrival to its answer, at the node that owns the address.
    pub remote_load_cycles: u32,
    /// From the store that completes a descriptor to the first read of its source.
    pub command_cycles: u32,
    pub source_scratchpad_cycles: u32,
    pub source_memory_cycles: u32,
    /// Throughput of reading sources.
    pub source_bytes_per_cycle: u32,
    /// Time from one packet to the next beyond reading it, in thirds of a cycle.
    pub packet_gap_thirds: u32,
    /// At the destination, once per RDMA whose size or addresses are not whole words.
    pub partial_word_penalty: u32,
    pub write_scratchpad_cycles: u32,
    pub write_memory_cycles: u32,
    /// Throughput of writing destinations; counts only with `store_and_forward`.
    pub write_bytes_per_cycle: u32,
    /// Is a packet complete in a buffer before its next stage begins?
    pub store_and_forward: bool,
    /// From the write of a packet, or the arrival of an ADD, to the counter's new value.
    pub counter_update_cycles: u32,
    pub notify_local_cycles: u32,
    /// From a trigger to the first remote notification's packet at the door.
    pub notify_remote_cycles: u32,
    /// A packet to the own node, in place of the network.
    pub loopback_cycles: u32,
    /// Test mode: are packets of a transfer of several written late, each differently?
    pub shuffle_packets: bool,
    /// Up to how late, with `shuffle_packets`.
    pub shuffle_cycles: u32,
}

impl NiParams {
    pub fn line_bytes(&self) -> u64 {
        LINE_WORDS as u64 * u64::from(self.word_bytes)
    }

    /// These parameters with the widths that `noc_mode` gives.
    pub(super) fn with_paths(self) -> NiParams {
        let mode = self.noc_mode;
        NiParams {
            source_bytes_per_cycle: mode.path_bytes(self.source_bytes_per_cycle),
            write_bytes_per_cycle: mode.path_bytes(self.write_bytes_per_cycle),
            ..self
        }
    }

    /// Are the numbers usable, and do they fit the map? An error is a sentence that names the key.
    pub fn check(&self, map: &AddressMap, nodes: u32) -> Result<(), String> {
        map.check(nodes)?;
        if nodes == 0 {
            return Err("there must be at least one node".into());
        }
        self.check_limits()?;
        self.check_scratchpad(map)?;
        let word = self.word_bytes;
        if self.packet_bytes < 5 * word || self.packet_bytes > 4096 || !self.packet_bytes.is_multiple_of(word) {
            let least = 5 * word;
            return Err(format!("ni.packet_bytes must be a message of five words, {least}, to 4096, in whole words"));
        }
        if !(2..=8 * word).contains(&self.counter_bits) {
            return Err(format!("ni.counter_bits = {}: must be 2 to a word's {}", self.counter_bits, 8 * word));
        }
        if self.reaches_memory && map.memory.local.is_none() {
            return Err("ni.reaches_memory needs a local memory window".into());
        }
        Ok(())
    }

    fn check_limits(&self) -> Result<(), String> {
        let limits = [
            ("command_fifo", self.command_fifo, 1, 4096),
            ("store_fifo", self.store_fifo, 1, 4096),
            ("outstanding", self.outstanding, 1, 4096),
            ("source_buffers", self.source_buffers, 1, 4096),
            ("read_requests", self.read_requests, 1, 4096),
            ("response_fifo", self.response_fifo, 1, 1 << 20),
            ("source_bytes_per_cycle", self.source_bytes_per_cycle, 1, 1 << 16),
            ("write_bytes_per_cycle", self.write_bytes_per_cycle, 1, 1 << 16),
            ("packet_gap_thirds", self.packet_gap_thirds, 0, 1 << 16),
            ("cache_ways", self.cache_ways, 0, 64),
        ];
        match limits.into_iter().find(|&(_, value, low, high)| value < low || value > high) {
            Some((name, value, low, high)) => Err(format!("ni.{name} = {value}: must be {low} to {high}")),
            None => Ok(()),
        }
    }

    fn check_scratchpad(&self, map: &AddressMap) -> Result<(), String> {
        const MOST: u64 = 64 << 20;
        if !matches!(self.word_bytes, 4 | 8) {
            return Err(format!("ni.word_bytes = {}: must be 4 or 8", self.word_bytes));
        }
        let bytes = self.scratchpad_bytes;
        let unit = self.line_bytes() * u64::from(self.cache_ways.max(1));
        if bytes == 0 || bytes > MOST || !bytes.is_multiple_of(unit) {
            return Err(format!("ni.scratchpad_bytes = {bytes}: must be a multiple of {unit}, at most {MOST}"));
        }
        if bytes != map.scratchpad.size {
            return Err(format!("ni.scratchpad_bytes = {bytes}: its window has {} bytes", map.scratchpad.size));
        }
        let tags = bytes / self.line_bytes() * 4;
        if tags > map.tags.size {
            return Err(format!(
                "ni.scratchpad_bytes = {bytes}: tags need {tags} bytes, their window has {}",
                map.tags.size
            ));
        }
        Ok(())
    }
}
