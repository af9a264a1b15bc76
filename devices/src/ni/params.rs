//! Parameters of the network interface, and their limits.

use crate::address::AddressMap;
use crate::limits;
use crate::scratchpad::LINE_WORDS;
use rankine_keys::keys;
use serde::Deserialize;

/// How wide the paths of a transfer are: reading its source, the network, writing its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NocMode {
    /// As measured: the platform's own keys give the widths.
    Measured,
    /// A literal reading of 32-bit ports: one word a cycle.
    Narrow32,
}

impl NocMode {
    /// Bytes that a path takes each cycle, if the platform's own key says `measured` bytes.
    pub fn path_bytes(self, measured: u32) -> u32 {
        match self {
            NocMode::Measured => measured,
            NocMode::Narrow32 => u32::BITS / 8,
        }
    }
}

keys! {
    /// A node's network interface. Cycles are the node's clock.
    pub struct NiParams [ni] {
        /// `measured` = paths as wide as source_bytes_per_cycle, write_bytes_per_cycle and the network's flit_bytes
        /// say; `narrow32` = all three 4 bytes, whatever they say
        noc_mode: NocMode = "measured", "text", "ours: as wide as the keys say";
        /// word of a scratchpad line; a line is 8 words
        word_bytes: u32 = 8, "bytes", "ours: a 64-bit hart's word; 4 in Katsamani 2010 §4.3.1";
        /// scratchpad of a node; where cache_ways is not 0, a cache, any line of which may become scratchpad
        scratchpad_bytes: u64 = 65536, "bytes", "Katsamani 2010 §3.1.1: 64 KB of L2";
        /// ways of the cache that the scratchpad is carved out of, where one of another shape (hart.profile) loses
        /// none; 0 = the scratchpad is a memory of its own
        cache_ways: u32 = 0, "ways", "ours: many-core chips have scratchpad beside their caches";
        /// transfers, remote stores and remote loads may touch ordinary memory
        reaches_memory: bool = true, "bool", "ours: unmodified programs have their buffers there";
        /// largest payload of a packet
        packet_bytes: u32 = 256, "bytes", "ours: four lines; keeps the header below a tenth";
        /// most commands that are taken from their buffers and not begun; then the hart stalls
        command_fifo: u32 = 16, "commands", "ours: several messages in flight for each rank";
        /// most remote stores that have not left; then the hart stalls
        store_fifo: u32 = 4, "stores", "ours: a small store buffer";
        /// most packets of each class that are handed to the network and have not left
        outstanding: u32 = 2, "packets", "ours: one under way and one ready keep the link busy";
        /// most packets that are being read, or are read and not gone
        source_buffers: u32 = 4, "packets", "ours: covers source_memory_cycles at full rate";
        /// most read commands of this node in work at other nodes; further ones wait
        read_requests: u32 = 4, "requests", "ours: bounds what a node may ask for";
        /// most acknowledgements and notifications that wait; further ones are lost with NI_ERR_OVERRUN
        response_fifo: u32 = 4096, "packets", "ours: far above what correct programs reach";
        /// width of a counter's signed value
        counter_bits: u32 = 24, "bits", "Katsamani 2010 §3.1.2";
        /// access to a control register
        register_cycles: u32 = 4, "cycles", "ours: as a scratchpad load";
        /// load from scratchpad
        scratchpad_load_cycles: u32 = 4, "cycles", "Nikiforos, FORTH-ICS TR-402, 2010: L2 and scratchpad hit";
        /// posted store to scratchpad
        scratchpad_store_cycles: u32 = 1, "cycles", "Katsamani 2010 §4.4.2: four stores take four cycles";
        /// write of a line's tag
        tag_write_cycles: u32 = 4, "cycles", "ours: an access at scratchpad level";
        /// hart's access to its own memory by the global address
        memory_access_cycles: u32 = 20, "cycles", "ours: goes round through the interface";
        /// posted remote store, as seen by the hart
        remote_store_cycles: u32 = 1, "cycles", "Katsamani 2010 §3.1.2: an ordinary store";
        /// time from a load request's arrival to its answer
        remote_load_cycles: u32 = 4, "cycles", "ours: a scratchpad load";
        /// time from the completing store to the first read of the source
        command_cycles: u32 = 2, "cycles", "ours: decode and look-up";
        /// time until a packet's first bytes have been read from scratchpad
        source_scratchpad_cycles: u32 = 4, "cycles", "ours: a scratchpad load";
        /// time until a packet's first bytes have been read from memory
        source_memory_cycles: u32 = 20, "cycles", "ours: a last-level cache hit";
        /// rate at which sources are read
        source_bytes_per_cycle: u32 = 32, "bytes/cycle", "ours: two flits, so that the link is the bottleneck";
        /// gap between packets, beyond the time to read them
        packet_gap_thirds: u32 = 0, "cycles/3", "ours: none; 16 reproduces Katsamani 2010 Table 4.4";
        /// added once to a transfer whose size or addresses are not whole words
        partial_word_penalty: u32 = 0, "cycles", "ours: byte enables all the way; Katsamani 2010 §4.4.1 saw a penalty";
        /// time from a packet's arrival to its bytes in scratchpad
        write_scratchpad_cycles: u32 = 2, "cycles", "ours: posted write";
        /// time from a packet's arrival to its bytes in memory
        write_memory_cycles: u32 = 10, "cycles", "ours: write into the last-level cache";
        /// rate at which destinations are written, with store_and_forward
        write_bytes_per_cycle: u32 = 32, "bytes/cycle", "ours: as reading";
        /// a packet is complete in a buffer before its next stage
        store_and_forward: bool = false, "bool", "ours: cut-through; true fits Katsamani 2010 §4.4.2";
        /// time from a written packet or an arrived ADD to the counter's new value
        counter_update_cycles: u32 = 2, "cycles", "ours: read-modify-write at scratchpad level";
        /// time from the trigger to a local notification's write
        notify_local_cycles: u32 = 2, "cycles", "ours: posted write";
        /// time from the trigger to a remote notification at the network's door
        notify_remote_cycles: u32 = 1, "cycles", "ours: one packet a cycle";
        /// time of a packet to the own node, in place of the network
        loopback_cycles: u32 = 2, "cycles", "ours: one pass through the interface";
        /// test mode: packets of one transfer are written late, each by another delay
        shuffle_packets: bool = false, "bool", "Katsamani 2010 §4.2.1: bytes of a transfer may arrive in any order";
        /// longest of these delays, with shuffle_packets
        shuffle_cycles: u32 = 500, "cycles", "ours: several packets of time, so that they change places";
    }
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
        limits::check(NiParams::SECTION.name, &limits)
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
